package store

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/internal/near"
	"github.com/pildora/pildora/lex"
)

const (
	// maxCorrected is how many words of a question are looked at for typos.
	maxCorrected = 8
	// nearest is how many lexemes stand for a misspelt word.
	nearest = 3
	// leastOverlap is the share of their trigrams that a lexeme has in common
	// with a misspelt one. One wrong letter of four leaves two of six trigrams
	// and spoils three, of which the share is a quarter.
	leastOverlap = 0.15
)

// misspelt is a word of a question that no record holds.
type misspelt struct {
	word    string
	lexemes []lexemeGrams // it, by each of the stemming rules
	nearest []candidate
}

type lexemeGrams struct {
	text     string
	letters  int
	trigrams []string // sorted, distinct
}

type candidate struct {
	Occurring
	distance int
	overlap  float64
}

// correct finds what words that no record holds may have been meant to be: the
// lexemes at the least edit distance (a swap of neighbours is one edit), of at
// most one for 4 to 7 letters and two for more, and among them those that share
// most trigrams. All are found in one pass over the vocabulary.
func correct(a *lex.Analyzer, rules []string, v Vocabulary, count func(string) (int, error), query string, add func(string, []Occurring)) error {
	wrong, err := unknown(a, rules, count, query)
	if err != nil || len(wrong) == 0 {
		return err
	}
	for o, err := range v.Lexemes("") {
		if err != nil {
			return err
		}
		for _, m := range wrong {
			m.consider(o)
		}
	}
	for _, m := range wrong {
		var list []Occurring
		for _, c := range m.nearest {
			if c.distance == m.nearest[0].distance {
				list = append(list, c.Occurring)
			}
		}
		add(m.word, list)
	}
	return nil
}

// unknown are the words of a question that no record holds: words of letters
// alone, that are no part of others.
func unknown(a *lex.Analyzer, rules []string, count func(string) (int, error), query string) ([]*misspelt, error) {
	var words []lex.Lexeme
	for l := range lex.Words(query) {
		if words = append(words, l); len(words) == MaxLexemes {
			break
		}
	}
	var out []*misspelt
	for i, l := range words {
		part := i > 0 && words[i-1].End > l.Start || i+1 < len(words) && words[i+1].Start < l.End
		if part || !letters(l.Text, 4) || strings.ContainsAny(l.Text, "0123456789") || slices.ContainsFunc(out, func(m *misspelt) bool { return m.word == l.Text }) {
			continue
		}
		m := &misspelt{word: l.Text}
		held := false
		for _, lexeme := range a.Query(l.Text, rules, MaxLexemes) {
			n, err := count(lexeme)
			if err != nil {
				return nil, err
			}
			held = held || n > 0
			if edits(utf8.RuneCountInString(lexeme)) > 0 {
				m.lexemes = append(m.lexemes, grams(lexeme))
			}
		}
		if !held && len(m.lexemes) > 0 {
			if out = append(out, m); len(out) == maxCorrected {
				break
			}
		}
	}
	return out, nil
}

// edits is how many may part a lexeme from what it stands for.
func edits(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 8:
		return 1
	}
	return 2
}

// consider looks whether m may have been meant to be o.
func (m *misspelt) consider(o Occurring) {
	n := utf8.RuneCountInString(o.Lexeme)
	best := candidate{distance: -1}
	var of lexemeGrams
	for _, l := range m.lexemes {
		most := edits(l.letters)
		if n < l.letters-most || n > l.letters+most {
			continue
		}
		if of.text == "" {
			of = grams(o.Lexeme)
		}
		overlap := shared(l.trigrams, of.trigrams)
		if overlap < leastOverlap {
			continue
		}
		if d := near.Distance(l.text, o.Lexeme); d <= most && (best.distance < 0 || d < best.distance) {
			best = candidate{o, d, overlap}
		}
	}
	if best.distance < 0 {
		return
	}
	m.nearest = keep(m.nearest, best, nearest, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(b.overlap, a.overlap),
			cmp.Compare(b.Records, a.Records), strings.Compare(a.Lexeme, b.Lexeme))
	})
}

// grams are the trigrams of a lexeme with its borders: two before it, one
// behind.
func grams(lexeme string) lexemeGrams {
	rs := []rune("  " + lexeme + " ")
	out := lexemeGrams{text: lexeme, letters: len(rs) - 3}
	for i := 0; i+3 <= len(rs); i++ {
		out.trigrams = append(out.trigrams, string(rs[i:i+3]))
	}
	slices.Sort(out.trigrams)
	out.trigrams = slices.Compact(out.trigrams)
	return out
}

// shared is the share of all the trigrams that both have, from 0 to 1.
func shared(a, b []string) float64 {
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := strings.Compare(a[i], b[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
