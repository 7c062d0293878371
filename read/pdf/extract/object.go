package extract

import (
	"math"

	"github.com/pildora/pildora/read/pdf/page"
)

// content is the marked content that an object is in.
type content struct {
	element  int32
	artifact bool
}

// Kinds of page objects.
const (
	objectText    = 1
	objectPath    = 2
	objectImage   = 3
	objectShading = 4
	objectForm    = 5
)

// readObjects walks what is drawn, forms included.
func (r *reader) readObjects() {
	n := r.number("FPDFPage_CountObjects", r.handle)
	for i := 0; i < n && r.room(); i++ {
		r.object(r.call("FPDFPage_GetObject", r.handle, uint64(i)), r.m, content{element: -1}, 0)
	}
}

// room says whether there is room for one object more.
func (r *reader) room() bool {
	if r.objects++; r.objects > maxObjects {
		r.problem("only the first %d of its drawings are looked at", maxObjects)
		return false
	}
	return r.err == nil
}

// object looks at one object whose coordinates m maps.
func (r *reader) object(object uint64, m matrix, within content, depth int) {
	if object == 0 {
		return
	}
	kind := r.number("FPDFPageObj_GetType", object)
	mark := r.marked(object, within, depth)
	switch kind {
	case objectText:
		r.marks[object] = mark
	case objectPath:
		r.shapes++
		r.path(object, m)
	case objectShading:
		r.shapes++
	case objectImage:
		r.image(object, m, mark)
	case objectForm:
		if depth >= maxDepth/4 {
			return
		}
		inner := r.matrixOf(object).then(m)
		n := r.number("FPDFFormObj_CountObjects", object)
		for i := 0; i < n && r.room(); i++ {
			r.object(r.call("FPDFFormObj_GetObject", object, uint64(i)), inner, mark, depth+1)
		}
	}
}

// marked returns the marked content that an object is in. What a form says of
// itself holds for all in it that says nothing.
func (r *reader) marked(object uint64, within content, depth int) content {
	n := r.number("FPDFPageObj_CountMarks", object)
	if n <= 0 {
		return within
	}
	if id := r.number("FPDFPageObj_GetMarkedContentID", object); id >= 0 {
		if e, known := r.elements[id]; known && (depth == 0 || within.element < 0) {
			within.element = e
		}
	}
	for i := 0; i < min(n, maxDepth) && !within.artifact; i++ {
		within.artifact = r.markName(r.call("FPDFPageObj_GetMark", object, uint64(i))) == "Artifact"
	}
	return within
}

func (r *reader) markName(mark uint64) string {
	if mark == 0 {
		return ""
	}
	const most = 64
	if !r.holds("FPDFPageObjMark_GetName", mark, r.buffer, most, r.document.out(0)) {
		return ""
	}
	n := r.results().uint(0)
	b, ok := r.mod.Memory().Read(uint32(r.buffer), uint32(min(n, most)))
	if !ok {
		return ""
	}
	var name []byte
	for i := 0; i+1 < len(b) && b[i] != 0; i += 2 {
		name = append(name, b[i])
	}
	return string(name)
}

func (r *reader) matrixOf(object uint64) matrix {
	if !r.holds("FPDFPageObj_GetMatrix", object, r.document.out(0)) {
		return identity
	}
	v := r.results()
	m := matrix{v.f32(0), v.f32(1), v.f32(2), v.f32(3), v.f32(4), v.f32(5)}
	if !finite(m.a, m.b, m.c, m.d, m.e, m.f) {
		return identity
	}
	return m
}

// minImage is the least side of a picture, in points; smaller ones are dots
// and rules.
const minImage = 4

func (r *reader) image(object uint64, m matrix, mark content) {
	box, onPage := r.clip(r.matrixOf(object).then(m).box(0, 0, 1, 1))
	if onPage && box.Right-box.Left >= minImage && box.Top-box.Bottom >= minImage && len(r.out.Images) < maxLines {
		r.out.Images = append(r.out.Images, page.Image{Box: box, Element: mark.element})
	}
}

// clip cuts a box to the page, and says whether anything is left.
func (r *reader) clip(b page.Box) (page.Box, bool) {
	if !finite(b.Left, b.Bottom, b.Right, b.Top) {
		return b, false
	}
	b = page.Box{Left: max(0, b.Left), Bottom: max(0, b.Bottom), Right: min(r.width, b.Right), Top: min(r.height, b.Top)}
	return b, b.Left <= b.Right && b.Bottom <= b.Top
}

const (
	maxSegments = 20_000 // of a path; longer ones are pictures
	thin        = 3      // points; a filled rectangle of less is a line
	minLine     = 2      // points; shorter lines are dots and parts of letters
)

// segment types
const (
	segmentLine  = 0
	segmentCurve = 1
	segmentMove  = 2
)

