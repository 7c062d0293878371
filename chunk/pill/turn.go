package pill

import (
	"slices"

	"github.com/pildora/pildora/doc"
)

// turns yields what each speaker of a transcript says.
func turns(p *Page, yield func(Pill)) {
	if p.HasKind(doc.Turn) {
		for i := range p.Each(1 << doc.Turn) {
			yield(Pill{Kind: Turn, Span: p.Of(i, p.Next(i))})
		}
	}
	for _, t := range p.talks() {
		if !t.chat {
			t.each(p, func(s doc.Span) { yield(Pill{Kind: Turn, Span: s}) })
		}
	}
}

// talk is a run of utterances: of a transcript, or of a chat.
type talk struct {
	chain chain
	said  []utterance
	chat  bool // most have the time of day
}

// each yields the span of each utterance.
func (t *talk) each(p *Page, yield func(doc.Span)) {
	last := p.End(t.chain.tail(p, 1))
	for k, u := range t.said {
		end := last
		if k+1 < len(t.said) {
			end = t.said[k+1].at
		}
		yield(doc.Span{Start: u.at, End: end})
	}
}

// talks are the runs of blocks in which people speak. In one run at least
// somebody must speak again after somebody else did; then a run by the same
// people is one whatever its length.
func (p *Page) talks() []talk {
	if p.heard {
		return p.spoken
	}
	p.heard = true
	if !p.Has(Labeled) {
		return nil
	}
	var all []talk
	for _, c := range p.chains(Labeled, p.speaks) {
		t := talk{chain: c}
		for _, at := range c.at {
			t.said = p.utterances(at, t.said)
		}
		if !p.fields(c) {
			all = append(all, t)
		}
	}
	known := map[string]bool{}
	for i := range all {
		if all[i].returns(p) {
			for _, u := range all[i].said {
				known[u.name] = true
			}
		}
	}
	for i := range all {
		t := &all[i]
		n, clocks := 0, 0
		for _, u := range t.said {
			if known[u.name] {
				n++
			}
			if u.clock {
				clocks++
			}
		}
		if 2*n > len(t.said) {
			t.chat = 2*clocks >= len(t.said)
			p.spoken = append(p.spoken, *t)
		}
	}
	return p.spoken
}

// speaks reports whether paragraph i is what somebody says.
func (p *Page) speaks(i int) bool {
	b := &p.Doc.Blocks[i]
	if b.Kind != doc.Paragraph || p.Opener(i) == i && b.Parent >= 0 && p.Doc.Blocks[b.Parent].Kind == doc.Item {
		return false
	}
	return speaker(p.Text(i), p.Words).name != ""
}

// utterances adds those of block i: of its first line, and of further lines that
// open with a speaker.
func (p *Page) utterances(i int, to []utterance) []utterance {
	s := p.Doc.Blocks[p.Opening(i)].Span
	first := true
	for line := range lines(p.Doc.Text, s) {
		u := speaker(p.Doc.Slice(line), p.Words)
		if first {
			u.at = p.Start(i)
		} else {
			u.at = line.Start
		}
		if u.name != "" || first {
			to = append(to, u)
		}
		first = false
	}
	return to
}

// returns reports whether somebody speaks again after somebody else did, and
// enough do: a form has names before colons too, but few of them twice, much
// text between them, and many with nothing after them.
func (t *talk) returns(p *Page) bool {
	names := map[string]bool{}
	last, again, empty := "", false, 0
	for _, u := range t.said {
		again = again || u.name != last && names[u.name]
		names[u.name] = true
		last = u.name
		if u.empty {
			empty++
		}
	}
	n, at := len(t.said), t.chain.at
	return again && 4*(n-len(names)) >= n && 2*empty <= n && at[len(at)-1]-at[0] <= maxBlocks*n
}

// maxBlocks is how many blocks there are to an utterance, on average.
const maxBlocks = 6

// fields reports whether the paragraphs of a chain are records rather than talk:
// all of several lines, with the same names in the same order.
func (p *Page) fields(c chain) bool {
	if len(c.at) < 2 {
		return false
	}
	var first []string
	for k, at := range c.at {
		var names []string
		for _, u := range p.utterances(at, nil) {
			names = append(names, u.name)
		}
		if k == 0 {
			first = names
		}
		if len(names) < 2 || !slices.Equal(names, first) {
			return false
		}
		if k > 4 {
			break
		}
	}
	distinct := map[string]bool{}
	for _, name := range first {
		distinct[name] = true
	}
	return len(distinct) == len(first)
}
