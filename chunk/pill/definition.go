package pill

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// definitions yields each paragraph that defines something, and each rule,
// paragraph, list or table, with the exceptions that follow it: "30 days." and
// "Except for …" are one answer.
func definitions(p *Page, yield func(Pill)) {
	if !p.Has(Quoted | Bold | Cue(cue.Defines|cue.Exception|cue.Contrast)) {
		return
	}
	done := -1
	for i := range p.Marked(Quoted | Bold | Cue(cue.Defines|cue.Exception|cue.Contrast)) {
		if i <= done || p.Doc.Blocks[i].Kind != doc.Paragraph {
			continue
		}
		c := p.Cues[i]
		defines := c&Cue(cue.Defines) != 0 || c&(Quoted|Bold) != 0 && c&(Colon|AllBold) == 0 && p.saysMeans(i)
		if !defines && !p.exempts(i) {
			continue
		}
		first := i
		if p.exempts(i) {
			first = p.exempted(i)
		}
		if first < 0 || first == i && !defines {
			continue
		}
		start := p.Start(first)
		if k := p.Doc.Blocks[first].Kind; k != doc.Paragraph {
			start = p.intro(first)
		}
		last, end := p.exceptions(i)
		yield(Pill{Kind: Definition, Span: doc.Span{Start: start, End: p.End(end)}})
		done = last
	}
}

// maxExempting is the length of a paragraph that can still be the exception to
// another rather than a text of its own, in bytes.
const maxExempting = 1200

// exempts reports whether block i is a paragraph that takes something out of
// what stands before it.
func (p *Page) exempts(i int) bool {
	return p.Is(i, doc.Paragraph) && p.Cues[i]&Cue(cue.Exception|cue.Contrast) != 0 && p.Doc.Blocks[i].Span.Len() <= maxExempting
}

// exempted is the block that paragraph i takes something out of, or i where
// there is none: the one before it that is not an exception too.
func (p *Page) exempted(i int) int {
	j := p.Before(i)
	if j < 0 {
		return i
	}
	switch p.Doc.Blocks[j].Kind {
	case doc.Paragraph, doc.List, doc.Table:
		return j
	}
	return i
}

// exceptions is the last block of the exceptions from block i on, which belongs
// to them whatever it is, and the block after them. A colon takes in what it
// introduces.
func (p *Page) exceptions(i int) (last, end int) {
	for {
		j := p.After(i)
		if j < 0 {
			return i, p.Next(i)
		}
		introduced := p.Cues[i]&Colon != 0 && (p.Is(j, doc.List) || p.Is(j, doc.Table))
		if !introduced && !p.exempts(j) {
			return i, p.Next(i)
		}
		i = j
	}
}

// saysMeans reports whether paragraph i opens with a term in quotation marks or
// in bold, and then says what it means.
func (p *Page) saysMeans(i int) bool {
	text := strings.TrimLeft(p.Text(i), " ")
	text = strings.TrimLeft(text[:min(len(text), maxTerm)], "*_")
	var until string
	switch {
	case text == "":
		return false
	case text[0] == '"':
		until = "\""
	case strings.HasPrefix(text, "“"):
		until = "”"
	case strings.HasPrefix(text, "«"):
		until = "»"
	default:
		until = "**"
	}
	_, n := utf8.DecodeRuneInString(text)
	at := strings.Index(text[n:], until)
	if at < 0 {
		return false
	}
	rest := strings.TrimLeft(text[n+at+len(until):], " *_,:")
	return p.Words.Opens(rest)&cue.Defines != 0
}

// maxTerm bounds a defined term with the verb after it, in bytes.
const maxTerm = 160
