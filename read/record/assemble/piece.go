package assemble

import (
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/jsontree"
)

// Piece is text with the bytes of the file that it came from.
type Piece struct {
	Text string
	From doc.Span
}

// Mark is text that stands for what is at from.
func Mark(text string, from doc.Span) Piece { return Piece{text, from} }

// Pieces are those of a text in JSON: a string, or an array of strings,
// which are lines mostly.
func Pieces(v jsontree.Value) []Piece {
	var out []Piece
	for text, from := range v.Pieces() {
		out = append(out, Piece{text, from})
	}
	for _, line := range v.Elements {
		for text, from := range line.Pieces() {
			out = append(out, Piece{text, from})
		}
	}
	return out
}

// Join is the text of all pieces.
func Join(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

// cut keeps what of a piece lies in s, bytes of its text. A piece that isn't
// its source byte for byte leads to all of it still.
func (p Piece) cut(s doc.Span) Piece {
	if p.From.Len() == len(p.Text) {
		p.From = doc.Span{Start: p.From.Start + s.Start, End: p.From.Start + s.End}
	}
	p.Text = p.Text[s.Start:s.End]
	return p
}

// Within keeps what of the pieces lies in the spans, which are bytes of all
// their text and stand in order.
func Within(pieces []Piece, spans ...doc.Span) []Piece {
	var out []Piece
	at := 0
	for _, p := range pieces {
		whole := doc.Span{Start: at, End: at + len(p.Text)}
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

// TrimLines drops blank lines at both ends.
func TrimLines(pieces []Piece) []Piece {
	all := Join(pieces)
	end := len(strings.TrimRight(all, " \t\r\n"))
	start := end - len(strings.TrimLeft(all[:end], " \t\r\n"))
	start = 1 + strings.LastIndexByte(all[:start], '\n')
	return Within(pieces, doc.Span{Start: start, End: end})
}

// Made are the pieces of a document that was made of other pieces.
func Made(d *doc.Document, of []Piece) []Piece {
	starts := make([]int, 0, len(of)) // of each Piece in their text
	at := 0
	for _, p := range of {
		starts = append(starts, at)
		at += len(p.Text)
	}
	source := func(at int) doc.Span { // of the byte at
		i := max(0, sort.SearchInts(starts, at+1)-1)
		if from := of[i].From; from.Len() == len(of[i].Text) {
			return doc.Span{Start: from.Start + at - starts[i], End: from.Start + at - starts[i] + 1}
		}
		return of[i].From
	}
	var out []Piece
	at = 0
	for _, o := range d.Origins {
		if start := max(o.Text.Start, at); o.Text.End > start {
			from := doc.Span{Start: source(o.Source.Start).Start, End: source(max(o.Source.Start, o.Source.End-1)).End}
			out = append(out, Piece{Text: d.Text[at:start]}, Piece{d.Text[start:o.Text.End], from})
			at = o.Text.End
		}
	}
	return append(out, Piece{Text: d.Text[at:]})
}

// Edit is a span of the text of pieces and what stands there instead.
type Edit struct {
	Span doc.Span
	Text string
}

// Replace makes edits, which stand in order and don't overlap. What is put in
// came from all that it stands for.
func Replace(pieces []Piece, edits []Edit) []Piece {
	var out []Piece
	start, from := 0, 0 // of the piece in all text; in the source, of the edit
	for _, p := range pieces {
		end := start + len(p.Text)
		at := start
		keep := func(to int) {
			if to > at {
				out = append(out, p.cut(doc.Span{Start: at - start, End: to - start}))
				at = to
			}
		}
		for len(edits) > 0 && edits[0].Span.Start < end {
			e := edits[0]
			keep(min(e.Span.Start, end))
			gone := p.cut(doc.Span{Start: at - start, End: min(e.Span.End, end) - start})
			if e.Span.Start >= start {
				from = gone.From.Start
			}
			at = min(e.Span.End, end)
			if e.Span.End > end {
				break // it goes on in the next piece
			}
			out = append(out, Piece{e.Text, doc.Span{Start: from, End: gone.From.End}})
			edits = edits[1:]
		}
		keep(end)
		start = end
	}
	return out
}
