package enrich

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Separator stands between the titles of a breadcrumb.
const Separator = " > "

// Titles are the titles down to a body: the document's, unless it is the
// first heading's too, and those of the headings in force.
func Titles(d *doc.Document, body doc.Span) []string {
	titles := d.Headings(body)
	if d.Title != "" && (len(titles) == 0 || titles[0] != d.Title) {
		titles = append([]string{d.Title}, titles...)
	}
	kept := titles[:0]
	for _, t := range titles {
		if t = strings.Join(strings.Fields(t), " "); t != "" {
			kept = append(kept, t)
		}
	}
	return kept
}

// Breadcrumb writes the titles down to a body in one line.
func Breadcrumb(d *doc.Document, body doc.Span) string {
	return strings.Join(Titles(d, body), Separator)
}

// breadcrumbForms are the whole breadcrumb, then ever more of its middle left
// out, then the last title alone.
func breadcrumbForms(d *doc.Document, body doc.Span) []chunk.Part {
	titles := Titles(d, body)
	if len(titles) == 0 {
		return nil
	}
	texts := []string{strings.Join(titles, Separator)}
	last := titles[len(titles)-1]
	for keep := len(titles) - 3; keep >= 0; keep-- {
		tail := titles[len(titles)-1-keep:]
		texts = append(texts, titles[0]+Separator+"…"+Separator+strings.Join(tail, Separator))
	}
	if len(titles) > 1 {
		texts = append(texts, "…"+Separator+last, last)
	}
	parts := make([]chunk.Part, len(texts))
	for i, text := range texts {
		parts[i] = chunk.Part{Role: chunk.Breadcrumb, Text: text}
	}
	return parts
}
