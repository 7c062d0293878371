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
func Find(d *doc.Document, s doc.Span) *Forest { return findBy(d, s, Detectors()) }

// FindKinds is Find of these kinds alone, as if there were no others: it costs
// less, and none gives way to one that isn't wanted.
func FindKinds(d *doc.Document, s doc.Span, kinds ...Kind) *Forest {
	return findBy(d, s, slices.DeleteFunc(Detectors(), func(t Detector) bool { return !slices.Contains(kinds, t.Kind) }))
}

// findBy is Find with some detectors.
func findBy(d *doc.Document, s doc.Span, detectors []Detector) *Forest {
	p := newPage(d, s)
	f := &Forest{p.find(detectors)}
	for i := range f.Pills {
		q := &f.Pills[i]
		q.Head = p.head(q.Span.Start)
	}
	return f
}

// find returns the pills of the page, without their heads.
func (p *Page) find(detectors []Detector) []Pill {
	d, s := p.Doc, p.Span
	if len(d.Blocks) == 0 {
		return nil
	}
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
	return nest(found)
}

// nest orders pills and sets their parents. Of two with one span the one whose
// kind says more remains. One that crosses another is dropped, the later or the
// smaller first; but sections, of which every text has some, give way to all
// others.
func nest(found []Pill) []Pill {
	found = ordered(found)
	out := found[:0]
	open := int32(-1)
	var dead []int32 // sections that gave way
	for _, q := range found {
		for open >= 0 && out[open].Span.End <= q.Span.Start {
			open = out[open].Parent
		}
		if open >= 0 && out[open].Span == q.Span {
			continue
		}
		over := open
		for over >= 0 && q.Span.End > out[over].Span.End && out[over].Kind == Section && q.Kind != Section {
			over = out[over].Parent
		}
		if over >= 0 && q.Span.End > out[over].Span.End {
			continue
		}
		for ; open != over; open = out[open].Parent {
			dead = append(dead, open)
		}
		q.Parent = over
		open = int32(len(out))
		out = append(out, q)
	}
	out = without(out, dead)
	series(out)
	return out
}

// without is the forest without some of its pills.
func without(pills []Pill, dead []int32) []Pill {
	if len(dead) == 0 {
		return pills
	}
	now := make([]int32, len(pills)) // by pill: where it is, or where its parent is
	for _, i := range dead {
		now[i] = -1
	}
	n := int32(0)
	for i, q := range pills {
		if q.Parent >= 0 {
			q.Parent = now[q.Parent]
		}
		if now[i] < 0 {
			now[i] = q.Parent
			continue
		}
		pills[n] = q
		now[i] = n
		n++
	}
	return pills[:n]
}

// ordered returns pills by start, outer ones first, and of those with one span
// the kind first that says more. It sorts numbers, which is much faster than to
// sort pills.
func ordered(pills []Pill) []Pill {
	keys := make([]uint64, len(pills))
	for i := range pills {
		keys[i] = uint64(pills[i].Span.Start)<<28 | uint64(i)
	}
	keys = sortRuns(keys)
	out := make([]Pill, len(pills))
	for i, k := range keys {
		out[i] = pills[k&(1<<28-1)]
	}
	for i := 0; i < len(out); {
		j := i + 1
		for j < len(out) && out[j].Span.Start == out[i].Span.Start {
			j++
		}
		if j > i+1 {
			slices.SortFunc(out[i:j], func(a, b Pill) int {
				if c := b.Span.End - a.Span.End; c != 0 {
					return c
				}
				if c := b.Kind.weight() - a.Kind.weight(); c != 0 {
					return c
				}
				return int(a.Kind) - int(b.Kind)
			})
		}
		i = j
	}
	return out
}

// sortRuns sorts keys of which many ascend in a row, as those of one detector
// do: it merges the runs, two by two.
func sortRuns(keys []uint64) []uint64 {
	var ends []int
	for i := range keys {
		if i+1 == len(keys) || keys[i+1] < keys[i] {
			ends = append(ends, i+1)
		}
	}
	to := make([]uint64, len(keys))
	for len(ends) > 1 {
		start, n := 0, 0
		for i := 0; i < len(ends); i += 2 {
			end := ends[min(i+1, len(ends)-1)]
			merge(to[start:end], keys[start:ends[i]], keys[ends[i]:end])
			ends[n] = end
			start = end
			n++
		}
		keys, to, ends = to, keys, ends[:n]
	}
	return keys
}

// merge fills to with what a and b hold, all in ascending order.
func merge(to, a, b []uint64) {
	for i := range to {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}

// weight orders kinds by how much they say, where two detectors found the same
// span.
func (k Kind) weight() int {
	switch {
	case k == Section:
		return 0
	case k == Definition:
		return 1
	case k.entry():
		return 3
	}
	return 2
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
