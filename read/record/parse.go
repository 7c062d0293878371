package record

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// parser makes blocks of values. It keeps the open objects and arrays on a
// stack of its own and looks at no byte twice, but for strings.
type parser struct {
	ctx    context.Context
	text   string // up to the end of what is read: of the text, or of the line
	whole  string
	at     int
	blocks []doc.Block
	open   []nest
	steps  int
	title  string // of the first value, where that is an object
	object bool   // the last value of the text is an object
	odd    [oddities]struct{ n, first int }
}

// nest is an object or array that is open.
type nest struct {
	object bool
	block  int32 // its own, or -1: an array that is the whole document
	start  int   // where its block begins
	opened int   // its bracket
	parts  int   // so many members or elements came
	run    int32 // the block of the short elements that came last, or -1
	label  string
	rank   int // of label among those that an object could have
}

const (
	// maxDepth is how deep records nest. What lies deeper is part of one.
	maxDepth = 64
	// short is up to how many bytes an object or array is one record, without
	// any in it, and elements without keys share one.
	short = 48
	// checkEvery is how many values are read between two looks at the context.
	checkEvery = 1 << 12
)

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
		p.close()
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

func (n *nest) closer() byte {
	if n.object {
		return '}'
	}
	return ']'
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
			p.leaf(start, key)
			return nil
		}
		n := nest{object: c == '{', block: -1, start: start, opened: p.at, run: -1, rank: len(labels)}
		if c == '{' || !bare {
			n.block = int32(len(p.blocks))
			p.blocks = append(p.blocks, doc.Block{Kind: doc.Record, Parent: p.parent(), Span: doc.Span{Start: start}, Label: key})
		}
		p.open = append(p.open, n)
		p.at++
		return nil
	}
	from := p.at
	if err := p.scalar(); err != nil {
		return err
	}
	if len(p.open) > 0 {
		p.leaf(start, key)
		p.label(key, p.text[from:p.at])
	}
	return nil
}

func (p *parser) parent() int32 {
	if len(p.open) == 0 {
		return -1
	}
	return p.open[len(p.open)-1].block
}

// leaf adds the block of a value that ends here: one of its own to a member,
// one for several to short elements.
func (p *parser) leaf(start int, key string) {
	top := &p.open[len(p.open)-1]
	if !top.object && top.run >= 0 && int(top.run) == len(p.blocks)-1 && p.at-p.blocks[top.run].Span.Start <= short {
		p.blocks[top.run].Span.End = p.at
		return
	}
	if !top.object {
		top.run = int32(len(p.blocks))
	}
	p.blocks = append(p.blocks, doc.Block{Kind: doc.Record, Parent: top.block, Span: doc.Span{Start: start, End: p.at}, Label: key})
}

// close ends what is open innermost. What is short has no blocks in it, and a
// short array in an array none of its own.
func (p *parser) close() {
	n := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	if n.block < 0 {
		return
	}
	b := &p.blocks[n.block]
	b.Span.End = p.at
	element := len(p.open) > 0 && !p.open[len(p.open)-1].object
	if b.Span.Len() <= short {
		p.blocks = p.blocks[:n.block+1]
		if element && !n.object {
			p.blocks = p.blocks[:n.block]
			p.leaf(b.Span.Start, "")
			return
		}
	}
	switch {
	case b.Label != "":
	case n.label != "":
		b.Label = n.label
	case element:
		b.Label = index(p.open[len(p.open)-1].parts - 1)
	}
}

// labels are the members whose value names a record, best first.
var labels = [...]string{"name", "title", "label", "id", "key", "slug", "_id", "uuid"}

// longestLabel is the longest value that names a record, in bytes.
const longestLabel = 120

// label keeps the value of a member where it names the object better than what
// did before, and the title of the document.
func (p *parser) label(key, value string) {
	top := &p.open[len(p.open)-1]
	if !top.object || len(key) > 5 || len(value) > longestLabel || value == "null" {
		return
	}
	for rank, name := range labels[:min(top.rank, len(labels))] {
		if !strings.EqualFold(key, name) {
			continue
		}
		if text := unquote(value); !doc.IsBlank(text) {
			top.label, top.rank = text, rank
		}
	}
	if len(p.open) == 1 && key == "title" && value[0] == '"' {
		p.title = strings.TrimSpace(unquote(value))
	}
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
