package read

import (
	"context"
	"fmt"
	"sort"

	"github.com/pildora/pildora/doc"
)

// TextReader is a [Reader] that also takes text which was decoded before.
type TextReader interface {
	Reader
	// ReadText is Read for a source whose text is known: valid UTF-8, of which
	// the document may share the memory. It doesn't look at s.Data.
	ReadText(ctx context.Context, s Source, text string) (*doc.Document, error)
}

// Decoding returns a reader that decodes each source to UTF-8 before it hands
// it to r: for readers of text formats that know UTF-8 only. The documents lead
// back to the bytes of the real source, and their warnings begin with those of
// decoding. A source in UTF-8 reaches r as it is; a [TextReader] is spared the
// copy and the check of it.
func Decoding(r Reader) Reader { return decoding{r} }

type decoding struct{ inner Reader }

func (r decoding) Read(ctx context.Context, s Source) (*doc.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	decoded, err := s.Decode()
	if err != nil {
		return nil, err
	}
	if len(decoded.Warnings) == 0 {
		return r.hand(ctx, s, decoded.Text)
	}
	d, err := r.hand(ctx, Source{URI: s.URI, Media: s.MediaType()}, decoded.Text)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(decoded.Warnings, d.Warnings...)
	if len(d.Origins) == 0 && d.Text == decoded.Text { // else nothing was made of it
		d.Origins = decoded.Origins
		return d, nil
	}
	for i := range d.Origins {
		d.Origins[i].Source = sourceOf(decoded.Origins, d.Origins[i].Source)
	}
	return d, nil
}

// hand gives the text of s to the reader within. Data is empty where it isn't
// the text.
func (r decoding) hand(ctx context.Context, s Source, text string) (*doc.Document, error) {
	if inner, ok := r.inner.(TextReader); ok {
		return inner.ReadText(ctx, s, text)
	}
	if s.Data == nil {
		s.Data = []byte(text)
	}
	return r.inner.Read(ctx, s)
}

// sourceOf returns the bytes that the pieces came from which the span of the
// decoded text touches.
func sourceOf(pieces []doc.Origin, s doc.Span) doc.Span {
	piece := func(at int) doc.Span {
		i := sort.Search(len(pieces), func(i int) bool { return pieces[i].Text.End > at })
		return pieces[min(i, len(pieces)-1)].Source
	}
	if len(pieces) == 0 {
		return s
	}
	return doc.Span{Start: piece(s.Start).Start, End: piece(max(s.Start, s.End-1)).End}
}
