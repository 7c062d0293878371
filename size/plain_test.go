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

var plain = []struct {
	name string
	size.Preparer
}{{"bytes", size.Bytes}, {"runes", size.Runes}, {"words", size.Words}}

// genPlain draws a text, now and then one longer than what a ruler counts at
// once.
func genPlain(t *rapid.T) string {
	fragments := []string{"a", "é", "漢字", "👩‍👩‍👧", " ", "\n", "\u00a0", "\u3000", "palabra ", strings.Repeat("x", 250), strings.Repeat(" ", 250),
		strings.Repeat("ñ ", 120), "\u0301", strings.Repeat("é", 127), strings.Repeat("漢字 ", 700), strings.Repeat("una línea de texto\n", 300)}
	if rapid.Bool().Draw(t, "broken") {
		fragments = append(fragments, "\xff", "\xe2\x82")
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 40).Draw(t, "text"), "")
}

// TestRulersAreExact holds the contract of Ruler for every plain measure.
func TestRulersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genPlain(t)
		whole := rapid.IntRange(0, 3).Draw(t, "anywhere") > 0
		for _, m := range plain {
			name, r := m.name, m.Prepare(text)
			for range 20 {
				a := rapid.IntRange(0, len(text)).Draw(t, "start")
				b := rapid.IntRange(a, len(text)).Draw(t, "end")
				if whole {
					a, b = border(text, a), border(text, b)
				}
				if got, want := r.Size(doc.Span{Start: a, End: b}), m.Size(text[a:b]); got != want {
					t.Fatalf("%s: %d:%d is %d, want %d", name, a, b, got, want)
				}
			}
		}
	})
}

// TestReachIsExact holds the contract of Reacher, and that the plain measures
// leave nothing open in text that is UTF-8.
func TestReachIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genPlain(t)
		for _, m := range plain {
			name, ruler := m.name, m.Prepare(text)
			r, ok := ruler.(size.Reacher)
			if !ok {
				continue
			}
			for range 10 {
				start := border(text, rapid.IntRange(0, len(text)).Draw(t, "start"))
				limit := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(0, 10000), rapid.IntRange(0, 1<<40)).Draw(t, "limit")
				fits, over := r.Reach(start, limit)
				if fits < start || over < fits || over > len(text) || fits != over && utf8.ValidString(text) {
					t.Fatalf("%s: from %d by %d: %d, %d", name, start, limit, fits, over)
				}
				at := border(text, min(over+1, len(text)))
				if at > over && name == "bytes" {
					at = over + 1
				}
				if n := m.Size(text[start:fits]); n > limit || at > over && m.Size(text[start:at]) <= limit {
					t.Fatalf("%s: from %d by %d to %d: %d, and %d to %d", name, start, limit, fits, n, m.Size(text[start:at]), at)
				}
				end := border(text, rapid.IntRange(start, max(start, fits)).Draw(t, "end"))
				if got, want := r.Size(doc.Span{Start: start, End: end}), m.Size(text[start:end]); got != want {
					t.Fatalf("%s: after Reach %d:%d is %d, want %d", name, start, end, got, want)
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

// TestMostIsABound holds the contract of Bounded, of the plain measures and of
// them with something added.
func TestMostIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genPlain(t)
		for _, m := range plain {
			for n := range 3 {
				r := size.Plus(m.Preparer, n).(size.Preparer).Prepare(text)
				b, ok := r.(size.Bounded)
				if !ok {
					if utf8.ValidString(text) {
						t.Fatalf("%s plus %d isn't bounded", m.name, n)
					}
					continue
				}
				start := border(text, rapid.IntRange(0, len(text)).Draw(t, "start"))
				end := border(text, rapid.IntRange(start, len(text)).Draw(t, "end"))
				if got, most := r.Size(doc.Span{Start: start, End: end}), b.Most(end-start); got > most {
					t.Fatalf("%s plus %d: %q measures %d, at most %d", m.name, n, text[start:end], got, most)
				}
			}
		}
	})
}
