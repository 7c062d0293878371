package layout

import "strconv"

// level is a list that is open while items are written.
type level struct {
	left    float32 // of its markers
	ordered bool
	next    int // the number that follows
}

// list writes the items at the start of blocks, nested by their indentation, and
// returns how many blocks they are.
func (w *writer) list(blocks []*block) int {
	n := 0
	for n < len(blocks) && blocks[n].kind == item {
		n++
	}
	items := blocks[:n]
	var open []level
	closeTo := func(depth int) {
		for len(open) > depth {
			w.b.Close() // the item
			w.b.Close() // the list
			open = open[:len(open)-1]
		}
	}
	for _, b := range items {
		column := b.sheet.columns[b.column].box
		left := b.lines[0].box.Left - column.Left
		if b.lines[0].rtl {
			left = column.Right - b.lines[0].box.Right
		}
		tolerance := 0.6 * b.lines[0].size
		depth := len(open)
		for depth > 0 && left < open[depth-1].left-tolerance {
			depth--
		}
		ordered := b.run
		switch {
		case depth > 0 && left <= open[depth-1].left+tolerance && fits(open[depth-1], b, ordered):
			closeTo(depth)
			w.b.Close()
		case depth > 0 && left <= open[depth-1].left+tolerance:
			closeTo(depth - 1)
			open = w.open(open, b, ordered, left)
		default:
			closeTo(depth)
			open = w.open(open, b, ordered, left)
		}
		open[len(open)-1].next = b.marker.value + 1
		w.item(b, ordered)
	}
	closeTo(0)
	return n
}

// fits reports whether an item goes on a list that is open.
func fits(l level, b *block, ordered bool) bool {
	return l.ordered == ordered && (!ordered || b.marker.value == l.next)
}

func (w *writer) open(open []level, b *block, ordered bool, left float32) []level {
	tag, attrs := "ul", []string(nil)
	if ordered {
		tag, attrs = "ol", []string{"start", strconv.Itoa(b.marker.value)}
	}
	w.b.Open(tag, origin(b.lines[0]), attrs...)
	return append(open, level{left: left, ordered: ordered})
}

// item writes an item and leaves it open, for a list inside it.
func (w *writer) item(b *block, ordered bool) {
	o := origin(b.lines[0])
	w.b.Open("li", o)
	skip := 0
	switch {
	case b.marker.check > 0:
		attrs := []string{"type", "checkbox"}
		if b.marker.check == 2 {
			attrs = append(attrs, "checked", "")
		}
		w.b.Void("input", o, attrs...)
		w.b.Text(" ", o)
		skip = b.marker.glyphs
	case b.marker.bullet || ordered:
		skip = b.marker.glyphs
	}
	w.text(b.lines, skip)
}
