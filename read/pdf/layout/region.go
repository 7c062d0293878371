package layout

import (
	"slices"

	"github.com/pildora/pildora/read/pdf/page"
)

// column is a region of a sheet whose lines are read from top to bottom.
type column struct {
	box   page.Box
	lines []*line  // from top to bottom
	atoms []*table // what stands among them, by their top
}

// piece is what regions are made of: a segment, or a table.
type piece struct {
	box     page.Box
	base    float32
	size    float32
	glyphs  int
	segment int // in sheet.segments, or -1
	table   *table
	inner   []piece // what stands in a box of its own
}

const (
	gutterWidth = 0.8 // ems: the least width of white space between columns
	gutterRows  = 3   // the fewest rows on each side that need not be seen to go on
	maxRegions  = 12  // how often a region is parted
	maxBins     = 600 // places at which white space is looked for
)

// findRegions parts the sheet into columns in reading order.
func (s *sheet) findRegions() {
	var items []piece
	for i := range s.segments {
		seg := &s.segments[i]
		items = append(items, piece{box: seg.box, base: seg.base, size: seg.size, glyphs: len(seg.glyphs), segment: i})
	}
	for _, t := range s.tables {
		items = append(items, piece{box: t.box, base: t.box.Bottom, size: usualSize, glyphs: 0, segment: -1, table: t})
	}
	if len(items) == 0 {
		return
	}
	p := parter{sheet: s, rtl: mostlyRTL(s.segments)}
	p.part(s.boxed(items), 0)
}

func mostlyRTL(segments []segment) bool {
	rtl, all := 0, 0
	for i := range segments {
		all += len(segments[i].glyphs)
		if segments[i].rtl {
			rtl += len(segments[i].glyphs)
		}
	}
	return rtl*2 > all
}

// parter parts items into columns.
type parter struct {
	sheet *sheet
	rtl   bool
}

// part parts items until no white column is left, and appends the columns.
func (p *parter) part(items []piece, depth int) {
	if len(items) == 0 {
		return
	}
	if depth < maxRegions {
		if g, ok := p.gutter(items); ok {
			above, first, second, below := p.around(items, g)
			p.part(above, depth+1)
			p.part(first, depth+1)
			p.part(second, depth+1)
			p.part(below, depth+1)
			return
		}
	}
	p.column(items, depth)
}

// column appends a column of items. Boxes among them come in their place, as
// columns of their own.
func (p *parter) column(items []piece, depth int) {
	i := slices.IndexFunc(items, func(it piece) bool { return it.inner != nil })
	if i < 0 {
		if len(items) > 0 {
			p.sheet.columns = append(p.sheet.columns, p.sheet.newColumn(items))
		}
		return
	}
	box := items[i]
	var above, below []piece
	for j, it := range items {
		switch {
		case j == i:
		case middleY(it.box) > middleY(box.box):
			above = append(above, it)
		default:
			below = append(below, it)
		}
	}
	p.column(above, depth)
	p.part(box.inner, depth+1)
	p.column(below, depth)
}

// around parts items by a gutter into what is above it, on its one and on its
// other side, and below, in reading order.
func (p *parter) around(items []piece, g page.Box) (above, first, second, below []piece) {
	x := middleX(g)
	var left, right []piece
	for _, it := range items {
		switch y := middleY(it.box); {
		case y > g.Top:
			above = append(above, it)
		case y < g.Bottom:
			below = append(below, it)
		case middleX(it.box) < x:
			left = append(left, it)
		default:
			right = append(right, it)
		}
	}
	if p.rtl {
		left, right = right, left
	}
	// What stands higher on the second side than the first begins belongs to
	// neither column.
	top := float32(-maxCoordinate)
	for _, it := range left {
		top = max(top, it.box.Top)
	}
	for _, it := range right {
		if it.box.Bottom > top+it.size {
			above = append(above, it)
		} else {
			second = append(second, it)
		}
	}
	return above, left, second, below
}

