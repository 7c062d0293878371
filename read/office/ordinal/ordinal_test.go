package ordinal_test

import (
	"testing"

	"github.com/pildora/pildora/read/office/ordinal"
)

func TestCounting(t *testing.T) {
	for _, c := range []struct {
		n                        int
		letters, cyrillic, roman string
	}{
		{1, "a", "а", "i"}, {26, "z", "ы", "xxvi"}, {27, "aa", "э", "xxvii"}, {53, "aaa", "шш", "liii"}, {0, "0", "0", "0"}, {-3, "-3", "-3", "-3"},
		{1994, "1994", "1994", "mcmxciv"}, {40000, "40000", "40000", "40000"},
	} {
		if l, y, r := ordinal.Letters(c.n), ordinal.Cyrillic(c.n), ordinal.Roman(c.n); l != c.letters || y != c.cyrillic || r != c.roman {
			t.Errorf("%d: %q %q %q, want %q %q %q", c.n, l, y, r, c.letters, c.cyrillic, c.roman)
		}
	}
}
