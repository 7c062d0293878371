package passage

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/sentence"
	"github.com/pildora/pildora/store"
)

// Lengths are in bytes: they add up, need no tokenizer, and four of them make a
// token of English or Spanish, less elsewhere. Measured in tokens instead, no
// figure of docs/search.md differed by more than half a point.
const (
	windowBytes   = 160 // a window holds at most this, or one sentence
	sentenceBytes = 384 // longer sentences are cut
)

// sentenceSpan is a sentence of a stretch without the white space around it.
type sentenceSpan struct {
	doc.Span       // of the document
	record    int  // in the stretch
	paragraph bool // begins one
	score     float64
}

// sentencesOf appends the sentences of a record, the index-th of its stretch.
func sentencesOf(out []sentenceSpan, r *store.Record, index int) []sentenceSpan {
	paragraph := true
	add := func(from, to int) {
		body := strings.TrimSpace(r.Text[from:to])
		if body == "" {
			return
		}
		from += strings.Index(r.Text[from:to], body)
		for len(body) > 0 {
			n := cut(body)
			part := strings.TrimRight(body[:n], " \t\r\n")
			out = append(out, sentenceSpan{Span: doc.Span{Start: r.Start + from, End: r.Start + from + len(part)}, record: index, paragraph: paragraph})
			rest := strings.TrimLeft(body[n:], " \t\r\n")
			from += len(body) - len(rest)
			body, paragraph = rest, false
		}
	}
	at, last := 0, 0
	for end := range ends(r) {
		alone := announces(r.Text[last:end])
		if last = end; alone {
			continue
		}
		add(at, end)
		gap := r.Text[at:end]
		paragraph = strings.Count(gap[len(strings.TrimRight(gap, " \t\r\n")):], "\n") > 1
		at = end
	}
	add(at, len(r.Text))
	return out
}

// ends yields where sentences of a record end: lines, where it is code.
func ends(r *store.Record) func(func(int) bool) {
	if r.Kind != doc.Code.String() && r.Kind != doc.Decl.String() {
		return sentence.New(r.Lang).Ends(r.Text)
	}
	return func(yield func(int) bool) {
		for i := 0; ; {
			n := strings.IndexByte(r.Text[i:], '\n')
			if i += n + 1; n < 0 || i == len(r.Text) || !yield(i) {
				return
			}
		}
	}
}

// announces reports a line that says nothing without the next sentence, and so
// is one with it: a heading, or what ends in a colon or a question mark.
func announces(text string) bool {
	body := strings.TrimSpace(text)
	return len(text) < windowBytes && strings.Contains(text[len(strings.TrimRight(text, " \t\r\n")):], "\n") &&
		(strings.HasPrefix(body, "#") || strings.HasSuffix(body, ":") || strings.HasSuffix(body, "?"))
}

// cut is how much of a text makes one sentence of it: all, or up to the last
// blank that leaves it short enough, or a border of code points.
func cut(text string) int {
	if len(text) <= sentenceBytes {
		return len(text)
	}
	if i := strings.LastIndexAny(text[:sentenceBytes], " \t\n"); i > sentenceBytes/2 {
		return i + 1
	}
	n := sentenceBytes
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}
