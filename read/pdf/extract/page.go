package extract

import (
	"fmt"
	"strings"

	"github.com/pildora/pildora/read/pdf/page"
)

// frame is how a page lies.
type frame struct {
	m             matrix // from the page's coordinates to those of the page as seen
	width, height float32
	quarters      int // turned clockwise
}

// frame returns how a loaded page lies. One with no sense in it is A4.
func (d *document) frame(handle uint64) frame {
	f := frame{quarters: d.number("FPDFPage_GetRotation", handle) & 3}
	crop := page.Box{Right: 595, Top: 842}
	if d.holds("FPDF_GetPageBoundingBox", handle, d.out(0)) {
		r := d.results() // left, top, right, bottom
		if b := (page.Box{Left: r.f32(0), Top: r.f32(1), Right: r.f32(2), Bottom: r.f32(3)}); finite(b.Left, b.Bottom, b.Right, b.Top) && b.Left < b.Right && b.Bottom < b.Top {
			crop = b
		}
	}
	f.m, f.width, f.height = seen(crop, f.quarters)
	return f
}

// reader reads one page.
type reader struct {
	*document
	frame
	handle uint64
	out    page.Page

	fonts    map[uint64]int32   // of pdfium's handles
	elements map[int]int32      // of marked content
	marks    map[uint64]content // of text objects
	objects  int
	shapes   int // paths and shadings, drawn
}

// page reads a page and how it lies, with at most so many glyphs. After a call
// that failed what it returns is worth nothing.
func (d *document) page(number int, frames frames, glyphs int) page.Page {
	r := reader{document: d, out: page.Page{Number: number},
		fonts: map[uint64]int32{}, elements: map[int]int32{}, marks: map[uint64]content{}}
	r.out.Label = d.wide("FPDF_GetPageLabel", d.handle, uint64(number-1))
	if r.handle = d.call("FPDF_LoadPage", d.handle, uint64(number-1)); r.handle == 0 {
		r.out.Problem = "the page is damaged"
		return r.out
	}
	r.frame = d.frame(r.handle)
	frames[number] = r.frame
	r.out.Width, r.out.Height, r.out.Rotation = r.width, r.height, 90*r.quarters
	r.readLinks(frames)
	r.flatten()
	r.readElements()
	r.readObjects()
	r.readGlyphs(min(glyphs, maxGlyphs))
	d.call("FPDF_ClosePage", r.handle)
	r.out.Scan = r.isScan()
	return r.out
}

// problem notes what was left out; the first counts.
func (r *reader) problem(format string, args ...any) {
	if r.out.Problem == "" {
		r.out.Problem = fmt.Sprintf(format, args...)
	}
}

// Kinds of annotations whose looks are text of the page.
const (
	annotFreeText = 3
	annotStamp    = 13
	annotWidget   = 20
)

// flatten makes content of what is filled into forms and written on top.
func (r *reader) flatten() {
	n := min(r.number("FPDFPage_GetAnnotCount", r.handle), maxLines)
	written := false
	for i := 0; i < n && !written && r.err == nil; i++ {
		annot := r.call("FPDFPage_GetAnnot", r.handle, uint64(i))
		if annot == 0 {
			continue
		}
		switch r.number("FPDFAnnot_GetSubtype", annot) {
		case annotFreeText, annotStamp, annotWidget:
			written = true
		}
		r.call("FPDFPage_CloseAnnot", annot)
	}
	const normal, success = 0, 1
	if !written || r.number("FPDFPage_Flatten", r.handle, normal) != success {
		return
	}
	r.call("FPDF_ClosePage", r.handle)
	if r.handle = r.call("FPDF_LoadPage", r.document.handle, uint64(r.out.Number-1)); r.handle == 0 {
		r.problem("the page is damaged")
	}
}

// Actions of links.
const actionURI = 3

func (r *reader) readLinks(frames frames) {
	const at, found = 14, 15 // where nothing else is put meanwhile
	r.zero(found + 1)
	for len(r.out.Links) < maxLines && r.holds("FPDFLink_Enumerate", r.handle, r.document.out(at), r.document.out(found)) {
		link := r.results().uint(found)
		if link == 0 || !r.holds("FPDFLink_GetAnnotRect", link, r.document.out(0)) {
			continue
		}
		v := r.results()
		l := page.Link{Box: r.m.box(v.f32(0), v.f32(3), v.f32(2), v.f32(1))}
		dest := r.call("FPDFLink_GetDest", r.document.handle, link)
		if action := r.call("FPDFLink_GetAction", link); dest == 0 && action != 0 {
			if r.number("FPDFAction_GetType", action) == actionURI {
				l.URI = strings.TrimSpace(r.narrow("FPDFAction_GetURIPath", r.document.handle, action))
			} else {
				dest = r.call("FPDFAction_GetDest", r.document.handle, action)
			}
		}
		to := r.place(dest)
		l.Page, l.Y = to.number, frames.height(to)
		if (l.URI != "" || l.Page > 0) && finite(l.Box.Left, l.Box.Bottom, l.Box.Right, l.Box.Top) {
			r.out.Links = append(r.out.Links, l)
		}
	}
}

// Of a page without text, pictures on so much of it, or so many shapes, are
// taken for text that is drawn. Of one with text, so many characters that
// aren't known make the others worth nothing.
const (
	scanCover   = 0.2
	scanShapes  = 200
	scanUnknown = 0.3
)

// isScan says that the page shows something, but as no text that can be read.
func (r *reader) isScan() bool {
	known, unknown := 0, 0
	for _, g := range r.out.Glyphs {
		switch {
		case g.Flags&page.Generated != 0 || g.Rune <= ' ' || g.Rune == '\u00a0':
		case g.Rune == '\ufffd' || g.Flags&page.Unmapped != 0:
			unknown++
		default:
			known++
		}
	}
	if known+unknown > 0 {
		return float64(unknown) > scanUnknown*float64(known+unknown)
	}
	var cover float32
	for _, i := range r.out.Images {
		cover += (i.Box.Right - i.Box.Left) * (i.Box.Top - i.Box.Bottom)
	}
	return cover >= scanCover*r.width*r.height || r.shapes >= scanShapes
}
