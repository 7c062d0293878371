// Package onig matches the regular expressions of tokenizer files as Oniguruma
// does, which the reference reads them with: alternatives in order, greedy,
// lazy and possessive repeats, looking ahead and behind, and the character
// classes of Oniguruma's Unicode version, which the caller gives.
//
// What isn't supported (back references, captures used, \X, \R and the like) is
// an error of Compile, so that an expression never means something else here.
//
// Matching goes back and forth, and where that takes too many steps, one scan
// from the back of the text finds the same. So time grows with the length of
// the text times the size of the expression at most, for any of them.
package onig

import (
	"fmt"
	"unicode/utf8"
)

// Classes returns the code points of a named class: a general category, a
// script, a property, or "s" and "w" for \s and \w.
type Classes func(name string) ([]Range, bool)

// longest is the length in bytes of the longest expression that is read.
const longest = 1 << 16

// stepsPerByte is how many steps a byte of text is tried with before it is
// scanned: many more than the expressions of known tokenizers take.
const stepsPerByte = 64

// Regexp is a compiled expression, safe for concurrent use.
type Regexp struct {
	text        string
	fast, plain *program
	word        *Set
	empty       bool
}

// Compile reads an expression.
func Compile(text string, classes Classes) (*Regexp, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("regular expression %.60q… is longer than %d bytes", text, longest)
	}
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
	t := &total{sets: map[string]*Set{}}
	if re.fast, err = compile(n, true, t); err == nil {
		re.plain, err = compile(n, false, t)
	}
	if err != nil {
		return nil, fmt.Errorf("regular expression %q: %w", text, err)
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
	m := &machine{re: re, text: text, budget: stepsPerByte*len(text) + 1000}
	m.each(yield)
}
