package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// lists yields each list with the paragraph that introduces it, and each item
// that holds a list of its own. Lists of steps are left to procedures.
func lists(p *Page, yield func(Pill)) {
	p.lettered(yield)
	if !p.HasKind(doc.List) {
		return
	}
	for _, r := range p.lists() {
		if !r.steps && !p.lone(r) && !p.announces(r.first) {
			yield(Pill{Kind: List, Span: p.introduced(r)})
		}
	}
	seen := map[int32]bool{}
	for i := range p.Each(1 << doc.List) {
		item := p.Doc.Blocks[i].Parent
		if item < 0 || p.Doc.Blocks[item].Kind != doc.Item || seen[item] {
			continue
		}
		if seen[item] = true; int(item)+1 < i {
			yield(Pill{Kind: List, Span: p.Of(int(item), p.Next(int(item)))})
		}
	}
}

// lettered yields the runs of paragraphs "a) …", "b) …", which Markdown takes for
// no list, with the paragraph that introduces them.
func (p *Page) lettered(yield func(Pill)) {
	done := -1
	for i := range p.Marked(Lettered) {
		if i <= done || p.letter(i) != 'a' {
			continue
		}
		last, next := i, p.After(i)
		for ; p.letter(next) == p.letter(last)+1; next = p.After(last) {
			last = next
		}
		done = last
		if last > i {
			yield(Pill{Kind: List, Span: doc.Span{Start: p.intro(i), End: p.End(p.Next(last))}})
		}
	}
}

// letter is the letter that block i opens with, where it is a lettered
// paragraph, else 0.
func (p *Page) letter(i int) byte {
	if !p.Is(i, doc.Paragraph) || p.Cues[i]&Lettered == 0 {
		return 0
	}
	text := strings.TrimLeft(p.Text(i), " \t(")
	return text[0]
}

// lone reports whether a run is one numbered item that nothing introduces: text
// that opens with a year is written so.
func (p *Page) lone(r listRun) bool {
	item := r.first + 1
	return p.Doc.Blocks[r.first].Level == 1 && p.Is(item, doc.Item) && p.Next(item) == r.end && p.intro(r.first) == p.Start(r.first)
}

// listRun is a list, or an ordered list that goes on after something that
// stands between two of its items: code, a warning, a figure.
type listRun struct {
	first, end int // its first list, and the first block after its last
	steps      bool
}

// introduced is the span of a run with the paragraph before it.
func (p *Page) introduced(r listRun) doc.Span {
	return doc.Span{Start: p.intro(r.first), End: p.End(r.end)}
}

// maxBetween is how many blocks may stand between two items of a list that is
// numbered on.
const maxBetween = 6

// lists are the lists that don't stand in items. They are found once.
func (p *Page) lists() []listRun {
	if p.runs != nil {
		return p.runs
	}
	p.runs = []listRun{}
	seen := map[int]use{}
	for i := range p.Each(1 << doc.List) {
		b := &p.Doc.Blocks[i]
		if !(b.Parent >= 0 && p.Doc.Blocks[b.Parent].Kind == doc.Item) && seen[i] != taken {
			p.runs = append(p.runs, p.runFrom(i, seen))
		}
	}
	return p.runs
}

// use is what became of a list that others were asked to go on with.
type use uint8

const (
	taken use = 1 + iota // it is part of a run
	alone                // it was found to go on with nothing
)

// runFrom is the run whose first list is i. It notes what becomes of the further
// ones.
func (p *Page) runFrom(i int, seen map[int]use) listRun {
	r := listRun{first: i, end: p.Next(i)}
	if p.Doc.Blocks[i].Level == 0 {
		return r
	}
	var e evidence
	var more []int
	next := p.steps(i, &e)
	for next > 0 && seen[i] != alone {
		j := p.goesOn(r.end, int(p.Doc.Blocks[i].Parent), next)
		if j < 0 {
			break
		}
		more = append(more, j)
		next = p.steps(j, &e)
		r.end = p.Next(j)
	}
	r.steps = p.judge(i, e)
	if !r.steps && e.items == 1+len(more) {
		r.end = p.Next(i) // numbered paragraphs with text between them are no list
		for _, j := range more {
			seen[j] = alone
		}
		return r
	}
	for _, j := range more {
		seen[j] = taken
	}
	return r
}

