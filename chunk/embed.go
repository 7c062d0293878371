package chunk

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// after is what follows each part in the embedded text. Overlap is followed by
// nothing, for it and the body are one slice of the document.
var after = [...]string{Summary: "\n", Breadcrumb: "\n\n", Context: "\n\n", Header: "\n", Overlap: ""}

// Embed writes the string that is embedded and that Limits.Max bounds: the
// parts before, each on lines of its own, the body as [doc.Document.Body]
// narrows it or as it was rendered, and the parts after.
func Embed(d *doc.Document, c Chunk) string {
	body := c.Rendered
	if body == "" {
		body = d.Slice(d.Body(c.Span))
	}
	if len(c.Before) == 0 && len(c.After) == 0 {
		return body
	}
	n := len(body)
	for _, p := range c.Before {
		n += len(p.Content(d)) + len("\n\n")
	}
	for _, p := range c.After {
		n += len(p.Content(d)) + len("\n")
	}
	var b strings.Builder
	b.Grow(n)
	for _, p := range c.Before {
		if text := p.Content(d); text != "" {
			b.WriteString(text)
			b.WriteString(after[p.Role])
		}
	}
	b.WriteString(body)
	for _, p := range c.After {
		if text := p.Content(d); text != "" {
			b.WriteByte('\n')
			b.WriteString(text)
		}
	}
	return b.String()
}

// Head writes the parts before a body with what follows each.
func Head(d *doc.Document, parts []Part) string {
	return string(appendHead(nil, d, parts))
}

func appendHead(b []byte, d *doc.Document, parts []Part) []byte {
	for _, p := range parts {
		if text := p.Content(d); text != "" {
			b = append(append(b, text...), after[p.Role]...)
		}
	}
	return b
}
