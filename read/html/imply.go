package html

import "github.com/pildora/pildora/doc"

// What a start tag ends and what an end tag closes: the rules of the HTML
// standard, section "The rules for parsing tokens in HTML content", as far as
// they change the text or its blocks. Left out are the adoption agency (a
// formatting element that is closed across a block ends, and the block stays
// inside it), the reconstruction of formatting elements, and foster parenting
// (text between cells stays where it is and is read before the table).

// imply ends what a start tag ends. It reports whether the tag counts.
func (p *parser) imply(el element, span doc.Span) bool {
	if p.beyond > 0 && !el.is(void) {
		return true
	}
	if el.is(block) && p.open[elForeignObject] == 0 && p.open[elAnnotation] == 0 {
		p.leaveForeign()
	}
	if el.is(closesP) && p.open[elP] > 0 {
		p.closeWithin(elP, barrier)
	}
	if el.is(heading) && p.nodes[p.top()].el.is(heading) {
		p.pop(len(p.stack) - 1)
	}
	switch el {
	case elLi:
		p.endSibling(elLi, elLi)
	case elDd, elDt:
		p.endSibling(elDd, elDt)
	case elOption, elButton:
		if p.open[el] > 0 {
			p.closeWithin(el, barrier)
		}
	case elA:
		if p.open[elA] > 0 {
			p.close(elA)
		}
	case elRt, elRp:
		if top := p.nodes[p.top()].el; top == elRt || top == elRp {
			p.pop(len(p.stack) - 1)
		}
	case elCaption, elThead, elTbody, elTfoot, elCol:
		return p.backTo(elTable, elTable, elTable)
	case elTr:
		return p.backTo(elTbody, elThead, elTfoot)
	case elTd, elTh:
		if !p.backTo(elTr, elTr, elTr) {
			return false
		}
		if p.nodes[p.top()].el != elTr {
			p.push(p.add(node{el: elTr, start: int32(span.Start), end: int32(span.End)}))
		}
	}
	return true
}

// leaveForeign closes an open svg or math, in which no block of HTML can be.
func (p *parser) leaveForeign() {
	for _, el := range [...]element{elSvg, elMath} {
		if p.open[el] > 0 {
			p.closeWithin(el, barrier)
		}
	}
}

// endSibling closes an open item of the same list, at which only elements of
// its content stand before the innermost one.
func (p *parser) endSibling(a, b element) {
	if p.open[a] == 0 && p.open[b] == 0 {
		return
	}
	for i := len(p.stack) - 1; i > 0; i-- {
		el := p.nodes[p.stack[i]].el
		if el == a || el == b {
			p.pop(i)
			return
		}
		if el.is(special) && el != elDiv && el != elP && el != elBlock {
			return
		}
	}
}

// backTo closes what is open in the innermost table down to an element of a,
// b, c, or to the table itself. It reports whether there is a table.
func (p *parser) backTo(a, b, c element) bool {
	if p.open[elTable] == 0 {
		return false
	}
	for i := len(p.stack) - 1; i > 0; i-- {
		switch el := p.nodes[p.stack[i]].el; el {
		case a, b, c, elTable:
			p.pop(i + 1)
			return true
		}
	}
	return true
}

// closeWithin closes the innermost element el, unless one with a trait of stop
// stands before it.
func (p *parser) closeWithin(el element, stop trait) {
	for i := len(p.stack) - 1; i > 0; i-- {
		switch found := p.nodes[p.stack[i]].el; {
		case found == el:
			p.pop(i)
			return
		case found.is(stop):
			return
		}
	}
}

// close is an end tag of el.
func (p *parser) close(el element) {
	switch {
	case el.is(heading):
		p.closeHeading()
	case p.open[el] == 0:
	case el.is(formatting):
		p.closeFormatting(el)
	case el == elTable || el == elTr || el == elThead || el == elTbody || el == elTfoot || el == elTd || el == elTh:
		p.closeTablePart(el)
	case el == elLi:
		p.closeWithin(el, list|barrier)
	case el.is(special) || el.is(dropped) || el == elMath:
		p.closeWithin(el, barrier)
	default:
		p.closeWithin(el, special)
	}
}

// closeHeading closes an open heading of any level, as browsers do.
func (p *parser) closeHeading() {
	for i := len(p.stack) - 1; i > 0; i-- {
		switch el := p.nodes[p.stack[i]].el; {
		case el.is(heading):
			p.pop(i)
			return
		case el.is(barrier):
			return
		}
	}
}

// closeFormatting closes a formatting element. Where a block is open inside,
// only the formatting ends.
func (p *parser) closeFormatting(el element) {
	crossed := false
	for i := len(p.stack) - 1; i > 0; i-- {
		switch found := p.nodes[p.stack[i]].el; {
		case found == el && crossed:
			p.stack = append(p.stack[:i], p.stack[i+1:]...)
			p.open[el]--
			return
		case found == el:
			p.pop(i)
			return
		case found.is(barrier):
			return
		default:
			crossed = crossed || found.is(special)
		}
	}
}

// closeTablePart closes a part of the innermost table.
func (p *parser) closeTablePart(el element) {
	for i := len(p.stack) - 1; i > 0; i-- {
		found := p.nodes[p.stack[i]].el
		if found == el {
			p.pop(i)
			return
		}
		if found == elTable {
			return
		}
	}
}
