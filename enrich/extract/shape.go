package extract

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/lex/cue"
	"github.com/pildora/pildora/lex/plain"
)

// shape is what a document is made of, as far as its summary goes.
type shape uint8

const (
	proseShape shape = iota
	tableShape
	recordShape
	codeShape
	turnShape
	slideShape
	faqShape
	glossaryShape
)

// unit is what a shape is counted in, as a key of words.
func (s shape) unit(p *page) string {
	switch s {
	case tableShape:
		return "row"
	case recordShape:
		return "record"
	case codeShape:
		return "declaration"
	case turnShape:
		if strings.Contains(p.doc.Media, "chat") || strings.Contains(p.doc.Media, "rfc822") {
			return "message"
		}
		return "turn"
	case slideShape:
		return "slide"
	case faqShape:
		return "question"
	}
	return "term"
}

// most is the share of a text that must be of a kind to give it its shape.
const most = 0.6

// shapeOf finds the shape, and how many there are of what it is made of.
func (p *page) shapeOf(seen *ink) (shape, int) {
	d := p.doc
	switch {
	case seen.blocks[doc.Decl] > 0 && seen.share(d, doc.Decl, doc.Code) >= most:
		return codeShape, seen.blocks[doc.Decl]
	case seen.share(d, doc.Record) >= most:
		return recordShape, p.records(seen)
	case seen.share(d, doc.Table) >= most && len(p.prose) < 2:
		return tableShape, p.rows()
	case seen.share(d, doc.Turn) >= most:
		p.names = p.labels(doc.Turn)
		return turnShape, seen.blocks[doc.Turn]
	}
	if n := p.slides(seen); n > 1 {
		return slideShape, n
	}
	if p.entries = p.questions(); len(p.entries) >= leastEntries && p.mostly(len(p.entries)) {
		return faqShape, len(p.entries)
	}
	if n := p.speakers(); n >= leastEntries {
		return turnShape, n
	}
	if p.cues.Contains(p.title)&cue.Glossary != 0 {
		if p.entries = distinct(p.terms()); len(p.entries) >= leastEntries {
			return glossaryShape, len(p.entries)
		}
	}
	return proseShape, 0
}

// leastEntries is how many entries make a list of them.
const leastEntries = 4

// records is how many records of one sort the text has: those at the top, where the
// first and the last of them begin with the same member. What is no such list counts
// none.
func (p *page) records(seen *ink) int {
	members := func(i int) string {
		for c := range p.doc.Children(i) {
			return p.doc.Blocks[c].Label
		}
		return ""
	}
	last := len(p.doc.Blocks) - 1
	for last > 0 && p.doc.Blocks[last].Parent >= 0 {
		last = int(p.doc.Blocks[last].Parent)
	}
	if n := seen.blocks[doc.Record]; n > 1 && members(0) != "" && members(0) == members(last) {
		return n
	}
	return 0
}

// rows is how many rows of data the first table has.
func (p *page) rows() int {
	n := 0
	for i := range p.doc.Blocks {
		if b := &p.doc.Blocks[i]; b.Kind == doc.Row && b.Level != 1 {
			n++
		}
	}
	return n
}

// columns are the names of the first table's columns, in one line.
func (p *page) columns() []string {
	for i := range p.doc.Blocks {
		b := &p.doc.Blocks[i]
		if b.Kind != doc.Row {
			continue
		}
		if b.Level != 1 {
			return nil
		}
		var names []string
		for _, cell := range cut.Cells(p.doc, *b) {
			names = append(names, strings.Trim(plain.Text(p.doc.Slice(cell)), `"|:- `))
		}
		return nonEmpty(joined(names, separator))
	}
	return nil
}

// keys are the labels of the records right below the top ones, else of those at
// the top, in one line.
func (p *page) keys() []string {
	below, top := p.labelsAt(1), p.labelsAt(0)
	if p.count == 0 || len(below) == 0 {
		return nonEmpty(joined(top, separator))
	}
	return nonEmpty(joined(below, separator))
}

