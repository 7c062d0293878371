package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// faqs yields each question with its answer. A question in running prose is no
// entry: it takes a heading, bold text, a label, or several of its like.
func faqs(p *Page, yield func(Pill)) {
	entry := func(s doc.Span) { yield(Pill{Kind: FAQ, Span: s}) }
	if p.HasKind(doc.Heading) && p.Has(Asks|Inverted|Cue(cue.Asked|cue.Question)) {
		askingHeadings(p, entry)
	}
	if p.Has(BoldAsks | Cue(cue.Question)) {
		markedQuestions(p, entry)
	}
	if p.Has(Inverted | Cue(cue.Interrogates) | Asks) {
		plainQuestions(p, entry)
	}
	if p.HasKind(doc.HTML) {
		foldedAnswers(p, entry)
		rawHeadings(p, entry)
	}
	if p.HasKind(doc.Term) || p.HasKind(doc.Detail) {
		askingTerms(p, entry)
	}
}

// askingHeadings yields the headings that ask, each with all that is under it,
// and under a heading such as "FAQ" also those that open with an interrogative.
// One that holds several others is no entry.
func askingHeadings(p *Page, yield func(doc.Span)) {
	outline := p.Doc.Outline()
	before := make([]int32, len(outline)+1) // how many headings before one ask
	for h := range outline {
		before[h+1] = before[h]
		if p.headingAsks(h) {
			before[h+1]++
		}
	}
	for h, s := range outline {
		if before[h+1] == before[h] {
			continue
		}
		end := p.SectionEnd(h)
		if inner := before[p.ends[h]] - before[h+1]; inner > 1 || !p.hasContent(s.Block, end) {
			continue
		}
		yield(p.Of(s.Block, end))
	}
}

func (p *Page) headingAsks(h int) bool {
	s := p.Doc.Outline()[h]
	c := p.Cues[s.Block]
	if c&(Asks|Inverted|Cue(cue.Question)) != 0 {
		return true
	}
	if c&Cue(cue.Interrogates) == 0 {
		return false
	}
	for up := s.Parent; up >= 0; up = p.Doc.Outline()[up].Parent {
		if p.Cues[p.Doc.Outline()[up].Block]&Cue(cue.Asked) != 0 {
			return true
		}
	}
	return false
}

// hasContent reports whether anything but headings stands after block i, before
// block end. It looks no further than the first that does.
func (p *Page) hasContent(i, end int) bool {
	for j := i + 1; j < end; j++ {
		if p.Doc.Blocks[j].Kind != doc.Heading {
			return true
		}
	}
	return false
}

// markedQuestions yields the paragraphs and items that open with a bold question
// or with a label such as "P:", each up to the next one.
func markedQuestions(p *Page, yield func(doc.Span)) {
	for _, c := range p.chains(BoldAsks|Cue(cue.Question), p.marksQuestion) {
		if len(c.at) == 1 && !p.standsAlone(c.at[0]) {
			continue
		}
		for k := range c.at {
			first, end := c.entry(p, k, p.answerLength(c.at[k]))
			if k == len(c.at)-1 && p.Cues[first]&AllBold != 0 { // a heading in all but name
				end = c.end
			}
			p.questionLines(first, p.Of(first, end), yield)
		}
	}
}

// marksQuestion reports whether paragraph i opens an entry.
func (p *Page) marksQuestion(i int) bool {
	if !p.Is(i, doc.Paragraph) {
		return false
	}
	return p.Cues[i]&BoldAsks != 0 || p.answered(p.Opener(i), i)
}

// answered reports whether paragraph j, which opens with the label of a
// question, is one: it asks, or the label is a word, and an answer with its
// label follows, in it or after block i.
func (p *Page) answered(i, j int) bool {
	text := p.Text(j)
	text = text[:min(len(text), maxAnswer)]
	word := strings.TrimLeft(text, "*_ ([")
	long := len(word) > 3 && !strings.ContainsAny(word[:3], ":. *_0123456789")
	if !long && !strings.ContainsAny(text, "?？") {
		return false
	}
	return p.hasAnswer(text) || p.opensAnswer(p.After(i)) || i != j && p.opensAnswer(p.After(j))
}

// maxAnswer bounds where the label of an answer is sought in the paragraph of
// its question, in bytes.
const maxAnswer = 2000

// hasAnswer reports whether the label of an answer stands in text, at the start
// of a line or of bold text.
func (p *Page) hasAnswer(text string) bool {
	for at := 0; ; {
		i := strings.IndexAny(text[at:], "\n*")
		if i < 0 {
			return false
		}
		if at += i + 1; p.Words.Opens(strings.TrimLeft(text[at:min(len(text), at+64)], " >"))&cue.Answer != 0 {
			return true
		}
	}
}

// opensAnswer reports whether block i opens with the label of an answer, itself
// or in its first item.
func (p *Page) opensAnswer(i int) bool {
	for i >= 0 && (p.Is(i, doc.List) || p.Is(i, doc.Item)) {
		i++
	}
	return i >= 0 && i < len(p.Cues) && p.Cues[i]&Cue(cue.Answer) != 0
}

// standsAlone reports whether the question at block i is an entry though it has
// no like: it has a label, or fills its paragraph and something follows, or
// stands under a heading over questions.
func (p *Page) standsAlone(i int) bool {
	j := p.Opening(i)
	if p.Cues[j]&Cue(cue.Question) != 0 || p.Cues[j]&AllBold != 0 && (p.After(i) >= 0 && !p.Is(p.After(i), doc.Heading) || p.After(j) >= 0 && i != j) {
		return true
	}
	return p.underQuestions(i)
}

