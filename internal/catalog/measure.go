package catalog

import (
	"fmt"
	"strings"
	"sync"

	"github.com/pildora/pildora/lex/sentence"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

// DefaultTokenizer counts tokens where nothing else is set.
const DefaultTokenizer = "cl100k"

// Unit is what lengths are counted in.
type Unit struct {
	Name, Doc string
	measure   func(tokenizer string) (size.Measure, error)
}

// Units returns all units, the default first.
func Units() []Unit {
	plain := func(m size.Measure) func(string) (size.Measure, error) {
		return func(string) (size.Measure, error) { return m, nil }
	}
	return []Unit{
		{"tokens", "tokens of the tokenizer in force", tokens},
		{"chars", "Unicode code points", plain(size.Runes)},
		{"words", "words between white space", plain(size.Words)},
		{"bytes", "bytes of UTF-8", plain(size.Bytes)},
		{"sentences", "sentences", plain(size.Func(countSentences))},
	}
}

func countSentences(text string) int {
	if text == "" {
		return 0
	}
	n := 1
	for range sentence.New("").Ends(text) {
		n++
	}
	return n
}

// Measure is the measure of a unit; tokenizer matters for tokens only, and
// empty means the default one.
func Measure(unit, tokenizer string) (size.Measure, error) {
	for _, u := range Units() {
		if u.Name == unit {
			return u.measure(tokenizer)
		}
	}
	return nil, unknown("unit", unit, UnitNames())
}

// UnitNames lists the names of all units.
func UnitNames() []string { return names(Units(), func(u Unit) string { return u.Name }) }

// TokenizerNames lists the known tokenizers, the default first.
func TokenizerNames() []string {
	return names(builtin[:], func(t tokenizer) string { return t.name })
}

func tokens(tokenizer string) (size.Measure, error) {
	if tokenizer == "" {
		tokenizer = DefaultTokenizer
	}
	for _, b := range builtin {
		if b.name == tokenizer {
			return b.measure()
		}
	}
	err := unknown("tokenizer", tokenizer, TokenizerNames())
	if strings.ContainsAny(tokenizer, `./\`) {
		err = fmt.Errorf("%w (tokenizer files can't be read yet)", err)
	}
	return nil, err
}

// builtin are the tokenizers whose ranks are built in. Each is parsed once, for
// every recipe of a process: that takes longer than cutting a document.
var builtin = [...]tokenizer{newTokenizer("cl100k"), newTokenizer("o200k")}

type tokenizer struct {
	name    string
	measure func() (size.Measure, error)
}

func newTokenizer(name string) tokenizer {
	return tokenizer{name, sync.OnceValues(func() (size.Measure, error) { return token.New(name) })}
}
