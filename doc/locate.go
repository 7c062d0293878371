package doc

import (
	"iter"
	"sort"
)

// Locate yields the places in the source that the text of s came from, in
// order. Without Origins the text is the source, and one origin with equal
// spans is yielded.
func (d *Document) Locate(s Span) iter.Seq[Origin] {
	return func(yield func(Origin) bool) {
		if len(d.Origins) == 0 {
			yield(Origin{Text: s, Source: s})
			return
		}
		first := sort.Search(len(d.Origins), func(i int) bool { return d.Origins[i].Text.End > s.Start })
		for _, o := range d.Origins[first:] {
			if o.Text.Start >= s.End || o.Text.Overlaps(s) && !yield(o) {
				return
			}
		}
	}
}
