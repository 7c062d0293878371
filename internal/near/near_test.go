package near_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/internal/near"
)

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "año", 3}, {"año", "ano", 1}, {"max", "mxa", 1}, {"overlap", "overlpa", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if got := near.Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestDistanceIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.StringMatching("[a-dñ]{0,8}").Draw(t, "a"), rapid.StringMatching("[a-dñ]{0,8}").Draw(t, "b")
		d := near.Distance(a, b)
		if d != near.Distance(b, a) || (d == 0) != (a == b) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Fatalf("%q, %q: %d", a, b, d)
		}
	})
}
