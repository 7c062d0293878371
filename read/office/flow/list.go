package flow

import "strconv"

// item writes an item, in the list that it belongs to: one that is open, a new
// one beside it, or a new one inside the item before. The element of the last
// item of each open list is open too.
func (w *writer) item(block *Block) {
	m := block.Mark
	// A list further inside than the item is left, unless the one around it is
	// further outside: where levels were skipped, that is the item's.
	for n := len(w.lists); n > 0 && deeper(w.lists[n-1], m) && (n > 1 && !deeper(m, w.lists[n-2])); n-- {
		w.endList()
	}
	switch n := len(w.lists); {
	case n > 0 && !deeper(m, w.lists[n-1]) && goesOn(w.lists[n-1], m):
		w.b.Close() // the item before
		w.lists[n-1] = m
	case n > 0 && !deeper(m, w.lists[n-1]):
		w.endList()
		w.beginList(block)
	default:
		w.beginList(block)
	}
	if m.Ordered {
		w.b.Open("li", block.From, "value", strconv.Itoa(m.Value))
	} else {
		w.b.Open("li", block.From)
	}
	w.b.Open("p", block.From)
	if !m.Ordered && m.Text != "" {
		w.b.Text(m.Text+" ", block.From)
	}
	w.pieces(block.Pieces)
	w.b.Close()
}

func (w *writer) beginList(block *Block) {
	tag := "ul"
	if block.Mark.Ordered {
		tag = "ol"
	}
	w.b.Open(tag, block.From)
	w.lists = append(w.lists, block.Mark)
}

func (w *writer) endList() {
	w.b.Close() // its last item
	w.b.Close()
	w.lists = w.lists[:len(w.lists)-1]
}

func (w *writer) endLists() {
	for len(w.lists) > 0 {
		w.endList()
	}
}

// deeper reports whether a is further inside than b.
func deeper(a, b Mark) bool {
	if a.List == b.List {
		return a.Level > b.Level
	}
	return a.Indent > b.Indent
}

// goesOn reports whether an item at the level of the one before is of the same
// list. Programs begin a new list for items that go on counting.
func goesOn(before, m Mark) bool {
	if before.Ordered != m.Ordered {
		return false
	}
	return before.List == m.List && (!m.Ordered || m.Value > before.Value) || before.List != m.List && (!m.Ordered || m.Value == before.Value+1)
}
