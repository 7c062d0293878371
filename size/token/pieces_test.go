package token

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// checkPieces holds the pieces that the short ways find against the pattern
// alone. The text goes on for long enough behind each place for them to be taken.
func checkPieces(t interface {
	Helper()
	Fatalf(string, ...any)
}, k *Tokenizer, text string) {
	t.Helper()
	w := k.worker()
	defer k.workers.Put(w)
	for p := 0; p < len(text); {
		n := w.pattern.pieces(&w.scanner, text, p, &w.ends)
		if n == 0 {
			t.Fatalf("%s: no piece at %d of %q", k.Name(), p, text)
		}
		for _, e := range w.ends[:n] {
			if want := w.pattern.next(&w.scanner, text, p); e != want {
				t.Fatalf("%s: the piece at %d ends at %d, want %d: %.60q", k.Name(), p, e, want, text[p:])
			}
			p = e
		}
	}
}

// shortWays is what the short ways treat each in its own way, and what stops
// them.
var shortWays = []string{"word", "Word", "WORD", "wORD", "X", "palabra", "añadió", "Ángel", "ÁNGEL", "éé", "straße", "Œuvre", "слово", "СЛОВО", "字", "ひ",
	"ʰ", "ǅ", "ª", "ſ", "×", "÷", "\u0301", "½", "٣", "¿", "«", "—", "€", "👍", "\u00a0", "\u3000", "\u0085", "\u200b", " ", "  ", "\t", "\n", "\r\n",
	"\n\n", "\v", "\x00", "1", "22", "333", "4444", ".", ",", "!?", "...", "/", "//", "'", "'s", "'S", "'ll", "'Ve", "'x", "'ſ", "_", "-", "@", "[", "`", "{", "\x7f",
	"abcdefgh", "ABCDEFGH", "abcdefghijklmnopqrstuvwxyz"}

func TestPieces(t *testing.T) {
	for _, name := range Names() {
		k := tokenizer(t, name)
		for _, text := range vectorTexts(t) {
			checkPieces(t, k, text+strings.Repeat("~", room))
		}
		for _, a := range shortWays {
			for _, b := range shortWays {
				for _, c := range []string{"", "a", "A", " ", "\n", "'s", "é", "É", "字", "\u0301", "1", "."} {
					checkPieces(t, k, a+b+c+" .. .. .. .. .. .")
					checkPieces(t, k, a+b+c) // near the text's end
				}
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			checkPieces(t, k, strings.Join(rapid.SliceOfN(rapid.SampledFrom(shortWays), 0, 60).Draw(t, "text"), ""))
		})
	}
}

// TestPiecesOfEveryCharacter puts each character at every place of a word.
func TestPiecesOfEveryCharacter(t *testing.T) {
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if !utf8.ValidRune(c) || testing.Short() && c > 0x3000 && c%7 != 0 {
			continue
		}
		s := string(c)
		text := s + "a " + s + "A" + s + "b " + s + s + "abcdefgh" + s + "x'" + s + "1" + s + "." + s + "\n" + s + "Aa" + s + strings.Repeat(" ", room)
		for _, name := range []string{"cl100k", "o200k"} {
			checkPieces(t, tokenizer(t, name), text)
		}
	}
}

func FuzzPieces(f *testing.F) {
	for _, s := range shortWays {
		f.Add("a" + s + "B" + s + " c")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		for _, name := range Names() {
			checkPieces(t, tokenizer(t, name), text)
		}
	})
}

// TestCache: counts don't depend on what was counted before, however many
// pieces have the same places, and pieces that differ only in zero bytes or in
// their length are told apart.
func TestCache(t *testing.T) {
	k := tokenizer(t, "cl100k")
	w := k.newWorker()
	var texts []string
	for _, unit := range []string{"a", "\x00", "ab", "é", "x\x00", "qz"} {
		for n := range 280 {
			texts = append(texts, strings.Repeat(unit, n)+strings.Repeat("\x00", n%3))
		}
	}
	for i := range 40_000 { // more than the cache holds
		texts = append(texts, strings.Map(func(r rune) rune { return 'a' + (r+rune(i/7))%26 }, "ab"+strings.Repeat(string(rune('a'+i%26)), i%29)+string(rune('a'+i/26%26))+string(rune('a'+i/676%26))))
	}
	for range 2 {
		for _, piece := range texts {
			text := piece + strings.Repeat("~", 40)
			for range 2 {
				if piece == "" {
					continue
				}
				if got, want := w.piece(text, 0, len(piece)), w.encode(text, 0, len(piece)); got != want {
					t.Fatalf("%q has %d tokens, want %d", piece, got, want)
				}
			}
		}
	}
}

// TestNoAllocation: counting and measuring allocate nothing, once a worker is
// there, and preparing little and only per text.
func TestNoAllocation(t *testing.T) {
	k := tokenizer(t, "o200k")
	text := strings.Repeat("El convenio reconoce 23 días laborables, salvo pacto.\n\n* It's `code`.\n", 200)
	w := k.newWorker()
	if n := testing.AllocsPerRun(20, func() { w.count(text, nil) }); n > 0 {
		t.Errorf("counting allocates %.0f times", n)
	}
	if n := testing.AllocsPerRun(20, func() { newRuler(k, text, w) }); n > 6 {
		t.Errorf("preparing allocates %.0f times", n)
	}
}

// TestPreparedMemory: what is kept of a prepared text is about a quarter of it.
func TestPreparedMemory(t *testing.T) {
	n := 1 << 20
	m := newMarks(n)
	if got := 8*(len(m.cuts)+len(m.tokens)) + 12*len(m.blocks); got > n*28/100 {
		t.Errorf("%d bytes are kept of %d", got, n)
	}
}
