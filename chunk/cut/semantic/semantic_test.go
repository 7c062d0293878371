package semantic_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/cut/semantic"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/size"
)

var ctx = context.Background()

func options() semantic.Options {
	return semantic.Options{Embedder: fake.Embedder{}, Sentences: cut.Sentences("es")}
}

func document(sentences ...string) *doc.Document {
	return &doc.Document{URI: "a.txt", Language: "es", Text: strings.Join(sentences, " ")}
}

// two is a text about cats and then about invoices.
func two() *doc.Document {
	return document("El gato duerme en el sofá.", "El gato come pescado en el sofá.", "El gato del sofá duerme mucho.", "El gato come y duerme en casa.",
		"La factura vence el lunes.", "La factura se paga el lunes por transferencia.", "La transferencia de la factura vence.", "La factura del lunes se paga.")
}

func cuts(t testing.TB, c chunk.Cutter, d *doc.Document) []string {
	t.Helper()
	at, err := chunk.CutsOf(ctx, c, d, d.Whole())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, i := range at {
		first, _, _ := strings.Cut(strings.TrimSpace(d.Text[i:]), ".")
		out = append(out, first)
	}
	return out
}

func TestDrift(t *testing.T) {
	want := []string{"La factura vence el lunes"}
	for _, threshold := range []semantic.Threshold{{}, {Kind: semantic.Deviation, Value: 1.5}, {Kind: semantic.Interquartile, Value: 1}, {Kind: semantic.Absolute, Value: 0.65}} {
		for _, window := range []int{1, 2, 3} {
			o := options()
			o.Threshold, o.Window = threshold, window
			if got := cuts(t, semantic.Drift(o), two()); !slices.Equal(got, want) {
				t.Errorf("%v over %d sentences: cut before %q", threshold.Kind, window, got)
			}
		}
	}
	o := options()
	o.Threshold, o.Window = semantic.Threshold{Kind: semantic.Gradient, Value: 80}, 2
	if got := cuts(t, semantic.Drift(o), two()); len(got) == 0 {
		t.Error("no gradient is steep")
	}
}

func TestCurve(t *testing.T) {
	o := options()
	o.Smooth = 1
	c, err := semantic.Drift(o).Curve(ctx, two(), two().Whole())
	if err != nil || len(c.Ends) != 7 || len(c.Distances) != 7 || len(c.Cuts) != 1 || c.Threshold <= 0 {
		t.Errorf("%+v, %v", c, err)
	}
	short := document("Uno.", "Dos.", "Tres.")
	if c, err := semantic.Drift(o).Curve(ctx, short, short.Whole()); err != nil || len(c.Cuts) != 0 {
		t.Errorf("of three sentences: %+v, %v", c, err)
	}
}

func TestCluster(t *testing.T) {
	want := []string{"La factura vence el lunes"}
	if got := cuts(t, semantic.Cluster(options(), 1000, size.Runes), two()); !slices.Equal(got, want) {
		t.Errorf("cut before %q", got)
	}
	for _, most := range []int{1, 40, 70, 120} {
		d := two()
		at, err := chunk.CutsOf(ctx, semantic.Cluster(options(), most, size.Runes), d, d.Whole())
		if err != nil {
			t.Fatal(err)
		}
		ends, _ := chunk.CutsOf(ctx, cut.Sentences("es"), d, d.Whole())
		start := 0
		for _, end := range append(at, len(d.Text)) {
			alone := !slices.ContainsFunc(ends, func(e int) bool { return e > start && e < end })
			if n := size.Runes.Size(d.Text[start:end]); n > most && !alone {
				t.Errorf("at most %d: %q has %d", most, d.Text[start:end], n)
			}
			start = end
		}
	}
}

func TestDoubleMerge(t *testing.T) {
	if got := cuts(t, semantic.DoubleMerge(options(), 0.5, 0.6, 1000, size.Runes), two()); !slices.Equal(got, []string{"La factura vence el lunes"}) {
		t.Errorf("cut before %q", got)
	}
	aside := document("El gato duerme en el sofá.", "El gato come en el sofá.", "Llueve.", "El gato duerme y come en el sofá.", "La factura vence.")
	if got := cuts(t, semantic.DoubleMerge(options(), 0.35, 0.6, 1000, size.Runes), aside); !slices.Equal(got, []string{"La factura vence"}) {
		t.Errorf("an aside parts what goes on: cut before %q", got)
	}
	if got := cuts(t, semantic.DoubleMerge(options(), 0.35, 2, 1000, size.Runes), aside); len(got) != 3 {
		t.Errorf("without a second look: cut before %q", got)
	}
}

// broken fails, or gives what is no vector.
type broken struct {
	fake.Embedder
	err error
}

func (b broken) Embed(context.Context, embed.Kind, []string) ([][]float32, error) { return nil, b.err }

