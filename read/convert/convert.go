// Package convert makes a document of what the reader of another format has
// found: headings, paragraphs, lists, tables and the rest, each with the place
// in the source that it came from.
//
// A [Builder] is told elements and texts as if it wrote a page of HTML, and
// [html.Composer] makes Markdown and blocks of them, so that all formats have
// one way of writing lists, tables with spans, code and the like. What the
// builder adds is the way back: the document's origins are those that the
// elements and texts were given.
package convert

import (
	"context"
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/html"
)

// Builder gathers the content of a document. The zero value is ready. It is
// for one goroutine.
//
// Elements are those of HTML that [html.Reader] knows, and those of
// [html.Composer]. White space collapses as in HTML, except in pre and x-math.
// A footnote is an x-footnote with its name as label, a reference to it the
// text "[^name]".
type Builder struct {
	composer html.Composer
	pieces   []piece
}

// piece says where a stretch of the composer's source came from. It reaches to
// the next piece.
type piece struct {
	at     int
	linear bool // byte for byte
	from   doc.Origin
}

// Open opens an element that came from a place in the source; attrs are names
// and values by turns. from.Text is not looked at.
func (b *Builder) Open(tag string, from doc.Origin, attrs ...string) {
	b.from(from, false)
	b.composer.Open(tag, attrs...)
}

// Close closes the innermost open element.
func (b *Builder) Close() { b.composer.Close() }

// Void adds an element that has no content: br, hr, img.
func (b *Builder) Void(tag string, from doc.Origin, attrs ...string) {
	b.from(from, false)
	b.composer.Void(tag, attrs...)
}

// Text adds text that came from a place in the source: byte for byte where
// from.Source is as long as s; else all of s leads to all of it. What is no
// UTF-8 is replaced by U+FFFD.
func (b *Builder) Text(s string, from doc.Origin) {
	if s == "" {
		return
	}
	valid := strings.ToValidUTF8(s, "\ufffd")
	b.from(from, valid == s && from.Source.Len() == len(s))
	b.composer.Text(valid)
}

// Len is how much was gathered so far, in bytes of text plus one for each
// element.
func (b *Builder) Len() int { return b.composer.Len() }

func (b *Builder) from(o doc.Origin, linear bool) {
	o.Text = doc.Span{}
	if n := len(b.pieces); n > 0 && !linear && !b.pieces[n-1].linear && b.pieces[n-1].from == o {
		return // as a row's cells
	}
	b.pieces = append(b.pieces, piece{b.composer.Len(), linear, o})
}

// Document makes a document of everything that was gathered, with the URI and
// the media type of s. Its title is the text of its first h1; the rest of its
// fields are left to the caller. Errors name s.URI; they wrap read.ErrTooLarge
// or ctx's error.
func (b *Builder) Document(ctx context.Context, s read.Source) (*doc.Document, error) {
	d, err := b.composer.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	var t trail
	for _, o := range d.Origins {
		b.lead(&t, o)
	}
	d.Origins = t.origins
	return d, nil
}

// lead follows an origin of the composer to those of the pieces it lies in.
func (b *Builder) lead(t *trail, o doc.Origin) {
	i := max(0, sort.Search(len(b.pieces), func(i int) bool { return b.pieces[i].at > o.Source.Start })-1)
	if o.Text.Len() != o.Source.Len() {
		t.add(o.Text, b.pieces[i].from, false)
		return
	}
	for at := o.Source.Start; at < o.Source.End; i++ {
		end := o.Source.End
		if i+1 < len(b.pieces) {
			end = min(end, b.pieces[i+1].at)
		}
		if end <= at {
			continue // elements one inside the other, or no text
		}
		p := b.pieces[i]
		from := p.from
		if p.linear {
			from.Source = doc.Span{Start: p.from.Source.Start + at - p.at, End: p.from.Source.Start + end - p.at}
		}
		start := o.Text.Start + at - o.Source.Start
		t.add(doc.Span{Start: start, End: start + end - at}, from, p.linear)
		at = end
	}
}

// trail gathers origins, joining those that go on where the last one ended.
type trail struct {
	origins []doc.Origin
	linear  bool // the last is byte for byte
}

func (t *trail) add(text doc.Span, from doc.Origin, linear bool) {
	if n := len(t.origins); n > 0 {
		last := &t.origins[n-1]
		same := last.Page == from.Page && last.Box == from.Box && last.Part == from.Part && last.Time == from.Time
		switch {
		case !same:
		case linear && t.linear && last.Text.End == text.Start && last.Source.End == from.Source.Start:
			last.Text.End, last.Source.End = text.End, from.Source.End
			return
		case !linear && !t.linear && last.Source == from.Source:
			last.Text.End = text.End
			return
		}
	}
	from.Text = text
	t.origins = append(t.origins, from)
	t.linear = linear
}
