package whole

import (
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// Find returns the pills that the detectors find in d, containers left out.
// fits says whether a span would fit one chunk; it is asked about pills with
// the headings right before them.
func Find(d *doc.Document, fits func(doc.Span) bool) []Pill {
	found := pill.Find(d, d.Whole()).Proper()
	out := make([]Pill, len(found))
	for i, p := range found {
		body := d.Body(p.Span)
		out[i] = Pill{Kind: p.Kind.String(), Span: body, Parent: int(p.Parent), Series: int(p.Series),
			Fits: fits(doc.Span{Start: p.Head, End: body.End})}
	}
	return out
}
