package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

func TestDescribe(t *testing.T) {
	d := &doc.Document{URI: "d", Text: "uno dos tres cuatro cinco seis"}
	c, err := NewCorpus(d)
	if err != nil {
		t.Fatal(err)
	}
	piece := func(start, end, overlap int) store.Record {
		return store.Record{ID: fmt.Sprint(start), DocID: "d", Start: start, End: end, Overlap: overlap, Text: d.Text[start:end]}
	}
	// "uno dos", "tres cuatro" with "dos " before it; "cinco seis" is in none.
	p := Pieces{Records: []store.Record{piece(0, 7, 0), piece(8, 19, 4)}, Max: 3}
	s := describe(c, &p, size.Words, map[string]int{"0": 2, "8": 4})
	if s.Count != 2 || s.Mean != 2 || s.Min != 2 || s.P50 != 2 || s.Max != 2 || s.Context != 3 || s.Limit != 3 {
		t.Errorf("%+v", s)
	}
	docs := []*metric.Document{metric.NewDocument("d", d.Text, nil)}
	if err := coverage(&s, docs, c, p.Records); err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.Growth-3./16) > 1e-6 || math.Abs(s.Lost-9./25) > 1e-6 {
		t.Errorf("growth %v, lost %v", s.Growth, s.Lost)
	}
	if s := describe(c, &Pieces{}, size.Words, nil); s.Count != 0 || math.IsNaN(s.Mean) {
		t.Errorf("of nothing: %+v", s)
	}
}

func TestPercentiles(t *testing.T) {
	sorted := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for p, want := range map[int]int{0: 1, 5: 1, 10: 1, 25: 3, 50: 5, 75: 8, 95: 10, 100: 10} {
		if got := percentile(sorted, p); got != want {
			t.Errorf("%d %%: %d, want %d", p, got, want)
		}
	}
}

func TestHistogramCountsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOf(rapid.IntRange(0, 2000)).Draw(t, "sizes")
		slices.Sort(sizes)
		h := histogram(sizes, rapid.IntRange(0, 600).Draw(t, "limit"))
		n := 0
		for _, c := range h.Counts {
			n += c
		}
		if n != len(sizes) || len(h.Counts) > 2*Bins {
			t.Fatalf("%d of %d counted in %d bins", n, len(sizes), len(h.Counts))
		}
	})
}

// Whether a body holds a span is what looking at each body says.
func TestBodiesHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Custom(func(t *rapid.T) doc.Span {
			start := rapid.IntRange(0, 20).Draw(t, "start")
			return doc.Span{Start: start, End: start + rapid.IntRange(1, 10).Draw(t, "length")}
		})
		var rs []store.Record
		for _, s := range rapid.SliceOf(span).Draw(t, "bodies") {
			rs = append(rs, store.Record{DocID: "d", Start: s.Start, End: s.End})
		}
		s := span.Draw(t, "answer")
		want := slices.ContainsFunc(rs, func(r store.Record) bool { return doc.Span{Start: r.Start, End: r.End}.Contains(s) })
		if got := bodiesOf(rs)["d"].whole(s); got != want {
			t.Fatalf("%v in %v: %v", s, rs, got)
		}
	})
}

func TestBordersPassOverBlanks(t *testing.T) {
	text := "uno dos \n tres cuatro"
	b := bodiesOf([]store.Record{{DocID: "d", Start: 0, End: 7}, {DocID: "d", Start: 10, End: 14}, {DocID: "d", Start: 15, End: 21}})["d"]
	if got := b.borders(text, doc.Span{Start: 4, End: 21}); fmt.Sprint(got) != "[7 14]" {
		t.Errorf("borders %v", got)
	}
}

func TestLocatorFindsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[añ. \n]{0,40}`).Draw(t, "text")
		l := locator{solid: newSolid(text)}
		part := rapid.StringMatching(`[añ. ]{0,4}`).Draw(t, "part")
		strip := func(s string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) {
					return -1
				}
				return r
			}, s)
		}
		s, ok := l.find(part)
		if want := strip(part) != "" && strings.Contains(strip(text), strip(part)); ok != want {
			t.Fatalf("%q in %q: %v", part, text, ok)
		}
		if ok && strip(text[s.Start:s.End]) != strip(part) {
			t.Fatalf("%q in %q: %q", part, text, text[s.Start:s.End])
		}
	})
}
