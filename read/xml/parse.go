package xml

import (
	"context"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/pildora/pildora/doc"
)

const (
	maxDepth = 1_000
	maxNodes = 4 << 20
)

// parser makes a tree of the tokens of encoding/xml, which judges whether the
// text is well-formed. Text is decoded here once more, for its places.
type parser struct {
	ctx      context.Context
	text     string
	dec      *stdxml.Decoder
	entities entities
	root, at *node
	depth, n int
}

// parse returns the root element.
func parse(ctx context.Context, text string) (root *node, warnings []string, err error) {
	p := parser{ctx: ctx, text: text, entities: entitiesOf(text)}
	start := len(text) - len(strings.TrimPrefix(text, doc.BOM))
	p.dec = stdxml.NewDecoder(strings.NewReader(strings.Repeat(" ", start) + newer(text[start:])))
	p.dec.Entity = p.entities.forDecoder()
	p.dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	if err := p.run(); err != nil {
		return nil, nil, err
	}
	if p.root == nil {
		return nil, nil, fmt.Errorf("%w: there is no element", ErrSyntax)
	}
	p.root.count()
	return p.root, p.entities.warnings(), nil
}

// version finds a version of XML that the decoder refuses, though it reads it.
var version = regexp.MustCompile(`^<\?xml\s+version\s*=\s*["']1\.([1-9])`)

func newer(text string) string {
	if m := version.FindStringSubmatchIndex(text); m != nil {
		return text[:m[2]] + "0" + text[m[3]:]
	}
	return text
}

func (p *parser) run() error {
	for {
		if p.n%checkEvery == 0 && p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		p.n++
		from := int(p.dec.InputOffset())
		token, err := p.dec.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return p.wrong(err)
		}
		if err := p.token(token, doc.Span{Start: from, End: int(p.dec.InputOffset())}); err != nil {
			return err
		}
	}
}

// wrong is an error of the decoder with its place.
func (p *parser) wrong(err error) error {
	if syntax, ok := errors.AsType[*stdxml.SyntaxError](err); ok {
		err = errors.New(syntax.Msg)
	}
	return fmt.Errorf("%w: %s: %w", ErrSyntax, p.place(), err)
}

func (p *parser) place() string {
	line, column := p.dec.InputPos()
	return fmt.Sprintf("line %d, byte %d", line, column)
}

// token takes the next token, which stands at s.
func (p *parser) token(token stdxml.Token, s doc.Span) error {
	switch t := token.(type) {
	case stdxml.StartElement:
		if p.depth++; p.depth > maxDepth {
			return fmt.Errorf("%w: %s: elements nest more than %d deep", ErrLimit, p.place(), maxDepth)
		}
		p.add(&node{name: t.Name.Local, attrs: attrs(t.Attr), tag: s})
	case stdxml.EndElement:
		p.depth--
		if p.at != nil {
			p.at = p.at.parent
		}
	case stdxml.CharData:
		if p.at == nil {
			return nil
		}
		text, err := p.entities.decode(p.text, s)
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrLimit, p.place(), err)
		}
		p.add(&node{text: text, tag: s})
	}
	if p.n > maxNodes {
		return fmt.Errorf("%w: %s: more than %d elements and texts; split it", ErrLimit, p.place(), maxNodes)
	}
	return nil
}

// add puts a node in the tree. A second root is none.
func (p *parser) add(n *node) {
	n.parent = p.at
	switch {
	case p.at != nil:
		p.at.children = append(p.at.children, n)
	case p.root == nil:
		p.root = n
	}
	if !n.isText() {
		p.at = n
	}
}

func attrs(given []stdxml.Attr) []attr {
	var out []attr
	for _, a := range given {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			out = append(out, attr{a.Name.Local, a.Value})
		}
	}
	return out
}

// count measures what is in each element.
func (n *node) count() {
	for _, c := range n.children {
		if !c.isText() {
			c.count()
			n.measure.elems++
			n.measure.bytes += c.measure.bytes
			continue
		}
		for _, p := range c.text {
			c.measure.bytes += int32(len(strings.TrimSpace(p.text)))
		}
		n.measure.bytes += c.measure.bytes
		n.measure.loose += c.measure.bytes
	}
}