// gutter finds the highest white column that parts text into columns.
func (p *parter) gutter(items []piece) (page.Box, bool) {
	if len(items) < 4 && !hasTable(items) {
		return page.Box{}, false
	}
	slices.SortStableFunc(items, func(a, b piece) int { return compareFloat(b.box.Top, a.box.Top) })
	candidates := whiteColumns(items)
	const tries = 12
	for _, g := range candidates[:min(len(candidates), tries)] {
		if p.partsText(items, g) {
			return g, true
		}
	}
	return page.Box{}, false
}

func hasTable(items []piece) bool {
	return slices.ContainsFunc(items, func(it piece) bool { return it.table != nil || it.inner != nil })
}

// stretch is a piece of a bin that nothing covers.
type stretch struct{ top, bottom float32 }

// whiteColumns are the white columns between items, which come sorted by their
// tops, the highest first. The width is cut into bins, and for each bin the
// longest stretch that no item covers is found; neighbours with about the same
// stretch make a column.
func whiteColumns(items []piece) []page.Box {
	bounds := items[0].box
	for _, it := range items[1:] {
		bounds = union(bounds, it.box)
	}
	n := min(int(width(bounds))+1, maxBins)
	bin := width(bounds) / float32(n)
	if bin <= 0 {
		return nil
	}
	free := make([]float32, n) // where white space began
	best := make([]stretch, n)
	for i := range free {
		free[i] = bounds.Top
	}
	keep := func(i int, bottom float32) {
		if free[i]-bottom > best[i].top-best[i].bottom {
			best[i] = stretch{free[i], bottom}
		}
	}
	for _, it := range items {
		from := int((it.box.Left - bounds.Left) / bin)
		to := int((it.box.Right - bounds.Left) / bin)
		for i := max(from, 0); i <= min(to, n-1); i++ {
			keep(i, it.box.Top)
			free[i] = min(free[i], it.box.Bottom)
		}
	}
	for i := range best {
		keep(i, bounds.Bottom)
	}
	return columnsOf(best, bounds, bin, typicalSize(items))
}

func columnsOf(best []stretch, bounds page.Box, bin, size float32) []page.Box {
	var out []page.Box
	for i := 0; i < len(best); i++ {
		now := best[i]
		end := i + 1
		for end < len(best) {
			common := stretch{min(now.top, best[end].top), max(now.bottom, best[end].bottom)}
			if common.top-common.bottom < max(now.top-now.bottom, best[end].top-best[end].bottom)-0.5*size {
				break
			}
			now = common
			end++
		}
		if float32(end-i)*bin >= gutterWidth*size && i > 0 && end < len(best) {
			out = append(out, page.Box{Left: bounds.Left + float32(i)*bin, Right: bounds.Left + float32(end)*bin, Bottom: now.bottom, Top: now.top})
		}
		if end > i+1 {
			i = end - 1
		}
	}
	slices.SortStableFunc(out, func(a, b page.Box) int { return compareFloat(height(b), height(a)) })
	return out
}

// typicalSize is the size of the type of most characters.
func typicalSize(items []piece) float32 {
	sizes := map[int]int{}
	for _, it := range items {
		sizes[int(it.size*2)] += it.glyphs
	}
	best, _ := most(sizes)
	if best <= 0 {
		return usualSize
	}
	return float32(best) / 2
}

// side is what stands on one side of a gutter.
type side struct {
	box    page.Box
	bases  []float32 // of its rows, from top to bottom
	widths float32   // of all rows together
	ems    float32   // the same, in sizes of their type
	glyphs int
	tables int
	first  int // of its segments, as they are drawn
	last   int
}

func (s *side) add(it *piece) {
	s.box = union(s.box, it.box)
	if it.table != nil || it.inner != nil {
		s.tables++
		s.bases = append(s.bases, it.base)
		return
	}
	if s.glyphs == 0 {
		s.first, s.last = it.segment, it.segment
	}
	s.first, s.last = min(s.first, it.segment), max(s.last, it.segment)
	s.glyphs += it.glyphs
	s.widths += width(it.box)
	s.ems += width(it.box) / it.size
	s.bases = append(s.bases, it.base)
}

