package rtf

import (
	"strconv"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
)

// writer tells a builder of the blocks.
type writer struct {
	p    *parser
	b    *convert.Builder
	open []item // lists that are open, each with an open item
	owed []int  // footnotes whose text comes behind the block
}

// item is the last item of an open list.
type item struct {
	level, number int
	sort          markerSort
	kind          string
}

func from(s doc.Span) doc.Origin { return doc.Origin{Source: s} }

// blocks writes blocks, and the footnotes of each behind it.
func (w *writer) blocks(blocks []block) {
	for i := range blocks {
		b := &blocks[i]
		if len(b.rows) == 0 && b.marker.sort != none && b.heading == 0 {
			w.item(b)
			continue
		}
		w.closeLists(0)
		w.notes()
		if len(b.rows) > 0 {
			w.table(b)
			continue
		}
		tag := "p"
		if b.heading > 0 {
			tag = "h" + strconv.Itoa(b.heading)
		}
		w.b.Open(tag, from(b.span))
		w.label(b)
		w.inline(b.pieces, b.heading > 0)
		w.b.Close()
	}
	w.closeLists(0)
	w.notes()
}

// notes writes the footnotes that are owed.
func (w *writer) notes() {
	for len(w.owed) > 0 {
		n := w.owed[0]
		w.owed = w.owed[1:]
		blocks := w.p.footnote[n-1]
		w.p.footnote[n-1] = nil // once
		if len(blocks) == 0 {
			continue
		}
		owed := w.owed
		w.owed = nil
		w.b.Open("x-footnote", from(blocks[0].span), "label", strconv.Itoa(n))
		w.flat(blocks)
		w.b.Close()
		w.owed = append(owed, w.owed...)
	}
}

// flat writes blocks as paragraphs: in footnotes and cells.
func (w *writer) flat(blocks []block) {
	for i := range blocks {
		b := &blocks[i]
		if len(b.rows) > 0 {
			for _, r := range b.rows {
				for _, c := range r.cells {
					w.flat(c)
				}
			}
			continue
		}
		w.b.Open("p", from(b.span))
		w.label(b)
		w.inline(b.pieces, false)
		w.b.Close()
	}
}

// label writes the marker of a paragraph that isn't written as an item.
func (w *writer) label(b *block) {
	switch b.marker.sort {
	case bullet:
		w.b.Text("• ", from(b.span))
	case numbered:
		w.b.Text(strconv.Itoa(b.marker.number)+". ", from(b.span))
	case labelled:
		w.b.Text(b.marker.text+" ", from(b.span))
	}
}

// item writes a paragraph as an item: of the list that is open at its level,
// else of a new one.
func (w *writer) item(b *block) {
	m := b.marker
	w.closeLists(m.level + 1)
	if n := len(w.open); n > 0 && w.open[n-1].level == m.level {
		last := &w.open[n-1]
		w.b.Close() // the item
		if (last.sort == numbered) != (m.sort == numbered) || last.kind != m.kind || m.sort == numbered && m.number < last.number {
			w.b.Close()
			w.open = w.open[:n-1]
			w.openList(b)
		} else {
			last.number = m.number
		}
	} else {
		w.openList(b)
	}
	if m.sort == numbered {
		w.b.Open("li", from(b.span), "value", strconv.Itoa(m.number))
	} else {
		w.b.Open("li", from(b.span))
	}
	if m.sort == labelled {
		w.label(b)
	}
	w.inline(b.pieces, false)
}

func (w *writer) openList(b *block) {
	m := b.marker
	w.open = append(w.open, item{level: m.level, number: m.number, sort: m.sort, kind: m.kind})
	if m.sort != numbered {
		w.b.Open("ul", from(b.span))
		return
	}
	attrs := []string{"start", strconv.Itoa(m.number)}
	if m.kind != "" {
		attrs = append(attrs, "type", m.kind)
	}
	w.b.Open("ol", from(b.span), attrs...)
}

// closeLists closes the lists from a level on.
func (w *writer) closeLists(level int) {
	for n := len(w.open); n > 0 && w.open[n-1].level >= level; n-- {
		w.b.Close()
		w.b.Close()
		w.open = w.open[:n-1]
	}
}

// inline writes pieces, each with the elements of its style.
func (w *writer) inline(pieces []piece, heading bool) {
	var (
		now  style
		tags int
	)
	for i := range pieces {
		m := &pieces[i]
		want := m.style
		if heading {
			want.bold = false
		}
		blank := m.is == lineBreak || m.is == words && doc.IsBlank(string(w.p.text[m.from:m.to]))
		if want != now && !(blank && now.link == want.link) {
			for ; tags > 0; tags-- {
				w.b.Close()
			}
			tags = w.style(want, m.span)
			now = want
		}
		switch m.is {
		case words:
			w.b.Text(string(w.p.text[m.from:m.to]), from(m.span))
		case lineBreak:
			w.b.Void("br", from(m.span))
		case reference:
			w.b.Text("[^"+strconv.Itoa(m.note)+"]", from(m.span))
			w.owed = append(w.owed, m.note)
		case picture:
			w.b.Void("img", from(m.span), "alt", string(w.p.text[m.from:m.to]))
		}
	}
	for ; tags > 0; tags-- {
		w.b.Close()
	}
}

// style opens the elements of a style and returns how many.
func (w *writer) style(s style, at doc.Span) int {
	n := 0
	open := func(is bool, tag string, attrs ...string) {
		if is {
			w.b.Open(tag, from(at), attrs...)
			n++
		}
	}
	if s.link > 0 {
		open(true, "a", "href", w.p.links[s.link-1])
	}
	open(s.bold, "strong")
	open(s.italic, "em")
	open(s.strike, "del")
	open(s.raised, "sup")
	return n
}
