package unigram_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/pildora/pildora/size/token/unigram"
	"golang.org/x/text/unicode/norm"
)

// metaspace is the pipeline by its definition: a character map over the
// graphemes of the whole text, perhaps blanks stripped or made one, perhaps
// parted at white space, then Metaspace.
type metaspace struct{ strip, collapse, split bool }

var pipelines = []metaspace{{}, {collapse: true}, {split: true}, {strip: true, collapse: true}, {strip: true}}

var spaces = regexp.MustCompile(" {2,}")

func (m metaspace) words(text string, yield func(word string)) {
	text = mapped(strings.ToValidUTF8(text, "\ufffd"))
	if m.strip {
		text = strings.TrimSpace(text)
	}
	if m.collapse {
		text = spaces.ReplaceAllString(text, " ")
	}
	parts := []string{text}
	if m.split {
		parts = strings.FieldsFunc(text, unicode.IsSpace)
	}
	for _, part := range parts {
		if part == "" {
			continue
		}
		part = strings.ReplaceAll(part, " ", "▁")
		if !strings.HasPrefix(part, "▁") {
			part = "▁" + part
		}
		for part != "" {
			_, mark := utf8.DecodeRuneInString(part)
			end := len(part)
			if i := strings.Index(part[mark:], "▁"); i >= 0 {
				end = mark + i
			}
			yield(part[:end])
			part = part[end:]
		}
	}
}

// mapped is the text by the character map: a grapheme of less than six bytes as
// a whole, where the map knows a beginning of it, else rune by rune.
func mapped(text string) string {
	var b strings.Builder
	for g := graphemes.FromString(text); g.Next(); {
		if len(g.Value()) < 6 {
			if to, ok := lookUp(g.Value()); ok {
				b.WriteString(to)
				continue
			}
		}
		for _, r := range g.Value() {
			to, ok := lookUp(string(r))
			if !ok {
				to = string(r)
			}
			b.WriteString(to)
		}
	}
	return b.String()
}

var special = map[string]string{
	"\t": " ", "\n": " ", "\r": " ", "\u200b": " ", "\u200d": "", "\ufeff": "", "\u00ad": "", "\x07": "", "\x7f": "",
	"a\u0301": "á", "\u1100\u1161": "가", " \u0302": "^", "\u0e4d\u0e32": "ำ", "\u0600a": "b",
}

// lookUp finds the shortest beginning that the map knows.
func lookUp(grapheme string) (string, bool) {
	for end := range len(grapheme) {
		key := grapheme[:end+1]
		if to, ok := special[key]; ok {
			return to, true
		}
		if r, n := utf8.DecodeRuneInString(key); n == len(key) && r != utf8.RuneError && norm.NFKC.String(key) != key {
			return norm.NFKC.String(key), true
		}
	}
	return "", false
}

var alphabet = []rune("aabbcdeZÑñÁéüßıİΩςжЙйאבةل़াीำาก한글각가ᄀ\u1161\u11a8漢字々かガｶﾞﾟ，。…—“¿¡·«»¨´\u0600\u0602" +
	"      \n\n\t\r\v\f\u00a0\u2003\u3000\u200b\u200d\ufeff\u00ad\x00\x07\x7f\ufffd\u0301\u0302\u0338\u302e▁▁" +
	"\U00020000\U0001f600\U0001f3fd\U0001f1e6\U0001f1e7\u20e3\ufe0f#.,-_'\"()[]{}|`~$^+=<>@%&*!?/\\:;0123456789½²ªﬁ①㎏™")

func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		switch r.IntN(40) {
		case 0:
			b.WriteRune(rune(r.IntN(0x3100)))
		case 1:
			b.WriteRune(rune(r.IntN(0x20000)))
		case 2:
			b.WriteByte(byte(r.IntN(256)))
		case 3:
			b.WriteString(strings.Repeat(string("ab \n漢"[r.IntN(4)]), r.IntN(24)))
		case 4, 5, 6, 7:
			b.WriteString(" ")
		default:
			b.WriteRune(alphabet[r.IntN(len(alphabet))])
		}
	}
	return b.String()
}

