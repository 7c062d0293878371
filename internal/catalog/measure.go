package catalog

import (
	"github.com/pildora/pildora/lex/sentence"
	"github.com/pildora/pildora/size"
)

// Unit is what lengths are counted in.
type Unit struct {
	Name, Doc string
	// measure is that of texts, and part that of parts of a text, which special
	// tokens don't belong to.
	measure func(t *Tokenizer) (text, part size.Measure)
}

// Units returns all units, the default first.
func Units() []Unit {
	plain := func(m size.Measure) func(*Tokenizer) (text, part size.Measure) {
		return func(*Tokenizer) (text, part size.Measure) { return m, m }
	}
	return []Unit{
		{"tokens", "tokens of the tokenizer in force", func(t *Tokenizer) (text, part size.Measure) { return t.Measure(), t.part }},
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

// unitOf is the unit of a name.
func unitOf(name string) (Unit, error) {
	for _, u := range Units() {
		if u.Name == name {
			return u, nil
		}
	}
	return Unit{}, unknown("unit", name, UnitNames())
}

// Measure is the measure of whole texts by a unit; tokenizer matters for tokens
// only, see [Tokenizers.Open].
func Measure(unit, tokenizer string) (size.Measure, error) {
	u, err := unitOf(unit)
	if err != nil {
		return nil, err
	}
	var t *Tokenizer
	if u.Name == "tokens" {
		if t, err = new(Tokenizers).Open(tokenizer); err != nil {
			return nil, err
		}
	}
	m, _ := u.measure(t)
	return m, nil
}

// UnitNames lists the names of all units.
func UnitNames() []string { return names(Units(), func(u Unit) string { return u.Name }) }
