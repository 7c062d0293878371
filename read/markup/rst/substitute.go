package rst

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// maxNested is how deep substitutions are replaced in each other.
const maxNested = 8

// substitute writes what a name between bars stands for.
func (c *scan) substitute(from, to int) {
	src := c.T.Span(from-1, to+1)
	sub, ok := c.subs[normal(c.S[from:to])]
	switch {
	case !ok:
		c.Write(c.T, from-1, to+1)
	case sub.directive == "image":
		c.Void("img", src, "src", sub.text.S, "alt", sub.alt)
	case sub.directive == "unicode":
		c.Put(characters(sub.text.S), src)
	case sub.directive == "date":
	default:
		c.replace(sub.text.S, src)
	}
}

func (c *scan) replace(s string, src doc.Span) {
	if c.nested >= maxNested || !c.Spend(len(s), "a substitution", src) {
		return
	}
	var b markup.Buffer
	b.Add(s, src)
	c.nested++
	c.parser.inline(b.Text())
	c.nested--
}

// characters are those that a unicode directive names: by code points, or as
// they are.
func characters(s string) string {
	out := ""
	s, _, _ = strings.Cut(s, "..")
	for word := range strings.FieldsSeq(s) {
		hex := word
		for _, prefix := range [...]string{"U+", "0x", `\u`, "x", "&#x"} {
			hex = strings.TrimPrefix(hex, prefix)
		}
		if v, err := strconv.ParseUint(strings.TrimSuffix(hex, ";"), 16, 21); err == nil && hex != word && utf8.ValidRune(rune(v)) {
			out += string(rune(v))
		} else if !strings.HasPrefix(word, ":") {
			out += word
		}
	}
	return out
}
