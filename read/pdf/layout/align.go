package layout

import (
	"slices"
	"strings"
	"unicode"
)

// A table without rules shows only in how its cells line up: rows next to each
// other have white space at the same places.

const (
	alignedRows = 3   // the fewest rows
	maxTracks   = 24  // the most columns
	cellLetters = 28  // the most characters of an average cell
	trackGap    = 0.6 // ems: the least width of white space that all rows share
)

// nextAligned finds the next table without rules among lines: where it begins
// and how many lines it has; no lines where there is none.
func nextAligned(lines []*line, s *sheet) (at, n int) {
	const part = 16 // of a run that is no table is left out before the next is looked at
	for i := 0; i < len(lines); i++ {
		if len(lines[i].gaps) == 0 {
			continue
		}
		end := alignedRun(lines, i)
		if end-i >= alignedRows && isTable(lines[i:end]) {
			return i, end - i
		}
		i += (end - i) / part
	}
	return len(lines), 0
}

// alignedRun is where the rows end that share white space from line i on.
func alignedRun(lines []*line, i int) int {
	shared := lines[i].gaps
	end := i + 1
	first := float32(0) // distance of two rows
	for ; end < len(lines); end++ {
		l := lines[end]
		distance := lines[end-1].base - l.base
		if end == i+1 {
			first = distance
		}
		if len(l.gaps) == 0 || isLeader(l.text) || distance > 4*l.size || distance > 1.7*first || l.rtl != lines[i].rtl {
			break
		}
		next := common(shared, l.gaps, trackGap*l.size)
		if len(next) == 0 || len(next) < len(shared) && len(shared)-len(next) > 1+len(shared)/2 {
			break
		}
		shared = next
	}
	return end
}

// common are the parts of two lists of spaces that both have, if wide enough.
func common(a, b []stretchX, least float32) []stretchX {
	var out []stretchX
	for i, j := 0, 0; i < len(a) && j < len(b); {
		left, right := max(a[i].left, b[j].left), min(a[i].right, b[j].right)
		if right-left >= least {
			out = append(out, stretchX{left, right})
		}
		if a[i].right < b[j].right {
			i++
		} else {
			j++
		}
	}
	return out
}

// isTable reports whether rows that share white space are a table: several
// columns of short cells that are filled, not a list's markers, text that is set
// wide or a table of contents.
func isTable(lines []*line) bool {
	shared := sharedSpaces(lines)
	if len(shared) == 0 || len(shared) >= maxTracks {
		return false
	}
	letters, cells, numbers, full, last := 0, 0, 0, 0, 0
	for _, l := range lines {
		if markerOf(l).bullet {
			return false
		}
		if len(l.gaps) >= len(shared) {
			full++
		}
		for i, c := range parted(l, shared) {
			if len(c) == 0 {
				continue
			}
			cells++
			letters += len(c)
			if isNumber(glyphText(c)) {
				numbers++
				if i > 0 {
					last++
				}
			}
		}
	}
	if !edgesAgree(lines, shared) || numbers*4 < cells && len(lines) < 2*alignedRows && longColumn(lines, shared) {
		return false
	}
	columns := len(shared) + 1
	if letters > cellLetters*cells || full*4 < len(lines)*3 {
		return false
	}
	if firstIsMarker(lines, shared) {
		return false
	}
	if columns == 2 {
		return last*2 >= len(lines) // else numbered or labelled lines
	}
	return true
}

// edgesAgree reports whether the cells of each column but the first stand at one
// place: with their left or right sides, or their middles. In text that is set
// wide, words share white space by chance only.
func edgesAgree(lines []*line, shared []stretchX) bool {
	lefts, rights := make([][]float32, len(shared)+1), make([][]float32, len(shared)+1)
	for _, l := range lines {
		for c, glyphs := range parted(l, shared) {
			if len(glyphs) > 0 {
				lefts[c] = append(lefts[c], glyphs[0].box.Left)
				rights[c] = append(rights[c], glyphs[len(glyphs)-1].box.Right)
			}
		}
	}
	for c := 1; c < len(lefts); c++ {
		middles := make([]float32, len(lefts[c]))
		for i := range middles {
			middles[i] = (lefts[c][i] + rights[c][i]) / 2
		}
		near := 0.5 * lines[0].size
		if !agree(lefts[c], near) && !agree(rights[c], near) && !agree(middles, near) {
			return false
		}
	}
	return true
}

// longColumn reports whether the cells of a column are as long as text.
func longColumn(lines []*line, shared []stretchX) bool {
	letters := make([]int, len(shared)+1)
	for _, l := range lines {
		for c, glyphs := range parted(l, shared) {
			letters[c] += len(glyphs)
		}
	}
	return slices.Max(letters) > cellLetters*len(lines)
}

// agree reports whether most of some places are near the one in the middle of
// their order.
func agree(at []float32, near float32) bool {
	if len(at) == 0 {
		return false
	}
	sorted := slices.Sorted(slices.Values(at))
	median := sorted[len(sorted)/2]
	n := 0
	for _, x := range at {
		if abs(x-median) <= near {
			n++
		}
	}
	return n*10 >= len(at)*8
}

// firstIsMarker reports whether the first column is but markers of items.
func firstIsMarker(lines []*line, shared []stretchX) bool {
	markers := 0
	for _, l := range lines {
		if markerOf(l).glyphs > 0 {
			markers++
		}
	}
	return markers*2 > len(lines) && len(shared) < 2
}

func sharedSpaces(lines []*line) []stretchX {
	shared := lines[0].gaps
	for _, l := range lines[1:] {
		shared = common(shared, l.gaps, trackGap*l.size)
	}
	return shared
}

// parted are the glyphs of a line by column.
func parted(l *line, shared []stretchX) [][]glyph {
	out := make([][]glyph, len(shared)+1)
	for _, g := range l.glyphs {
		c := 0
		for c < len(shared) && middleX(g.box) > (shared[c].left+shared[c].right)/2 {
			c++
		}
		out[c] = append(out[c], g)
	}
	return out
}

// alignedTable makes a table of rows that share white space.
func alignedTable(lines []*line) *table {
	shared := sharedSpaces(lines)
	t := &table{rows: len(lines), columns: len(shared) + 1}
	for r, l := range lines {
		t.box = union(t.box, l.box)
		for c, glyphs := range parted(l, shared) {
			k := cell{row: r, column: c, rowspan: 1, colspan: 1}
			if len(glyphs) > 0 {
				k.lines = linesOf(segmentsOf(glyphs), l.sheet)
				for _, m := range k.lines {
					k.box = union(k.box, m.box)
				}
			}
			t.cells = append(t.cells, k)
		}
	}
	t.xs = append(t.xs, t.box.Left)
	for _, s := range shared {
		t.xs = append(t.xs, (s.left+s.right)/2)
	}
	t.xs = append(t.xs, t.box.Right)
	t.markHeader()
	return t
}

// isLeader reports whether a text is a line of a table of contents: dots lead to
// a number at its end.
func isLeader(text string) bool {
	r := []rune(text)
	i := len(r)
	for i > 0 && (unicode.IsDigit(r[i-1]) || unicode.IsSpace(r[i-1]) || len(r)-i < 8 && strings.ContainsRune("ivxlcIVXLC", r[i-1])) {
		i--
	}
	if i == len(r) {
		return false
	}
	dots := 0
	for i > 0 && strings.ContainsRune(". …·_", r[i-1]) {
		switch r[i-1] {
		case '…':
			dots += 3
		case ' ':
		default:
			dots++
		}
		i--
	}
	return dots >= 4
}
