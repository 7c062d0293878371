package chunk

import (
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

func TestBlanksAreThoseOfDoc(t *testing.T) {
	for c := range byte(utf8.RuneSelf) {
		if got, want := asciiBlank(c) == 1, doc.IsBlank(string(rune(c))); got != want {
			t.Errorf("%q: %v", c, got)
		}
	}
}

// TestAlone holds that no letter which is taken to stand alone joins another
// such letter, be it one of each property that clusters depend on.
func TestAlone(t *testing.T) {
	kinds := []string{"a", "\u00ad", "\u00a9", "é", "א", "ب", "…", "‼", "い", "ー", "山", "가", "각", "！", "\u2028", "\u3000"}
	n := 0
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !alone(r) || !utf8.ValidRune(r) {
			continue
		}
		n++
		letter := string(r)
		for _, k := range append(kinds, letter) {
			first, _ := utf8.DecodeRuneInString(k)
			if !alone(first) && k != letter {
				t.Fatalf("%q isn't alone", k)
			}
			if got := clusterLen(letter + k); got != len(letter) {
				t.Fatalf("%U joins %q", r, k)
			}
			if got := clusterLen(k + letter); got != len(k) {
				t.Fatalf("%q joins %U", k, r)
			}
		}
	}
	if n < 30000 {
		t.Errorf("only %d letters are alone", n)
	}
}