func (s *side) rows() int {
	slices.SortFunc(s.bases, func(a, b float32) int { return compareFloat(b, a) })
	s.bases = slices.CompactFunc(s.bases, func(a, b float32) bool { return abs(a-b) < 2 })
	return len(s.bases)
}

// partsText reports whether both sides of a white column are columns of text:
// several rows of several words that fill it, not labels or cells in rows.
func (p *parter) partsText(items []piece, g page.Box) bool {
	var left, right side
	x := middleX(g)
	for i := range items {
		it := &items[i]
		if y := middleY(it.box); y > g.Top || y < g.Bottom {
			continue
		}
		if middleX(it.box) < x {
			left.add(it)
		} else {
			right.add(it)
		}
	}
	l, r := left.rows(), right.rows()
	if l == 0 || r == 0 {
		return false
	}
	if left.tables > 0 && left.glyphs == 0 || right.tables > 0 && right.glyphs == 0 { // a table beside text, or beside a table
		return overlap(left.box.Bottom, left.box.Top, right.box.Bottom, right.box.Top) > 0
	}
	if !left.isText(l) || !right.isText(r) {
		return false
	}
	// Columns are drawn one after the other, rows of a table or of a line with
	// wide gaps one below the other.
	if left.last < right.first || right.last < left.first {
		return l >= 2 && r >= 2
	}
	const sure = 12 // rows, from which on it is no chance
	if l >= gutterRows && r >= gutterRows && (!paired(left.bases, right.bases) || !left.isNarrow(l) && !right.isNarrow(r) && min(l, r) >= sure) {
		return true
	}
	return p.wrapsAround(items, g)
}

// isText reports whether a side's rows are of text: long enough, and filling it.
func (s *side) isText(rows int) bool {
	const ems = 6 // a row
	return s.ems >= ems*float32(rows) && s.widths >= 0.5*width(s.box)*float32(rows)
}

// isNarrow reports whether a side's rows are as short as cells.
func (s *side) isNarrow(rows int) bool {
	const ems = 12
	return s.ems < ems*float32(rows)
}

// paired reports whether most rows of the side with fewer stand at the height
// of a row of the other.
func paired(a, b []float32) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	n, j := 0, 0
	for _, base := range a {
		for j < len(b) && b[j] > base+1 {
			j++
		}
		if j < len(b) && abs(b[j]-base) <= 1 {
			n++
		}
	}
	return n*5 >= len(a)*4
}

// boxed makes one piece of items that stand in a box of their own beside other
// text: a filled area, or a frame.
func (s *sheet) boxed(items []piece) []piece {
	w, h := s.frame.size()
	const maxBoxes = 50
	boxes := s.frames
	for _, a := range s.areas {
		if width(a.Box)*height(a.Box) < 0.6*w*h && width(a.Box) > 0.1*w && a.Color != white {
			boxes = append(boxes, a.Box)
		}
	}
	for _, a := range boxes[:min(len(boxes), maxBoxes)] {
		box := piece{segment: -1, size: usualSize}
		var rest []piece
		beside := false
		for _, it := range items {
			switch {
			case holds(a, it.box):
				box.inner = append(box.inner, it)
				box.box = union(box.box, it.box)
				continue
			case overlap(it.box.Bottom, it.box.Top, a.Bottom, a.Top) > 0.5*height(it.box):
				beside = true
			}
			rest = append(rest, it)
		}
		if beside && len(box.inner) >= 2 && len(rest) > 0 {
			box.base = box.box.Bottom
			items = append(rest, box)
		}
	}
	return items
}

// newColumn makes a column of items.
func (s *sheet) newColumn(items []piece) column {
	var c column
	var segments []segment
	for _, it := range items {
		c.box = union(c.box, it.box)
		if it.table != nil {
			c.atoms = append(c.atoms, it.table)
		} else {
			segments = append(segments, s.segments[it.segment])
		}
	}
	c.lines = withoutRules(linesOf(segments, s))
	slices.SortStableFunc(c.atoms, func(a, b *table) int { return compareFloat(b.box.Top, a.box.Top) })
	return c
}
