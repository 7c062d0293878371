package pill

import (
	"slices"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Forest is the pills of one document, by start, outer ones first. They nest:
// two pills either lie one in the other or apart.
type Forest struct{ Pills []Pill }

// Find returns the pills of d that lie in s.
func Find(d *doc.Document, s doc.Span) *Forest { return find(d, s, Detectors()) }

func find(d *doc.Document, s doc.Span, detectors []Detector) *Forest {
	if len(d.Blocks) == 0 {
		return &Forest{}
	}
	p := newPage(d, s)
	found := make([]Pill, 0, 16+len(d.Blocks)/3)
	for _, t := range detectors {
		t.find(p, func(q Pill) {
			if q.Span.Start < s.Start || q.Span.End > s.End || doc.IsBlank(d.Slice(q.Span)) ||
				!chunk.GraphemeBorder(d.Text, q.Span.Start) || !chunk.GraphemeBorder(d.Text, q.Span.End) {
				return
			}
			q.Span.Start = p.lead(q.Span.Start)
			found = append(found, q)
		})
	}
	return &Forest{nest(found)}
}

// nest orders pills and sets their parents. Of two with one span the one whose
// kind says more remains; one that crosses another is dropped, the later or the
// smaller first.
func nest(found []Pill) []Pill {
	slices.SortFunc(found, func(a, b Pill) int {
		if c := a.Span.Start - b.Span.Start; c != 0 {
			return c
		}
		if c := b.Span.End - a.Span.End; c != 0 {
			return c
		}
		if c := b.Kind.weight() - a.Kind.weight(); c != 0 {
			return c
		}
		return int(a.Kind) - int(b.Kind)
	})
	out := found[:0]
	open := int32(-1)
	for _, q := range found {
		for open >= 0 && out[open].Span.End <= q.Span.Start {
			open = out[open].Parent
		}
		if open >= 0 && (out[open].Span == q.Span || q.Span.End > out[open].Span.End) {
			continue
		}
		q.Parent = open
		open = int32(len(out))
		out = append(out, q)
	}
	series(out)
	return out
}

// weight orders kinds by how much they say, where two detectors found the same
// span.
func (k Kind) weight() int {
	switch {
	case k == Section:
		return 0
	case k.entry():
		return 2
	}
	return 1
}

// series numbers the runs of neighbours that may share a chunk.
func series(pills []Pill) {
	n := int32(0)
	last := make([]int32, len(pills)+1) // by parent + 1: the pill before + 1
	for i := range pills {
		q := &pills[i]
		before := int(last[q.Parent+1]) - 1
		last[q.Parent+1] = int32(i) + 1
		if !q.Kind.groups() {
			continue
		}
		if b := &pills[max(before, 0)]; before >= 0 && b.Kind == q.Kind && b.Span.End == q.Span.Start {
			q.Series = b.Series
			continue
		}
		n++
		q.Series = n
	}
}
