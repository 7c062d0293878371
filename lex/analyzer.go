package lex

import (
	"iter"
	"sync"
	"unicode/utf8"
)

// Analyzer yields lexemes with their stems and remembers the stems of words it
// has seen, a bounded number of them (65,536 a language). The zero value is
// ready; it is safe for concurrent use and must not be copied.
type Analyzer struct {
	cache sync.Map // rules → *stems
}

// Lexemes yields the lexemes of text, a text in lang (see [Stemming] for the
// languages that have rules), in order of their ends.
func (a *Analyzer) Lexemes(text, lang string) iter.Seq[Lexeme] {
	rules := Stemming(lang)
	if rules == "" {
		return Words(text)
	}
	cache := a.stems(rules)
	return func(yield func(Lexeme) bool) {
		scan(text, func(l Lexeme) bool {
			if stemmable(l.Text) {
				l.Text = cache.get(l.Text, rules)
			}
			return yield(l)
		})
	}
}

func (a *Analyzer) stems(rules string) *stems {
	if c, ok := a.cache.Load(rules); ok {
		return c.(*stems)
	}
	c, _ := a.cache.LoadOrStore(rules, &stems{})
	return c.(*stems)
}

// stemmable reports whether a folded word consists of letters: numbers,
// identifiers and addresses have no inflections.
func stemmable(word string) bool {
	for i := 0; i < len(word); i++ {
		if c := word[i]; c < utf8.RuneSelf && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// Stem returns the lexeme of a folded word, as [Words] yields them, by the
// stemming rules of that name (see [Stemming]).
func (a *Analyzer) Stem(word, rules string) string {
	if rules == "" || !stemmable(word) {
		return word
	}
	return a.stems(rules).get(word, rules)
}

// Query returns the distinct lexemes of a question asked of texts in the given
// languages, in order of their first appearance, at most limit of them. Each
// word is there once by the rules of every language; languages without rules
// count as one.
func (a *Analyzer) Query(text string, langs []string, limit int) []string {
	rules := rulesOf(langs)
	var out []string
	seen := map[string]bool{}
	add := func(s string) bool {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
		return len(out) < limit
	}
	if limit <= 0 {
		return nil
	}
	scan(text, func(l Lexeme) bool {
		if !stemmable(l.Text) {
			return add(l.Text)
		}
		for _, r := range rules {
			s := l.Text
			if r != "" {
				s = a.stems(r).get(s, r)
			}
			if !add(s) {
				return false
			}
		}
		return true
	})
	return out
}

// rulesOf returns the distinct rules of langs; without langs, those of words
// that are only folded.
func rulesOf(langs []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, l := range langs {
		if r := Stemming(l); !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		out = []string{""}
	}
	return out
}