func TestErrors(t *testing.T) {
	for _, err := range []error{errors.New("down"), nil} {
		o := options()
		o.Embedder = broken{err: err}
		for name, c := range map[string]chunk.Cutter{"drift": semantic.Drift(o), "cluster": semantic.Cluster(o, 9, size.Runes), "merge": semantic.DoubleMerge(o, 0.5, 0.5, 9, size.Runes)} {
			if _, got := chunk.CutsOf(ctx, c, two(), two().Whole()); got == nil || !strings.Contains(got.Error(), "a.txt") {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
	if _, err := semantic.KindOf("magic"); err == nil {
		t.Error("an unknown threshold: no error")
	}
	for _, name := range semantic.Kinds() {
		if k, err := semantic.KindOf(name); err != nil || k.String() != name {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
}

// TestCutsAreSentenceEnds: whatever the way, cuts are ends of sentences, in
// order, and the same again.
func TestCutsAreSentenceEnds(t *testing.T) {
	words := []string{"gato", "sofá", "factura", "lunes", "¿Sí?", "Uno.", "No.", "\n\n", "x"}
	rapid.Check(t, func(t *rapid.T) {
		d := document(rapid.SliceOfN(rapid.SampledFrom(words), 0, 60).Draw(t, "words")...)
		o := options()
		o.Window, o.Smooth = rapid.IntRange(0, 4).Draw(t, "window"), rapid.IntRange(0, 3).Draw(t, "smooth")
		o.Threshold = semantic.Threshold{Kind: semantic.Kind(rapid.IntRange(0, 4).Draw(t, "kind")), Value: rapid.Float64Range(0, 100).Draw(t, "value")}
		most := rapid.IntRange(1, 200).Draw(t, "most")
		ends, err := chunk.CutsOf(ctx, o.Sentences, d, d.Whole())
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]chunk.Cutter{"drift": semantic.Drift(o), "cluster": semantic.Cluster(o, most, size.Runes),
			"merge": semantic.DoubleMerge(o, rapid.Float64Range(-1, 1).Draw(t, "alike"), rapid.Float64Range(-1, 1).Draw(t, "aside"), most, size.Runes)} {
			got, err := chunk.CutsOf(ctx, c, d, d.Whole())
			if err != nil {
				t.Fatal(err)
			}
			again, _ := chunk.CutsOf(ctx, c, d, d.Whole())
			if !slices.Equal(got, again) || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Fatalf("%s: %v, again %v", name, got, again)
			}
			for _, at := range got {
				if !slices.Contains(ends, at) {
					t.Fatalf("%s: %d is no end of a sentence of %v", name, at, ends)
				}
			}
		}
	})
}

// given has vectors of its own for texts.
type given struct {
	fake.Embedder
	v map[string][]float32
}

func (g given) Model() embed.Model { return embed.Model{Name: "given", Digest: "given", Dim: 2} }

func (g given) Embed(_ context.Context, _ embed.Kind, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		out = append(out, g.v[t])
	}
	return out, nil
}

// TestClusterIsBest compares with every partition.
func TestClusterIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		g := given{v: map[string][]float32{}}
		var sentences []string
		var v [][]float32
		for i := range n {
			angle := rapid.Float64Range(0, 2*math.Pi).Draw(t, "angle")
			s := fmt.Sprintf("Frase %d.", i)
			g.v[s] = []float32{float32(math.Cos(angle)), float32(math.Sin(angle))}
			sentences, v = append(sentences, s), append(v, g.v[s])
		}
		d := document(sentences...)
		fit := rapid.IntRange(1, n).Draw(t, "fit")
		mean := 0.0
		for i := range v {
			for j := range v {
				if i != j {
					mean += embed.Dot(v[i], v[j]) / float64(n) / float64(n-1)
				}
			}
		}
		reward := func(firsts []int) float64 {
			total := 0.0
			for k, first := range firsts {
				end := n
				if k+1 < len(firsts) {
					end = firsts[k+1]
				}
				if end-first > fit {
					return math.Inf(-1)
				}
				for i := first; i < end; i++ {
					for j := i + 1; j < end; j++ {
						total += embed.Dot(v[i], v[j]) - mean
					}
				}
			}
			return total
		}
		best := math.Inf(-1)
		for mask := range 1 << (n - 1) {
			firsts := []int{0}
			for i := 1; i < n; i++ {
				if mask>>(i-1)&1 == 1 {
					firsts = append(firsts, i)
				}
			}
			best = max(best, reward(firsts))
		}
		o := semantic.Options{Embedder: g, Sentences: cut.Sentences("es")}
		at, err := chunk.CutsOf(ctx, semantic.Cluster(o, fit, each{}), d, d.Whole())
		if err != nil {
			t.Fatal(err)
		}
		firsts := []int{0}
		for _, a := range at {
			firsts = append(firsts, strings.Count(d.Text[:a], "Frase"))
		}
		if got := reward(firsts); math.Abs(got-best) > 1e-5 {
			t.Fatalf("%v has %v, the best %v", firsts, got, best)
		}
	})
}

// each measures every text as one.
type each struct{}

func (each) Size(string) int { return 1 }
