package pill

import (
	"iter"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

const (
	maxQuestion = 250 // bytes of a question without a mark
	fewest      = 3   // how many of them it takes
	longest     = 4   // blocks of an entry of theirs, on average
)

// plainQuestions yields questions that nothing but their like marks: paragraphs
// that ask with answers between them, items that ask and answer.
func plainQuestions(p *Page, yield func(doc.Span)) {
	p.plainChains(yield)
	if p.HasKind(doc.List) {
		last := int32(-1)
		for i := range p.Marked(Asks | Inverted | Cue(cue.Interrogates)) {
			if item := p.Opener(i); item != i && p.Doc.Blocks[item].Parent > last {
				last = p.Doc.Blocks[item].Parent
				p.askingItems(int(last), yield)
			}
		}
	}
}

func (p *Page) plainChains(yield func(doc.Span)) {
	var anchors []int32
	for i := range p.Marked(Asks | Inverted | Numbered | Cue(cue.Interrogates)) {
		switch {
		case p.itemAsks(i - 2):
			anchors = append(anchors, int32(i-2))
		case p.lineAsks(i):
			anchors = append(anchors, int32(i))
		}
	}
	for _, c := range p.chained(anchors) {
		blocks, answers := 0, true
		for k, at := range c.at {
			n := 0
			for j := at; j >= 0 && j < c.end && (k+1 == len(c.at) || j < c.at[k+1]); j = p.After(j) {
				n++
			}
			if k+1 < len(c.at) {
				blocks += n
			}
			answers = answers && (n > 1 || !p.Is(at, doc.List) && p.Cues[at]&Asks == 0)
		}
		if !answers || len(c.at) < fewest && p.Cues[c.at[0]]&TermLine == 0 || blocks > longest*(len(c.at)-1) {
			continue
		}
		for k := range c.at {
			least := 1
			if p.Is(c.at[k], doc.List) || p.Cues[c.at[k]]&Asks != 0 {
				least = 2
			}
			first, end := c.entry(p, k, least)
			yield(p.Of(first, end))
		}
	}
}

// lineAsks reports whether block i is a paragraph whose first line is a
// question: all of it, or with the answer on the lines that follow.
func (p *Page) lineAsks(i int) bool {
	if p.Doc.Blocks[i].Kind != doc.Paragraph || p.Cues[i]&(Inverted|Numbered|Cue(cue.Interrogates)) == 0 || p.Cues[i]&Cue(cue.Question) != 0 {
		return false
	}
	if p.Opener(i) != i {
		return false
	}
	text := p.Text(i)
	line, _, _ := strings.Cut(text[:min(len(text), maxQuestion)], "\n")
	return closing(line)&Asks != 0 && strings.Count(line, "?") == 1
}

// itemAsks reports whether block i is a list of one item that is a question and
// nothing else.
func (p *Page) itemAsks(i int) bool {
	j := i + 2
	return p.Is(i, doc.List) && p.Opener(j) == i+1 && p.Is(j, doc.Paragraph) && p.Next(j) == p.Next(i) && p.Cues[j]&Asks != 0 && p.Doc.Blocks[j].Span.Len() <= maxQuestion
}

// askingItems yields the items of list i where most of them ask and answer. Under
// bullets in English that is how things to consider are put too.
func (p *Page) askingItems(i int, yield func(doc.Span)) {
	items, asking := 0, 0
	for j := i + 1; j >= 0 && j < len(p.Doc.Blocks) && int(p.Doc.Blocks[j].Parent) == i; j = p.After(j) {
		items++
		if p.asksAndAnswers(j) {
			asking++
		}
	}
	if asking < 2 || 10*asking < 6*items || p.Doc.Blocks[i].Level == 0 && p.Cues[i+2]&Inverted == 0 && !p.underQuestions(i) {
		return
	}
	for j := i + 1; j >= 0 && j < len(p.Doc.Blocks) && int(p.Doc.Blocks[j].Parent) == i; j = p.After(j) {
		if p.asksAndAnswers(j) {
			yield(p.Of(j, p.Next(j)))
		}
	}
}

// asksAndAnswers reports whether item i opens with a question and says more.
func (p *Page) asksAndAnswers(i int) bool {
	j := i + 1
	if !p.Is(j, doc.Paragraph) || int(p.Doc.Blocks[j].Parent) != i || p.Cues[j]&(BoldAsks|Cue(cue.Question)) != 0 {
		return false
	}
	if p.Cues[j]&Asks != 0 {
		return p.Next(j) < p.Next(i)
	}
	if p.Cues[j]&(Inverted|Cue(cue.Interrogates)) == 0 {
		return false
	}
	text := p.Text(j)
	at := strings.IndexAny(text[:min(len(text), maxQuestion)], "?.!")
	if at <= 0 || text[at] != '?' {
		return false
	}
	rest := strings.TrimLeft(text[at+1:], "*_\"'”»)")
	return rest != "" && classes[rest[0]]&blank != 0 // not the destination of a link
}

// lines yields the lines of span, each with its line end.
func lines(text string, s doc.Span) iter.Seq[doc.Span] {
	return func(yield func(doc.Span) bool) {
		for at := s.Start; at < s.End; {
			end := s.End
			if i := strings.IndexByte(text[at:s.End], '\n'); i >= 0 {
				end = at + i + 1
			}
			if !yield(doc.Span{Start: at, End: end}) {
				return
			}
			at = end
		}
	}
}
