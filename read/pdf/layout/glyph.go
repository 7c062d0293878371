package layout

import (
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/read/pdf/page"
)

const (
	softHyphen   = '\u00ad'
	joinedHyphen = '\u0002' // pdfium's mark for a hyphen that parts a word
)

// cleaner makes glyphs of what the file draws.
type cleaner struct {
	blank bool // white space since the last glyph
	links linkFinder
	faces []int32 // of the page's fonts: the typeface
}

// add appends the glyphs that g stands for: none for white space, several for
// a ligature. What has no place in space stands where the last one ends.
func (c *cleaner) add(to []glyph, g *page.Glyph, f frame) []glyph {
	r := g.Rune
	flags := g.Flags
	switch {
	case isBlank(r):
		c.blank = true
		return to
	case r == joinedHyphen:
		r, flags = '-', flags|page.Hyphen
	case unicode.IsControl(r) || isIgnorable(r):
		return to
	}
	box := f.in(g.Box)
	if !placed(g) {
		if len(to) == 0 {
			box = page.Box{}
		} else {
			last := to[len(to)-1].box
			box = page.Box{Left: last.Right, Bottom: last.Bottom, Right: last.Right, Top: last.Top}
		}
		flags |= page.Generated
	} else if outside(g.Box, f) {
		return to
	}
	out := glyph{flags: flags, blank: c.blank, box: box, base: baseline(g, f, box), size: sizeOf(g, box), elem: g.Element, link: c.links.at(g.Box), color: g.Color}
	if g.Font >= 0 && int(g.Font) < len(c.faces) {
		out.font = c.faces[g.Font]
	}
	c.blank = false
	if !isLigature(r) {
		out.r = r
		return append(to, out)
	}
	for _, r := range norm.NFKC.String(string(r)) {
		if isBlank(r) {
			continue
		}
		out.r = r
		to = append(to, out)
		out.blank = false
		out.box.Left = out.box.Right // the characters of a ligature share its box; only the first is wide
	}
	return to
}

// placed reports whether it is known where a glyph stands.
func placed(g *page.Glyph) bool {
	return proper(g.Box) && finite(g.X, g.Y) && (g.Box != (page.Box{}) || g.X != 0 || g.Y != 0)
}

// outside reports whether a box can't be seen on the page.
func outside(b page.Box, f frame) bool {
	const tolerance = 1
	x, y := middleX(b), middleY(b)
	return x < -tolerance || y < -tolerance || x > f.width+tolerance || y > f.height+tolerance
}

// baseline is the height of a glyph's pen in the frame.
func baseline(g *page.Glyph, f frame, box page.Box) float32 {
	if !placed(g) {
		return box.Bottom + height(box)/5
	}
	return f.in(page.Box{Left: g.X, Bottom: g.Y, Right: g.X, Top: g.Y}).Bottom
}

// Sizes of type, in points, that are believed.
const minSize, maxSize, usualSize = 1, 1000, 10

func sizeOf(g *page.Glyph, box page.Box) float32 {
	size := g.Size
	if !finite(size) || size <= 0 {
		size = height(box)
	}
	if size <= 0 {
		size = usualSize
	}
	return min(max(size, minSize), maxSize)
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' }

// isIgnorable reports whether a character shows nothing of itself.
func isIgnorable(r rune) bool {
	return r == '\u2060' || r >= '\u200e' && r <= '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// isLigature reports whether a character is a ligature or a presentation form,
// and others are to be read in its place.
func isLigature(r rune) bool {
	return r >= '\ufb00' && r <= '\ufdff' && r != '\ufd3e' && r != '\ufd3f' || r >= '\ufe70' && r <= '\ufefe'
}

// isRTL reports whether a character is of a script that is written from right
// to left.
func isRTL(r rune) bool {
	return r >= '\u0590' && r <= '\u08ff' && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) || r >= '\ufb1d' && r <= '\ufdff' || r >= '\ufe70' && r <= '\ufefe' ||
		r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}

// isWide reports whether a script writes a character without blanks between
// words: Chinese and Japanese (Korean has blanks).
func isWide(r rune) bool {
	return r >= '\u2e80' && r <= '\u312f' || r >= '\u3190' && r <= '\uabff' && !(r >= '\ua000' && r <= '\uabff') || r >= '\uf900' && r <= '\ufaff' || r >= '\ufe30' && r <= '\ufe4f' ||
		r >= '\uff00' && r <= '\uffef' || r >= 0x20000 && r <= 0x3ffff
}

// linkFinder finds the link that covers a glyph. Glyphs of one link follow each
// other, so the last one found is asked first.
type linkFinder []page.Link

// maxLinks bounds how many links of a page are looked at for each glyph.
const maxLinks = 256

func (l linkFinder) at(b page.Box) int32 {
	if !proper(b) {
		return -1
	}
	for i := range min(len(l), maxLinks) {
		if l[i].URI != "" && holds(l[i].Box, b) {
			return int32(i)
		}
	}
	return -1
}
