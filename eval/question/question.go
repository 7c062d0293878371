// Package question holds question sets: questions with the exact spans of
// their answers, read from JSON Lines and from the forms of other tools,
// checked against their documents, or drafted from them.
//
// A [Question] names a document and the spans of it that answer it. All of
// Spans are needed for a whole answer; each of Alternatives is an answer by
// itself.
//
// A set goes three steps: [Read] (or [From], of another tool's form, or
// [Draft]) yields questions as they were written; [Check] compares them with
// the documents, finds spans given by their text alone, completes offsets and
// returns the questions that hold, with a [Problem] for each that doesn't;
// everything after that relies on the offsets.
package question

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Question is one question with its answers. The JSON names are those of the
// shared question sets.
type Question struct {
	ID           string `json:"id"`
	Question     string `json:"question"`
	Language     string `json:"language,omitempty"`
	Doc          string `json:"doc"` // document id: slash path from the root
	Spans        []Span `json:"spans"`
	Alternatives []Span `json:"alternative_spans,omitempty"`
	Passage      *Span  `json:"passage,omitempty"` // the paragraph or block around the answer
	Category     string `json:"category,omitempty"`
	Kind         string `json:"kind,omitempty"`
	Drafted      bool   `json:"drafted,omitempty"` // made by a program, not by a person
}

// Span is a half-open range of a document's text, in bytes and in code points.
// Where only Text is given, [Check] finds it. In JSON a bare string is a span
// given by its text.
type Span struct {
	// Doc is the document the span lies in, where that isn't the question's:
	// questions that need several documents. Empty otherwise.
	Doc       string `json:"doc,omitempty"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
	StartRune int    `json:"start_rune"`
	EndRune   int    `json:"end_rune"`
	Text      string `json:"text,omitempty"`
	// Grade is how relevant the span is, for graded judgements; 0 means that
	// nobody graded it, and counts as 1.
	Grade int `json:"grade,omitempty"`
}

// UnmarshalJSON reads a span as an object, or its text as a bare string.
func (s *Span) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); len(data) > 0 && data[0] == '"' {
		*s = Span{}
		return json.Unmarshal(data, &s.Text)
	}
	type plain Span // without this method
	return json.Unmarshal(data, (*plain)(s))
}

// DocOf returns the id of the document that s, a span of q, lies in.
func (q Question) DocOf(s Span) string {
	if s.Doc != "" {
		return s.Doc
	}
	return q.Doc
}

// After returns what is asked: the text of q after the first sep, without
// blanks around it; the whole text where there is no sep or nothing after it.
// Sets whose questions begin with a phrase that names the document ("Consider
// the contract …; …") are asked without it where only that document is
// searched.
func After(q Question, sep string) string {
	if sep == "" {
		return q.Question
	}
	if _, rest, ok := strings.Cut(q.Question, sep); ok && strings.TrimSpace(rest) != "" {
		return strings.TrimSpace(rest)
	}
	return q.Question
}
