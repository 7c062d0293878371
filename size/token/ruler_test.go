package token

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"pgregory.net/rapid"
)

// pieces is what nasty texts are made of: everything that some pattern treats
// in its own way, and runs long enough to be remembered.
var pieces = []string{"a", "b", "S", "T", "'", "'s", "'ll", "l", "ve", " ", "  ", "\t", "\n", "\r\n", "\n\n", "1", "23", "4567",
	".", "!", "/", "-", "ñ", "É", "ſ", "ǅ", "ʰ", "字", "ひ", "٣", "\u0301", "\u00a0", "\u3000", "\u0085", "\u200d", "\x00", "👍", "🏽",
	"word", " the", "ción", "ABC", "<|endoftext|>", strings.Repeat("a", 300), strings.Repeat("A", 290), strings.Repeat("ひ", 99),
	strings.Repeat(" ", 280), strings.Repeat(" \n", 140), strings.Repeat("7", 270), strings.Repeat("-", 300), strings.Repeat("aB", 150),
	strings.Repeat("\n", 260), strings.Repeat("xyzzyq", 60), strings.Repeat("Aひ", 80), strings.Repeat("\u0301", 140)}

func nasty() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		few := rapid.SliceOfNDistinct(rapid.SampledFrom(pieces), 1, 6, rapid.ID[string]).Draw(t, "pieces")
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(few), 0, 40).Draw(t, "text"), "")
	})
}

// position draws a rune border of text between low and its end, often near low.
func position(t *rapid.T, text string, low int, label string) int {
	p := rapid.IntRange(low, len(text)).Draw(t, label)
	if rapid.Bool().Draw(t, "near") {
		p = min(len(text), low+rapid.IntRange(0, 40).Draw(t, "step"))
	}
	for p < len(text) && !utf8.RuneStart(text[p]) {
		p++
	}
	return p
}

// TestRuler: a Ruler says of each span what Size says of its text, in whatever
// order it is asked.
func TestRuler(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			k := tokenizer(t, name)
			rapid.Check(t, func(t *rapid.T) {
				text := nasty().Draw(t, "text")
				r := k.Prepare(text)
				for range 6 {
					s := position(t, text, 0, "start")
					e := s
					for range rapid.IntRange(1, 8).Draw(t, "calls") {
						e = position(t, text, rapid.SampledFrom([]int{s, e}).Draw(t, "from"), "end")
						if got, want := r.Size(doc.Span{Start: s, End: e}), k.Size(text[s:e]); got != want {
							t.Fatalf("Size(%d:%d) = %d, want %d: %.200q", s, e, got, want, text[s:e])
						}
					}
				}
			})
		})
	}
}

// TestRulerAllSpans asks for every span of short texts.
func TestRulerAllSpans(t *testing.T) {
	texts := []string{"don'tſ  \n\n x'll 12345 \n", "ひABCd ABひCD'sE\u0301F!\u0301/\n/ x", "a\xffb \xe2\x82 c", "\r\n \t\u00a0.\n\n  .'S'll've",
		"é👍🏽字 1½٣٤٥ \u0085\u3000x", "ABCDEfgh'Re'x  'l 'll", "   \n   \n   a   \n"}
	for _, name := range Names() {
		k := tokenizer(t, name)
		for _, text := range texts {
			r := k.Prepare(text)
			for s := range len(text) + 1 {
				for e := s; e <= len(text); e++ { // spans inside characters too
					if got, want := r.Size(doc.Span{Start: s, End: e}), k.Size(text[s:e]); got != want {
						t.Errorf("%s: Size(%d:%d) = %d, want %d: %q", name, s, e, got, want, text[s:e])
					}
				}
			}
		}
	}
}

