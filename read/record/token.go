package record

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
)

// blanks skips white space, record separators, byte order marks and comments.
func (p *parser) blanks() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == 0x1e:
			p.at++
		case c == doc.BOM[0] && strings.HasPrefix(p.text[p.at:], doc.BOM):
			p.at += len(doc.BOM)
		case c == '/' && strings.HasPrefix(p.text[p.at:], "//"):
			p.comment("//", "\n")
		case c == '/' && strings.HasPrefix(p.text[p.at:], "/*"):
			p.comment("/*", "*/")
		default:
			return
		}
	}
}

func (p *parser) comment(opens, closes string) {
	p.note(comment, p.at)
	from := p.at + len(opens)
	if i := strings.Index(p.text[from:], closes); i >= 0 {
		p.at = from + i + len(closes)
		return
	}
	p.at = len(p.text)
}

// str passes over a string.
func (p *parser) str() error {
	for from := p.at + 1; ; {
		i := strings.IndexByte(p.text[from:], '"')
		if i < 0 {
			return p.wrong("a string that is never closed")
		}
		end := from + i
		escapes := 0
		for end-escapes > from && p.text[end-escapes-1] == '\\' {
			escapes++
		}
		if from = end + 1; escapes%2 == 0 {
			p.at = from
			return nil
		}
	}
}

// scalar passes over a string, a number or a name. Numbers may have any length.
func (p *parser) scalar() error {
	c := p.text[p.at]
	if c == '"' {
		return p.str()
	}
	from := p.at
	if c == '-' || '0' <= c && c <= '9' {
		for p.at < len(p.text) && strings.IndexByte("0123456789+-.eE", p.text[p.at]) >= 0 {
			p.at++
		}
		if !strings.HasPrefix(p.text[p.at:], "Infinity") {
			if last := p.text[p.at-1]; last < '0' || last > '9' {
				p.at = from
				return p.wrong("a number without an end")
			}
			return nil
		}
	}
	for p.at < len(p.text) && isLetter(p.text[p.at]) {
		p.at++
	}
	switch p.text[from:p.at] {
	case "true", "false", "null":
		return nil
	case "NaN", "Infinity", "-Infinity":
		p.note(constant, from)
		return nil
	}
	p.at = from
	return p.wrong("expected a value, found " + p.found())
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// skip passes over an object or array that lies too deep for blocks: what is in
// it is known by its brackets and strings only.
func (p *parser) skip() error {
	var open []byte
	from := p.at
	for steps := 1; ; steps++ {
		if steps%(checkEvery*16) == 0 {
			if err := p.ctx.Err(); err != nil {
				return err
			}
		}
		i := strings.IndexAny(p.text[p.at:], `"[]{}`)
		if i < 0 {
			p.at = len(p.text)
			return syntaxError{p.at, "ends inside brackets", from}
		}
		p.at += i
		switch c := p.text[p.at]; c {
		case '"':
			if err := p.str(); err != nil {
				return err
			}
			continue
		case '[', '{':
			open = append(open, c+2) // the bracket that closes it
		default:
			if last := len(open) - 1; open[last] != c {
				return p.wrong(fmt.Sprintf("expected %c, found %c", open[last], c))
			}
			open = open[:len(open)-1]
		}
		if p.at++; len(open) == 0 {
			return nil
		}
	}
}

// unquote is the text of a scalar. A string without escapes is part of the
// document's text; one with bad ones is left as it stands.
func unquote(value string) string {
	if value[0] != '"' {
		return value
	}
	inner := value[1 : len(value)-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	var out string
	if json.Unmarshal([]byte(value), &out) != nil {
		return inner
	}
	return out
}

func index(n int) string { return "[" + strconv.Itoa(n) + "]" }

// oddity is something that isn't JSON and is read all the same.
type oddity uint8

const (
	comment oddity = iota
	trailingComma
	constant
	oddities
)

var oddityNames = [...][2]string{
	comment:       {"comment", "comments"},
	trailingComma: {"comma before a closing bracket", "commas before closing brackets"},
	constant:      {"NaN or Infinity", "times NaN or Infinity"},
}

func (p *parser) note(o oddity, at int) {
	if p.odd[o].n++; p.odd[o].n == 1 {
		p.odd[o].first = at
	}
}

// warnings say what was read that isn't JSON.
func (p *parser) warnings() []string {
	var out []string
	for o, names := range oddityNames {
		if n := p.odd[o].n; n > 0 {
			out = append(out, fmt.Sprintf("not strictly JSON: %s, the first in line %d", counted(n, names[0], names[1]), lineOf(p.whole, p.odd[o].first)))
		}
	}
	return out
}
