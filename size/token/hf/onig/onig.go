// Package onig matches the regular expressions of tokenizer files as Oniguruma
// does, which the reference reads them with: alternatives in order, greedy,
// lazy and possessive repeats, looking ahead and behind, and the character
// classes of Oniguruma's Unicode version, which the caller gives.
//
// What isn't supported (back references, captures used, \X, \R and the like) is
// an error of Compile, so that an expression never means something else here.
//
// Matching goes back and forth, and where that takes too many steps it goes on
// by a program of single steps that remembers, for each place and instruction,
// that no way led on from there. So time is linear in the text, save for
// looking ahead at parts without a limit.
package onig

import (
	"fmt"
	"unicode/utf8"
)

// Classes returns the code points of a named class: a general category, a
// script, a property, or "s" and "w" for \s and \w.
type Classes func(name string) ([]Range, bool)

// Regexp is a compiled expression, safe for concurrent use.
type Regexp struct {
	text        string
	fast, plain *program
	word        *Set
	empty       bool
}

// Compile reads an expression.
func Compile(text string, classes Classes) (*Regexp, error) {
	p := &parser{text: text, classes: classes}
	if !utf8.ValidString(text) {
		return nil, p.errorf("not UTF-8")
	}
	n, err := p.choice()
	if err == nil && p.more() {
		err = p.errorf("unexpected )")
	}
	if err != nil {
		return nil, err
	}
	re := &Regexp{text: text, empty: empty(n)}
	size := 0
	if re.fast, err = compile(n, true, &size); err == nil {
		re.plain, err = compile(n, false, &size)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	word, err := p.named("w")
	re.word = NewSet(word)
	return re, err
}

// String returns the expression.
func (re *Regexp) String() string { return re.text }

// MatchesEmpty reports whether the expression may match nothing at all.
func (re *Regexp) MatchesEmpty() bool { return re.empty }

// Each calls yield with each match in text, which is UTF-8, from the front. An
// empty match right behind another match is none.
func (re *Regexp) Each(text string, yield func(start, end int)) {
	m := &machine{re: re, text: text, budget: 64*len(text) + 1000}
	for at, last := 0, -1; at <= len(text); {
		start, end := m.search(at)
		if start < 0 {
			return
		}
		if start == end && end == last {
			if at == len(text) {
				return
			}
			_, n := utf8.DecodeRuneInString(text[at:])
			at += n
			continue
		}
		at, last = end, end
		yield(start, end)
	}
}
