package pill

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// procedures yields each ordered list of steps with the sentence that
// introduces it, and each run of headings or paragraphs that are steps.
func procedures(p *Page, yield func(Pill)) {
	if p.HasKind(doc.List) {
		for _, r := range p.lists() {
			if r.steps {
				yield(Pill{Kind: Procedure, Span: p.introduced(r)})
			}
		}
	}
	if p.Has(Cue(cue.Step)) || p.HasKind(doc.Heading) && p.Has(Numbered) {
		stepHeadings(p, yield)
	}
	if p.Has(Cue(cue.Step)) {
		stepParagraphs(p, yield)
	}
}

// stepHeadings yields the runs of sibling headings that are steps: "Paso 1", or
// numbered ones under a heading that announces steps.
func stepHeadings(p *Page, yield func(Pill)) {
	outline := p.Doc.Outline()
	for h := 0; h < len(outline); h++ {
		if !p.stepHeading(h) {
			continue
		}
		first, last, n := h, h, 1
		for k := p.nextHeading(last); k >= 0 && p.stepHeading(k); k = p.nextHeading(k) {
			last = k
			n++
		}
		if n < 2 {
			continue
		}
		s := doc.Span{Start: p.headingIntro(first), End: p.End(p.SectionEnd(last))}
		yield(Pill{Kind: Procedure, Span: s})
		h = last
	}
}

// nextHeading is the outline's next heading of the same level under the same
// one as h, or -1.
func (p *Page) nextHeading(h int) int {
	end := p.SectionEnd(h)
	if end >= len(p.Doc.Blocks) {
		return -1
	}
	k := int(p.ends[h])
	outline := p.Doc.Outline()
	if k >= len(outline) || outline[k].Block != end || p.Doc.Blocks[end].Level != p.Doc.Blocks[outline[h].Block].Level {
		return -1
	}
	return k
}

func (p *Page) stepHeading(h int) bool {
	s := p.Doc.Outline()[h]
	c := p.Cues[s.Block]
	if c&Cue(cue.Step) != 0 {
		return true
	}
	if c&Numbered == 0 || c&Cue(cue.Act) == 0 || s.Parent < 0 {
		return false
	}
	return p.Cues[p.Doc.Outline()[s.Parent].Block]&Cue(cue.Steps) != 0
}

// headingIntro is where what introduces the steps from heading h on begins: the
// heading over them, where no more than a paragraph or two stands between.
func (p *Page) headingIntro(h int) int {
	s := p.Doc.Outline()[h]
	if s.Parent < 0 {
		return p.Start(s.Block)
	}
	over := p.Doc.Outline()[s.Parent].Block
	j := p.After(over)
	for n := 0; j >= 0 && j < s.Block && n < 2 && p.Is(j, doc.Paragraph); n++ {
		j = p.After(j)
	}
	if j == s.Block {
		return p.Start(over)
	}
	return p.Start(s.Block)
}

// stepParagraphs yields the runs of paragraphs that are steps.
func stepParagraphs(p *Page, yield func(Pill)) {
	for _, c := range p.chains(Cue(cue.Step), func(i int) bool { return p.Is(i, doc.Paragraph) && p.Opener(i) == i }) {
		if len(c.at) > 1 {
			yield(Pill{Kind: Procedure, Span: doc.Span{Start: p.intro(c.at[0]), End: p.End(c.tail(p, 1))}})
		}
	}
}
