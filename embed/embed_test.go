package embed_test

import (
	"math"
	"strings"
	"testing"

	"github.com/pildora/pildora/embed"
)

func TestNormalize(t *testing.T) {
	v := []float32{3, 0, -4}
	embed.Normalize(v)
	if v[0] != 0.6 || v[1] != 0 || v[2] != -0.8 || math.Abs(embed.Dot(v, v)-1) > 1e-6 {
		t.Errorf("got %v", v)
	}
	zero := []float32{0, 0}
	if embed.Normalize(zero); zero[0] != 0 || zero[1] != 0 {
		t.Errorf("the zero vector becomes %v", zero)
	}
}

func TestCheck(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for want, vectors := range map[string][][]float32{
		"":                             {{1, 2}, {0, 0}},
		"1 vectors for 2 texts":        {{1, 2}},
		"vector 1 has 3 numbers":       {{1, 2}, {1, 2, 3}},
		"vector 0: number 1 is NaN":    {{1, nan}, {1, 2}},
		"vector 1: number 0 is -Inf":   {{1, 2}, {inf, 2}},
		"vector 1 has 0 numbers, not ": {{1, 2}, nil},
	} {
		err := embed.Check(vectors, 2, 2)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v: got %v, want %q", vectors, err, want)
		}
	}
}

func TestKind(t *testing.T) {
	if embed.Query.String() != "query" || embed.Passage.String() != "passage" {
		t.Error(embed.Query, embed.Passage)
	}
}
