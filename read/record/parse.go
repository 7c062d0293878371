package record

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// parser makes blocks of JSON values. It looks at no byte twice, but for strings.
type parser struct {
	builder
	ctx    context.Context
	text   string // up to the end of what is read: of the text, or of the line
	whole  string
	at     int
	steps  int
	object bool // the last value of the text is an object
	odd    [oddities]struct{ n, first int }
}

// checkEvery is how many values are read between two looks at the context.
const checkEvery = 1 << 12

func newParser(ctx context.Context, text string) *parser {
	return &parser{ctx: ctx, text: text, whole: text}
}

var errBlank = errors.New("nothing in the line")

// line reads the one value in the line from at to end, the n-th of its kind.
// Where that fails it is a paragraph.
func (p *parser) line(at, end, n int) error {
	p.text, p.at = p.whole[:end], at
	if !p.more() {
		return errBlank
	}
	blocks := len(p.blocks)
	start := p.at
	err := p.root(n, true)
	if err == nil && p.more() {
		err = p.wrong("more than one value in the line")
	}
	if err != nil && p.ctx.Err() == nil {
		p.open = p.open[:0]
		stop := start + len(strings.TrimRight(p.text[start:], " \t\r"))
		p.blocks = append(p.blocks[:blocks], doc.Block{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: start, End: stop}})
	}
	return err
}

// more skips blanks and reports whether something follows.
func (p *parser) more() bool {
	p.blanks()
	return p.at < len(p.text)
}

// root reads the n-th value of the text. An array is a record of its own where
// own is set; else its elements are the records.
func (p *parser) root(n int, own bool) error {
	if err := p.tick(); err != nil {
		return err
	}
	block := len(p.blocks)
	start := p.at
	p.object = p.text[start] == '{'
	if err := p.value(start, "", !own); err != nil {
		return err
	}
	for len(p.open) > 0 {
		if err := p.step(); err != nil {
			return err
		}
	}
	if block == len(p.blocks) { // a scalar, or an array without elements
		p.blocks = append(p.blocks, doc.Block{Kind: doc.Record, Parent: -1, Span: doc.Span{Start: start, End: p.at}})
	}
	if b := &p.blocks[block]; own && b.Label == "" {
		b.Label = index(n)
	}
	return nil
}

// step reads the next part of what is open innermost, or its end.
func (p *parser) step() error {
	if err := p.tick(); err != nil {
		return err
	}
	top := &p.open[len(p.open)-1]
	p.blanks()
	if p.at == len(p.text) {
		return p.cutShort()
	}
	if top.parts > 0 && p.text[p.at] == ',' {
		comma := p.at
		p.at++
		if p.blanks(); p.at == len(p.text) {
			return p.cutShort()
		}
		if p.text[p.at] == top.closer() {
			p.note(trailingComma, comma)
		}
	} else if top.parts > 0 && p.text[p.at] != top.closer() {
		return p.wrong(fmt.Sprintf("expected , or %c, found %s", top.closer(), p.found()))
	}
	if p.text[p.at] == top.closer() {
		p.at++
		p.close(p.at)
		return nil
	}
	start, key := p.at, ""
	if top.object {
		var err error
		if key, err = p.key(); err != nil {
			return err
		}
	}
	if top.parts++; top.parts == 1 {
		start = top.start
	}
	return p.value(start, key, false)
}

// tick looks at the context now and then.
func (p *parser) tick() error {
	if p.steps++; p.steps%checkEvery == 1 {
		return p.ctx.Err()
	}
	return nil
}

// key reads a key and the colon behind it.
func (p *parser) key() (string, error) {
	if p.text[p.at] != '"' {
		return "", p.wrong("expected a key in quotes, found " + p.found())
	}
	from := p.at
	if err := p.str(); err != nil {
		return "", err
	}
	key := unquote(p.text[from:p.at])
	if p.blanks(); p.at == len(p.text) {
		return "", p.cutShort()
	}
	if p.text[p.at] != ':' {
		return "", p.wrong("expected : after a key, found " + p.found())
	}
	p.at++
	if p.blanks(); p.at == len(p.text) {
		return "", p.cutShort()
	}
	return key, nil
}

// value reads a value whose block begins at start: a scalar to its end, of an
// object or array the bracket. bare is an array that gets no block.
func (p *parser) value(start int, key string, bare bool) error {
	switch c := p.text[p.at]; c {
	case '{', '[':
		if len(p.open) >= maxDepth {
			if err := p.skip(); err != nil {
				return err
			}
			p.leaf(start, p.at, key)
			return nil
		}
		p.begin(start, p.at, key, c == '{', bare)
		p.at++
		return nil
	}
	from := p.at
	if err := p.scalar(); err != nil {
		return err
	}
	if len(p.open) > 0 {
		p.leaf(start, p.at, key)
		if value := p.text[from:p.at]; value != "null" && p.names(key) {
			p.label(key, unquote(value), value[0] == '"')
		}
	}
	return nil
}

func (p *parser) wrong(message string) error { return syntaxError{p.at, message, -1} }

// cutShort is the error for a text, or line, that ends too soon.
func (p *parser) cutShort() error {
	n := p.open[len(p.open)-1]
	what := "an array"
	if n.object {
		what = "an object"
	}
	return syntaxError{p.at, "ends inside " + what, n.opened}
}

// found names the character here.
func (p *parser) found() string {
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return fmt.Sprintf("%q", r)
}
