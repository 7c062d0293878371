package layout

import (
	"slices"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// Gaps, in ems: the size of the type.
const (
	blankGap   = 0.28 // from here on a gap is a blank that nobody drew
	segmentGap = 0.8  // from here on a gap parts segments
	backGap    = 0.5  // how far a glyph may reach back over the last one
	sameBase   = 0.25 // how far baselines of one line are apart
	scriptRise = 0.6  // how far that of a raised or lowered glyph may be
)

// segment is a run of glyphs on one baseline without a wide gap, in the order
// in which they are read.
type segment struct {
	glyphs []glyph
	box    page.Box
	base   float32
	size   float32
	rtl    bool // most of its letters are written from right to left
}

// segmentsOf parts glyphs in the order in which they are drawn.
func segmentsOf(glyphs []glyph) []segment {
	var out []segment
	start := 0
	for i := 1; i <= len(glyphs); i++ {
		if i < len(glyphs) && follows(&glyphs[i-1], &glyphs[i]) {
			continue
		}
		if start < i {
			out = append(out, newSegment(glyphs[start:i:i]))
		}
		start = i
	}
	return withoutCopies(out)
}

// follows reports whether a glyph goes on the segment that last ends, and marks
// it if a blank that nobody drew stands between the two.
func follows(last, g *glyph) bool {
	em := max(last.size, g.size)
	if unicode.Is(unicode.M, g.r) || width(g.box) == 0 && overlap(g.box.Left, g.box.Right, last.box.Left, last.box.Right) >= -0.1*em && sameLine(last, g) {
		return sameLine(last, g)
	}
	if !sameLine(last, g) {
		return false
	}
	if g.box == last.box {
		return true // of one ligature
	}
	gap := g.box.Left - last.box.Right
	if isRTL(g.r) || isRTL(last.r) {
		if back := last.box.Left - g.box.Right; abs(back) < abs(gap) {
			gap = back
		}
	}
	if gap > blankGap*em && !isWide(g.r) && !isWide(last.r) {
		g.blank = true
	}
	return gap > -backGap*em && gap < segmentGap*em
}

func sameLine(a, b *glyph) bool {
	rise := abs(a.base - b.base)
	em := max(a.size, b.size)
	if rise <= sameBase*min(a.size, b.size) {
		return true
	}
	smaller := min(height(a.box), height(b.box))
	return rise < scriptRise*em && a.size < 2.2*b.size && b.size < 2.2*a.size && abs(a.size-b.size) > 0.1*em &&
		overlap(a.box.Bottom, a.box.Top, b.box.Bottom, b.box.Top) >= 0.5*smaller
}

func newSegment(glyphs []glyph) segment {
	s := segment{glyphs: glyphs}
	right, left, back, pairs := 0, 0, 0, 0
	for i := range glyphs {
		g := &glyphs[i]
		s.box = union(s.box, g.box)
		switch {
		case isRTL(g.r):
			right++
			if i > 0 && isRTL(glyphs[i-1].r) {
				pairs++
				if g.box.Left > glyphs[i-1].box.Left {
					back++
				}
			}
		case unicode.IsLetter(g.r):
			left++
		}
	}
	s.rtl = right > left
	if s.rtl {
		if back*2 > pairs {
			logical(glyphs)
		}
		unligated(glyphs)
	}
	main := mainGlyph(glyphs)
	s.base, s.size = main.base, main.size
	for i := range glyphs {
		g := &glyphs[i]
		g.sup = g.size < 0.85*s.size && g.base > s.base+0.15*s.size
	}
	return s
}

// mainGlyph is a glyph of the size that most have (where one has the majority).
func mainGlyph(glyphs []glyph) *glyph {
	main, votes := &glyphs[0], 0
	for i := range glyphs {
		switch g := &glyphs[i]; {
		case votes == 0:
			main, votes = g, 1
		case abs(g.size-main.size) < 0.05*main.size:
			votes++
		default:
			votes--
		}
	}
	return main
}

// logical turns glyphs that were drawn as they are seen, from left to right,
// into the order of a script that is read from right to left; digits and other
// letters keep theirs.
func logical(glyphs []glyph) {
	seen := make([]glyph, 0, len(glyphs)+8) // with blanks as glyphs of their own
	for i, g := range glyphs {
		if g.blank && i > 0 {
			seen = append(seen, glyph{r: ' '})
		}
		seen = append(seen, g)
	}
	slices.Reverse(seen)
	for i := 0; i < len(seen); i++ {
		if end := foreignRun(seen[i:]); end > 1 {
			slices.Reverse(seen[i : i+end])
			i += end - 1
		}
	}
	first, blank, at := glyphs[0].blank, false, 0
	for _, g := range seen {
		if g.r == ' ' {
			blank = true
			continue
		}
		g.blank, blank = blank, false
		glyphs[at] = g
		at++
	}
	glyphs[0].blank = first
}

// unligated turns the characters of each ligature round: pdfium has put the
// text of the line into the order of reading character by character, and those
// of a ligature, which stand in one box, with it.
func unligated(glyphs []glyph) {
	for start := 0; start < len(glyphs); {
		end := start + 1
		for end < len(glyphs) && isRTL(glyphs[end].r) && isRTL(glyphs[start].r) && glyphs[end].box == glyphs[start].box && width(glyphs[end].box) > 0 {
			end++
		}
		if end-start > 1 && end-start <= 4 {
			blank := glyphs[start].blank
			glyphs[start].blank = false
			slices.Reverse(glyphs[start:end])
			glyphs[start].blank = blank
		}
		start = end
	}
}

// foreignRun is how many glyphs, from the first letter or digit to the last
// before the next letter from right to left, are read from left to right.
func foreignRun(glyphs []glyph) int {
	end := 0
	for i := range glyphs {
		switch r := glyphs[i].r; {
		case isRTL(r):
			return end
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			end = i + 1
		case end == 0:
			return 0
		}
	}
	return end
}

// withoutCopies drops segments that are drawn a second time at the same place,
// as a shadow or to look bold.
func withoutCopies(segments []segment) []segment {
	order := make([]int, len(segments))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return compareFloat(segments[a].box.Left, segments[b].box.Left)
	})
	const near = 16 // how many neighbours a copy is looked for among
	drop := make([]bool, len(segments))
	for at, i := range order {
		for back := 1; back <= near && back <= at; back++ {
			j := order[at-back]
			if segments[i].box.Left-segments[j].box.Left > 0.15*segments[i].size {
				break
			}
			if !drop[j] && copies(&segments[j], &segments[i]) {
				drop[max(i, j)] = true
				break
			}
		}
	}
	return deleteAt(segments, drop)
}

func copies(a, b *segment) bool {
	near := 0.15 * a.size
	if abs(a.box.Left-b.box.Left) > near || abs(a.box.Right-b.box.Right) > near || abs(a.base-b.base) > near || len(a.glyphs) != len(b.glyphs) || width(a.box) == 0 {
		return false
	}
	return slices.EqualFunc(a.glyphs, b.glyphs, func(x, y glyph) bool { return x.r == y.r })
}

// deleteAt is s without what is marked.
func deleteAt[T any](s []T, drop []bool) []T {
	kept := s[:0]
	for i := range s {
		if !drop[i] {
			kept = append(kept, s[i])
		}
	}
	return kept
}

func compareFloat(a, b float32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
