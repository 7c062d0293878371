package sqlite_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

// prose makes text of words as frequent as in a language.
type prose struct{ zipf *rand.Zipf }

func newProse(seed int64) prose {
	return prose{rand.NewZipf(rand.New(rand.NewSource(seed)), 1.1, 5, 100_000)}
}

func (p prose) words(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(word(int(p.zipf.Uint64())))
		b.WriteByte(' ')
	}
	return b.String()
}

// word makes a word of n that looks like one.
func word(n int) string {
	syllables := [...]string{"ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sal", "tem", "vi", "zo", "ña"}
	w := syllables[n%15]
	for n /= 15; n > 0; n /= 15 {
		w += syllables[n%15]
	}
	return w + "r"
}

// document makes one of 20 chunks of about 1,000 characters.
func (p prose) document(i int) (store.DocState, []store.Record) {
	texts := make([]string, 20)
	for j := range texts {
		texts[j] = p.words(160)
	}
	return storetest.Doc(fmt.Sprint("d", i), "es", texts...)
}

func BenchmarkReplace(b *testing.B) {
	s, err := sqlite.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	p, i := newProse(1), 0
	for b.Loop() {
		d, rs := p.document(i)
		if err := s.Replace(b.Context(), "", d, rs); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64(20*i)/b.Elapsed().Seconds(), "chunks/s")
}

// BenchmarkSearch asks questions of eight words of 10,000 chunks.
func BenchmarkSearch(b *testing.B) {
	s, err := sqlite.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	p := newProse(1)
	for i := range 500 {
		d, rs := p.document(i)
		if err := s.Replace(b.Context(), "", d, rs); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := s.SearchText(b.Context(), p.words(8), 10, store.Filter{}); err != nil {
			b.Fatal(err)
		}
	}
}
