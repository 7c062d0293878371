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
func Titles(d *doc.Document, body doc.Span) []string { return titlesOf(d, d.SectionOf(body)) }

// titlesOf are the titles down to the bodies of a section of the outline.
func titlesOf(d *doc.Document, section int) []string {
	titles := d.HeadingsOf(section)
	if d.Title != "" && (len(titles) == 0 || titles[0] != d.Title) {
		titles = append([]string{d.Title}, titles...)
	}
	kept := titles[:0]
	for _, t := range titles {
		if t = oneLine(t); t != "" {
			kept = append(kept, t)
		}
	}
	return kept
}

// oneLine is t with each run of white space as one blank.
func oneLine(t string) string {
	if !strings.ContainsAny(t, "\n\r\t") && !strings.Contains(t, "  ") {
		return strings.TrimSpace(t)
	}
	return strings.Join(strings.Fields(t), " ")
}

// Breadcrumb writes the titles down to a body in one line.
func Breadcrumb(d *doc.Document, body doc.Span) string {
	return strings.Join(Titles(d, body), Separator)
}

// breadcrumbForms are the whole breadcrumb, then ever more of its middle left
// out, then the last title alone.
func breadcrumbForms(d *doc.Document, section int, yield func(chunk.Part) bool) {
	titles := titlesOf(d, section)
	if len(titles) == 0 {
		return
	}
	write := func(text string) bool { return yield(chunk.Part{Role: chunk.Breadcrumb, Text: text}) }
	if !write(strings.Join(titles, Separator)) || len(titles) == 1 {
		return
	}
	for keep := len(titles) - 2; keep > 0; keep-- {
		tail := titles[len(titles)-keep:]
		if !write(titles[0] + Separator + "…" + Separator + strings.Join(tail, Separator)) {
			return
		}
	}
	last := titles[len(titles)-1]
	if write("…" + Separator + last) {
		write(last)
	}
}
