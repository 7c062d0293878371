package store

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/pildora/pildora/lex"
)

const (
	// PhraseWeight is what a phrase adds to the score of a record that holds it,
	// as a multiple of its inverse document frequency.
	PhraseWeight = 1.0
	// MaxExpanded is how many lexemes stand for a prefix: the commonest.
	MaxExpanded = 32
	// maxPhraseLexemes is where a phrase is cut off.
	maxPhraseLexemes = 128
)

// Phrase is lexemes in a row, in the ways that the stemming rules of an index
// write them: a record holds the phrase if it holds one of them.
type Phrase [][]string

// In reports whether a record with these lexemes holds p.
func (p Phrase) In(f Fields) bool {
	return slices.ContainsFunc(p, func(row []string) bool { return inRow(f.Body, row) || inRow(f.Head, row) })
}

func inRow(text, row []string) bool {
	for i := 0; i+len(row) <= len(text); i++ {
		if slices.Equal(text[i:i+len(row)], row) {
			return true
		}
	}
	return false
}

// PhrasesOf are the phrases of texts to an index that was analysed by these
// rules; a text without lexemes is none.
func PhrasesOf(a *lex.Analyzer, rules, texts []string) []Phrase {
	if len(rules) == 0 {
		rules = []string{""}
	}
	var out []Phrase
	for _, text := range texts {
		var p Phrase
		for _, r := range rules {
			var row []string
			for l := range a.Lexemes(text, r) {
				if row = append(row, l.Text); len(row) == maxPhraseLexemes {
					break
				}
			}
			if len(row) > 0 && !slices.ContainsFunc(p, func(x []string) bool { return slices.Equal(x, row) }) {
				p = append(p, row)
			}
		}
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// Restriction is which records a search may find, by the words that they hold.
type Restriction struct{ Required, Excluded []Phrase }

// Restricted is the restriction that w makes in an index that was analysed by
// these rules.
func (w Words) Restricted(a *lex.Analyzer, rules []string) Restriction {
	return Restriction{PhrasesOf(a, rules, w.Required), PhrasesOf(a, rules, w.Excluded)}
}

// Empty reports whether every record passes.
func (r Restriction) Empty() bool { return len(r.Required)+len(r.Excluded) == 0 }

// Passes reports whether a record with these lexemes may be found.
func (r Restriction) Passes(f Fields) bool {
	in := func(p Phrase) bool { return p.In(f) }
	return !slices.ContainsFunc(r.Excluded, in) && !slices.ContainsFunc(r.Required, func(p Phrase) bool { return !p.In(f) })
}

// Vocabulary is what a text index knows of the lexemes in its records.
type Vocabulary interface {
	// Count is how many records hold a lexeme.
	Count(lexeme string) (int, error)
	// CountPhrase is how many records hold a phrase.
	CountPhrase(p Phrase) (int, error)
	// Lexemes yields the lexemes that begin with prefix and how many records
	// hold each, in no order.
	Lexemes(prefix string) iter.Seq2[Occurring, error]
}

// Occurring is a lexeme and how many records hold it.
type Occurring struct {
	Lexeme  string
	Records int
}

// Lift is a phrase and what it adds to the score of a record that holds it.
type Lift struct {
	Phrase Phrase
	Score  float64
}

// Search is what to search an index for.
type Search struct {
	Terms []Term
	// Lifts are found by themselves too: a record that holds a phrase is a hit
	// whatever its words are worth.
	Lifts []Lift
	Restriction
}

// Plan makes a search of a question, asked of n records that were analysed by
// these rules.
func Plan(a *lex.Analyzer, rules []string, n int, v Vocabulary, query string, w Words) (Search, error) {
	s := Search{Restriction: w.Restricted(a, rules)}
	lexemes := a.Query(query, rules, MaxLexemes)
	if len(lexemes) == 0 || n == 0 {
		return s, nil
	}
	counts := map[string]int{}
	count := func(lexeme string) (int, error) {
		c, ok := counts[lexeme]
		if ok {
			return c, nil
		}
		c, err := v.Count(lexeme)
		counts[lexeme] = c
		return c, err
	}
	of := map[string]string{}
	add := func(word string, list []Occurring) {
		for _, o := range list {
			if !slices.Contains(lexemes, o.Lexeme) {
				lexemes = append(lexemes, o.Lexeme)
				counts[o.Lexeme], of[o.Lexeme] = o.Records, word
			}
		}
	}
	for _, prefix := range w.Prefixes[:min(len(w.Prefixes), MaxPrefixes)] {
		list, err := commonest(v, lex.Fold(prefix))
		if err == nil && len(list) == 0 {
			list, err = stem(a, rules, count, lex.Fold(prefix))
		}
		if err != nil {
			return s, err
		}
		add(prefix+"*", list)
	}
	if w.Typos {
		if err := correct(a, rules, v, count, query, add); err != nil {
			return s, err
		}
	}
	var err error
	if s.Terms, err = Terms(n, lexemes, count); err != nil {
		return s, err
	}
	for i := range s.Terms {
		s.Terms[i].Of = of[s.Terms[i].Lexeme]
	}
	s.Lifts, err = lifts(append(slices.Clip(s.Required), PhrasesOf(a, rules, w.Boosted)...), n, v)
	return s, err
}

func lifts(phrases []Phrase, n int, v Vocabulary) ([]Lift, error) {
	var out []Lift
	for _, p := range phrases {
		c, err := v.CountPhrase(p)
		if err != nil {
			return nil, err
		}
		if c > 0 {
			out = append(out, Lift{p, PhraseWeight * idf(n, c)})
		}
	}
	return out, nil
}

// commonest are the lexemes that begin with prefix and most records hold, at
// most MaxExpanded of them.
func commonest(v Vocabulary, prefix string) ([]Occurring, error) {
	if prefix == "" {
		return nil, nil
	}
	var best []Occurring
	for o, err := range v.Lexemes(prefix) {
		if err != nil {
			return nil, err
		}
		best = keep(best, o, MaxExpanded, func(a, b Occurring) int {
			return cmp.Or(cmp.Compare(b.Records, a.Records), strings.Compare(a.Lexeme, b.Lexeme))
		})
	}
	return best, nil
}

// longestEnding is how many letters a prefix may be longer than the stem of the
// words that begin so.
const longestEnding = 4

// stem is what stands for a prefix that no lexeme begins with, as it reaches into
// the endings that stemming takes off: administrac of administr. Where the prefix
// is held as a word that is enough, else it is the longest beginning of it that is
// a lexeme, of four letters or more.
func stem(a *lex.Analyzer, rules []string, count func(string) (int, error), prefix string) ([]Occurring, error) {
	for _, l := range a.Query(prefix, rules, MaxLexemes) {
		if n, err := count(l); err != nil || n > 0 {
			return nil, err
		}
	}
	letters := []rune(prefix)
	for n := len(letters) - 1; n >= max(4, len(letters)-longestEnding); n-- {
		l := string(letters[:n])
		if c, err := count(l); err != nil || c > 0 {
			return []Occurring{{l, c}}, err
		}
	}
	return nil, nil
}

// keep puts x into the list of the best, at most n.
func keep[T any](best []T, x T, n int, compare func(a, b T) int) []T {
	i, _ := slices.BinarySearchFunc(best, x, compare)
	if i == n {
		return best
	}
	best = slices.Insert(best, i, x)
	return best[:min(n, len(best))]
}
