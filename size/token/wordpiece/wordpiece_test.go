package wordpiece_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/wordpiece"
)

type token struct{ id, start, end int }

// naive cuts a word by the definition: the longest piece first.
func naive(c wordpiece.Config, word string) []token {
	unknown := []token{{c.Vocab[c.Unknown], 0, len(word)}}
	if utf8.RuneCountInString(word) > c.MaxRunes {
		return unknown
	}
	var ts []token
	for start := 0; start < len(word); {
		end, prefix := len(word), ""
		if start > 0 {
			prefix = c.Prefix
		}
		for ; end > start; end-- {
			if id, ok := c.Vocab[prefix+word[start:end]]; ok {
				ts = append(ts, token{id, start, end})
				break
			}
		}
		if end == start {
			return unknown
		}
		start = end
	}
	return ts
}

func each(m *wordpiece.Model, word string) (ts []token) {
	m.Each(word, func(id, start, end int) { ts = append(ts, token{id, start, end}) })
	return ts
}

// TestDefinition compares with the definition, over vocabularies of few letters
// where pieces overlap in all ways.
func TestDefinition(t *testing.T) {
	several, unknown := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		letters := []rune("abñ漢#")[:1+r.IntN(5)]
		c := randomConfig(r, letters)
		m, err := wordpiece.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			word := randomWord(r, letters, 14)
			want, got := naive(c, word), each(m, word)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: %q is %v, want %v; vocabulary %v", seed, word, got, want, c)
			}
			if n := m.Count(word); n != len(want) {
				t.Fatalf("seed %d: %q counts %d, want %d", seed, word, n, len(want))
			}
			if len(want) > 2 {
				several++
			} else if len(want) == 1 && want[0].id == c.Vocab[c.Unknown] {
				unknown++
			}
		}
	}
	if several < 1000 || unknown < 1000 {
		t.Errorf("too tame: %d words of several pieces, %d unknown", several, unknown)
	}
}

func randomConfig(r *rand.Rand, letters []rune) wordpiece.Config {
	c := wordpiece.Config{Unknown: "[UNK]", Prefix: "##", MaxRunes: 4 + r.IntN(12), Vocab: map[string]int{"[UNK]": 7000}}
	if r.IntN(4) == 0 {
		c.Prefix = ""
	}
	for i := range 1 + r.IntN(30) {
		p := randomWord(r, letters, 5)
		if r.IntN(2) == 0 {
			p = c.Prefix + p
		}
		c.Vocab[p] = i
	}
	return c
}

func randomWord(r *rand.Rand, letters []rune, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteRune(letters[r.IntN(len(letters))])
	}
	return b.String()
}

func TestBadVocabularies(t *testing.T) {
	for name, test := range map[string]struct {
		c    wordpiece.Config
		want string
	}{
		"empty":    {wordpiece.Config{Unknown: "u"}, "vocabulary is empty"},
		"unknown":  {wordpiece.Config{Vocab: map[string]int{"a": 1}, Unknown: "[UNK]"}, `"[UNK]"`},
		"shared":   {wordpiece.Config{Vocab: map[string]int{"a": 1, "b": 1, "u": 2}, Unknown: "u"}, `"a" and "b" share the id 1`},
		"negative": {wordpiece.Config{Vocab: map[string]int{"a": -1, "u": 2}, Unknown: "u"}, `"a" has the id -1`},
		"runes":    {wordpiece.Config{Vocab: map[string]int{"u": 2}, Unknown: "u", MaxRunes: -1}, "-1 runes"},
	} {
		if _, err := wordpiece.New(test.c); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %s", name, err, test.want)
		}
	}
}
