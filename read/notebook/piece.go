package notebook

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/jsontree"
)

// piece is text with the bytes of the file that it came from.
type piece struct {
	text string
	from doc.Span
}

// pieces are those of a text in a notebook: a string, or an array of strings,
// which are lines mostly.
func pieces(v jsontree.Value) []piece {
	var out []piece
	for text, from := range v.Pieces() {
		out = append(out, piece{text, from})
	}
	for _, line := range v.Elements {
		for text, from := range line.Pieces() {
			out = append(out, piece{text, from})
		}
	}
	return out
}

func join(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// cut keeps what of a piece lies in s, bytes of its text. A piece that isn't
// its source byte for byte leads to all of it still.
func (p piece) cut(s doc.Span) piece {
	if p.from.Len() == len(p.text) {
		p.from = doc.Span{Start: p.from.Start + s.Start, End: p.from.Start + s.End}
	}
	p.text = p.text[s.Start:s.End]
	return p
}

// within keeps what of the pieces lies in the spans, which are bytes of all
// their text and stand in order.
func within(pieces []piece, spans ...doc.Span) []piece {
	var out []piece
	at := 0
	for _, p := range pieces {
		whole := doc.Span{Start: at, End: at + len(p.text)}
		for len(spans) > 0 {
			if in := whole.Intersect(spans[0]); !in.Empty() {
				out = append(out, p.cut(doc.Span{Start: in.Start - at, End: in.End - at}))
			}
			if spans[0].End > whole.End {
				break
			}
			spans = spans[1:]
		}
		at = whole.End
	}
	return out
}

// trimLines drops blank lines at both ends.
func trimLines(pieces []piece) []piece {
	all := join(pieces)
	end := len(strings.TrimRight(all, " \t\r\n"))
	start := end - len(strings.TrimLeft(all[:end], " \t\r\n"))
	start = 1 + strings.LastIndexByte(all[:start], '\n')
	return within(pieces, doc.Span{Start: start, End: end})
}
