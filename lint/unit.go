package lint

import (
	"slices"
	"sort"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/whole"
	"github.com/pildora/pildora/lex/sentence"
	"github.com/pildora/pildora/store"
)

// splitPill finds the outermost pills that would fit one chunk and lie in none.
func splitPill(s *subject) {
	for _, p := range s.pills() {
		if !p.Fits || s.held(p.Span) {
			continue
		}
		s.report(s.at(p.Span.Start), p.Span, "%s of %d bytes would fit one chunk and lies in none: %q", p.Kind, p.Span.Len(), s.excerpt(p.Span))
	}
}

// mosaic finds chunks that hold something of two foreign pills.
func mosaic(s *subject) {
	bodies := make([]doc.Span, len(s.records))
	for i := range s.records {
		bodies[i] = body(&s.records[i])
	}
	_, mixed := whole.Faults(s.pills(), bodies)
	for i := 0; i < len(bodies) && len(mixed) > 0; i++ {
		if bodies[i] == mixed[0] {
			mixed = mixed[1:]
			s.report(&s.records[i], bodies[i], "it mixes pills that don't belong together: %q", s.excerpt(bodies[i]))
		}
	}
}

func (s *subject) units() []whole.Pill {
	if s.gauge == nil {
		return nil
	}
	var out []whole.Pill
	for _, u := range s.forest.Units(s.fits) {
		out = append(out, whole.Pill{Kind: u.Kind.String(), Span: s.doc.Body(u.Span), Parent: -1, Series: int(u.Series), Fits: true})
	}
	return out
}

// held reports whether one record holds span.
func (s *subject) held(span doc.Span) bool {
	return slices.ContainsFunc(s.records, func(r store.Record) bool { return r.Start-r.Overlap <= span.Start && span.End <= r.End })
}

// at is the record that at lies in, or nil.
func (s *subject) at(at int) *store.Record {
	i := sort.Search(len(s.records), func(i int) bool { return s.records[i].End > at })
	if i == len(s.records) || s.records[i].Start > at {
		return nil
	}
	return &s.records[i]
}

// splitRow, splitFence and splitItem find blocks that would fit and are cut.
func splitRow(s *subject) { s.splitBlocks(doc.Row, "a table row") }

func splitFence(s *subject) { s.splitBlocks(doc.Code, "a code block") }

func splitItem(s *subject) { s.splitBlocks(doc.Item, "a list item") }

func (s *subject) splitBlocks(k doc.Kind, what string) {
	for i := 1; i < len(s.records); i++ {
		r := &s.records[i]
		b, ok := s.blockAround(r.Start, k)
		if ok && s.fits(b) && !(s.windows && s.held(b)) {
			s.report(r, b, "%s is split though it would fit: %q", what, s.excerpt(b))
		}
	}
}

// blockAround is the outermost block of kind k that at lies inside of, not at
// its start.
func (s *subject) blockAround(at int, k doc.Kind) (doc.Span, bool) {
	i := s.doc.BlockFrom(at)
	if i >= len(s.doc.Blocks) || s.doc.Blocks[i].Span.Start > at {
		i--
	}
	found := doc.Span{}
	for ; i >= 0; i = int(s.doc.Blocks[i].Parent) {
		b := s.doc.Blocks[i]
		if b.Kind == k && b.Span.Start < s.trimmed(at) && at < b.Span.End {
			found = b.Span
		}
	}
	return found, !found.Empty()
}

// trimmed is at, or where the text before at ends where that is blank: a block
// may begin behind an indentation.
func (s *subject) trimmed(at int) int {
	for at > 0 && (s.doc.Text[at-1] == ' ' || s.doc.Text[at-1] == '\t') {
		at--
	}
	return at
}

// splitSentence finds chunks that begin inside a sentence which would fit.
func splitSentence(s *subject) {
	rules := sentence.New(s.doc.Language)
	for i := 1; i < len(s.records); i++ {
		r := &s.records[i]
		if r.Overlap > 0 {
			continue // what is repeated shows where the sentence began
		}
		b, ok := s.blockAround(r.Start, doc.Paragraph)
		if len(s.doc.Blocks) == 0 {
			b, ok = s.around(r.Start), true
		}
		if !ok {
			continue
		}
		start := b.Start
		for end := range rules.Ends(s.doc.Slice(b)) {
			if b.Start+end > r.Start {
				break
			}
			start = b.Start + end
		}
		if start == r.Start || doc.IsBlank(s.doc.Text[start:r.Start]) {
			continue
		}
		end := b.End
		for e := range rules.Ends(s.doc.Text[start:b.End]) {
			end = start + e
			break
		}
		if whole := s.doc.Body(doc.Span{Start: start, End: end}); s.fits(whole) {
			s.report(r, whole, "a sentence is split though it would fit: %q", s.excerpt(whole))
		}
	}
}

// around is the lines near at of a text without blocks.
func (s *subject) around(at int) doc.Span {
	const reach = 4096
	start, end := max(0, at-reach), min(len(s.doc.Text), at+reach)
	for start > 0 && s.doc.Text[start-1] != '\n' {
		start--
	}
	return doc.Span{Start: start, End: end}
}
