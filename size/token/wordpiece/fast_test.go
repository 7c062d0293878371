package wordpiece_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/pildora/pildora/size/token/wordpiece"
	"golang.org/x/text/unicode/norm"
)

// bert is the pipeline by its definition: BERT's normalizer, step by step over
// the whole text, then its pre-tokenizer.
type bert struct{ clean, ideographs, strip, lower bool }

func (b bert) words(text string, yield func(word string)) {
	text = strings.ToValidUTF8(text, "\ufffd")
	if b.clean {
		text = strings.Map(clean, text)
	}
	if b.ideographs {
		text = apart(text)
	}
	if b.strip {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(text))
	}
	if b.lower {
		var lower strings.Builder
		for _, r := range text {
			lower.WriteString(strings.ToLower(string(r)))
		}
		text = lower.String()
	}
	for _, blank := range strings.FieldsFunc(text, unicode.IsSpace) {
		start := 0
		for i, r := range blank {
			if r < 0x80 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) || unicode.IsPunct(r) {
				if start < i {
					yield(blank[start:i])
				}
				yield(string(r))
				start = i + len(string(r))
			}
		}
		if start < len(blank) {
			yield(blank[start:])
		}
	}
}

func clean(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case r == 0 || r == 0xfffd || unicode.Is(unicode.C, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

func apart(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= 0x4e00 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff {
			b.WriteString(" " + string(r) + " ")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

var pipelines = []bert{
	{true, true, true, true}, {true, true, false, false}, {true, true, false, true},
	{false, false, true, false}, {false, true, true, true}, {true, false, false, false}, {},
}

// alphabet has letters, marks, blanks and symbols of the scripts and of the
// exceptions that pipelines trip over.
var alphabet = []rune("aabbcdeZÑñÁéüßıİſΩσςжЙйאבةل़ُाीกำ한글각가漢字々かガｶﾞ，。…—“¿¡·«»" +
	" \t\n\r\v\f\u00a0\u2003\u3000\u200b\u200d\ufeff\u00ad\x00\x07\x7f\ufffd\u0301\u0338\u0327\u0345\u302e\u302f\U0001d15e\U0001d165\U0001d16d" +
	"\u037e\u1fef\u226e\u2126\u212b\ufa10\U00020000\U0002f800\U0001f600\U0001f3fd\u20e3\ufe0f#.,-_'\"()[]{}|`~$^+=<>@%&*!?/\\:;0123456789½²ªﬁ①㎏")

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
			b.WriteString(strings.Repeat(string(alphabet[r.IntN(8)]), r.IntN(20)))
		default:
			b.WriteRune(alphabet[r.IntN(len(alphabet))])
		}
	}
	return b.String()
}

// letters is a model that knows most letters of the alphabet, and some of them
// only to begin or only to go on a word.
func letters(t testing.TB) *wordpiece.Model {
	c := wordpiece.Config{Unknown: "[UNK]", Prefix: "##", MaxRunes: 9, Vocab: map[string]int{"[UNK]": 0}}
	r := rand.New(rand.NewPCG(5, 5))
	for _, l := range alphabet {
		if p := string(l); r.IntN(8) > 0 {
			c.Vocab[p] = 0
		}
		if p := "##" + string(l); r.IntN(4) > 0 {
			c.Vocab[p] = 0
		}
	}
	for _, p := range []string{"ab", "##ab", "abc", "##bb", "an", "##n", "##\u0301\u302e", "##\u302e\u0301"} {
		c.Vocab[p] = 0
	}
	id := 0
	for p := range c.Vocab {
		id++
		c.Vocab[p] = id
	}
	m, err := wordpiece.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func count(m *wordpiece.Model, words wordpiece.Words, text string) int {
	n := 0
	words(text, func(w string) { n += m.Count(w) })
	return n
}

// TestFastIsThePipeline compares Fast with the pipeline, run over the text as a
// whole.
func TestFastIsThePipeline(t *testing.T) {
	m := letters(t)
	for i, b := range pipelines {
		f := wordpiece.NewFast(m, b.words)
		r := rand.New(rand.NewPCG(uint64(i), 6))
		for range 4000 {
			text := randomText(r, r.IntN(40))
			if got, want := f.Count(text), count(m, b.words, text); got != want {
				t.Fatalf("%+v: %q counts %d, want %d", b, text, got, want)
			}
		}
	}
}

// TestFastIsThePipelineOnEachRune: beside marks that swap places, a letter,
// and a blank.
func TestFastIsThePipelineOnEachRune(t *testing.T) {
	m := letters(t)
	for _, b := range pipelines[:2] {
		f := wordpiece.NewFast(m, b.words)
		for r := rune(0); r < 0x20000; r += 1 + r>>13 {
			c := string(r)
			for _, text := range []string{"a" + c + "\u302e\u0301b", "\u302e" + c + "\u0327ab " + c} {
				if got, want := f.Count(text), count(m, b.words, text); got != want {
					t.Fatalf("%+v: %q counts %d, want %d", b, text, got, want)
				}
			}
		}
	}
}

// TestFastIsConcurrent is for the race detector.
func TestFastIsConcurrent(t *testing.T) {
	m := letters(t)
	f := wordpiece.NewFast(m, pipelines[0].words)
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
