package metric

import (
	"slices"

	"github.com/pildora/pildora/eval/question"
)

// Question is what is to be found: a document, and in it the answer.
type Question struct {
	Doc string
	// Answers are the answers that are right, each by itself; of each all spans
	// are needed. Where there are several, the one that scores best counts, for
	// each figure anew.
	Answers [][]Span
}

// Of takes the gold of a question: its spans together are one answer, and each
// of its alternatives is one by itself. Spans must have their code point
// offsets.
func Of(q question.Question) Question {
	out := Question{Doc: q.Doc}
	if len(q.Spans) > 0 {
		all := make([]Span, len(q.Spans))
		for i, s := range q.Spans {
			all[i] = Span{s.StartRune, s.EndRune}
		}
		out.Answers = append(out.Answers, all)
	}
	for _, s := range q.Alternatives {
		out.Answers = append(out.Answers, []Span{{s.StartRune, s.EndRune}})
	}
	return out
}

// Passage is a result as it is delivered to the reader: spans of one document,
// in reading order.
type Passage struct {
	Doc   string
	Spans []Span
	// Context is what stands before the text without being the document's text
	// at this place (heading path, title, generated sentence), in tokens.
	Context int
	// Unplaced is text of the passage that was found nowhere in the document,
	// in tokens: always paid for, never right.
	Unplaced int
}

// answer is one answer, prepared.
type answer struct {
	doc   *Document
	spans []Span // each once, without empty ones, as given
	all   []Span // merged
	solid int    // length of all
}

func newAnswer(d *Document, spans []Span) answer {
	a := answer{doc: d, all: merge(spans)}
	for _, s := range spans {
		if d.Solid(s) > 0 && !slices.Contains(a.spans, s) {
			a.spans = append(a.spans, s)
		}
	}
	for _, s := range a.all {
		a.solid += d.Solid(s)
	}
	return a
}

// found returns how much of the answer lies in s of the document d.
func (a *answer) found(d *Document, s Span) int {
	n := 0
	if d == a.doc {
		within(a.all, s, func(part Span) { n += d.Solid(part) })
	}
	return n
}
