package extract

import (
	"math"

	"github.com/pildora/pildora/read/pdf/page"
)

// readElements reads the structure elements of a tagged page.
func (r *reader) readElements() {
	tree := r.call("FPDF_StructTree_GetForPage", r.handle)
	if tree == 0 {
		return
	}
	n := r.number("FPDF_StructTree_CountChildren", tree)
	for i := 0; i < n && r.err == nil && len(r.out.Elements) < maxElements; i++ {
		r.element(r.call("FPDF_StructTree_GetChildAtIndex", tree, uint64(i)), -1, 0)
	}
	r.call("FPDF_StructTree_Close", tree)
}

// element reads an element and those below it.
func (r *reader) element(handle uint64, parent int32, depth int) {
	if handle == 0 || depth > maxDepth || len(r.out.Elements) >= maxElements {
		return
	}
	index := int32(len(r.out.Elements))
	e := page.Element{
		Type: r.wide("FPDF_StructElement_GetType", handle), Parent: parent, ColSpan: 1, RowSpan: 1,
		Title:    cleaned(r.wide("FPDF_StructElement_GetTitle", handle)),
		Alt:      cleaned(r.wide("FPDF_StructElement_GetAltText", handle)),
		Actual:   cleaned(r.wide("FPDF_StructElement_GetActualText", handle)),
		Language: r.wide("FPDF_StructElement_GetLang", handle),
	}
	if e.Type == "TH" || e.Type == "TD" {
		r.cell(handle, &e)
	}
	r.out.Elements = append(r.out.Elements, e)
	n := r.number("FPDF_StructElement_CountChildren", handle)
	for i := 0; i < n && r.err == nil; i++ {
		if id := r.number("FPDF_StructElement_GetChildMarkedContentID", handle, uint64(i)); id >= 0 {
			r.elements[id] = index
			continue
		}
		if child := r.call("FPDF_StructElement_GetChildAtIndex", handle, uint64(i)); child != 0 {
			r.element(child, index, depth+1)
		}
	}
}

// cell reads the attributes of a cell.
func (r *reader) cell(handle uint64, e *page.Element) {
	n := min(r.number("FPDF_StructElement_GetAttributeCount", handle), maxDepth)
	for i := range max(n, 0) {
		attributes := r.call("FPDF_StructElement_GetAttributeAtIndex", handle, uint64(i))
		if attributes == 0 {
			continue
		}
		e.ColSpan = max(e.ColSpan, r.attribute(attributes, "ColSpan"))
		e.RowSpan = max(e.RowSpan, r.attribute(attributes, "RowSpan"))
	}
	e.Scope = r.wide("FPDF_StructElement_GetStringAttribute", handle, r.name("Scope"))
}

// maxSpan is the most rows or columns that a cell spans.
const maxSpan = 1000

func (r *reader) attribute(attributes uint64, name string) int {
	value := r.call("FPDF_StructElement_Attr_GetValue", attributes, r.name(name))
	if value == 0 {
		return 0
	}
	r.zero(1)
	if !r.holds("FPDF_StructElement_Attr_GetNumberValue", value, r.document.out(0)) {
		return 0
	}
	n := float64(r.results().f32(0))
	if math.IsNaN(n) || n < 0 || n > maxSpan {
		return 0
	}
	return int(n)
}