// path finds the straight lines and the rectangles in a path.
func (r *reader) path(object uint64, m matrix) {
	n := r.number("FPDFPath_CountSegments", object)
	if n <= 1 || n > maxSegments || len(r.out.Lines) >= maxLines {
		return
	}
	at := r.document.out
	r.zero(2)
	if !r.holds("FPDFPath_GetDrawMode", object, at(0), at(1)) {
		return
	}
	p := path{r: r, filled: r.results().int(0) != 0, stroked: r.results().int(1) != 0}
	if !p.filled && !p.stroked {
		return // it only clips
	}
	m = r.matrixOf(object).then(m)
	if p.filled {
		p.fill, p.filled = r.paint("FPDFPageObj_GetFillColor", object)
	}
	if p.stroked {
		p.color, p.stroked = r.paint("FPDFPageObj_GetStrokeColor", object)
		r.zero(1)
		r.call("FPDFPageObj_GetStrokeWidth", object, at(0))
		p.width = max(0.25, r.results().f32(0)*float32(math.Sqrt(math.Abs(float64(m.a*m.d-m.b*m.c)))))
	}
	for i := 0; i < n && r.err == nil; i++ {
		segment := r.call("FPDFPath_GetPathSegment", object, uint64(i))
		if !r.holds("FPDFPathSegment_GetPoint", segment, at(0), at(1)) {
			return
		}
		x, y := m.point(r.results().f32(0), r.results().f32(2))
		if !finite(x, y) {
			return
		}
		p.add(r.number("FPDFPathSegment_GetType", segment), x, y)
		if r.holds("FPDFPathSegment_GetClose", segment) {
			p.close()
		}
	}
	p.end()
}

// paint is a colour, and whether anything of it can be seen.
func (r *reader) paint(name string, object uint64) (color uint32, visible bool) {
	at := r.document.out
	r.zero(4)
	if !r.holds(name, object, at(0), at(1), at(2), at(3)) {
		return 0, true
	}
	return r.results().color(), r.results().int(3) != 0
}

// path gathers the points of one part of a path.
type path struct {
	r               *reader
	filled, stroked bool
	fill, color     uint32
	width           float32
	points          [][2]float32
	curved          bool
}

func (p *path) add(kind int, x, y float32) {
	switch kind {
	case segmentMove:
		p.end()
	case segmentCurve:
		p.curved = true
	case segmentLine:
		if n := len(p.points); n > 0 && p.stroked {
			p.line(p.points[n-1], [2]float32{x, y})
		}
	}
	p.points = append(p.points, [2]float32{x, y})
}

// close goes back to the first point.
func (p *path) close() {
	if len(p.points) > 1 {
		p.add(segmentLine, p.points[0][0], p.points[0][1])
	}
}

// end ends a part; a rectangle that is filled is an area or a thick line.
func (p *path) end() {
	if p.filled && !p.curved {
		if box, rectangle := rectangleOf(p.points); rectangle {
			p.area(box)
		}
	}
	p.points, p.curved = p.points[:0], false
}

// line adds a line that runs along an axis.
func (p *path) line(from, to [2]float32) {
	dx, dy := abs(to[0]-from[0]), abs(to[1]-from[1])
	if dx > 0.5 && dy > 0.5 || max(dx, dy) < minLine {
		return
	}
	b := page.Box{Left: min(from[0], to[0]), Bottom: min(from[1], to[1]), Right: max(from[0], to[0]), Top: max(from[1], to[1])}
	if dx >= dy {
		b.Bottom, b.Top = b.Bottom-p.width/2, b.Top+p.width/2
	} else {
		b.Left, b.Right = b.Left-p.width/2, b.Right+p.width/2
	}
	p.keep(b, p.color)
}

func (p *path) keep(b page.Box, color uint32) {
	if b, onPage := p.r.clip(b); onPage && len(p.r.out.Lines) < maxLines {
		p.r.out.Lines = append(p.r.out.Lines, page.Line{Box: b, Color: color})
	}
}

func (p *path) area(b page.Box) {
	width, height := b.Right-b.Left, b.Top-b.Bottom
	switch {
	case max(width, height) < minLine:
	case min(width, height) < thin && max(width, height) > 2*min(width, height):
		p.keep(b, p.fill)
	default:
		if b, onPage := p.r.clip(b); onPage && len(p.r.out.Areas) < maxLines {
			p.r.out.Areas = append(p.r.out.Areas, page.Area{Box: b, Color: p.fill})
		}
	}
}

// rectangleOf returns the box of points that go once around a rectangle whose
// sides run along the axes.
func rectangleOf(points [][2]float32) (page.Box, bool) {
	if len(points) < 4 || len(points) > 6 {
		return page.Box{}, false
	}
	b := page.Box{Left: points[0][0], Right: points[0][0], Bottom: points[0][1], Top: points[0][1]}
	for _, p := range points[1:] {
		b = page.Box{Left: min(b.Left, p[0]), Bottom: min(b.Bottom, p[1]), Right: max(b.Right, p[0]), Top: max(b.Top, p[1])}
	}
	const near = 0.1
	for i, p := range points {
		if min(p[0]-b.Left, b.Right-p[0]) > near || min(p[1]-b.Bottom, b.Top-p[1]) > near {
			return b, false // not at a corner
		}
		if i > 0 && abs(p[0]-points[i-1][0]) > near && abs(p[1]-points[i-1][1]) > near {
			return b, false // across
		}
	}
	return b, true
}

func abs(x float32) float32 { return max(x, -x) }