// In how many blocks labels and speakers are sought, and in how many of them the
// first is.
const (
	maxLooked   = 400
	firstLooked = 20
)

func (p *page) labelsAt(depth int) []string {
	var out []string
	for i := range p.doc.Blocks[:min(len(p.doc.Blocks), maxLooked)] {
		if b := &p.doc.Blocks[i]; b.Kind == doc.Record && p.doc.Depth(i) == depth && !strings.HasPrefix(b.Label, "[") {
			out = append(out, b.Label)
		}
	}
	return out
}

// labels are the different labels of the blocks of a kind at the top, a few.
func (p *page) labels(kind doc.Kind) []string {
	var out []string
	seen := map[string]bool{}
	for i := range p.doc.Blocks[:min(len(p.doc.Blocks), maxLooked)] {
		if b := &p.doc.Blocks[i]; b.Kind == kind && b.Parent < 0 && b.Label != "" && !seen[b.Label] {
			seen[b.Label] = true
			if out = append(out, b.Label); len(out) == maxNames {
				break
			}
		}
	}
	return out
}

// maxNames is how many speakers are named.
const maxNames = 5

// slides is how many slides a presentation has.
func (p *page) slides(seen *ink) int {
	if strings.Contains(p.doc.Media, "presentation") {
		return seen.blocks[doc.Page]
	}
	deck := p.doc.Meta["marp"] == "true"
	for _, key := range [...]string{"format", "type", "output", "layout"} {
		switch p.doc.Meta[key] {
		case "revealjs", "slides", "presentation", "beamer", "slidy":
			deck = true
		}
	}
	if !deck {
		return 0
	}
	return seen.blocks[doc.Rule] + 1
}

// leastTopics is how many sections tell what a document is about.
const leastTopics = 3

// topics are the titles of the outline's upper sections, in one line.
func (p *page) topics() []string {
	if !p.outlined {
		p.outlined, p.sections = true, p.upper()
	}
	return p.sections
}

func (p *page) upper() []string {
	outline := p.doc.Outline()
	var out []string
	for level := uint8(1); level <= 6 && len(out) < leastTopics; level++ {
		out = out[:0]
		room := lineChars
		for _, s := range outline {
			b := &p.doc.Blocks[s.Block]
			if b.Level != level {
				continue
			}
			if label := p.label(s.Block); p.tells(label) {
				out = append(out, label)
				room -= len(label)
			}
			if room < 0 {
				break
			}
		}
	}
	if len(out) < leastTopics {
		return nil
	}
	return nonEmpty(joined(out, separator))
}

// tells reports whether the title of a section says anything of the document.
func (p *page) tells(label string) bool {
	if strings.EqualFold(label, p.title) || strings.Contains(label, "[") || p.empty(label) {
		return false
	}
	if p.cues.Contains(p.title)&cue.Legal != 0 && strings.HasSuffix(lex.Fold(label), p.folded) {
		return false // an annex to it
	}
	return p.cues.Opens(label)&cue.See == 0 && (p.shape != faqShape || !asks(label))
}

