package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// What a block may take from its neighbours, in bytes.
const (
	maxIntro   = 600 // an introducing paragraph; of a longer one only the last sentence
	maxCaption = 400
	maxNote    = 600
)

// introduces reports whether block i is a paragraph that says that something
// follows.
func (p *Page) introduces(i int) bool {
	if !p.Is(i, doc.Paragraph) {
		return false
	}
	c := p.Cues[i]
	return c&Colon != 0 || c&Cue(cue.Introduces) != 0 && p.Doc.Blocks[i].Span.Len() <= maxIntro
}

// captions reports whether block i is a caption: by its words, or as the
// emphasised line next to an image or table.
func (p *Page) captions(i int) bool {
	if p.Is(i, doc.Caption) {
		return true
	}
	return p.Is(i, doc.Paragraph) && p.Cues[i]&Cue(cue.Caption) != 0 && p.Doc.Blocks[i].Span.Len() <= maxCaption
}

// notes reports whether block i is a note or source under what stands before.
func (p *Page) notes(i int) bool {
	if !p.Is(i, doc.Paragraph) || p.Doc.Blocks[i].Span.Len() > maxNote {
		return false
	}
	c := p.Cues[i]
	if c&Colon != 0 { // it introduces something itself
		return false
	}
	if c&Cue(cue.Note) != 0 {
		return true
	}
	return c&Bullet != 0 && noteMark(strings.TrimLeft(p.Text(i), " "))
}

// explains reports whether block i is a paragraph that says more of the table or
// code right before it: it goes on with its sentence, or it needs what stands
// before it and introduces nothing itself.
func (p *Page) explains(i int) bool {
	if !p.Is(i, doc.Paragraph) || p.Doc.Blocks[i].Span.Len() > maxNote || p.introduces(i) {
		return false
	}
	if classes[p.Doc.Text[p.Doc.Blocks[i].Span.Start]]&small != 0 {
		return true
	}
	next := p.After(i)
	return p.bound(i) && !(next >= 0 && (p.exhibits(next) || p.Is(next, doc.List)))
}

// warns reports whether block i is a warning or hint that introduces nothing.
func (p *Page) warns(i int) bool {
	return p.Is(i, doc.Paragraph) && p.Doc.Blocks[i].Span.Len() <= maxNote && p.Cues[i]&Cue(cue.Warning) != 0 && !p.introduces(i)
}

// noteMark reports whether text opens as a note that a mark in a table refers
// to: \*, (*), (1), ¹.
func noteMark(text string) bool {
	switch {
	case strings.HasPrefix(text, `\*`), strings.HasPrefix(text, "(*"), strings.HasPrefix(text, `(\*`):
		return true
	case strings.HasPrefix(text, "("):
		return len(text) > 2 && classes[text[1]]&digit != 0 && text[2] == ')'
	}
	return strings.HasPrefix(text, "¹") || strings.HasPrefix(text, "²") || strings.HasPrefix(text, "†")
}

// intro is where the paragraph that introduces block i begins, with the blocks
// from i on; where none does, Start(i).
func (p *Page) intro(i int) int {
	prev := p.Before(i)
	for prev >= 0 && p.aside(prev) {
		prev = p.Before(prev)
	}
	if p.announces(prev) {
		return p.Start(prev)
	}
	if prev < 0 || !p.introduces(prev) {
		return p.Start(i)
	}
	b := p.Doc.Blocks[prev]
	if b.Span.Len() <= maxIntro {
		return p.Start(prev)
	}
	return lastLine(p.Doc.Text, b.Span, p.Start(prev))
}

// announces reports whether block i is a list of one item that ends with a
// colon: "- in PyCharm:", and what it speaks of stands after it, not in it.
func (p *Page) announces(i int) bool {
	if !p.Is(i, doc.List) || p.Doc.Blocks[i].Span.Len() > maxIntro || p.Next(i+1) != p.Next(i) {
		return false
	}
	next := p.Next(i)
	last := next - 1
	return p.Is(last, doc.Paragraph) && int(p.Doc.Blocks[last].Parent) == i+1 && p.Cues[last]&Colon != 0 && p.After(i) >= 0 && p.exhibits(p.After(i))
}

// exhibits reports whether block i is code, a table or a figure.
func (p *Page) exhibits(i int) bool {
	return p.Is(i, doc.Code) || p.Is(i, doc.Math) || p.isTable(i) || p.isFigure(i)
}

// aside reports whether block i, between what introduces something and that, is
// of no account: a comment, a place to link to, a file's name.
func (p *Page) aside(i int) bool {
	if !p.Is(i, doc.Paragraph) && !p.Is(i, doc.HTML) || p.Doc.Blocks[i].Span.Len() > maxIntro {
		return false
	}
	text := strings.TrimSpace(p.Text(i))
	if strings.HasPrefix(text, "<!--") {
		return strings.HasSuffix(text, "-->")
	}
	empty := strings.HasPrefix(text, "<a ") && strings.HasSuffix(text, "></a>")
	named := strings.HasPrefix(text, `<span class="filename">`) && strings.HasSuffix(text, "</span>")
	return (empty || named) && strings.Count(text, ">") == 2
}

// lastLine is where the last line of a long paragraph begins, if that leaves
// something of it before, else start.
func lastLine(text string, s doc.Span, start int) int {
	if i := strings.LastIndexByte(text[s.Start:s.End], '\n'); i >= 0 {
		return s.Start + i + 1
	}
	return start
}