// goesOn is the ordered list that goes on with number, from block j on, or -1.
func (p *Page) goesOn(j, parent, number int) int {
	for range maxBetween {
		if j < 0 || j >= len(p.Doc.Blocks) || int(p.Doc.Blocks[j].Parent) != parent {
			return -1
		}
		switch b := &p.Doc.Blocks[j]; {
		case b.Kind == doc.Heading || b.Kind == doc.Rule || p.Cues[j]&AllBold != 0:
			return -1
		case b.Kind == doc.List && b.Level == 1:
			if p.number(j+1) == number {
				return j
			}
			return -1
		}
		j = p.Next(j)
	}
	return -1
}

// number is the number that item i opens with, or -1.
func (p *Page) number(i int) int {
	if !p.Is(i, doc.Item) {
		return -1
	}
	n, found := 0, false
	for _, c := range []byte(p.Text(i)[:min(10, p.Doc.Blocks[i].Span.Len())]) {
		if c < '0' || c > '9' {
			break
		}
		n, found = 10*n+int(c-'0'), true
	}
	if !found {
		return -1
	}
	return n
}

// evidence counts what speaks for steps in an ordered list.
type evidence struct{ items, acts, code int }

// steps counts the items of list i, and returns the number that an item after
// them would have.
func (p *Page) steps(i int, e *evidence) int {
	next := p.number(i + 1)
	if next < 0 {
		return -1
	}
	for j := i + 1; j >= 0 && j < len(p.Doc.Blocks) && int(p.Doc.Blocks[j].Parent) == i; j = p.After(j) {
		e.items++
		next++
		if p.acts(j + 1) {
			e.acts++
		}
		for k := j + 1; k < len(p.Doc.Blocks) && int(p.Doc.Blocks[k].Parent) == j; k = p.Next(k) {
			if p.Doc.Blocks[k].Kind == doc.Code {
				e.code++
				break
			}
		}
	}
	return next
}

// acts reports whether block i is a paragraph that tells to do something: at
// once, or after a condition.
func (p *Page) acts(i int) bool {
	if !p.Is(i, doc.Paragraph) {
		return false
	}
	if p.Cues[i]&Cue(cue.Act|cue.Step) != 0 {
		return true
	}
	text := p.Text(i)
	if instructs(text) {
		return true
	}
	for at := 0; at < min(len(text), maxCondition); at++ {
		switch text[at] {
		case ',', ':':
			rest := text[at+1:]
			return p.Words.Opens(rest)&cue.Act != 0 || instructs(rest)
		case '.', ';', '\n':
			return false
		}
	}
	return false
}

// instructs reports whether the first word of text has the form of a Spanish
// verb that tells to do something: an infinitive, or an imperative with its
// object ("márquelo").
func instructs(text string) bool {
	text = strings.TrimLeft(text, " *_\t")
	n := strings.IndexAny(text[:min(len(text), 24)], " ,.;:\n*")
	if n < 5 {
		return false
	}
	word := text[:n]
	for _, end := range []string{"ar", "ir"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	if !strings.ContainsAny(word[:n-3], "áéíóú") {
		return false
	}
	for _, end := range []string{"lo", "la", "los", "las", "le", "les", "se", "te"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// maxCondition is the length in bytes of a condition before what is to be done.
const maxCondition = 120

// judge says whether an ordered list is of steps: at least half of its items
// tell to do something, or some do and the heading or the sentence over it, or
// the code in it, say that it is.
func (p *Page) judge(i int, e evidence) bool {
	switch {
	case e.items < 2:
		return false
	case 2*e.acts >= e.items:
		return true
	case e.acts > 0 && e.code > 0:
		return true
	}
	return e.acts > 0 && p.overSteps(i)
}

// overSteps reports whether the heading over block i, or the paragraph before
// it, announces steps.
func (p *Page) overSteps(i int) bool {
	if prev := p.Before(i); prev >= 0 && p.Cues[prev]&Cue(cue.Steps) != 0 {
		return true
	}
	h := p.HeadingOver(i)
	return h >= 0 && p.Cues[h]&Cue(cue.Steps) != 0
}
