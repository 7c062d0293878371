package extract

import (
	"math"

	"github.com/pildora/pildora/read/pdf/page"
)

// matrix maps x, y to a·x+c·y+e, b·x+d·y+f, as PDF has it.
type matrix struct{ a, b, c, d, e, f float32 }

var identity = matrix{a: 1, d: 1}

// then is m, and after it n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) point(x, y float32) (float32, float32) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// box is the box around the four corners, mapped.
func (m matrix) box(left, bottom, right, top float32) page.Box {
	x1, y1 := m.point(left, bottom)
	x2, y2 := m.point(right, top)
	x3, y3 := m.point(left, top)
	x4, y4 := m.point(right, bottom)
	return page.Box{Left: min(x1, x2, x3, x4), Bottom: min(y1, y2, y3, y4), Right: max(x1, x2, x3, x4), Top: max(y1, y2, y3, y4)}
}

// height is by how much lengths across the line of writing grow.
func (m matrix) height() float32 {
	return float32(math.Hypot(float64(m.c), float64(m.d)))
}

// angle is that of the line of writing, in degrees in [0, 360), exact at the
// quarters.
func (m matrix) angle() float32 {
	degrees := math.Atan2(float64(m.b), float64(m.a)) * 180 / math.Pi
	if degrees < 0 {
		degrees += 360
	}
	if quarter := math.Round(degrees/90) * 90; math.Abs(degrees-quarter) < 0.05 {
		degrees = math.Mod(quarter, 360)
	}
	return float32(degrees)
}

// seen maps the coordinates of a page to those of the page as it is seen: its
// crop box turned clockwise by quarters.
func seen(crop page.Box, quarters int) (m matrix, width, height float32) {
	width, height = crop.Right-crop.Left, crop.Top-crop.Bottom
	switch quarters {
	case 1:
		return matrix{0, -1, 1, 0, -crop.Bottom, crop.Right}, height, width
	case 2:
		return matrix{-1, 0, 0, -1, crop.Right, crop.Top}, width, height
	case 3:
		return matrix{0, 1, -1, 0, crop.Top, -crop.Left}, height, width
	}
	return matrix{1, 0, 0, 1, -crop.Left, -crop.Bottom}, width, height
}

// finite says that all numbers are ones that can be reckoned with.
func finite(ns ...float32) bool {
	for _, n := range ns {
		if math.IsNaN(float64(n)) || math.Abs(float64(n)) > 1e6 {
			return false
		}
	}
	return true
}
