package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// figures yields each figure, and each image that stands by itself, with its
// caption and the sentence that introduces it.
func figures(p *Page, yield func(Pill)) {
	if !p.Has(Image) && !p.HasKind(doc.Figure) && !p.HasKind(doc.HTML) {
		return
	}
	used := 0
	figure := func(i int) {
		if p.isFigure(i) {
			s := p.captioned(i, used)
			used = s.End
			yield(Pill{Kind: Figure, Span: s})
		}
	}
	var other []int // images are paragraphs, figures are not: both in order
	for i := range p.Each(1<<doc.Figure | 1<<doc.HTML) {
		other = append(other, i)
	}
	next := 0
	for i := range p.Marked(Image) {
		for ; next < len(other) && other[next] < i; next++ {
			figure(other[next])
		}
		figure(i)
	}
	for ; next < len(other); next++ {
		figure(other[next])
	}
}

func (p *Page) isFigure(i int) bool {
	switch p.Doc.Blocks[i].Kind {
	case doc.Figure:
		return true
	case doc.Paragraph:
		return p.Cues[i]&Image != 0 && imagesOnly(p.Text(i))
	case doc.HTML:
		text := p.Text(i)
		return hasTag(text, "figure") || hasTag(text, "img")
	}
	return false
}

// imagesOnly reports whether the first line of a paragraph is nothing but
// images: what follows on other lines is their caption.
func imagesOnly(text string) bool {
	text = strings.TrimSpace(text)
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	if len(text) > 4096 {
		return false
	}
	for n := 0; text != ""; n++ {
		if !strings.HasPrefix(text, "![") && !strings.HasPrefix(text, "[![") {
			return false
		}
		end := imageEnd(text)
		if end < 0 {
			return false
		}
		text = strings.TrimLeft(text[end:], " \t")
	}
	return true
}

// imageEnd is where the image that text opens with ends: after its destination,
// and after the link around it; or -1.
func imageEnd(text string) int {
	i := strings.Index(text, "](")
	if i < 0 {
		return -1
	}
	end := strings.IndexByte(text[i:], ')')
	if end < 0 {
		return -1
	}
	end += i + 1
	if strings.HasPrefix(text, "[![") {
		if !strings.HasPrefix(text[end:], "](") {
			return -1
		}
		after := strings.IndexByte(text[end:], ')')
		if after < 0 {
			return -1
		}
		end += after + 1
	}
	return end
}
