package token

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
)

// define encodes a piece by the definition, over strings: the slow truth.
func define(v *vocab, piece string) []uint32 {
	var parts []string
	for i := range len(piece) {
		parts = append(parts, piece[i:i+1])
	}
	for {
		least, at := none, 0
		for i := range len(parts) - 1 {
			pair := parts[i] + parts[i+1]
			if r := v.rank(pair, 0, len(pair)); r < least {
				least, at = r, i
			}
		}
		if least == none {
			break
		}
		parts = slices.Replace(parts, at, at+2, parts[at]+parts[at+1])
	}
	var ranks []uint32
	for _, p := range parts {
		ranks = append(ranks, v.rank(p, 0, len(p)))
	}
	return ranks
}

// checkPiece holds the ways to encode a piece, and the counts of its
// beginnings, against the definition.
func checkPiece(t *testing.T, k *Tokenizer, piece string) {
	t.Helper()
	if piece == "" {
		return
	}
	w := k.worker()
	defer k.workers.Put(w)
	v, n := w.vocab, len(piece)
	want := define(v, piece)
	if parts := v.merge(piece, 0, n, 1); len(parts)-1 != len(want) {
		t.Errorf("%s: merge of %q leaves %d parts, want %v", k.Name(), piece, len(parts)-1, want)
	}
	if n > 1 && n <= shortPiece {
		starts, at := uint64(0), 0
		for _, rank := range want {
			starts |= 1 << at
			at += v.size(rank)
		}
		if got := v.mergeShort(piece, 0, n, &w.keys); got != starts {
			t.Errorf("%s: mergeShort of %q begins tokens at %b, want %b", k.Name(), piece, got, starts)
		}
	}
	if got := w.search.run(v, piece, 0, n); !slices.Equal(got, want) {
		t.Errorf("%s: search of %q gives %v, want %v", k.Name(), piece, got, want)
	}
	var x prefixes
	for e := 1; e <= min(n, 60); e++ { // the definition is slow
		if got, want := x.count(v, &w.search.pairs, piece, e), len(define(v, piece[:e])); got != want {
			t.Errorf("%s: %q has %d tokens, want %d", k.Name(), piece[:e], got, want)
		}
	}
}

func FuzzPiece(f *testing.F) {
	for _, s := range []string{"a", "aaaaaaaa", "antidisestablishmentarianism", "ababab", strings.Repeat(" ", 90), "\xff\x00\xfe",
		"añoñoño", "字字字的的", "\n\n\n\r\n\r\n", "=======-----", "4a9fB+/xQ==", "the the", "'''''"} {
		f.Add(s)
	}
	all := tokenizers()
	f.Fuzz(func(t *testing.T, piece string) {
		if len(piece) > 150 {
			piece = piece[:150]
		}
		for _, name := range Names() {
			checkPiece(t, all[name], piece)
		}
	})
}

// FuzzRuler asks for the span [a:b] of a text, after asking for a shorter one.
func FuzzRuler(f *testing.F) {
	f.Add("don't \n\n stop 1234 字", uint16(1), uint16(9), uint16(12))
	f.Add(strings.Repeat("Aひ", 200), uint16(3), uint16(200), uint16(400))
	f.Add("\n"+strings.Repeat(" ", 400)+"x", uint16(0), uint16(300), uint16(399))
	all := tokenizers()
	f.Fuzz(func(t *testing.T, text string, a, b, c uint16) {
		cuts := []int{int(a) % (len(text) + 1), int(b) % (len(text) + 1), int(c) % (len(text) + 1)}
		slices.Sort(cuts)
		for _, name := range Names() {
			r := all[name].Prepare(text)
			for _, end := range cuts[1:] {
				if got, want := r.Size(doc.Span{Start: cuts[0], End: end}), all[name].Size(text[cuts[0]:end]); got != want {
					t.Errorf("%s: Size(%d:%d) = %d, want %d", name, cuts[0], end, got, want)
				}
			}
		}
	})
}

// TestRandomPieces checks pieces with many equal pairs, where ties and
// overlaps matter.
func TestRandomPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, alphabet := range []string{"a", "ab", "abc", " ", "01", "ABab", "theinar ", "\xe5\xad\x97\x80", "=-", "\n\r ", "lrvest'"} {
		for range 12 {
			b := make([]byte, 1+r.IntN(110))
			for i := range b {
				b[i] = alphabet[r.IntN(len(alphabet))]
			}
			checkPiece(t, tokenizer(t, Names()[r.IntN(4)]), string(b))
		}
	}
}

// unbroken is text of n bytes with few or no cuts.
func unbroken(n int) map[string]string {
	r := rand.New(rand.NewPCG(5, 6))
	random := func(letters []rune) string {
		var b strings.Builder
		for b.Len() < n {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	ideographs := make([]rune, 3000)
	for i := range ideographs {
		ideographs[i] = rune(0x4e00 + i)
	}
	bytes := make([]byte, n)
	for i := range bytes {
		bytes[i] = byte(r.Uint32())
	}
	return map[string]string{
		"a": strings.Repeat("a", n), "blanks": strings.Repeat(" ", n), "newlines": strings.Repeat("\n", n),
		"digits": strings.Repeat("7", n), "marks": strings.Repeat("\u0301", n/2), "mixed": strings.Repeat("Aひ", n/4),
		"capitals": "ひ" + strings.Repeat("A", n), "line": "\n" + strings.Repeat(" ", n) + "x", "random": string(bytes),
		"base64": random([]rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")),
		"lower":  random([]rune("abcdefghijklmnopqrstuvwxyz")), "han": random(ideographs),
	}
}

// growth compares the time of work on texts of n and 16n bytes. Of short random
// ones the processor learns the branches by heart, which makes them four times
// as fast as long ones.
func growth(t *testing.T, n int, work func(text string)) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	small, large := unbroken(n), unbroken(16*n)
	for name := range small {
		if err := cputime.Grows(16, func() { work(small[name]) }, func() { work(large[name]) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSizeGrowth(t *testing.T) {
	for _, name := range []string{"cl100k", "o200k"} {
		k := tokenizer(t, name)
		growth(t, 1<<17, func(text string) { k.Size(text) })
	}
}

// TestRulerGrowth cuts chunks of at most 128 tokens character by character,
// and then grows one span over the whole text.
func TestRulerGrowth(t *testing.T) {
	for _, name := range []string{"cl100k", "o200k"} {
		k := tokenizer(t, name)
		growth(t, 1<<13, func(text string) {
			r := k.Prepare(text)
			if _, ok := r.(direct); ok {
				return // not UTF-8: each span is read
			}
			start := 0
			for end := range text {
				if r.Size(doc.Span{Start: start, End: end}) > 128 {
					start = end
				}
			}
			r = k.Prepare(text) // which remembers nothing yet
			for end := range text {
				if end%7 == 0 && utf8.RuneStart(text[end]) {
					r.Size(doc.Span{Start: 0, End: end})
				}
			}
		})
	}
}
