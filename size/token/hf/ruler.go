package hf

import (
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// Prepare returns a ruler of the text.
func (t *Tokenizer) Prepare(text string) size.Ruler {
	if t.fast != nil {
		if r := t.prepareFast(text); r != nil {
			return r
		}
	}
	if k := t.ranks(); k != nil && utf8.ValidString(text) && t.noTokens(text) && t.formed(text) {
		return k.Prepare(text)
	}
	return direct{t, text}
}

// direct measures each span from its beginning.
type direct struct {
	t    *Tokenizer
	text string
}

// Size returns what the tokenizer says of text[s.Start:s.End].
func (d direct) Size(s doc.Span) int { return d.t.Size(d.text[s.Start:s.End]) }
