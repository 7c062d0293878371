package token

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size/token/lossy"
)

func decodeLossy(text string) (string, []lossy.Hole) { return lossy.Decode(text) }

func original(holes []lossy.Hole, end int) int { return lossy.Original(holes, end) }

// direct measures spans of a text that isn't UTF-8, each from its beginning.
type direct struct {
	t    *Tokenizer
	text string
}

func (d direct) Size(s doc.Span) int { return d.t.Size(d.text[s.Start:s.End]) }
