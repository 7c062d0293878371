package layout

import (
	"math"

	"github.com/pildora/pildora/read/pdf/page"
)

func width(b page.Box) float32   { return b.Right - b.Left }
func height(b page.Box) float32  { return b.Top - b.Bottom }
func middleX(b page.Box) float32 { return (b.Left + b.Right) / 2 }
func middleY(b page.Box) float32 { return (b.Bottom + b.Top) / 2 }

// union is the smallest box around two. A box without any extent is nothing.
func union(a, b page.Box) page.Box {
	if a == (page.Box{}) {
		return b
	}
	if b == (page.Box{}) {
		return a
	}
	return page.Box{Left: min(a.Left, b.Left), Bottom: min(a.Bottom, b.Bottom), Right: max(a.Right, b.Right), Top: max(a.Top, b.Top)}
}

// overlap is how much of two stretches is common, negative where they are apart.
func overlap(from1, to1, from2, to2 float32) float32 { return min(to1, to2) - max(from1, from2) }

// holds reports whether the middle of b lies in a.
func holds(a, b page.Box) bool {
	x, y := middleX(b), middleY(b)
	return a.Left <= x && x <= a.Right && a.Bottom <= y && y <= a.Top
}

// maxCoordinate bounds coordinates that are believed: the largest page of PDF
// is 14,400 points wide, in user units some times that.
const maxCoordinate = 1 << 20

func finite(fs ...float32) bool {
	for _, f := range fs {
		if f64 := float64(f); math.IsNaN(f64) || math.Abs(f64) > maxCoordinate {
			return false
		}
	}
	return true
}

func proper(b page.Box) bool {
	return finite(b.Left, b.Bottom, b.Right, b.Top) && b.Left <= b.Right && b.Bottom <= b.Top
}

func abs(f float32) float32 {
	if f < 0 {
		return -f
	}
	return f
}

// frame is how a page is turned so that text at an angle stands upright.
type frame struct {
	turns         int     // quarter turns of the text, counter-clockwise
	width, height float32 // of the page as seen
}

// in leads a box of the page into the frame.
func (f frame) in(b page.Box) page.Box {
	switch f.turns {
	case 1:
		return page.Box{Left: b.Bottom, Bottom: f.width - b.Right, Right: b.Top, Top: f.width - b.Left}
	case 2:
		return page.Box{Left: f.width - b.Right, Bottom: f.height - b.Top, Right: f.width - b.Left, Top: f.height - b.Bottom}
	case 3:
		return page.Box{Left: f.height - b.Top, Bottom: b.Left, Right: f.height - b.Bottom, Top: b.Right}
	}
	return b
}

// out leads a box of the frame back to the page.
func (f frame) out(b page.Box) page.Box {
	switch f.turns {
	case 1:
		return page.Box{Left: f.width - b.Top, Bottom: b.Left, Right: f.width - b.Bottom, Top: b.Right}
	case 2:
		return f.in(b)
	case 3:
		return page.Box{Left: b.Bottom, Bottom: f.height - b.Right, Right: b.Top, Top: f.height - b.Left}
	}
	return b
}

// size is how wide and high the page is in the frame.
func (f frame) size() (w, h float32) {
	if f.turns%2 == 1 {
		return f.height, f.width
	}
	return f.width, f.height
}
