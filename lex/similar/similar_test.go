package similar

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/internal/cputime"
)

// words makes n words out of a vocabulary.
func words(r *rand.Rand, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("palabra%d", r.Intn(5000))
	}
	return out
}

// shared is the share itself.
func shared(a, b []string) float64 {
	runs := func(w []string) map[string]bool {
		out := map[string]bool{}
		for i := 0; i+2 < len(w); i++ {
			out[strings.Join(w[i:i+3], " ")] = true
		}
		return out
	}
	x, y := runs(a), runs(b)
	both := 0
	for k := range x {
		if y[k] {
			both++
		}
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

// TestShared: the estimate is near the share itself, of short texts too.
func TestShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		n := rapid.SampledFrom([]int{20, 40, 100, 1000, 5000}).Draw(t, "words")
		a := words(r, n)
		b := slices.Clone(a)
		for range rapid.IntRange(0, n/4).Draw(t, "changes") {
			b[r.Intn(n)] = "otra"
		}
		x, ok1 := Of(strings.Join(a, " "))
		y, ok2 := Of("¡" + strings.ToUpper(strings.Join(b, ",\n")) + "!")
		if !ok1 || !ok2 {
			t.Fatal("no sketch")
		}
		want := shared(a, b)
		if got := x.Shared(&y); math.Abs(got-want) > 5*0.045 {
			t.Fatalf("%d words: %.3f, want %.3f", n, got, want)
		}
		if x.Shared(&x) != 1 || x.Shared(&y) != y.Shared(&x) {
			t.Fatal("not symmetric")
		}
		if back, ok := Read(x.Bytes()); !ok || back != x {
			t.Fatal("not read back")
		}
	})
}

func TestTooShort(t *testing.T) {
	if _, ok := Of(strings.Repeat("palabra ", Fewest-1)); ok {
		t.Error("a short text has a sketch")
	}
	var zero Sketch
	if zero.Shared(&zero) != 0 {
		t.Error("nothing is alike nothing")
	}
	if _, ok := Read([]byte("x")); ok {
		t.Error("x is read")
	}
}

// TestNear: what is alike enough is found among many others, and little else.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, least := range []float64{0.5, 0.7, 0.9} {
		for _, n := range []int{30, 800} {
			x := NewIndex(least)
			var all []Sketch
			for i := range 300 {
				s, _ := Of(strings.Join(words(r, n), " "))
				all = append(all, s)
				x.Add(fmt.Sprint(i), &s)
			}
			missed, tried := 0, 0
			for i := range all {
				w := words(r, n)
				s, _ := Of(strings.Join(w, " "))
				if len(x.Near(&s)) > 0 {
					t.Errorf("%v of %d words: a stranger is alike", least, n)
				}
				b := slices.Clone(w)
				b[n/2] = "otra"
				y := NewIndex(least)
				y.Add("w", &s)
				o, _ := Of(strings.Join(b, " "))
				if s.Shared(&o) < least+0.02 {
					continue
				}
				tried++
				if got := y.Near(&o); len(got) != 1 || got[0].Name != "w" {
					missed++
				}
				if got := x.Near(&all[i]); len(got) == 0 || got[0].Shared != 1 {
					t.Fatalf("%v: a copy isn't found", least)
				}
			}
			if missed*50 > tried {
				t.Errorf("%v of %d words: %d of %d missed", least, n, missed, tried)
			}
		}
	}
}

// TestGrowth: time is linear in the text and in the number of sketches, however
// alike they are.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	text := strings.Repeat("una frase que se repite muchas veces y otra más ", 16_000)
	if err := cputime.Grows(16, func() { Of(text[:len(text)/16]) }, func() { Of(text) }); err != nil {
		t.Errorf("text: %v", err)
	}
	same, _ := Of(text)
	index := func(n int) func() {
		return func() {
			x := NewIndex(0.7)
			for i := range n {
				x.Near(&same)
				x.Add(fmt.Sprint(i), &same)
			}
		}
	}
	if err := cputime.Grows(16, index(200), index(3200)); err != nil {
		t.Errorf("index: %v", err)
	}
}

func BenchmarkOf(b *testing.B) {
	text := strings.Join(words(rand.New(rand.NewSource(1)), 20_000), " ")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Of(text)
	}
}
