package size_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		text                string
		bytes, runes, words int
	}{
		{"", 0, 0, 0},
		{"año nuevo", 10, 9, 2},
		{" \u00a0a\u2028b\u3000c\u0085 ", 15, 9, 3},
		{"e\u0301", 3, 2, 1},
		{"\xff\xfe", 2, 2, 1},
		{"a\x1cb", 3, 3, 2},
	} {
		if b, r, w := size.Bytes.Size(tt.text), size.Runes.Size(tt.text), size.Words.Size(tt.text); b != tt.bytes || r != tt.runes || w != tt.words {
			t.Errorf("%q: %d bytes, %d runes, %d words", tt.text, b, r, w)
		}
	}
}

// TestRulersAreExact holds the contract of Ruler for every plain measure.
func TestRulersAreExact(t *testing.T) {
	fragments := []string{"a", "é", "漢字", "👩‍👩‍👧", " ", "\n", "\u00a0", "\u3000", "palabra ", strings.Repeat("x", 250), strings.Repeat(" ", 250),
		strings.Repeat("ñ ", 120), "\u0301", "\xff", "\xe2\x82", strings.Repeat("é", 127)}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 40).Draw(t, "text"), "")
		for name, m := range map[string]size.Preparer{"bytes": size.Bytes, "runes": size.Runes, "words": size.Words} {
			r := m.Prepare(text)
			for range 20 {
				a := border(text, rapid.IntRange(0, len(text)).Draw(t, "start"))
				b := border(text, rapid.IntRange(a, len(text)).Draw(t, "end"))
				if got, want := r.Size(doc.Span{Start: a, End: b}), m.Size(text[a:b]); got != want {
					t.Fatalf("%s: %d:%d is %d, want %d", name, a, b, got, want)
				}
			}
		}
	})
}

func TestWordsAreFields(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[^\x1c-\x1f]*`).Draw(t, "text")
		if got, want := size.Words.Size(text), len(strings.Fields(text)); got != want {
			t.Fatalf("%q: %d words, want %d", text, got, want)
		}
	})
}

// border is the next place from i on where a rune begins, as Go counts them.
func border(text string, i int) int {
	at := 0
	for at < i {
		_, width := utf8.DecodeRuneInString(text[at:])
		at += width
	}
	return at
}
