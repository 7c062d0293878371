package unigram_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/size/token/atom"
)

// unbroken is a text with long atoms among short ones.
func unbroken(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(5) {
		b.WriteString(randomText(r, r.IntN(100)))
		letter := string([]rune("añ漢\u0301\u302e1")[r.IntN(6)])
		b.WriteString(strings.Repeat(letter, r.IntN(1200)))
	}
	return b.String()
}

// TestRulerIsTheMeasure compares spans with the pipeline over them as texts:
// spans anywhere, inside runes too, and spans that grow from one start.
func TestRulerIsTheMeasure(t *testing.T) {
	m := letters(t, true)
	for i, b := range pipelines[:3] {
		f := fast(t, m, b.words)
		r := rand.New(rand.NewPCG(uint64(i), 8))
		for range 12 {
			text := unbroken(r)
			tokens := someTokens(r, text)
			ruler := f.Prepare(text, tokens...)
			for range 6 {
				s := doc.Span{Start: r.IntN(len(text) + 1)}
				for s.End = s.Start; s.End <= len(text); s.End += 1 + r.IntN(1+r.IntN(600)) {
					check(t, ruler, s, func(start, end int) int { return count(m, b.words, text[start:end]) }, tokens)
				}
				s.End = s.Start + r.IntN(len(text)-s.Start+1)
				check(t, ruler, s, func(start, end int) int { return count(m, b.words, text[start:end]) }, tokens)
			}
		}
	}
}

// someTokens are stretches of a text that shall be tokens.
func someTokens(r *rand.Rand, text string) (tokens []doc.Span) {
	for p, n := 0, r.IntN(4); n > 0 && p < len(text); n-- {
		start := p + r.IntN(len(text)-p)
		p = min(len(text), start+1+r.IntN(9))
		tokens = append(tokens, doc.Span{Start: start, End: p})
	}
	return tokens
}

// check compares a span with the stretches in it that aren't tokens, each as a
// text, and one for each token.
func check(t *testing.T, ruler *atom.Parted, s doc.Span, count func(start, end int) int, tokens []doc.Span) {
	t.Helper()
	want, done := 0, s.Start
	for _, token := range tokens {
		if token.End <= s.Start || token.Start >= s.End || s.Start == s.End {
			continue
		}
		if token.Start < s.Start || token.End > s.End {
			if n, ok := ruler.Size(s); ok {
				t.Fatalf("%v parts the token %v and is %d", s, token, n)
			}
			return
		}
		want += count(done, token.Start) + 1
		done = token.End
	}
	want += count(done, s.End)
	if got, ok := ruler.Size(s); !ok || got != want {
		t.Fatalf("%v with tokens %v is %d, %t; want %d", s, tokens, got, ok, want)
	}
}

// hostile are texts of n bytes that a counter might be slow at.
func hostile(n int) map[string]string {
	return map[string]string{
		"letters":    strings.Repeat("a", n),
		"accents":    strings.Repeat("ñ", n/2),
		"marks":      "a" + strings.Repeat("\u0301", n/2),
		"ideographs": strings.Repeat("漢字", n/6),
		"blanks":     strings.Repeat(" ", n),
		"dashes":     strings.Repeat("-", n),
		"ruled":      strings.Repeat(strings.Repeat("a", 16<<10)+"\n", n>>14),
	}
}

// TestCountIsLinear holds that counting a text takes time in proportion to its
// length, and so do spans that grow through it.
func TestCountIsLinear(t *testing.T) {
	m := letters(t, true)
	const times = 8
	small, large := hostile(1<<15), hostile(times<<15)
	for name := range small {
		f := fast(t, m, pipelines[0].words)
		if err := cputime.Grows(times, func() { f.Count(small[name]) }, func() { f.Count(large[name]) }); err != nil {
			t.Errorf("counting %s: %v", name, err)
		}
		if name == "marks" || name == "blanks" {
			continue // these go through the pipeline anew for each span
		}
		grow := func(text string) func() {
			return func() {
				ruler := f.Prepare(text)
				for end := 0; end < len(text); end += 96 {
					for !utf8.RuneStart(text[end]) {
						end++
					}
					ruler.Size(doc.Span{End: end})
				}
			}
		}
		if err := cputime.Grows(times, grow(small[name]), grow(large[name])); err != nil {
			t.Errorf("growing in %s: %v", name, err)
		}
	}
}

// TestRulerIsSmall: a mark of eight bytes stands for 64 of the text.
func TestRulerIsSmall(t *testing.T) {
	f := fast(t, letters(t, false), pipelines[0].words)
	text := strings.Repeat("ab an abc ", 1<<18)
	f.Prepare(text) // learns
	result := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			f.Prepare(text)
		}
	})
	if got, most := result.AllocedBytesPerOp(), int64(len(text)/4); got > most {
		t.Errorf("a ruler of %d bytes takes %d, more than %d", len(text), got, most)
	}
}
