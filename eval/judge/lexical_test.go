package judge_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/judge"
)

func TestLexical(t *testing.T) {
	s := judge.Sample{Question: "q", Contexts: []string{"Los permisos caducan.", "A los dos años"}, Answer: "El permiso caduca por correo", Reference: "caduca dos"}
	// permiso and caduca by their stems, of five words; el, por, correo aren't there.
	if got := score(t, judge.Lexical(judge.LexicalOptions{Language: "es"}), s); math.Abs(got.Value-2.0/5) > 1e-12 {
		t.Errorf("%+v, want 2/5", got)
	}
	if got := score(t, judge.Lexical(judge.LexicalOptions{Language: "es", Against: judge.Reference}), s); got.Value != 1 {
		t.Errorf("%+v, want 1", got)
	}
	weight := func(l string) float64 {
		if l == "correo" || l == "corre" {
			return 3
		}
		return 1
	}
	if got := score(t, judge.Lexical(judge.LexicalOptions{Language: "es", Weight: weight}), s); math.Abs(got.Value-2.0/7) > 1e-12 {
		t.Errorf("weighted: %+v, want 2/7", got)
	}
	none := judge.Lexical(judge.LexicalOptions{Weight: func(string) float64 { return 0 }})
	if got := score(t, none, s); got.Failure != judge.NoWords {
		t.Errorf("no weight: %+v", got)
	}
	s.Contexts = []string{}
	if got := score(t, judge.Lexical(judge.LexicalOptions{}), s); got.Value != 0 || got.Failure != "" {
		t.Errorf("nothing found: %+v", got)
	}
}

func TestIDF(t *testing.T) {
	idf := judge.IDF(nil, slices.Values([]string{"the cat the", "the dog", "the bird", "a bird"}), "")
	for l, df := range map[string]float64{"the": 3, "bird": 2, "cat": 1, "fish": 0} {
		if want := math.Log(1 + (4-df+0.5)/(df+0.5)); math.Abs(idf(l)-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", l, idf(l), want)
		}
	}
	if w := judge.IDF(nil, slices.Values([]string(nil)), "")("x"); !(w > 0) {
		t.Errorf("of no texts: %v", w)
	}
}

// More contexts hold more words; the answer itself holds all of them.
func TestLexicalProperties(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("abc ñé東-.")))
	rapid.Check(t, func(t *rapid.T) {
		s := judge.Sample{Question: "q", Answer: text.Draw(t, "answer"), Contexts: rapid.SliceOfN(text, 0, 4).Draw(t, "contexts")}
		m := judge.Lexical(judge.LexicalOptions{Weight: judge.IDF(nil, slices.Values(s.Contexts), "")})
		last := 0.0
		for i := 0; i <= len(s.Contexts); i++ {
			part := s
			part.Contexts = s.Contexts[:i]
			got, err := m.Score(context.Background(), part)
			if err != nil || !(got.Value >= 0 && got.Value <= 1) || got.Value < last-1e-12 {
				t.Fatalf("%+v, %v after %v", got, err, last)
			}
			last = got.Value
		}
		s.Contexts = append(s.Contexts, s.Answer)
		if got, err := m.Score(context.Background(), s); err != nil || got.Failure == "" && math.Abs(got.Value-1) > 1e-12 {
			t.Fatalf("in itself: %+v, %v", got, err)
		}
	})
}

func TestLexicalCosine(t *testing.T) {
	sim := judge.LexicalCosine(nil, "")
	got, err := sim(t.Context(), "How do the contracts end?", []string{"how do the contract ends", "Nothing at all", "", "end end"})
	if err != nil || len(got) != 4 || got[0] != 1 || got[1] != 0 || got[2] != 0 || !(got[3] > 0 && got[3] < 1) {
		t.Errorf("%v, %v", got, err)
	}
}
