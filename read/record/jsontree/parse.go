package jsontree

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
)

// checkEvery is how many values are parsed between two looks at the context.
const checkEvery = 1 << 12

// parser makes values of text that is known to be valid, so it looks only for
// where they begin and end.
type parser struct {
	ctx   context.Context
	text  string
	at    int
	steps int
}

// value parses the value that comes next.
func (p *parser) value() (v Value, err error) {
	if p.steps++; p.steps%checkEvery == 1 {
		if err := p.ctx.Err(); err != nil {
			return Value{}, err
		}
	}
	p.blanks()
	v.Span.Start = p.at
	switch c := p.text[p.at]; c {
	case '{', '[':
		v.Kind = Array
		if c == '{' {
			v.Kind = Object
		}
		err = p.parts(&v)
	case '"':
		v.Kind, v.raw = String, p.quoted()
	default:
		v.Kind, v.raw = p.bare()
	}
	v.Span.End = p.at
	return v, err
}

// parts parses the elements or members of v up to its closing bracket.
func (p *parser) parts(v *Value) error {
	p.at++
	for {
		p.blanks()
		switch p.text[p.at] {
		case ']', '}':
			p.at++
			return nil
		case ',':
			p.at++
			continue
		}
		var m Member
		if v.Kind == Object {
			from := p.at
			m.Key = Value{Kind: String, Span: doc.Span{Start: from}, raw: p.quoted()}.String()
			p.blanks()
			p.at++ // the colon
		}
		var err error
		if m.Value, err = p.value(); err != nil {
			return err
		}
		if v.Kind == Object {
			v.Members = append(v.Members, m)
		} else {
			v.Elements = append(v.Elements, m.Value)
		}
	}
}

func (p *parser) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// quoted passes over a string and returns it as it is written.
func (p *parser) quoted() string {
	from := p.at
	for p.at++; p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
	return p.text[from:p.at]
}

// bare passes over a number or a word.
func (p *parser) bare() (Kind, string) {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,]}", p.text[p.at]) < 0 {
		p.at++
	}
	switch raw := p.text[from:p.at]; raw[0] {
	case 'n':
		return Null, raw
	case 't', 'f':
		return Bool, raw
	default:
		return Number, raw
	}
}
