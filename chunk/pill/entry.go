package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// glosses yields the entries of glossaries: the terms of definition lists, runs
// of paragraphs or items that open with a bold term, and the headings under a
// heading such as "Glosario".
func glosses(p *Page, yield func(Pill)) {
	entry := func(s doc.Span) { yield(Pill{Kind: Entry, Span: s}) }
	if p.HasKind(doc.Term) {
		termEntries(p, entry)
	}
	if p.Has(Cue(cue.Glossary)) {
		headedEntries(p, entry)
	}
	if p.Has(Bold) {
		boldEntries(p, entry)
	}
	termLines(p, entry)
}

func termEntries(p *Page, yield func(doc.Span)) {
	for i := range p.Each(1 << doc.Term) {
		if p.Cues[i]&Asks != 0 || p.Is(p.Before(i), doc.Term) {
			continue // several terms of one definition are one entry
		}
		end, defined := p.Next(i), false
		for j := p.After(i); j >= 0 && !p.Is(j, doc.Heading) && !(defined && p.Is(j, doc.Term)); j = p.After(j) {
			defined = defined || !p.Is(j, doc.Term)
			end = p.Next(j)
		}
		yield(p.Of(i, end))
	}
}

// headedEntries yields the lowest headings under a heading over terms.
func headedEntries(p *Page, yield func(doc.Span)) {
	outline := p.Doc.Outline()
	for h := 0; h < len(outline); h++ {
		if p.Cues[outline[h].Block]&Cue(cue.Glossary) == 0 {
			continue
		}
		p.SectionEnd(h)
		last := int(p.ends[h])
		for k := h + 1; k < last; k++ {
			p.SectionEnd(k)
			i := outline[k].Block
			if int(p.ends[k]) == k+1 && len(p.Doc.Blocks[i].Label) <= maxHeadword && p.Cues[i]&(Asks|Numbered) == 0 && p.hasContent(i, p.SectionEnd(k)) {
				yield(p.Of(i, p.SectionEnd(k)))
			}
		}
		h = last - 1
	}
}

// maxHeadword is the length of a term, in bytes.
const maxHeadword = 80

// boldEntries yields the paragraphs and items of runs that each open with a bold
// term and say what it means.
func boldEntries(p *Page, yield func(doc.Span)) {
	chains := p.chains(Bold, func(i int) bool { return p.headword(p.Opener(i)) != "" })
	seen := map[string]int{}
	for _, c := range chains {
		for _, at := range c.at {
			seen[p.headword(at)]++
		}
	}
	for _, c := range chains {
		if !p.areEntries(c, seen) {
			continue
		}
		for k := range c.at {
			yield(p.Of(c.entry(p, k, 1)))
		}
	}
}

// headword is the bold term that block i, a paragraph or an item of bullets,
// opens with, where text follows it after a mark; else it is empty.
func (p *Page) headword(i int) string {
	j := p.Opening(i)
	parent := p.Doc.Blocks[i].Parent
	switch {
	case !p.Is(j, doc.Paragraph), parent >= 0 && p.Doc.Blocks[parent].Kind == doc.Item:
		return ""
	case i != j && p.Doc.Blocks[parent].Level != 0:
		return ""
	}
	const none = AllBold | BoldAsks | Cue(cue.Question|cue.Answer|cue.Article|cue.Clause|cue.Caption|cue.Note|cue.Warning|cue.Step|cue.Label|cue.Header)
	if c := p.Cues[j]; c&Bold == 0 || c&none != 0 {
		return ""
	}
	return headword(p.Text(j))
}

func headword(text string) string {
	text = strings.TrimLeft(text, " ")
	n := strings.Index(text[2:min(len(text), maxHeadword+4)], text[:2])
	if n <= 0 {
		return ""
	}
	term, rest := text[2:2+n], text[4+n:]
	if len(rest) == 0 || strings.IndexByte(":.*", term[len(term)-1]) < 0 && !gap(rest) || doc.IsBlank(strings.TrimLeft(rest, ":.–—- ")) {
		return ""
	}
	return strings.Trim(term, " :.*")
}

// gap reports whether text opens with what stands between a term and its
// meaning.
func gap(text string) bool {
	text = strings.TrimLeft(text, " ")
	if i := strings.IndexByte(text[:min(len(text), 60)], ')'); i > 0 && text[0] == '(' {
		text = strings.TrimLeft(text[i+1:], " ")
	}
	for _, mark := range []string{":", ". ", "—", "–", "- ", "= "} {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

// areEntries reports whether a run is one of terms: at least three, none twice,
// few that other runs have too (those are fields of a form, or speakers). Of
// paragraphs it takes five, or the order of the alphabet, or the heading's word.
func (p *Page) areEntries(c chain, seen map[string]int) bool {
	if len(c.at) < fewest {
		return false
	}
	own := map[string]bool{}
	again, sorted, last := 0, true, ""
	for _, at := range c.at {
		w := p.headword(at)
		if own[w] {
			return false
		}
		own[w] = true
		if seen[w] > 1 {
			again++
		}
		lower := strings.ToLower(w)
		sorted = sorted && last <= lower
		last = lower
	}
	if 2*again > len(c.at) {
		return false
	}
	if p.Is(c.at[0], doc.Item) || sorted || len(c.at) >= 5 {
		return true
	}
	h := p.HeadingOver(c.at[0])
	return h >= 0 && p.Cues[h]&Cue(cue.Glossary) != 0
}

// termLines yields the paragraphs that are definition lists to other dialects of
// Markdown: a term, and on the next line a colon and what it means.
func termLines(p *Page, yield func(doc.Span)) {
	for i := range p.Marked(TermLine) {
		if p.Cues[i]&(Inverted|Cue(cue.Interrogates)) == 0 && p.Is(i, doc.Paragraph) {
			yield(p.Of(i, p.Next(i)))
		}
	}
}
