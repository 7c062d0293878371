package opc

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Kind says what a token is.
type Kind uint8

// The kinds of tokens. An empty element gives Start and End.
const (
	Start Kind = iota + 1
	End
	Text // character data, references and CDATA resolved
)

// Attr is an attribute.
type Attr struct{ Name, Value string }

// Tokens reads the elements and texts of one part. Comments, processing
// instructions and the document type are passed over.
type Tokens struct {
	Kind  Kind
	Name  string // of a Start or End, e.g. "w:p"
	Attrs []Attr // of a Start; valid until Next
	Text  string // of a Text
	// Span is the token in the part, in bytes; empty where the part is not in
	// UTF-8.
	Span doc.Span
	// Depth is how many elements are open: a Start counts its own, an End does
	// not.
	Depth int

	p        *Package
	part     string
	ctx      context.Context
	dec      *xml.Decoder
	exact    bool // offsets are those of the part
	open     []string
	count    int
	elements int
	closing  bool // the part is at its end or broken off; what is open is closed
	err      error
}

// Tokens begins to read a part as XML.
func (p *Package) Tokens(ctx context.Context, part string) (*Tokens, error) {
	data, err := p.Read(ctx, part)
	if err != nil {
		return nil, err
	}
	data, exact := p.readable(part, data)
	t := &Tokens{p: p, part: p.Find(part), ctx: ctx, dec: xml.NewDecoder(bytes.NewReader(data)), exact: exact}
	t.dec.Strict = false
	return t, nil
}

// Next goes to the next token and reports whether there is one. Every Start has
// its End, also where the part breaks off.
func (t *Tokens) Next() bool {
	for t.err == nil && !t.closing {
		start := t.dec.InputOffset()
		token, err := t.dec.Token()
		if err != nil {
			t.broken(err)
			break
		}
		t.Span = doc.Span{}
		if t.exact {
			t.Span = doc.Span{Start: int(start), End: int(t.dec.InputOffset())}
		}
		if t.count++; t.count%4096 == 0 && t.ctx.Err() != nil {
			t.err = t.p.Errorf(t.part, "%w", t.ctx.Err())
			break
		}
		if t.count > t.p.limits.Tokens {
			t.err = t.p.Errorf(t.part, "%w: more than the %d tags and texts allowed", read.ErrTooLarge, t.p.limits.Tokens)
			break
		}
		if t.take(token) {
			return true
		}
	}
	if t.err != nil || len(t.open) == 0 {
		return false
	}
	t.Kind, t.Attrs, t.Text, t.Span = End, nil, "", doc.Span{Start: t.Span.End, End: t.Span.End}
	t.pop()
	return true
}

// take makes the token t's, and reports whether it is one that is given out.
func (t *Tokens) take(token xml.Token) bool {
	switch x := token.(type) {
	case xml.StartElement:
		if len(t.open) >= t.p.limits.Depth {
			t.err = t.p.Errorf(t.part, "%w: its elements nest deeper than %d, which no program writes", ErrHostile, t.p.limits.Depth)
			return false
		}
		t.elements++
		t.Kind, t.Name, t.Text = Start, t.p.name(x.Name.Space, x.Name.Local), ""
		t.Attrs = t.Attrs[:0]
		for _, a := range x.Attr {
			if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
				t.Attrs = append(t.Attrs, Attr{t.p.name(a.Name.Space, a.Name.Local), a.Value})
			}
		}
		t.open = append(t.open, t.Name)
		t.Depth = len(t.open)
		return true
	case xml.EndElement:
		t.Kind, t.Attrs, t.Text = End, t.Attrs[:0], ""
		t.pop()
		return true
	case xml.CharData:
		t.Kind, t.Name, t.Attrs, t.Text = Text, "", t.Attrs[:0], string(x)
		return len(t.open) > 0
	case xml.Directive:
		if bytes.Contains(x, []byte("<!ENTITY")) {
			t.err = t.p.Errorf(t.part, "%w: it declares entities, which can grow without end and which no office program writes", ErrHostile)
		}
	}
	return false
}

func (t *Tokens) pop() {
	last := len(t.open) - 1
	t.Name, t.open = t.open[last], t.open[:last]
	t.Depth = last
}

// broken ends the tokens at an error of the decoder. What was read so far
// stays.
func (t *Tokens) broken(err error) {
	t.closing = true
	if errors.Is(err, io.EOF) && t.elements > 0 && len(t.open) == 0 {
		return
	}
	if t.elements == 0 {
		t.err = t.p.Errorf(t.part, "%w: no XML in it (%v); save the document anew with the program that made it", ErrDamaged, err)
		return
	}
	t.p.Warn("%s: not well-formed at byte %d (%s); read up to there", t.part, t.dec.InputOffset(), strings.TrimPrefix(fmt.Sprint(err), "XML syntax error "))
}

// Err is why Next ended before the part did: a limit, a hostile part, or the
// context. Damage that can be put up with is a warning of the package.
func (t *Tokens) Err() error { return t.err }

// Part is the stored name of the part.
func (t *Tokens) Part() string { return t.part }

// Is reports whether the token is of a kind and a name.
func (t *Tokens) Is(kind Kind, name string) bool { return t.Kind == kind && t.Name == name }

// Attr returns the value of an attribute of a Start, "" where it has none.
func (t *Tokens) Attr(name string) string { return attrOf(t.Attrs, name) }

func attrOf(attrs []Attr, name string) string {
	for _, a := range attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// Skip goes to the End of the element whose Start was read last.
func (t *Tokens) Skip() {
	for depth := t.Depth - 1; t.Next(); {
		if t.Kind == End && t.Depth == depth {
			return
		}
	}
}
