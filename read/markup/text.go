package markup

import (
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
)

// Text is text made of pieces of a source.
type Text struct {
	S      string
	pieces []piece
}

// piece is where a stretch of a text came from. It reaches to the next piece.
type piece struct {
	at     int
	src    doc.Span
	linear bool // byte for byte
}

// Of is the text of one stretch of a source.
func Of(source string, s doc.Span) Text {
	return Text{S: source[s.Start:s.End], pieces: []piece{{0, s, true}}}
}

// Joined is the text of lines, with line ends between them.
func Joined(source string, lines []Line) Text {
	var b Buffer
	for i, l := range lines {
		if i > 0 {
			b.Add("\n", doc.Span{Start: lines[i-1].End, End: max(l.Start, lines[i-1].End)})
		}
		b.Copy(source, l.Span())
	}
	return b.Text()
}

// Slice is a part of a text.
func (t Text) Slice(from, to int) Text {
	return Text{S: t.S[from:to], pieces: t.cut(from, to)}
}

// cut are the pieces of a part, which begin at 0.
func (t Text) cut(from, to int) []piece {
	var out []piece
	t.each(from, to, func(i, j int, src doc.Span, linear bool) {
		out = append(out, piece{i - from, src, linear})
	})
	return out
}

// each calls f for each piece of a part.
func (t Text) each(from, to int, f func(from, to int, src doc.Span, linear bool)) {
	k := max(0, sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].at > from })-1)
	for ; from < to && k < len(t.pieces); k++ {
		end := to
		if k+1 < len(t.pieces) {
			end = min(end, t.pieces[k+1].at)
		}
		if end <= from {
			continue
		}
		p := t.pieces[k]
		src := p.src
		if p.linear {
			src = doc.Span{Start: p.src.Start + from - p.at, End: p.src.Start + end - p.at}
		}
		f(from, end, src, p.linear)
		from = end
	}
}

// Span is the stretch of the source from the first piece of a part to its last.
func (t Text) Span(from, to int) doc.Span {
	out := doc.Span{}
	first := true
	t.each(from, to, func(_, _ int, src doc.Span, _ bool) {
		if first {
			out, first = src, false
		}
		out.Start, out.End = min(out.Start, src.Start), max(out.End, src.End)
	})
	if first && len(t.pieces) > 0 {
		last := t.pieces[len(t.pieces)-1].src
		return doc.Span{Start: last.End, End: last.End}
	}
	return out
}

// Buffer puts a text together. The zero value is ready.
type Buffer struct {
	b      strings.Builder
	pieces []piece
}

// Add adds a string that stands for a stretch of the source.
func (b *Buffer) Add(s string, src doc.Span) { b.add(s, src, false) }

// Copy adds a stretch of the source.
func (b *Buffer) Copy(source string, s doc.Span) { b.add(source[s.Start:s.End], s, true) }

// Join adds a part of a text.
func (b *Buffer) Join(t Text, from, to int) {
	t.each(from, to, func(i, j int, src doc.Span, linear bool) { b.add(t.S[i:j], src, linear) })
}

func (b *Buffer) add(s string, src doc.Span, linear bool) {
	if s == "" {
		return
	}
	if n := len(b.pieces); n > 0 && linear && b.pieces[n-1].linear && b.pieces[n-1].src.End == src.Start {
		b.pieces[n-1].src.End = src.End
	} else {
		b.pieces = append(b.pieces, piece{b.b.Len(), src, linear})
	}
	b.b.WriteString(s)
}

// Len is the length of what was added, in bytes.
func (b *Buffer) Len() int { return b.b.Len() }

// Text is what was added.
func (b *Buffer) Text() Text { return Text{S: b.b.String(), pieces: b.pieces} }
