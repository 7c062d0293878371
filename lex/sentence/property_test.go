package sentence_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/lex/sentence"
)

// pieces are what hostile and ordinary texts are drawn from.
var pieces = []string{
	"Hola", "mundo", "The", "end", "I", "A", "x", "É", "ñandú", "Straße", "слово", "Дом", "你好", "です", "と", "ไทย", "ๆ", "مرحبا", "हिन्दी", "😀", "👩‍👩‍👧", "🇪🇸", "🇫🇷",
	"Sr.", "Dr.", "p. ej.", "EE. UU.", "etc.", "U.S.", "a.m.", "art.", "núm.", "z. B.", "J. R.", "Mr.", "No.", "Co.", "Artículo", "PRIMERA.",
	"1.", "2.", "3.14", "1.)", "2)", "a)", "b)", "(i)", "a.", "b.", "1.º", "12", "2019.", "v1.2.3", "http://a.b/c?d=e.", "x@y.z", "main.go", ".NET",
	".", ".", "!", "?", "…", "...", " . . .", "。", "！", "？", "．", "؟", "۔", "।", "։", "።", "。」", "‼", ";",
	" ", " ", " ", " ", "\n", "\n\n", "\r\n", "\r\n\r\n", "\t", "\u00a0", "\u2003", "\u3000", "\f", "\u2028",
	"\"", "'", "“", "”", "«", "»", "„", "(", ")", "[", "]", "「", "」", "《", "》", "—", "– ", "- ", "* ", "# ", "> ", "|", "•", "⁃", "¿", "¡", ",", ":", "`", "``", "```", "**", "_", "[^1]", "[2]", "](", "¹", "</b>",
	"\u0301", "\u200d", "\ufe0f", "\u200b", "\ufeff", "\u0600", "\u0e33", "\u1100", "\u11a8", "\U0001F3FD", "\xff", "\xe2\x80", "\x00",
}

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, label), "")
}

var tags = []string{"", "es", "en", "fr", "de", "pt", "it", "ca", "ru", "el", "th"}

func drawSegmenter(t *rapid.T) sentence.Segmenter {
	return sentence.New(rapid.SampledFrom(tags).Draw(t, "lang"))
}

// mayPrecedeEnd reports whether r is white space, an end mark, or something
// that stays with the sentence after its end mark.
func mayPrecedeEnd(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(`.!?…‼⁇⁈⁉。｡！？．؟۔।॥։။។៕።፧`, r) || strings.ContainsRune("\"')]}*_~`”’»›“」』】）》〉>¹²³", r)
}

func checkEnds(t interface{ Fatalf(string, ...any) }, text string, ends []int) {
	borders := map[int]bool{}
	at := 0
	for it := graphemes.FromString(text); it.Next(); {
		at += len(it.Value())
		borders[at] = true
	}
	last := 0
	for _, end := range ends {
		if end <= last || end >= len(text) {
			t.Fatalf("%q: end %d not after %d or not inside", text, end, last)
		}
		if !borders[end] {
			t.Fatalf("%q: end %d is inside a grapheme", text, end)
		}
		next, _ := utf8.DecodeRuneInString(text[end:])
		if unicode.IsMark(next) || next == '\u200d' || unicode.IsSpace(next) {
			t.Fatalf("%q: the sentence at %d begins with %q", text, end, next)
		}
		if r, _ := utf8.DecodeLastRuneInString(text[:end]); !mayPrecedeEnd(r) {
			t.Fatalf("%q: end %d stands after %q", text, end, r)
		}
		last = end
	}
}

func TestEndsAreInsideAscendingOnBorders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t, "text")
		checkEnds(t, text, slices.Collect(drawSegmenter(t).Ends(text)))
	})
}

// TestBlankLineParts holds that what stands after a blank line changes nothing
// before it, and that the blank line ends a sentence.
func TestBlankLineParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSegmenter(t)
		first := strings.TrimRightFunc(drawText(t, "first"), unicode.IsSpace)
		alone := slices.Collect(s.Ends(first))
		both := slices.Collect(s.Ends(first + "\n\nNext " + drawText(t, "rest")))
		if len(both) < len(alone) || !slices.Equal(both[:len(alone)], alone) {
			t.Fatalf("%q: ends %v, followed by a paragraph %v", first, alone, both)
		}
		if strings.TrimFunc(first, unicode.IsSpace) != "" && !slices.Contains(both, len(first)+2) {
			t.Fatalf("%q: no end at the blank line: %v", first, both)
		}
	})
}

func TestStoppingYieldsPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, text := drawSegmenter(t), drawText(t, "text")
		all := slices.Collect(s.Ends(text))
		n := rapid.IntRange(0, len(all)).Draw(t, "n")
		var some []int
		for end := range s.Ends(text) {
			if len(some) == n {
				break
			}
			some = append(some, end)
		}
		if !slices.Equal(some, all[:n]) {
			t.Fatalf("%q: first %d of %v are %v", text, n, all, some)
		}
	})
}

func FuzzEnds(f *testing.F) {
	for _, text := range []string{
		"Hola Srta. Ledesma. ¿Qué tal? «Bien.», dijo.", "1) One 2) Two\n3) Three", "A. . . . B. . . ", "“x. y” z. (a. b.) C.",
		"你好！「好。」と言った。", "ไทย ไทย ๆ ไทย", "`a. b` [x](y. z) **B.** C.[^1] D", "\r\n\r\n\f\u2028. A", "x.\u0301 Y. \u0301Z", "• 9. A • 10. B",
	} {
		f.Add(text, "")
		f.Add(text, "es")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		checkEnds(t, text, slices.Collect(sentence.New(lang).Ends(text)))
	})
}
