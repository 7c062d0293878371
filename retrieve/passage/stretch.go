package passage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// stretch is consecutive records of one document, and their sentences.
type stretch struct {
	records   []*store.Record
	sentences []sentenceSpan
	legs      map[string][]store.Leg // of the chunks that were found, by id
}

// length is how many bytes the sentences [from, to) have, only those in of
// where it is given.
func (s *stretch) length(from, to int, of []bool) int {
	n := 0
	for i := from; i < to; i++ {
		if of == nil || of[i] {
			n += s.sentences[i].End - s.sentences[i].Start
		}
	}
	return n
}

// around reads the neighbours of what was found, on each side until reach bytes
// of text are there or the document ends, and makes stretches of all of it.
func around(ctx context.Context, g retrieve.Getter, hits []store.Hit, reach int) ([]*stretch, error) {
	known := map[string]*store.Record{}
	for i := range hits {
		known[hits[i].Record.ID] = &hits[i].Record
	}
	type side struct {
		at    *store.Record // the last on this side
		left  int           // bytes wanted
		after bool
	}
	var sides []side
	for i := range hits {
		sides = append(sides, side{&hits[i].Record, reach, false}, side{&hits[i].Record, reach, true})
	}
	for len(sides) > 0 {
		var missing []string
		for _, s := range sides {
			if id := beside(s.at, s.after); id != "" && known[id] == nil {
				known[id], missing = &store.Record{}, append(missing, id)
			}
		}
		records, err := present(ctx, g, missing)
		if err != nil {
			return nil, err
		}
		for _, id := range missing {
			delete(known, id)
		}
		for i := range records {
			known[records[i].ID] = &records[i]
		}
		var next []side
		for _, s := range sides {
			r := known[beside(s.at, s.after)]
			if r == nil {
				continue // the end of the document, or of what is there
			}
			if left := s.left - len(r.Text); left > 0 && r != s.at {
				next = append(next, side{r, left, s.after})
			}
		}
		sides = next
	}
	return stretches(known, hits), nil
}

func beside(r *store.Record, after bool) string {
	if after {
		return r.Next
	}
	return r.Prev
}

// present gets those records of ids that are there: a document may have been
// replaced since it was found.
func present(ctx context.Context, g retrieve.Getter, ids []string) ([]store.Record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out, err := g.Get(ctx, ids...)
	if err == nil || !errors.Is(err, store.ErrNotFound) {
		return out, wrapped(err)
	}
	out = nil
	for _, id := range ids {
		rs, err := g.Get(ctx, id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, wrapped(err)
		}
		out = append(out, rs...)
	}
	return out, nil
}

func wrapped(err error) error {
	if err != nil {
		return fmt.Errorf("what stands around what was found: %w", err)
	}
	return nil
}

// stretches puts records in order and parts them where one is missing between.
func stretches(known map[string]*store.Record, hits []store.Hit) []*stretch {
	all := make([]*store.Record, 0, len(known))
	for _, r := range known {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *store.Record) int {
		return cmp.Or(strings.Compare(a.DocID, b.DocID), strings.Compare(a.Role, b.Role), cmp.Compare(a.Start, b.Start), strings.Compare(a.ID, b.ID))
	})
	legs := map[string][]store.Leg{}
	for _, h := range hits {
		legs[h.Record.ID] = h.Legs
	}
	var out []*stretch
	for i, r := range all {
		if i == 0 || all[i-1].Next != r.ID || r.Start < all[i-1].End {
			out = append(out, &stretch{legs: map[string][]store.Leg{}})
		}
		s := out[len(out)-1]
		s.records = append(s.records, r)
		if l, found := legs[r.ID]; found {
			s.legs[r.ID] = l
		}
	}
	for _, s := range out {
		for i, r := range s.records {
			s.sentences = sentencesOf(s.sentences, r, i)
		}
	}
	return out
}