// letters is a model that knows most letters of the alphabet.
func letters(t testing.TB, bytes bool) *unigram.Model {
	r := rand.New(rand.NewPCG(5, 5))
	c := unigram.Config{Pieces: []unigram.Piece{{Text: "<unk>"}, {Text: "▁", Score: -2}}, ByteFallback: bytes}
	add := func(p string) { c.Pieces = append(c.Pieces, unigram.Piece{Text: p, Score: -float64(r.IntN(30)) / 4}) }
	for _, l := range alphabet {
		if r.IntN(6) > 0 {
			add(string(l))
		}
		if r.IntN(6) == 0 {
			add("▁" + string(l))
		}
	}
	for _, p := range []string{"ab", "▁ab", "abc", "bb", "▁an", "aa", "aaa", "漢字", "▁▁", "\u0301\u302e", "\u302e\u0301"} {
		add(p)
	}
	for b := range 256 {
		c.Pieces = append(c.Pieces, unigram.Piece{Text: byteName(b), Score: -9})
	}
	m, err := unigram.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func byteName(b int) string {
	const digits = "0123456789ABCDEF"
	return "<0x" + digits[b>>4:b>>4+1] + digits[b&15:b&15+1] + ">"
}

func count(m *unigram.Model, words unigram.Words, text string) int {
	n := 0
	words(text, func(w string) { n += m.Count(w) })
	return n
}

func fast(t testing.TB, m *unigram.Model, words unigram.Words) *unigram.Fast {
	f, err := unigram.NewFast(m, words)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFastIsThePipeline compares Fast with the pipeline, run over the text as a
// whole.
func TestFastIsThePipeline(t *testing.T) {
	for i, p := range pipelines {
		m := letters(t, i%2 == 0)
		f := fast(t, m, p.words)
		r := rand.New(rand.NewPCG(uint64(i), 6))
		for range 6000 {
			text := randomText(r, r.IntN(40))
			if got, want := f.Count(text), count(m, p.words, text); got != want {
				t.Fatalf("%+v: %q counts %d, want %d", p, text, got, want)
			}
		}
	}
}

// TestFastIsThePipelineOnEachRune: beside a letter, blanks and marks.
func TestFastIsThePipelineOnEachRune(t *testing.T) {
	m := letters(t, true)
	for _, p := range pipelines[:2] {
		f := fast(t, m, p.words)
		for r := rune(0); r < 0x20000; r += 1 + r>>13 {
			c := string(r)
			for _, text := range []string{"a" + c + "\u0301b " + c + c, c + " \u0302\u200d" + c + " "} {
				if got, want := f.Count(text), count(m, p.words, text); got != want {
					t.Fatalf("%+v: %q counts %d, want %d", p, text, got, want)
				}
			}
		}
	}
}

// TestSeamsRoundLikeTheWhole: scores whose sums tie but for rounding, which
// depends on what is before. Parts cut by themselves must see that.
func TestSeamsRoundLikeTheWhole(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 12))
		c := unigram.Config{Pieces: []unigram.Piece{{Text: "<unk>", Score: -2}, {Text: "▁", Score: -0.3}, {Text: "-", Score: -0.7}}}
		for _, p := range []string{"a", "b", "aa", "ab", "ba", "bb", "aab", "aba", "abb", "bab", "abab"} {
			c.Pieces = append(c.Pieces, unigram.Piece{Text: p, Score: -0.1 * float64(len(p)+r.IntN(2))})
		}
		m, err := unigram.New(c)
		if err != nil {
			t.Fatal(err)
		}
		f := fast(t, m, pipelines[0].words)
		for range 40 {
			var b strings.Builder
			for range 1 + r.IntN(60) {
				b.WriteByte("aabbab-"[r.IntN(7)])
			}
			if got, want := f.Count(b.String()), count(m, pipelines[0].words, b.String()); got != want {
				t.Fatalf("seed %d: %q counts %d, want %d", seed, b.String(), got, want)
			}
		}
	}
}

// TestFastNeedsBlanks: a pipeline that parts nothing can't be counted in atoms.
func TestFastNeedsBlanks(t *testing.T) {
	for name, words := range map[string]unigram.Words{
		"all":     func(text string, yield func(string)) { yield(text) },
		"nothing": func(string, func(string)) {},
		"lines":   func(text string, yield func(string)) { metaspace{}.words(strings.ReplaceAll(text, "\n", ""), yield) },
	} {
		if _, err := unigram.NewFast(letters(t, false), words); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestFastIsConcurrent is for the race detector.
func TestFastIsConcurrent(t *testing.T) {
	m := letters(t, false)
	f := fast(t, m, pipelines[0].words)
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 7))
			for range 200 {
				text := randomText(r, 30)
				if got, want := f.Count(text), count(m, pipelines[0].words, text); got != want {
					t.Errorf("%q counts %d, want %d", text, got, want)
				}
			}
		})
	}
	wait.Wait()
}
