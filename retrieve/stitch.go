package retrieve

import (
	"context"
	"slices"

	"github.com/pildora/pildora/store"
)

// extent is a range of bytes of a document.
type extent struct{ start, end int }

// holdings are the extents of documents that hits hold, none overlapping
// another of its document.
type holdings map[string][]holding

type holding struct {
	extent
	by int // the hit that held it first
}

// over are the holdings of a document that an extent overlaps, as indices, and
// how many of its bytes they don't hold.
func (h holdings) over(doc string, e extent) (from, to, fresh int) {
	list := h[doc]
	from, _ = slices.BinarySearchFunc(list, e.start, func(x holding, at int) int { return x.end - at - 1 }) // the first that ends behind it
	fresh = e.end - e.start
	for to = from; to < len(list) && list[to].start < e.end; to++ {
		fresh -= min(list[to].end, e.end) - max(list[to].start, e.start)
	}
	return from, to, fresh
}

// add adds an extent that hit by holds.
func (h holdings) add(doc string, e extent, by int) {
	from, to, _ := h.over(doc, e)
	joined := holding{e, by}
	for _, x := range h[doc][from:to] {
		joined = holding{extent{min(joined.start, x.start), max(joined.end, x.end)}, min(joined.by, x.by)}
	}
	if e.end > e.start {
		h[doc] = slices.Replace(h[doc], from, to, joined)
	}
}

// Stitch makes one passage of hits that hold some of the same text, in the place
// of the best of them and with its score and id: overlapping windows, so that
// nothing is delivered twice. Tokens of what is joined are a close guess.
func Stitch() Step {
	return func(_ context.Context, _ string, hits []store.Hit) ([]store.Hit, error) {
		var out []store.Hit
		for _, h := range hits {
			at := len(out)
			for i := len(out) - 1; i >= 0; i-- { // it may join two that are apart
				if overlap(&out[i].Record, &h.Record) {
					h = stitched(out[i], h)
					out = slices.Delete(out, i, i+1)
					at = i
				}
			}
			out = slices.Insert(out, at, h)
		}
		for i := range out {
			out[i].Rank = i + 1
		}
		return out, nil
	}
}

// overlap reports whether two records hold some of the same text.
func overlap(a, b *store.Record) bool {
	return a.DocID == b.DocID && a.Role == store.RoleChunk && b.Role == store.RoleChunk && a.Start < b.End && b.Start < a.End
}

// stitched is a, the better one, with what b has more.
func stitched(a, b store.Hit) store.Hit {
	a.By = append(slices.Clone(found(a)), found(b)...)
	r, more := &a.Record, b.Record
	fresh := 0
	if more.Start < r.Start {
		n := r.Start - more.Start
		r.Text = more.Text[:n] + r.Text
		r.Start, r.StartRune, r.StartLine = more.Start, more.StartRune, more.StartLine
		fresh += n
	}
	if more.End > r.End {
		n := more.End - r.End
		r.Text += more.Text[len(more.Text)-n:]
		r.End, r.EndRune, r.EndLine = more.End, more.EndRune, more.EndLine
		fresh += n
	}
	r.Chars = r.EndRune - r.StartRune
	r.Tokens += share(more.Tokens, fresh, len(more.Text))
	for _, p := range more.Pages {
		if i, known := slices.BinarySearch(r.Pages, p); !known {
			r.Pages = slices.Insert(slices.Clone(r.Pages), i, p)
		}
	}
	return a
}

// share is how many of n tokens part of whole bytes have, rounded up.
func share(n, part, whole int) int {
	if whole == 0 {
		return n
	}
	return (n*part + whole - 1) / whole
}
