package ingest

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestRunes counts texts of every kind of character, at every place in a word.
func TestRunes(t *testing.T) {
	pieces := []string{"a", "12345678", "é", "\u07ff", "漢", "\uffff", "👩", "\U0010ffff", "\n", "\x7f", "\x00"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "text"), "")
		if got, want := runes(text), utf8.RuneCountInString(text); got != want {
			t.Fatalf("%q: got %d, want %d", text, got, want)
		}
	})
}
