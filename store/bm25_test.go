package store

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/lex"
)

// terms runs Terms over lexemes that as many records hold as counts say.
func terms(t *testing.T, n int, counts ...int) []Term {
	t.Helper()
	var lexemes []string
	for i := range counts {
		lexemes = append(lexemes, fmt.Sprint(i))
	}
	out, err := Terms(n, lexemes, func(l string) (int, error) {
		var i int
		_, err := fmt.Sscan(l, &i)
		return counts[i], err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTerms(t *testing.T) {
	if got := terms(t, 10, 0, 0); len(got) != 0 {
		t.Errorf("lexemes that none holds: %v", got)
	}
	for _, term := range terms(t, 3, 1, 2, 3) {
		if term.Late || term.IDF <= 0 {
			t.Errorf("in a small index: %+v", term)
		}
	}
	got := terms(t, 2*Large, 1, Large, Large+1, 2*Large)
	for i, late := range []bool{false, false, true, true} {
		if got[i].Late != late {
			t.Errorf("in a large index: %+v", got[i])
		}
	}
	for _, term := range terms(t, Large, Large, Large-1) {
		if term.Late {
			t.Errorf("nothing rarer: %+v", term)
		}
	}
}

func TestTermsAreBounded(t *testing.T) {
	counts := make([]int, 300)
	for i := range counts {
		counts[i] = 300 - i
	}
	got := terms(t, 1000, counts...)
	if len(got) != MaxTerms || got[0].Records != MaxTerms || got[MaxTerms-1].Records != 1 {
		t.Errorf("%d terms, held by %d … %d records; want the %d rarest, in their order", len(got), got[0].Records, got[len(got)-1].Records, MaxTerms)
	}
	boom := errors.New("boom")
	if _, err := Terms(1, []string{"a"}, func(string) (int, error) { return 0, boom }); !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
}

func TestWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1e6).Draw(t, "n")
		term := Term{IDF: idf(n, rapid.IntRange(1, n).Draw(t, "holding"))}
		f, length := float64(rapid.IntRange(1, 50).Draw(t, "frequency"))/2, rapid.IntRange(1, 1000).Draw(t, "length")
		w := term.Weight(f, length, 100)
		if !(w > 0 && w <= term.Most()) {
			t.Fatalf("weight %v of at most %v", w, term.Most())
		}
		if term.Weight(f+0.5, length, 100) <= w || term.Weight(f, length+1, 100) >= w {
			t.Fatal("more often must weigh more, and longer less")
		}
		if r := Round(w); math.Abs(r-w) > 1e-9*w || Round(r) != r {
			t.Fatalf("Round(%v) = %v", w, r)
		}
	})
}

func TestAnalyse(t *testing.T) {
	var a lex.Analyzer
	f := Analyse(&a, &Record{Text: "Las facturas, la factura", Title: "Manual", Headings: []string{"Facturas"}, Lang: "es"})
	if !slices.Equal(f.Head, []string{"manual", "factur"}) || f.Frequency("factur") != 2+HeadingWeight || f.Length() != 6 || f.Rules != "es" {
		t.Errorf("%+v", f)
	}
	if f := Analyse(&a, &Record{Title: "A", Headings: []string{"A", "B"}}); len(f.Head) != 2 {
		t.Errorf("a title that is the first heading counts once: %q", f.Head)
	}
	if f := Analyse(&a, &Record{Text: "Las facturas se pagan a los treinta días de su recepción."}); f.Rules != "es" {
		t.Errorf("language not seen: %q", f.Rules)
	}
}
