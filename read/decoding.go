package read

import (
	"context"
	"fmt"
	"sort"

	"github.com/pildora/pildora/doc"
)

// Decoding returns a reader that decodes each source to UTF-8 before it hands
// it to r: for readers of text formats that know UTF-8 only. The documents lead
// back to the bytes of the real source, and their warnings begin with those of
// decoding. A source in UTF-8 reaches r as it is.
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
		return r.inner.Read(ctx, s)
	}
	d, err := r.inner.Read(ctx, Source{URI: s.URI, Media: s.MediaType(), Data: []byte(decoded.Text)})
	if err != nil {
		return nil, err
	}
	d.Warnings = append(decoded.Warnings, d.Warnings...)
	if len(d.Origins) == 0 {
		d.Origins = decoded.Origins
		return d, nil
	}
	for i := range d.Origins {
		d.Origins[i].Source = sourceOf(decoded.Origins, d.Origins[i].Source)
	}
	return d, nil
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