// underQuestions reports whether block i stands right under a heading such as
// "FAQ".
func (p *Page) underQuestions(i int) bool {
	h := p.HeadingOver(i)
	return h >= 0 && p.Cues[h]&Cue(cue.Asked) != 0
}

// answerLength is how many paragraphs an entry at block i has at least.
func (p *Page) answerLength(i int) int {
	if p.Is(i, doc.Item) {
		if p.opensAnswer(p.After(i)) {
			return 2
		}
		return 1
	}
	text := p.Text(i)
	if p.Cues[i]&AllBold != 0 || p.Cues[i]&Cue(cue.Question) != 0 && !p.hasAnswer(text[:min(len(text), maxAnswer)]) {
		return 2
	}
	return 1
}

// questionLines yields the entries in s, whose first block is i: where that is a
// paragraph with several questions on lines of their own, each of them.
func (p *Page) questionLines(i int, s doc.Span, yield func(doc.Span)) {
	at := s.Start
	if b := p.Doc.Blocks[i]; b.Kind == doc.Paragraph && p.Cues[i]&Cue(cue.Question) != 0 {
		for line := range lines(p.Doc.Text, b.Span) {
			if line.Start > b.Span.Start && p.Words.Opens(strings.TrimLeft(p.Doc.Slice(line), " >\t"))&cue.Question != 0 {
				yield(doc.Span{Start: at, End: line.Start})
				at = line.Start
			}
		}
	}
	yield(doc.Span{Start: at, End: s.End})
}

// foldedAnswers yields the <details> whose summary asks, or that stand under a
// heading over questions.
func foldedAnswers(p *Page, yield func(doc.Span)) {
	type fold struct {
		block  int
		parent int32
		asks   bool
	}
	var open []fold
	for i := range p.Each(1 << doc.HTML) {
		b := &p.Doc.Blocks[i]
		text := p.Text(i)
		if !strings.Contains(text, "details") {
			continue
		}
		begins := strings.Count(text, "<details")
		ends := strings.Count(text, "</details")
		if begins == 0 && ends == 0 {
			continue
		}
		asks := begins > 0 && p.summaryAsks(i, text)
		for ; begins > 0; begins-- {
			open = append(open, fold{i, b.Parent, asks})
		}
		for ; ends > 0 && len(open) > 0; ends-- {
			f := open[len(open)-1]
			open = open[:len(open)-1]
			if f.asks && f.parent == b.Parent {
				yield(p.Of(f.block, p.Next(i)))
			}
		}
	}
}

// rawHeadings yields the headings in raw HTML that ask, up to the next heading,
// raw or not.
func rawHeadings(p *Page, yield func(doc.Span)) {
	asks := false
	for i := range p.Each(1 << doc.HTML) {
		if text := p.Text(i); rawHeading(text) && closing(untagged(text))&Asks != 0 {
			asks = true
			break
		}
	}
	if !asks {
		return
	}
	open := -1
	for i := range p.Doc.Blocks {
		b := &p.Doc.Blocks[i]
		raw := b.Kind == doc.HTML && rawHeading(p.Text(i))
		if b.Parent >= 0 || b.Kind != doc.Heading && !raw {
			continue
		}
		if open >= 0 && p.Next(open) < i {
			yield(p.Of(open, i))
		}
		if open = -1; raw && closing(untagged(p.Text(i)))&Asks != 0 {
			open = i
		}
	}
	if open >= 0 && p.Next(open) < len(p.Doc.Blocks) {
		yield(p.Of(open, len(p.Doc.Blocks)))
	}
}

func rawHeading(text string) bool {
	return len(text) > 3 && text[0] == '<' && text[1]|0x20 == 'h' && '1' <= text[2] && text[2] <= '6' && (text[3] == '>' || text[3] == ' ')
}

// untagged is text without the end tags that it closes with.
func untagged(text string) string {
	text = strings.TrimSpace(text)
	for strings.HasSuffix(text, ">") {
		n := strings.LastIndex(text, "</")
		if n < 0 {
			break
		}
		text = strings.TrimSpace(text[:n])
	}
	return text
}

// summaryAsks reports whether the summary in the HTML of block i asks.
func (p *Page) summaryAsks(i int, text string) bool {
	_, text, ok := strings.Cut(text, "<summary")
	if !ok {
		return false
	}
	_, text, _ = strings.Cut(text, ">")
	text, _, _ = strings.Cut(text, "</summary")
	return closing(untagged(text))&Asks != 0 || p.underQuestions(i)
}

// askingTerms yields the terms that ask with their definitions, and the details
// that open with a question.
func askingTerms(p *Page, yield func(doc.Span)) {
	for i := range p.Each(1<<doc.Term | 1<<doc.Detail) {
		switch p.Doc.Blocks[i].Kind {
		case doc.Term:
			if p.Cues[i]&Asks == 0 {
				continue
			}
			end := p.Next(i)
			for j := p.After(i); j >= 0 && !p.Is(j, doc.Term) && !p.Is(j, doc.Heading); j = p.After(j) {
				end = p.Next(j)
			}
			yield(p.Of(i, end))
		case doc.Detail:
			if first := i + 1; first < len(p.Cues) && int(p.Doc.Blocks[first].Parent) == i && p.Next(first) < p.Next(i) && p.Cues[first]&Asks != 0 {
				yield(p.Of(i, p.Next(i)))
			}
		}
	}
}