// questions are those that the document answers. It notes where the first one is.
func (p *page) questions() []string {
	var out []string
	for _, s := range p.doc.Outline() {
		if !asks(p.doc.Blocks[s.Block].Label) {
			continue
		}
		if label := p.label(s.Block); label != "" {
			if out = append(out, label); len(out) == 1 {
				p.entered = p.doc.Blocks[s.Block].Span.Start
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for n, i := range p.prose {
		if n == firstLooked && len(out) == 0 {
			break
		}
		raw := p.doc.Slice(p.doc.Blocks[i].Span)
		raw = raw[:min(len(raw), blockBytes)]
		line, _, _ := strings.Cut(raw, "\n")
		marked := p.cues.Opens(line)&cue.Question != 0
		if !marked && !strings.HasPrefix(raw, "**") {
			continue
		}
		text := plain.Text(raw)
		end := strings.IndexByte(text, '?')
		if end < 0 {
			continue
		}
		text = text[:end+1]
		if _, after, ok := strings.Cut(text, ": "); ok && marked {
			text = after
		}
		if out = append(out, text); len(out) == 1 {
			p.entered = p.doc.Blocks[i].Span.Start
		}
	}
	return out
}

// asks reports whether a title is a question, whatever marks stand around it.
func asks(title string) bool {
	title = strings.Trim(title, "*_ ")
	return strings.HasSuffix(title, "?") || strings.HasPrefix(title, "¿") || strings.HasSuffix(title, "？")
}

// mostly reports whether n questions are most of the document.
func (p *page) mostly(n int) bool {
	outline := p.doc.Outline()
	asking := 0
	for _, s := range outline {
		if asks(p.doc.Blocks[s.Block].Label) {
			asking++
		}
	}
	return asking*2 >= len(outline) || asking == 0 && n*4 >= len(p.prose)
}

// asked is the questions in one line, from all of the document where not all have
// room.
func (p *page) asked() []string {
	all := p.entries
	fits := 0
	for room := lineChars; fits < len(all); fits++ {
		if room -= len(all[fits]); room < 0 {
			break
		}
	}
	fits = max(fits, 1)
	var out []string
	for i := range fits {
		out = append(out, all[i*len(all)/fits])
	}
	return nonEmpty(joined(out, " "))
}

// speakers is how many paragraphs somebody speaks, where most do; it notes who.
func (p *page) speakers() int {
	n, looked := 0, p.prose[:min(len(p.prose), maxLooked)]
	times := map[string]int{}
	var names []string
	for at, i := range looked {
		if at == firstLooked && n < 2 {
			break
		}
		name := pill.Speaker(p.doc.Slice(p.doc.Blocks[i].Span), p.cues)
		if name == "" {
			continue
		}
		if n++; times[name] == 0 {
			names = append(names, name)
		}
		times[name]++
	}
	if n*2 < len(looked) || n < 2*len(names) || len(names) < 2 {
		return 0
	}
	names = slices.DeleteFunc(names, func(name string) bool { return times[name] == 1 })
	p.names = names[:min(len(names), maxNames)]
	return n * len(p.prose) / max(len(looked), 1)
}

// unspoken is what somebody says, without the name.
func (p *page) unspoken(text string) string {
	name := pill.Speaker(text, p.cues)
	if name == "" {
		return text
	}
	i := strings.Index(text, name) + len(name)
	if j := strings.Index(text[i:], ": "); j >= 0 && j < maxNumber {
		return text[i+j+2:]
	}
	return text
}

// terms are those of a glossary: of definition lists, of headings, or the
// bold text that paragraphs open with.
func (p *page) terms() []string {
	var out []string
	for i := range p.doc.Blocks {
		if b := &p.doc.Blocks[i]; b.Kind == doc.Term {
			if out = append(out, plain.Text(p.doc.Slice(b.Span))); len(out) == 1 {
				p.entered = b.Span.Start
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, i := range p.prose {
		raw, bold := strings.CutPrefix(p.doc.Slice(p.doc.Blocks[i].Span), "**")
		if term, _, ok := strings.Cut(raw, "**"); bold && ok && len(term) <= maxFact {
			out = append(out, strings.TrimRight(plain.Text(term), ".:"))
			if len(out) == 1 {
				p.entered = p.doc.Blocks[i].Span.Start
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, s := range p.doc.Outline() {
		if s.Parent >= 0 {
			if out = append(out, p.label(s.Block)); len(out) == 1 {
				p.entered = p.doc.Blocks[s.Block].Span.Start
			}
		}
	}
	return out
}

// distinct are the texts without those that were there before.
func distinct(texts []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(texts, func(t string) bool {
		was := seen[t]
		seen[t] = true
		return was
	})
}

func nonEmpty(line string) []string {
	if line == "" {
		return nil
	}
	return []string{line}
}
