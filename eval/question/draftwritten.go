package question

import (
	"regexp"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/plain"
)

// headingQuestions takes headings that are questions; what stands under one,
// to the next heading, is the answer.
func (w *drafting) headingQuestions() {
	for i, s := range w.d.Outline() {
		label := w.label(s.Block)
		if strings.HasSuffix(label, "?") && len(strings.Fields(label)) >= 2 {
			if body, ok := w.under(i); ok {
				w.add(label, body, body)
			}
		}
	}
}

// numbering is what a heading may begin with: "3.", "2.1", "a)".
var numbering = regexp.MustCompile(`^(?:\d+(?:\.\d+)*[.)]?|[A-Za-z][.)])\s+`)

// label is a heading's text without marks and numbering.
func (w *drafting) label(block int) string {
	return numbering.ReplaceAllString(plain.Text(w.d.Blocks[block].Label), "")
}

// under is what stands between the heading at index i of the outline and the
// next. Of more than an answer may have it is the first block.
func (w *drafting) under(i int) (doc.Span, bool) {
	outline := w.d.Outline()
	first, end := outline[i].Block+1, len(w.d.Text)
	if i+1 < len(outline) {
		end = w.d.Blocks[outline[i+1].Block].Span.Start
	}
	if first >= len(w.d.Blocks) || w.d.Blocks[first].Span.Start >= end {
		return doc.Span{}, false
	}
	body := tight(w.d.Text, doc.Span{Start: w.d.Blocks[first].Span.Start, End: end})
	if len([]rune(w.d.Slice(body))) > w.opts.MaxAnswer {
		body = w.d.Blocks[first].Span
	}
	return body, true
}

// A pair's marks begin a line: P: and R:, Q: and A:, or the words written out,
// bold or not.
var (
	asks    = regexp.MustCompile(`^[ \t>]*(?:[-*][ \t]+)?\**(?:P|Q|Pregunta|Question)(?:[ \t]?\d+)?\**[:.]\**[ \t]*(.*)$`)
	answers = regexp.MustCompile(`^[ \t>]*(?:[-*][ \t]+)?\**(?:R|A|Respuesta|Answer)(?:[ \t]?\d+)?\**[:.]\**[ \t]*(.*)$`)
)

// maxAsked is how long a question of a pair may grow, in bytes.
const maxAsked = 1000

// pair is a question that waits for its answer to begin, and then to end.
type pair struct {
	question string
	from     int // of the question
	answer   doc.Span
	answered bool
}

// pairs takes question and answer pairs, within a paragraph or in two that
// follow each other.
func (w *drafting) pairs() {
	var open pair
	for _, b := range w.d.Blocks {
		switch b.Kind {
		case doc.Heading:
			open = w.close(open)
		case doc.Paragraph:
			if open.answered {
				open = w.close(open)
			}
			open = w.pairLines(open, b.Span)
		}
	}
	w.close(open)
}

// close takes a pair that is whole.
func (w *drafting) close(p pair) pair {
	if p.answered && p.question != "" {
		w.add(plain.Text(p.question), p.answer, doc.Span{Start: p.from, End: p.answer.End})
	}
	return pair{}
}

// pairLines goes through the lines of a paragraph.
func (w *drafting) pairLines(open pair, s doc.Span) pair {
	for at := s.Start; at < s.End; {
		end := s.End
		if i := strings.IndexByte(w.d.Text[at:s.End], '\n'); i >= 0 {
			end = at + i
		}
		line := strings.TrimRight(w.d.Text[at:end], "\r")
		if m := asks.FindStringSubmatchIndex(line); m != nil {
			w.close(open)
			open = pair{question: line[m[2]:m[3]], from: at}
		} else if m := answers.FindStringSubmatchIndex(line); m != nil && open.question != "" {
			open.answered, open.answer = true, doc.Span{Start: at + m[2], End: at + len(line)}
		} else if open.answered {
			open.answer.End = at + len(line)
		} else if open.question != "" {
			if open.question += " " + strings.TrimSpace(line); len(open.question) > maxAsked {
				open = pair{} // no question goes on like that
			}
		}
		at = end + 1
	}
	return open
}
