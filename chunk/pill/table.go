package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// tables yields each table with the sentence that introduces it, its caption,
// above or below, and its notes and source.
func tables(p *Page, yield func(Pill)) {
	if !p.HasKind(doc.Table) && !p.HasKind(doc.HTML) {
		return
	}
	used := 0 // where the table before ended: a caption belongs to one table
	for i := range p.Each(1<<doc.Table | 1<<doc.HTML) {
		if !p.isTable(i) {
			continue
		}
		s := p.captioned(i, used)
		used = s.End
		yield(Pill{Kind: Table, Span: s})
	}
}

// isTable reports whether block i is a table, also one of raw HTML.
func (p *Page) isTable(i int) bool {
	switch p.Doc.Blocks[i].Kind {
	case doc.Table:
		return true
	case doc.HTML:
		return hasTag(p.Text(i), "table")
	}
	return false
}

// hasTag reports whether text opens with the tag of this name.
func hasTag(text, name string) bool {
	text = past(text, " \t")
	return len(text) > len(name)+1 && text[0] == '<' && strings.EqualFold(text[1:1+len(name)], name) && strings.IndexByte(" >\t\r\n/", text[1+len(name)]) >= 0
}

// captioned is the span of block i, a table or figure, with what belongs to it.
// It begins no earlier than at used.
func (p *Page) captioned(i, used int) doc.Span {
	first, above := i, false
	if prev := p.Before(i); prev >= 0 && p.captions(prev) && p.Start(prev) >= used {
		first, above = prev, true
	}
	start := p.Start(first)
	if at := p.intro(first); at >= used {
		start = at
	}
	end := p.Next(i)
	below := false
	for j := p.After(i); j >= 0; j = p.After(j) {
		switch {
		case p.notes(j):
			below = true
		case p.Cues[j]&Cue(cue.Note) != 0 && p.Cues[j]&Colon != 0 && p.Is(p.After(j), doc.List):
			below, j = true, p.After(j)
		case j == p.Next(i) && p.isTable(i) && p.explains(j):
			below = true
		case !above && !below && p.captions(j), !above && !below && p.emphasizes(j):
			below = true
		default:
			return doc.Span{Start: start, End: p.End(end)}
		}
		end = p.Next(j)
	}
	return doc.Span{Start: start, End: p.End(end)}
}

// emphasizes reports whether block i is a short paragraph in italics, as
// captions are often set.
func (p *Page) emphasizes(i int) bool {
	return p.Is(i, doc.Paragraph) && p.Cues[i]&Emphasized != 0 && p.Doc.Blocks[i].Span.Len() <= maxCaption && p.Cues[i]&Cue(cue.Warning) == 0
}
