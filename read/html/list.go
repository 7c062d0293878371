package html

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
)

// lastList is the list that was written last: one right after it needs another
// marker, or Markdown would read the two as one.
type lastList struct {
	end, depth int
	ordered    bool
	other      bool // it had the other marker
}

// item is one item of a list with what hangs on it: lists that stand between
// items belong to the one before.
type item struct {
	node int32
	more []int32
}

// list writes a list.
func (p *page) list(n int32) {
	items := p.items(nil, n)
	if len(p.w.stack)+2 > maxContainers {
		p.w.apart()
		for _, it := range items {
			p.item(it)
		}
		return
	}
	ordered := p.tree.nodes[n].el == elOl
	c := container{kind: doc.List, src: p.tree.nodes[n].span()}
	if ordered {
		c.level = 1
	}
	depth := len(p.w.stack)
	last := p.lastList
	otherMark := last.end == len(p.w.text) && last.end > 0 && last.depth == depth && !last.other &&
		last.ordered == (ordered && !lettered(p.tree.value(n, "type")))
	p.w.open(c)
	numbers := p.numbers(n, items)
	tight := p.tight(items)
	for i, it := range items {
		if !p.going() {
			break
		}
		bullet, lead := "-", ""
		if otherMark {
			bullet = "+"
		}
		if ordered {
			bullet, lead = numbers.mark(i, otherMark)
		}
		src := c.src
		if p.tree.nodes[it.node].el == elLi {
			src = p.tree.nodes[it.node].span()
		}
		p.lead = mark{lead, src}
		p.w.open(container{kind: doc.Item, first: bullet + " ", rest: strings.Repeat(" ", len(bullet)+1), src: src})
		p.item(it)
		if p.w.close() && tight {
			p.w.sep = 1
		}
		p.lead = mark{}
	}
	if p.w.close() {
		p.w.sep = 2
		p.lastList = lastList{len(p.w.text), depth, ordered && !numbers.letters(), otherMark}
	} else {
		p.w.apart()
	}
}

// items collects the items of a list, through elements around them.
func (p *page) items(items []item, n int32) []item {
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		el := p.tree.nodes[c].el
		switch {
		case p.skips(c) || el == text && isSpace(p.tree.text(c)):
		case el == elLi:
			items = append(items, item{node: c})
		case el.is(list) && len(items) > 0:
			last := &items[len(items)-1]
			last.more = append(last.more, c)
		case (el == elDiv || el == other || el == elForm || el == elSection) && p.holdsItems(c):
			items = p.items(items, c)
		default:
			items = append(items, item{node: c})
		}
	}
	return items
}

func (p *page) holdsItems(n int32) bool {
	for c := p.tree.nodes[n].first; c != 0; c = p.tree.nodes[c].next {
		if p.tree.nodes[c].el == elLi {
			return true
		}
	}
	return false
}

// item writes what is in an item. A list right after its text stands on the
// next line.
func (p *page) item(it item) {
	if p.tree.nodes[it.node].el == elLi {
		for c := p.tree.nodes[it.node].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
			p.joinList(c)
			p.child(c)
		}
	} else {
		p.child(it.node)
	}
	p.flush(doc.Paragraph)
	for _, c := range it.more {
		p.joinList(c)
		p.child(c)
	}
}

// joinList takes the blank line between a paragraph and a list in its item.
func (p *page) joinList(c int32) {
	el := p.tree.nodes[c].el
	if !el.is(list) || p.skips(c) {
		return
	}
	p.flush(doc.Paragraph)
	if n := len(p.w.blocks); n > 0 && p.w.blocks[n-1].Kind == doc.Paragraph && p.w.blocks[n-1].Span.End == len(p.w.text) &&
		p.w.parent() >= 0 && p.w.blocks[n-1].Parent == p.w.parent() {
		p.w.sep = 1
	}
}

// tight reports whether the items of a list are a line each, with or without a
// list below it.
func (p *page) tight(items []item) bool {
	for _, it := range items {
		blocks, inline := 0, false
		for c := p.tree.nodes[it.node].first; c != 0; c = p.tree.nodes[c].next {
			switch t := p.tree.nodes[c]; {
			case p.skips(c) || t.el.is(list) || t.el == text && isSpace(p.tree.text(c)):
			case p.tree.isBlock(c):
				blocks++
			default:
				inline = true
			}
		}
		if blocks > 1 || blocks == 1 && inline {
			return false
		}
	}
	return true
}

// numbers are the numbers of an ordered list.
type numbers struct {
	kind   byte // 1, a, A, i, I
	values []int
}

// maxNumber is the largest number of an item that Markdown knows.
const maxNumber = 999_999_999

// numbers finds the number of each item: from the start of the list, or the
// item's own, counting on from there.
func (p *page) numbers(n int32, items []item) numbers {
	out := numbers{kind: '1'}
	if p.tree.nodes[n].el != elOl {
		return out
	}
	if kind := p.tree.value(n, "type"); lettered(kind) {
		out.kind = kind[0]
	}
	next, step := 1, 1
	if _, reversed := p.tree.attr(n, "reversed"); reversed {
		next, step = len(items), -1
	}
	if v, err := strconv.Atoi(strings.TrimSpace(p.tree.value(n, "start"))); err == nil {
		next = v
	}
	for _, it := range items {
		if v, err := strconv.Atoi(strings.TrimSpace(p.tree.value(it.node, "value"))); err == nil && p.tree.nodes[it.node].el == elLi {
			next = v
		}
		next = min(max(next, 0), maxNumber)
		out.values = append(out.values, next)
		next += step
	}
	return out
}

func lettered(kind string) bool { return len(kind) == 1 && strings.Contains("aAiI", kind) }

func (n numbers) letters() bool { return n.kind != '1' }

// mark is the marker of item i, and what its text begins with: Markdown knows
// no letters, so they are text behind a bullet.
func (n numbers) mark(i int, other bool) (bullet, lead string) {
	v := n.values[i]
	letters := ""
	switch n.kind {
	case 'a', 'A':
		letters = alphabetic(v)
	case 'i', 'I':
		letters = roman(v)
	}
	if n.kind == 'A' || n.kind == 'I' {
		letters = strings.ToUpper(letters)
	}
	switch {
	case letters != "" && other:
		return "+", letters + ". "
	case letters != "":
		return "-", letters + ". "
	case n.letters():
		return "-", strconv.Itoa(v) + ". "
	case other:
		return strconv.Itoa(v) + ")", ""
	}
	return strconv.Itoa(v) + ".", ""
}

// alphabetic counts a, b … z, aa, ab …
func alphabetic(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('a'+(n-1)%26)) + s
	}
	return s
}

var romans = [...]struct {
	value int
	text  string
}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}}

// roman is a number up to 3,999 in lower case, or nothing.
func roman(n int) string {
	if n > 3999 {
		return ""
	}
	s := ""
	for _, r := range romans {
		for ; n >= r.value; n -= r.value {
			s += r.text
		}
	}
	return s
}
