package lex

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/words"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func texts(text string) []string {
	var out []string
	for l := range Words(text) {
		out = append(out, l.Text)
	}
	return out
}

func TestWords(t *testing.T) {
	data, err := os.ReadFile("testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		text, want, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok {
			continue
		}
		for _, in := range []string{text, norm.NFD.String(text), norm.NFC.String(text)} {
			if got := texts(in); !slices.Equal(got, strings.Fields(want)) {
				t.Errorf("%q: %q, want %q", in, got, want)
			}
		}
	}
}

// words that mean to say something in several scripts, for the generators.
var alphabet = []rune("aAbBzZñÑnáéíóúüçßœïøłИй'’-_./@:+#&,·  \n\t01239٣०９²kK\u0300\u0301\u0303\u0306\u00ad\u200d学北ラﾗﾞか\u3099สวั한ᄒ\u1161\u11abשָكَתָ。？！<>\"\x00\u0085\ufeff😀")

func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.StringOf(rapid.RuneFrom(alphabet)), rapid.String())
}

func TestWordsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkWords(t, anyText().Draw(t, "text")) })
}

type failer interface{ Fatalf(string, ...any) }

// checkWords holds what every consumer relies on.
func checkWords(t failer, text string) {
	last := 0
	for l := range Words(text) {
		if l.Start < 0 || l.End <= l.Start || l.End > len(text) || l.End < last && l.Start >= last {
			t.Fatalf("%q: span %d:%d after %d", text, l.Start, l.End, last)
		}
		last = l.End
		if l.Text == "" || len(l.Text) > MaxLexeme {
			t.Fatalf("%q: lexeme %q", text, l.Text)
		}
		for _, c := range []byte(l.Text) {
			if c < 0x80 && !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || strings.ContainsRune(IndexSigns, rune(c))) {
				t.Fatalf("%q: lexeme %q has %q", text, l.Text, c)
			}
		}
	}
	if folded := Fold(text); Fold(folded) != folded {
		t.Fatalf("Fold(%q) = %q, again %q", text, folded, Fold(folded))
	}
}

func TestFoldFollowsUnicode(t *testing.T) {
	for r := rune(0xc0); r < 0x2000; r++ {
		if c := classOf(r); c != letter && c != pair {
			continue
		}
		s := string(r)
		if a, b := Fold(s), Fold(norm.NFD.String(s)); a != b {
			t.Errorf("%q (%U): composed %q, decomposed %q", s, r, a, b)
		}
	}
	for r := rune(0xac00); r <= 0xd7a3; r++ {
		if got := Fold(norm.NFD.String(string(r))); got != string(r) {
			t.Fatalf("%c decomposed folds to %q", r, got)
		}
	}
}

// TestUAX29 compares with the state machine of the standard on plain prose: a
// word of the standard that holds a letter or digit is exactly one of ours.
func TestUAX29(t *testing.T) {
	prose := "El niño pagó 300 euros. ¿Cuándo llegó el señor López? The quick brown fox can jump 32 feet, right? Ça va très bien. " +
		"Größe über alles, naïve Ärzte. Сколько дней отпуска? Πόσες μέρες άδειας έχω; हिन्दी में लिखा है। كم يوما من الإجازة؟ כמה ימי חופשה"
	var want []string
	it := words.FromString(prose)
	for it.Next() {
		if w := it.Value(); classOf([]rune(w)[0]) == letter || classOf([]rune(w)[0]) == digit {
			want = append(want, Fold(w))
		}
	}
	if got := texts(prose); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestLongRuns(t *testing.T) {
	for _, s := range []string{strings.Repeat("a", 1<<20), strings.Repeat("a.", 1<<19), strings.Repeat("1.", 1<<19) + "1", strings.Repeat("a-", 1<<19),
		strings.Repeat("学", 1<<18), "학" + strings.Repeat("\u0301", 1<<18), strings.Repeat("a'", 1<<19), strings.Repeat("l'", 1<<19) + "a", strings.Repeat("l’aB", 1<<18), strings.Repeat("l'aB-", 1<<18), strings.Repeat("aB", 1<<19), strings.Repeat("://", 1<<18)} {
		n := 0
		for range Words(s) {
			n++
		}
		if n > len(s) {
			t.Errorf("%q…: %d lexemes of %d bytes", s[:8], n, len(s))
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "año", "l'eau", "a.b.c", "1.234,56", "v1.2", "C++", "學\u0301", "n\u0303", "\xff", "aB'c-d_e", "ｶﾞ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkWords(t, s)
		var a Analyzer
		for lang := range stemmers {
			for l := range a.Lexemes(s, lang) {
				if l.Text == "" {
					t.Fatalf("%s: empty lexeme in %q", lang, s)
				}
			}
		}
		Detect(s)
		a.Highlights(s, s, "es")
	})
}
