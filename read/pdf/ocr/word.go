package ocr

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/pildora/pildora/read/pdf/page"
)

// word is a word that was found, in points on the page.
type word struct {
	text  string
	box   page.Box
	line  page.Box // that it stands in
	group int      // lines of one group are set in one size
}

// maxWords is the most words of a page.
const maxWords = 50_000

// wordsOf reads what a command wrote: TSV, hOCR or text.
func wordsOf(out []byte, scale, width, height float32) ([]word, error) {
	out = bytes.ToValidUTF8(bytes.TrimPrefix(out, []byte("\ufeff")), []byte("\ufffd"))
	m := mapping{scale, height}
	head := bytes.ToLower(out[:min(len(out), 4<<10)])
	switch {
	case bytes.HasPrefix(out, []byte("level\tpage_num")):
		return tsv(out, m)
	case bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) && bytes.Contains(head, []byte("ocr_page")):
		return hocr(out, m)
	}
	return plain(string(out), width, height), nil
}

// mapping is from dots of a picture, counted from its top, to points of a page.
type mapping struct{ scale, height float32 }

func (m mapping) box(left, top, right, bottom float32) page.Box {
	return page.Box{
		Left: left * m.scale, Right: max(left, right) * m.scale,
		Bottom: m.height - max(top, bottom)*m.scale, Top: m.height - top*m.scale,
	}
}

// descent is how far the baseline stands above the lower edge of a line's box,
// in sizes of type.
const descent = 0.2

// glyphsOf makes glyphs of words: each has its share of the width, all of a
// line one baseline, all of a group one size.
func glyphsOf(words []word) []page.Glyph {
	sizes := sizesOf(words)
	var out []page.Glyph
	for i, w := range words {
		if i > 0 {
			out = append(out, between(words[i-1], w))
		}
		size := sizes[w.group]
		n := float32(utf8.RuneCountInString(w.text))
		step := (w.box.Right - w.box.Left) / n
		x := w.box.Left
		for _, r := range w.text {
			box := page.Box{Left: x, Right: x + step, Bottom: w.line.Bottom, Top: w.line.Top}
			out = append(out, page.Glyph{Rune: r, Box: box, Ink: box, X: x, Y: w.line.Bottom + descent*size, Size: size, Element: -1})
			x += step
		}
	}
	return out
}

// between is the blank or the line end between two words.
func between(a, b word) page.Glyph {
	g := page.Glyph{Rune: ' ', Font: -1, Element: -1, Flags: page.Generated, X: a.box.Right, Y: a.line.Bottom,
		Box: page.Box{Left: a.box.Right, Right: max(a.box.Right, b.box.Left), Bottom: a.line.Bottom, Top: a.line.Top}}
	if a.line != b.line {
		g.Rune = '\n'
		g.Box.Right = g.Box.Left
	}
	return g
}

// sizesOf is the size of type in each group: the median height of its lines.
// The height of one line says little: it depends on its letters.
func sizesOf(words []word) map[int]float32 {
	heights := map[int][]float32{}
	var last page.Box
	for _, w := range words {
		if w.line != last || len(heights[w.group]) == 0 {
			heights[w.group] = append(heights[w.group], w.line.Top-w.line.Bottom)
			last = w.line
		}
	}
	sizes := map[int]float32{}
	for group, hs := range heights {
		slices.Sort(hs)
		sizes[group] = hs[len(hs)/2]
	}
	return sizes
}
