package storetest

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// testLarge compares with store/mem in an index large enough for searches in
// two steps: words as frequent as in a language, questions of frequent and rare
// ones.
func testLarge(t *testing.T, s Full) {
	random := rand.New(rand.NewSource(1))
	words := rand.NewZipf(random, 1.2, 2, 3000)
	text := func(n int) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "%sx ", letters(int(words.Uint64())))
		}
		return b.String()
	}
	model := mem.New()
	for i := range 44 {
		texts := make([]string, 50)
		for j := range texts {
			texts[j] = text(10 + random.Intn(60))
		}
		d, rs := Doc(fmt.Sprint("d", i), []string{"es", "en"}[i%2], texts...)
		for j := range rs {
			rs[j].Headings = []string{text(2)}
		}
		ok(t, s.Replace(t.Context(), "", d, rs))
		ok(t, model.Replace(t.Context(), "", d, rs))
	}
	for i := range 40 {
		query, k := text(1+random.Intn(12)), []int{1, 5, 10, 50}[i%4]
		f := store.Filter{Lang: []string{"", "", "es"}[i%3]}
		got, err := s.SearchText(t.Context(), query, k, f)
		ok(t, err)
		want, err := model.SearchText(t.Context(), query, k, f)
		ok(t, err)
		if len(got) != len(want) {
			t.Fatalf("%q: %d hits, want %d", query, len(got), len(want))
		}
		for j := range got {
			if got[j].Record.ID != want[j].Record.ID || math.Abs(got[j].Score-want[j].Score) > 1e-6*want[j].Score {
				t.Fatalf("%q, rank %d: %s %v, want %s %v", query, j+1, got[j].Record.ID, got[j].Score, want[j].Record.ID, want[j].Score)
			}
		}
	}
}