// TestReach holds both bounds of Reach against the size of every span, and that
// they don't depend on what was asked before.
func TestReach(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			k := tokenizer(t, name)
			rapid.Check(t, func(t *rapid.T) {
				text := nasty().Draw(t, "text")
				r := k.Prepare(text).(*ruler)
				for range 4 {
					s := position(t, text, 0, "start")
					limit := rapid.IntRange(0, 1+len(text)/3).Draw(t, "limit")
					fits, over := r.Reach(s, limit)
					if fits < s || over < fits || over > len(text) {
						t.Fatalf("Reach(%d, %d) = %d, %d of %d bytes", s, limit, fits, over, len(text))
					}
					for e := s; e <= len(text); e++ {
						if e < len(text) && !utf8.RuneStart(text[e]) {
							continue
						}
						n := r.Size(doc.Span{Start: s, End: e})
						if most := r.Most(e - s); n > most {
							t.Fatalf("%d tokens, at most %d: %.300q", n, most, text[s:e])
						}
						if e <= fits && n > limit || e > over && n <= limit {
							t.Fatalf("Reach(%d, %d) = %d, %d, but %d tokens end at %d: %.300q", s, limit, fits, over, n, e, text[s:])
						}
					}
					f, o := k.Prepare(text).(*ruler).Reach(s, limit)
					if f != fits || o != over {
						t.Fatalf("Reach(%d, %d) = %d, %d, and %d, %d when asked first", s, limit, fits, over, f, o)
					}
				}
			})
		})
	}
}

// TestReachIsNear: on usual text the ends that must be asked about are few.
func TestReachIsNear(t *testing.T) {
	text := strings.Repeat("El convenio reconoce 23 días laborables, salvo pacto en contrario.\n\n* uno: `a`\n", 300)
	for _, name := range Names() {
		r := tokenizer(t, name).Prepare(text).(*ruler)
		for _, limit := range []int{64, 512, 4000} {
			fits, over := r.Reach(0, limit)
			low, high := r.Size(doc.Span{End: fits}), r.Size(doc.Span{End: over})
			if low < limit-60 || high > limit+60 {
				t.Errorf("%s: Reach(0, %d) = %d, %d, which have %d and %d tokens", name, limit, fits, over, low, high)
			}
		}
	}
}

// TestRulerGrows asks for each end of the texts of the vector and of long runs.
func TestRulerGrows(t *testing.T) {
	texts := slices.DeleteFunc(vectorTexts(t), func(s string) bool { return len(s) < 90 })
	for _, unit := range pieces[len(pieces)-12:] {
		texts = append(texts, "x"+unit+unit, unit+" "+unit)
	}
	for _, name := range []string{"cl100k", "o200k"} {
		k := tokenizer(t, name)
		for i, text := range texts {
			if testing.Short() && i%5 != 0 {
				continue
			}
			r := k.Prepare(text)
			for s := 0; s < len(text); s += 1 + len(text)/3 {
				for e := s; e <= len(text); e++ {
					if got, want := r.Size(doc.Span{Start: s, End: e}), k.Size(text[s:e]); got != want {
						t.Fatalf("%s: Size(%d:%d) = %d, want %d: %.200q", name, s, e, got, want, text[s:e])
					}
				}
			}
		}
	}
}

// TestOffsets: offsets, ids and size agree, and the tokens make up the text.
func TestOffsets(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			k := tokenizer(t, name)
			rapid.Check(t, func(t *rapid.T) {
				text := nasty().Draw(t, "text")
				ids, ends := k.Encode(text), k.Offsets(text)
				if len(ids) != len(ends) || len(ids) != k.Size(text) {
					t.Fatalf("%d ids, %d offsets, size %d", len(ids), len(ends), k.Size(text))
				}
				at := 0
				for i, end := range ends {
					if text[at:end] != k.Token(ids[i]) {
						t.Fatalf("token %d is %q, not %q", ids[i], k.Token(ids[i]), text[at:end])
					}
					at = end
				}
				if at != len(text) {
					t.Fatalf("tokens end at %d of %d", at, len(text))
				}
			})
		})
	}
}
