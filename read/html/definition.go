package html

import "github.com/pildora/pildora/doc"

// definitions writes a definition list: each term a line, each definition a
// container that begins with a colon, as Markdown with definition lists has it.
func (p *page) definitions(n int32) {
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		switch el := p.tree.nodes[c].el; {
		case p.skips(c):
		case el == elDt:
			p.flush(doc.Paragraph)
			p.line(c, doc.Term)
		case el == elDd:
			p.flush(doc.Paragraph)
			p.within(c, container{kind: doc.Detail, first: ": "}, p.blocks)
		case el == elDiv || el == other:
			p.definitions(c)
		default:
			p.child(c)
		}
	}
	p.flush(doc.Paragraph)
}

// details writes the parts of a details element, its summary first.
func (p *page) details(n int32) {
	summary := int32(0)
	for c := p.tree.nodes[n].first; c != 0; c = p.tree.nodes[c].next {
		if p.tree.nodes[c].el == elSummary && !p.skips(c) {
			summary = c
			break
		}
	}
	if summary != 0 {
		if p.stats[summary].has&hasHeading != 0 {
			p.blocks(summary)
			p.flush(doc.Paragraph)
		} else {
			p.line(summary, doc.Term)
		}
	}
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		if c != summary {
			p.child(c)
		}
	}
}
