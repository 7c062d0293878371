// Package question holds question sets: questions with the exact spans of
// their answers, read from JSON Lines and from the forms of other tools,
// checked against their documents.
//
// A [Question] names a document and the spans of it that answer it. All of
// Spans are needed for a whole answer; each of Alternatives is an answer by
// itself.
package question

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
// Where only Text is given, [Check] finds it.
type Span struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	StartRune int    `json:"start_rune"`
	EndRune   int    `json:"end_rune"`
	Text      string `json:"text,omitempty"`
}
