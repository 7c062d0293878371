package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pildora/pildora/store"
)

// version makes the texts of one version of a document: all of them say its
// number, and their number depends on it.
func version(n int) []string {
	out := make([]string, 1+n%7)
	for i := range out {
		out[i] = fmt.Sprintf("común versión%s fin", letters(n))
	}
	return out
}

func letters(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'b' }, fmt.Sprint(n))
}

// Whole reports whether records are all of one version of a document written by
// put(version(n)), and which; -1 is none at all.
func whole(rs []store.Record) (int, error) {
	if len(rs) == 0 {
		return -1, nil
	}
	for n := range 400 {
		texts := version(n)
		if rs[0].Text != texts[0] {
			continue
		}
		if len(rs) != len(texts) {
			return n, fmt.Errorf("version %d has %d records, not %d", n, len(rs), len(texts))
		}
		for i, r := range rs {
			if r.Text != texts[0] || r.Num != i+1 || r.Of != len(rs) {
				return n, fmt.Errorf("version %d holds %q (%d/%d)", n, r.Text, r.Num, r.Of)
			}
		}
		return n, nil
	}
	return -1, fmt.Errorf("unknown text %q", rs[0].Text)
}

// testConcurrent: readers beside writers see a document wholly old or wholly
// new, and searches too.
func testConcurrent(t *testing.T, s Full) {
	const writers, rounds = 2, 25
	stop := make(chan struct{})
	var writing, reading sync.WaitGroup
	for w := range writers {
		put(t, s, fmt.Sprint("d", w), "es", version(0)...)
		writing.Go(func() {
			for n := range rounds {
				d, rs := Doc(fmt.Sprint("d", w), "es", version(n)...)
				for i := range rs {
					embedded(rs[i:], []float32{1, float32(n)})
				}
				if err := s.Replace(t.Context(), "", d, rs); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 3 {
		reading.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					readOnce(t, s, writers)
				}
			}
		})
	}
	writing.Wait()
	close(stop)
	reading.Wait()
}

func readOnce(t *testing.T, s Full, docs int) {
	byDoc := map[string][]store.Record{}
	for r, err := range s.All(t.Context(), store.Filter{}) {
		if err != nil {
			t.Error(err)
			return
		}
		byDoc[r.DocID] = append(byDoc[r.DocID], r)
	}
	hits, err := s.SearchText(t.Context(), "común", 100, store.Filter{Docs: []string{"d0"}})
	if err != nil {
		t.Error(err)
		return
	}
	byVector, err := s.SearchVector(t.Context(), []float32{1, 0}, 100, store.Filter{Docs: []string{"d0"}})
	if err != nil {
		t.Error(err)
		return
	}
	var d0, near []store.Record
	for _, h := range hits { // by id, as the scores tie
		d0 = append(d0, h.Record)
	}
	for _, h := range byVector {
		near = append(near, h.Record)
	}
	if n, err := whole(near); err != nil {
		t.Errorf("a search by a vector saw version %d: %v", n, err)
	}
	for _, rs := range append([][]store.Record{d0}, byDoc["d0"], byDoc["d1"]) {
		if n, err := whole(rs); err != nil || n < 0 {
			t.Errorf("a reader saw version %d: %v", n, err)
		}
	}
	if len(byDoc) != docs {
		t.Errorf("a reader saw %d documents", len(byDoc))
	}
}
