package enrich

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Separator stands between the titles of a breadcrumb.
const Separator = " > "

// And stands between the titles of sections that share a body.
const And = " + "

// Titles are the titles down to a body: the document's, unless it is the
// first heading's too, and those of the headings in force.
func Titles(d *doc.Document, body doc.Span) []string {
	at := d.SectionOf(body)
	return titlesOf(d, sections{at, at}).all()
}

// sections are the sections of a body, as indices in the outline. Where a body
// is named by the one that it begins in, first is last.
type sections struct{ first, last int }

// sectionsOf are the sections of a body, down to the last one that begins in it
// where joined ones are named.
func sectionsOf(d *doc.Document, body doc.Span, joined bool) sections {
	first := d.SectionOf(body)
	if !joined || first < 0 || body.Empty() {
		return sections{first, first}
	}
	return sections{first, max(first, d.SectionAt(body.End-1))}
}

// titles are those that all of a body lies under, and those of the sections
// right below that share it, where there are several.
type titles struct{ common, joined []string }

// all is the titles in order, the joined ones as one.
func (t titles) all() []string {
	if len(t.joined) == 0 {
		return t.common
	}
	return append(t.common[:len(t.common):len(t.common)], strings.Join(t.joined, And))
}

func titlesOf(d *doc.Document, in sections) titles {
	var t titles
	above, shared := siblings(d, in)
	t.common, t.joined = d.HeadingsOf(above), shared
	first := append(t.common[:len(t.common):len(t.common)], t.joined...)
	if d.Title != "" && (len(first) == 0 || first[0] != d.Title) {
		t.common = append([]string{d.Title}, t.common...)
	}
	t.common, t.joined = oneLiners(t.common), oneLiners(t.joined)
	if len(t.joined) == 1 {
		t.common, t.joined = append(t.common, t.joined...), nil
	}
	return t
}

// siblings returns the section that all of those are or lie under, -1 where
// there is none, and the titles of those right below it. There are none where
// the body begins with its own text.
func siblings(d *doc.Document, in sections) (above int, shared []string) {
	if in.first == in.last {
		return in.first, nil
	}
	outline := d.Outline()
	// A heading stands after those that it lies under.
	above = in.first
	for i := in.first + 1; i <= in.last; i++ {
		for low := i; low != above; {
			if low > above {
				low = outline[low].Parent
			} else {
				above = outline[above].Parent
			}
		}
	}
	if above == in.first {
		return above, nil
	}
	// The one below it that the body begins in, and those that begin in the body.
	begun := in.first
	for outline[begun].Parent != above {
		begun = outline[begun].Parent
	}
	shared = []string{d.Blocks[outline[begun].Block].Label}
	for i := in.first + 1; i <= in.last; i++ {
		if outline[i].Parent == above {
			shared = append(shared, d.Blocks[outline[i].Block].Label)
		}
	}
	return above, shared
}

// oneLiners are the titles that aren't blank, each on one line. It reuses all.
func oneLiners(all []string) []string {
	kept := all[:0]
	for _, t := range all {
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
// out, then the last title alone; of joined ones the first and the last, then
// the first.
func breadcrumbForms(d *doc.Document, in sections, yield func(chunk.Part) bool) {
	of := titlesOf(d, in)
	titles := of.all()
	if len(titles) == 0 {
		return
	}
	write := func(text string) bool { return yield(chunk.Part{Role: chunk.Breadcrumb, Text: text}) }
	if !shorter(titles, write) || len(of.joined) == 0 {
		return
	}
	first, last := of.joined[0], of.joined[len(of.joined)-1]
	if len(of.joined) > 2 && !write(first+And+"…"+And+last) {
		return
	}
	write(first + And + "…")
}

// shorter writes the titles, each time with fewer of them, as long as write
// wants another.
func shorter(titles []string, write func(string) bool) bool {
	if !write(strings.Join(titles, Separator)) {
		return false
	}
	if len(titles) == 1 {
		return true
	}
	for keep := len(titles) - 2; keep > 0; keep-- {
		tail := titles[len(titles)-keep:]
		if !write(titles[0] + Separator + "…" + Separator + strings.Join(tail, Separator)) {
			return false
		}
	}
	last := titles[len(titles)-1]
	return write("…"+Separator+last) && write(last)
}
