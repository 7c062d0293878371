package boundary_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/internal/cputime"
)

// By hand: "a b" and "a c". All: a 2/4, b 1/4, c 1/4. For "a c" after "a b":
// a is as common in "a b" as everywhere, c isn't there: 1.
func TestCohesionByHand(t *testing.T) {
	got := boundary.Measure([]string{"a b", "a c"}, boundary.Measuring{})
	if got != (boundary.Cohesion{Chunks: 2, Clarity: 1}) {
		t.Errorf("%+v", got)
	}
	// Chunks x x, x x, y y, y y: x 1/2, y 1/2. x after x: (0.8 + 0.2·1/(1/2))^-1
	// = 1/1.2; y after x: 1. Ties: the two pairs of equals, four
	// degrees of 1 of four: 2 bits of at most 2.
	got = boundary.Measure([]string{"x x", "x x", "y y", "", "y y"}, boundary.Measuring{})
	want := boundary.Cohesion{Chunks: 4, Clarity: (1/1.2 + 1 + 1/1.2) / 3, Stickiness: 2, Relative: 1, Ties: 2}
	if math.Abs(got.Clarity-want.Clarity) > 1e-12 {
		t.Errorf("clarity %v, want %v", got.Clarity, want.Clarity)
	}
	if got.Clarity = want.Clarity; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// With a higher threshold than 1 − 1/1.2 = 0.1667 there are no ties.
	if got := boundary.Measure([]string{"x x", "x x", "y y"}, boundary.Measuring{Threshold: 0.17}); got.Ties != 0 || got.Stickiness != 0 {
		t.Errorf("%+v", got)
	}
	// The third chunk is out of reach of the first.
	if got := boundary.Measure([]string{"x", "y", "x"}, boundary.Measuring{Reach: 1}); got.Ties != 0 {
		t.Errorf("%+v", got)
	}
}

func TestCohesionOfNothing(t *testing.T) {
	for _, chunks := range [][]string{nil, {""}, {"one"}, {"", "…", "one", " "}} {
		if got := boundary.Measure(chunks, boundary.Measuring{}); got.Clarity != 1 || got.Stickiness != 0 || got.Relative != 0 || got.Chunks > 1 {
			t.Errorf("%q: %+v", chunks, got)
		}
	}
}

func TestStemsTie(t *testing.T) {
	chunks := []string{"El contrato obliga.", "Los contratos obligan.", "Llueve mucho hoy.", "Nada que ver aquí."}
	with := boundary.Measure(chunks, boundary.Measuring{Language: "es"})
	without := boundary.Measure(chunks, boundary.Measuring{})
	if with.Clarity >= without.Clarity {
		t.Errorf("clarity %v with stems, %v without", with.Clarity, without.Clarity)
	}
}

// Cutting where the topic changes is clearer than cutting in between.
func TestTopicsAreClearer(t *testing.T) {
	var right, wrong []string
	var words []string
	for topic := range 6 {
		for i := range 40 {
			words = append(words, fmt.Sprintf("t%dw%d", topic, i%8))
		}
	}
	for i := 0; i < len(words); i += 40 {
		right = append(right, strings.Join(words[i:i+40], " "))
	}
	for i := 20; i+40 <= len(words); i += 40 {
		wrong = append(wrong, strings.Join(words[i:i+40], " "))
	}
	r, w := boundary.Measure(right, boundary.Measuring{}), boundary.Measure(wrong, boundary.Measuring{})
	if r.Clarity != 1 || r.Ties != 0 || w.Clarity >= 0.95 || w.Ties == 0 {
		t.Errorf("right %+v, wrong %+v", r, w)
	}
}

func TestCohesionRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chunks := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("abcd  ñ東")), 0, 30, -1), 0, 12).Draw(t, "chunks")
		m := boundary.Measuring{Threshold: rapid.Float64Range(0, 0.5).Draw(t, "threshold")}
		got := boundary.Measure(chunks, m)
		if !(got.Clarity > 0 && got.Clarity <= 1) || !(got.Relative >= 0 && got.Relative <= 1) || !(got.Stickiness >= 0) {
			t.Fatalf("%+v", got)
		}
		if got.Chunks > 1 && got.Stickiness > math.Log2(float64(got.Chunks))+1e-9 {
			t.Fatalf("%+v: more than log₂ of the chunks", got)
		}
		if got != boundary.Measure(chunks, m) {
			t.Fatal("not the same twice")
		}
	})
}

func TestCohesionGrowth(t *testing.T) {
	run := func(n int) func() {
		chunks := make([]string, n)
		for i := range chunks {
			chunks[i] = fmt.Sprintf("all of them the same but w%d and w%d", i, i+1)
		}
		return func() { boundary.Measure(chunks, boundary.Measuring{}) }
	}
	if err := cputime.Grows(10, run(1_000), run(10_000)); err != nil {
		t.Error(err)
	}
}
