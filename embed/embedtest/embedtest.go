// Package embedtest holds the tests that every embedder must pass.
package embedtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
)

// texts are what embedders are given: many languages, odd ones, none.
func texts() []string {
	out := []string{"El plazo de devolución es de treinta días.", "Salvo en productos personalizados.", "The warranty covers two years.",
		"保修期为两年。", "مدة الضمان سنتان.", "", " ", "\n\n", "a", "🙂👩‍💻", "x\x00y", "uno\r\ndos", strings.Repeat("palabra ", 40)}
	for i := range 20 {
		out = append(out, fmt.Sprintf("Texto número %d de muchos.", i))
	}
	return out
}

// Run runs all tests as subtests of t: vectors of the dimension that the model
// names, finite, of length 1; the same text has the same vector, alone and in
// company, again and from several goroutines; none for nothing; a context that
// is done ends it. An embedder that is an embed.SpanEmbedder is held to that
// too. near is how far apart two vectors of one text may be in each number: 0
// where arithmetic is exact.
func Run(t *testing.T, e embed.Embedder, near float64) {
	t.Helper()
	ctx := context.Background()
	m := e.Model()
	t.Run("model", func(t *testing.T) {
		if m.Name == "" || m.Digest == "" || m.Dim < 1 || m.Window < 0 || e.Model() != m {
			t.Errorf("%+v", m)
		}
	})
	all := texts()
	want, err := e.Embed(ctx, embed.Passage, all)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("vectors", func(t *testing.T) {
		if err := embed.Check(want, len(all), m.Dim); err != nil {
			t.Fatal(err)
		}
		for i, v := range want {
			if n := math.Sqrt(embed.Dot(v, v)); math.Abs(n-1) > 1e-3 {
				t.Errorf("%q: the length is %v", all[i], n)
			}
		}
		if close32(want[0], want[2], 1e-3) {
			t.Error("two texts that say something else have one vector")
		}
	})
	t.Run("nothing", func(t *testing.T) {
		if v, err := e.Embed(ctx, embed.Query, nil); err != nil || len(v) != 0 {
			t.Errorf("%v, %v", v, err)
		}
	})
	t.Run("alone", func(t *testing.T) {
		for i, text := range all {
			v, err := e.Embed(ctx, embed.Passage, []string{text})
			if err != nil || !close32(v[0], want[i], near) {
				t.Fatalf("%q: alone it has another vector (%v)", text, err)
			}
		}
	})
	t.Run("concurrently", func(t *testing.T) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				got, err := e.Embed(ctx, embed.Passage, all)
				for i := range all {
					if err != nil || !close32(got[i], want[i], near) {
						t.Errorf("%q: another vector (%v)", all[i], err)
						return
					}
				}
			})
		}
		wg.Wait()
	})
	t.Run("cancelled", func(t *testing.T) {
		done, cancel := context.WithCancel(ctx)
		cancel()
		// What is known already may still be told.
		if _, err := e.Embed(done, embed.Passage, []string{"nunca " + t.Name()}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	if s, ok := e.(embed.SpanEmbedder); ok {
		t.Run("spans", func(t *testing.T) { spans(t, s, m.Dim, near) })
	}
}

func spans(t *testing.T, e embed.SpanEmbedder, dim int, near float64) {
	ctx := context.Background()
	text := "El plazo es de treinta días. Salvo en productos personalizados, que no se devuelven."
	cut := strings.Index(text, " Salvo")
	list := []doc.Span{{Start: 0, End: cut}, {Start: cut, End: len(text)}, {Start: 3, End: 3}, {Start: 0, End: len(text)}, {Start: 0, End: cut}}
	v, err := e.EmbedSpans(ctx, text, list)
	if err != nil {
		t.Fatal(err)
	}
	if err := embed.Check(v, len(list), dim); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 3} {
		if n := math.Sqrt(embed.Dot(v[i], v[i])); math.Abs(n-1) > 1e-3 {
			t.Errorf("span %v: the length is %v", list[i], n)
		}
	}
	if embed.Dot(v[2], v[2]) != 0 {
		t.Error("a span without text has a vector")
	}
	if !close32(v[0], v[4], near) || close32(v[0], v[1], 1e-3) {
		t.Error("one span has two vectors, or two spans one")
	}
	for _, wrong := range []doc.Span{{Start: -1, End: 2}, {Start: 5, End: 4}, {Start: 0, End: len(text) + 1}} {
		if _, err := e.EmbedSpans(ctx, text, []doc.Span{wrong}); err == nil {
			t.Errorf("span %v: no error", wrong)
		}
	}
	if got, err := e.EmbedSpans(ctx, "", nil); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
}

func close32(a, b []float32, near float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if d := math.Abs(float64(a[i] - b[i])); !(d <= near) {
			return false
		}
	}
	return true
}
