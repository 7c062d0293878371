package unigram

import (
	"math/rand/v2"
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// TestAloneRunesAreGraphemes: each rune that is alone is a grapheme beside each
// other one of a sample, and beside blanks.
func TestAloneRunesAreGraphemes(t *testing.T) {
	var runes []rune
	for r := rune(0); r < 0x30000; r++ {
		if alone(r) {
			runes = append(runes, r)
		}
	}
	if len(runes) < 50000 {
		t.Fatalf("%d runes are alone, too few to matter", len(runes))
	}
	random := rand.New(rand.NewPCG(1, 1))
	for _, r := range runes {
		other := runes[random.IntN(len(runes))]
		text := []rune{other, r, ' ', r, '\n', r, r, other, other, r}
		n := 0
		for g := graphemes.FromString(string(text)); g.Next(); n++ {
			if n >= len(text) || g.Value() != string(text[n]) {
				t.Fatalf("%q beside %q: grapheme %d is %q", r, other, n, g.Value())
			}
		}
	}
}
