package pill

import (
	"sort"
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
		last, end := p.exceptions(i)
		s := doc.Span{Start: p.Start(first), End: p.End(end)}
		if first != last || c&(Colon|Cue(cue.Caption|cue.Note|cue.Introduces)) != 0 {
			s = p.widened(s)
		}
		yield(Pill{Kind: Definition, Span: s})
		done = last
	}
}

// maxExempting is the length of a paragraph that can still be the exception to
// another rather than a text of its own, in bytes.
const maxExempting = 1200

// maxContrast is the length of a paragraph that opens with "however" and of the
// one before it up to which they are taken for a rule and its limit, in bytes:
// longer ones are how any argument goes on.
const maxContrast = 500

// exempts reports whether block i is a paragraph that takes something out of
// what stands before it.
func (p *Page) exempts(i int) bool {
	if !p.Is(i, doc.Paragraph) {
		return false
	}
	c, n := p.Cues[i], p.Doc.Blocks[i].Span.Len()
	if c&Cue(cue.Exception) != 0 {
		return n <= maxExempting
	}
	if c&Cue(cue.Contrast) == 0 || n > maxContrast {
		return false
	}
	prev := p.Before(i)
	return prev >= 0 && (!p.Is(prev, doc.Paragraph) || p.Doc.Blocks[prev].Span.Len() <= maxContrast)
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
		introduced := p.Cues[i]&Colon != 0 && (p.Is(j, doc.List) || p.Is(j, doc.Table) || p.Is(j, doc.Code))
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

// widened is s with the whole of the tables, lists, blocks of code and figures
// that it shares something with: it takes in all of one or nothing.
func (p *Page) widened(s doc.Span) doc.Span {
	for _, pills := range [][]Pill{p.once(Table, tables), p.once(Code, codes), p.once(Figure, figures)} {
		s = widen(s, len(pills), func(i int) doc.Span { return pills[i].Span })
	}
	runs := p.lists()
	return widen(s, len(runs), func(i int) doc.Span { return p.introduced(runs[i]) })
}

// widen is s with the whole of those of n spans that it shares something with.
// They are in order and apart.
func widen(s doc.Span, n int, span func(i int) doc.Span) doc.Span {
	for i := sort.Search(n, func(i int) bool { return span(i).End > s.Start }); i < n; i++ {
		o := span(i)
		if o.Start >= s.End {
			break
		}
		s.Start, s.End = min(s.Start, o.Start), max(s.End, o.End)
	}
	return s
}
