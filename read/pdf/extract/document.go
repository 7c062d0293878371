package extract

import (
	"strings"

	"github.com/pildora/pildora/read/pdf/page"
)

// document is a file that is open in an instance of pdfium, which ends with it.
type document struct {
	*module
	handle uint64
}

// Values of FPDF_GetLastError.
const (
	lastPassword = 4
	lastSecurity = 5
)

// open opens a file, without a password if that works. Of one that lost its
// end it opens what is left.
func (m *module) open(data []byte, password string) (*document, error) {
	d, err := m.load(data, password)
	if err == nil && d.pages() > 0 || err != nil && err != ErrDamaged {
		return d, err
	}
	for _, data := range repaired(data) {
		if again, err := m.load(data, password); err == nil && again.pages() > 0 {
			return again, nil
		}
	}
	return d, err
}

// load opens a file as it is.
func (m *module) load(data []byte, password string) (*document, error) {
	at := m.put(data)
	handle := m.call("FPDF_LoadMemDocument", at, uint64(len(data)), 0)
	asked := handle == 0 && m.number("FPDF_GetLastError") == lastPassword
	if asked && password != "" {
		handle = m.call("FPDF_LoadMemDocument", at, uint64(len(data)), m.put(append([]byte(password), 0)))
	}
	switch {
	case m.err != nil:
		return nil, m.err
	case handle != 0:
		return &document{m, handle}, nil
	}
	reason := m.number("FPDF_GetLastError")
	m.call("free", at)
	switch {
	case reason == lastSecurity:
		return nil, ErrEncryption
	case asked && password == "":
		return nil, ErrPassword
	case asked:
		return nil, ErrWrongPassword
	}
	return nil, ErrDamaged
}

// pages is the number of pages, as far as they are read.
func (d *document) pages() int {
	return min(max(0, d.number("FPDF_GetPageCount", d.handle)), MaxPages)
}

// head is the document without its pages.
func (d *document) head() *page.Document {
	out := &page.Document{
		Tagged:   d.holds("FPDFCatalog_IsTagged", d.handle),
		Language: d.wide("FPDFCatalog_GetLanguage", d.handle),
		Meta:     map[string]string{},
	}
	for _, f := range []struct{ key, name string }{
		{"title", "Title"}, {"author", "Author"}, {"description", "Subject"}, {"keywords", "Keywords"},
		{"date", "CreationDate"}, {"modified", "ModDate"},
	} {
		value := cleaned(d.wide("FPDF_GetMetaText", d.handle, d.name(f.name)))
		switch f.key {
		case "title":
			value = titleOf(value)
		case "date", "modified":
			value = dateOf(value)
		}
		if value != "" {
			out.Meta[f.key] = value
		}
	}
	if n := d.number("FPDF_GetPageCount", d.handle); n > MaxPages {
		out.Warnings = append(out.Warnings, "only the first 100000 pages are read")
	}
	if !d.holds("FPDF_DocumentHasValidCrossReferenceTable", d.handle) {
		out.Warnings = append(out.Warnings, "the file is damaged: its table of objects had to be built anew")
	}
	return out
}

// place is where a destination leads, in the page's own coordinates.
type place struct {
	number int // of the page; 0 where that is unknown
	x, y   float32
	known  bool // the height
}

// mark is a bookmark and where it leads.
type mark struct {
	page.Entry
	to place
}

// outline walks the bookmarks. A file may make circles of them.
func (d *document) outline() []mark {
	var out []mark
	seen := map[uint64]bool{}
	var walk func(at uint64, level int)
	walk = func(at uint64, level int) {
		for ; at != 0 && !seen[at] && len(out) < maxEntries && d.err == nil; at = d.call("FPDFBookmark_GetNextSibling", d.handle, at) {
			seen[at] = true
			m := mark{Entry: page.Entry{Title: cleaned(d.wide("FPDFBookmark_GetTitle", at)), Level: level}}
			dest := d.call("FPDFBookmark_GetDest", d.handle, at)
			if action := d.call("FPDFBookmark_GetAction", at); dest == 0 && action != 0 {
				dest = d.call("FPDFAction_GetDest", d.handle, action)
			}
			m.to = d.place(dest)
			out = append(out, m)
			if level < maxDepth {
				walk(d.call("FPDFBookmark_GetFirstChild", d.handle, at), level+1)
			}
		}
	}
	walk(d.call("FPDFBookmark_GetFirstChild", d.handle, 0), 1)
	return out
}

// place is where a destination leads.
func (d *document) place(dest uint64) place {
	if dest == 0 {
		return place{}
	}
	index := d.number("FPDFDest_GetDestPageIndex", d.handle, dest)
	if index < 0 || index >= d.pages() {
		return place{}
	}
	p := place{number: index + 1}
	d.zero(6)
	d.call("FPDFDest_GetLocationInPage", dest, d.out(0), d.out(1), d.out(2), d.out(3), d.out(4), d.out(5))
	if r := d.results(); r.int(1) != 0 {
		p.x, p.y = r.f32(6), r.f32(8)
		p.known = finite(p.x, p.y)
	}
	return p
}

// frames are the pages seen so far, by number.
type frames map[int]frame

// height is how high on the page as seen a place is; 0 where that is unknown.
func (f frames) height(p place) float32 {
	to, seen := f[p.number]
	if !seen || !p.known {
		return 0
	}
	_, y := to.m.point(p.x, p.y)
	return max(0, min(y, to.height))
}

// entries are the bookmarks with their heights.
func (f frames) entries(marks []mark) []page.Entry {
	out := make([]page.Entry, len(marks))
	for i, m := range marks {
		m.Page, m.Y = m.to.number, f.height(m.to)
		out[i] = m.Entry
	}
	return out
}

// cleaned makes one line of a property's value.
func cleaned(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r == '\ufeff' || r == 0 {
			return -1
		}
		if r < ' ' {
			return ' '
		}
		return r
	}, s)), " ")
}
