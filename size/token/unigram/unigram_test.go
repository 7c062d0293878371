package unigram_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/unigram"
)

type token struct{ id, start, end int }

// naive is the definition: each place's best cut, found by looking at all
// pieces that end there, the one that starts first winning a tie; unknown
// letters as one, looked up again, else byte by byte.
func naive(c unigram.Config, word string) []token {
	ids, worst := map[string]int{}, math.Inf(1)
	for id, p := range c.Pieces {
		ids[p.Text] = id
		worst = min(worst, p.Score)
	}
	best, from, piece := make([]float64, len(word)+1), make([]int, len(word)+1), make([]int, len(word)+1)
	for end := 1; end <= len(word); end++ {
		best[end] = math.Inf(-1)
		for start := range end {
			if !utf8.RuneStart(word[start]) || end < len(word) && !utf8.RuneStart(word[end]) {
				continue
			}
			id, ok := ids[word[start:end]]
			score := worst - 10
			if ok {
				score = c.Pieces[id].Score
			} else if _, n := utf8.DecodeRuneInString(word[start:]); n != end-start {
				continue
			} else {
				id = c.Unknown
			}
			if score += best[start]; score > best[end] {
				best[end], from[end], piece[end] = score, start, id
			}
		}
	}
	return naiveTokens(c, ids, word, from, piece)
}

func naiveTokens(c unigram.Config, ids map[string]int, word string, from, piece []int) (ts []token) {
	for end := len(word); end > 0; end = from[end] {
		start := from[end]
		if last := len(ts) - 1; last >= 0 && piece[end] == c.Unknown && ts[last].id == c.Unknown {
			ts[last].start = start
			continue
		}
		ts = append(ts, token{piece[end], start, end})
	}
	slices.Reverse(ts)
	var all []token
	for _, t := range ts {
		if id, ok := ids[word[t.start:t.end]]; ok {
			t.id = id
		} else if b := naiveBytes(c, ids, word[t.start:t.end]); b != nil {
			for _, id := range b {
				all = append(all, token{id, t.start, t.end})
			}
			continue
		}
		all = append(all, t)
	}
	return all
}

func naiveBytes(c unigram.Config, ids map[string]int, letters string) (bytes []int) {
	for i := 0; c.ByteFallback && i < len(letters); i++ {
		id, ok := ids[fmt.Sprintf("<0x%02X>", letters[i])]
		if !ok {
			return nil
		}
		bytes = append(bytes, id)
	}
	return bytes
}

func each(m *unigram.Model, word string) (ts []token) {
	m.Each(word, func(id, start, end int) { ts = append(ts, token{id, start, end}) })
	return ts
}

// TestDefinition compares with the definition, over few letters and few
// scores, so that pieces overlap and cuts tie.
func TestDefinition(t *testing.T) {
	several := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		letters := []rune("abñ漢x")[:1+r.IntN(5)]
		c := randomConfig(r, letters)
		m, err := unigram.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			word := randomWord(r, letters, 14)
			want, got := naive(c, word), each(m, word)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: %q is %v, want %v; %v", seed, word, got, want, c)
			}
			if n := m.Count(word); n != len(want) {
				t.Fatalf("seed %d: %q counts %d, want %d", seed, word, n, len(want))
			}
			if len(want) > 2 {
				several++
			}
		}
	}
	if several < 1000 {
		t.Errorf("too tame: %d words of several pieces", several)
	}
}

func randomConfig(r *rand.Rand, letters []rune) unigram.Config {
	c := unigram.Config{Pieces: []unigram.Piece{{Text: "<s>"}, {Text: "<unk>"}}, Unknown: 1, ByteFallback: r.IntN(2) == 0}
	scale := []float64{1, 0.1, 40}[r.IntN(3)]
	for range 1 + r.IntN(30) {
		p := unigram.Piece{Text: randomWord(r, letters, 5), Score: -scale * float64(r.IntN(5))}
		if r.IntN(20) == 0 {
			p.Score = 30 // so that the unknown letters' score is far above zero
		}
		c.Pieces = append(c.Pieces, p)
	}
	if r.IntN(20) == 0 {
		for i := range c.Pieces {
			c.Pieces[i].Score += 60 // so that unknown letters may beat pieces, and are looked up together
		}
	}
	for b := range 256 {
		if c.ByteFallback && (r.IntN(2) == 0 || mostly(r)) {
			c.Pieces = append(c.Pieces, unigram.Piece{Text: fmt.Sprintf("<0x%02X>", b)})
		}
	}
	return c
}

func mostly(r *rand.Rand) bool { return r.IntN(3) > 0 }

func randomWord(r *rand.Rand, letters []rune, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteRune(letters[r.IntN(len(letters))])
	}
	if r.IntN(30) == 0 {
		b.WriteString("<unk>")
	}
	return b.String()
}

func TestBadVocabularies(t *testing.T) {
	unk := unigram.Piece{Text: "<unk>"}
	for name, test := range map[string]struct {
		c    unigram.Config
		want string
	}{
		"empty":   {unigram.Config{}, "vocabulary is empty"},
		"unknown": {unigram.Config{Pieces: []unigram.Piece{unk}, Unknown: 1}, "unknown token, id 1"},
		"none":    {unigram.Config{Pieces: []unigram.Piece{unk}, Unknown: -1}, "unknown token, id -1"},
		"score":   {unigram.Config{Pieces: []unigram.Piece{unk, {"a", math.NaN()}}}, `piece 1, "a", has the score NaN`},
		"long":    {unigram.Config{Pieces: []unigram.Piece{unk, {strings.Repeat("a", 1<<16), 0}}}, "piece 1 has 65536 bytes"},
	} {
		if _, err := unigram.New(test.c); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %s", name, err, test.want)
		}
	}
}
