package source

import "github.com/pildora/pildora/doc"

// decl is a declaration, by the indices of its first and its last line and of
// the line of its signature.
type decl struct {
	first, last, sign int
	parent            int // index of the declaration that it lies in, or -1
}

// builder makes blocks of declarations.
type builder struct {
	text   string
	lines  []line
	decls  []decl
	lang   string
	blocks []doc.Block
	next   int // the declaration that comes next
}

// blocks makes the blocks of declarations, which stand in order, outer ones
// first, and of the code around them.
func blocks(text string, lines []line, decls []decl, lang string) []doc.Block {
	b := builder{text: text, lines: lines, decls: decls, lang: lang}
	b.fill(-1, -1, 0, len(lines)-1)
	return b.blocks
}

// fill adds what lies in the lines from first to last: the declarations whose
// parent is the one given, and code. Nesting is bounded by [deepest].
func (b *builder) fill(parent int, block int32, first, last int) {
	at := first
	for b.next < len(b.decls) && b.decls[b.next].parent == parent {
		i := b.next
		d := b.decls[i]
		b.next++
		b.code(block, at, d.first-1)
		self := int32(len(b.blocks))
		sign := b.lines[d.sign]
		b.blocks = append(b.blocks, doc.Block{
			Kind: doc.Decl, Parent: block, Span: doc.Span{Start: b.lines[d.first].start, End: b.lines[d.last].end},
			Label: label(b.text[sign.start:sign.end]),
		})
		b.fill(i, self, d.first, d.last)
		at = d.last + 1
	}
	b.code(block, at, last)
}

// code adds the lines from first to last, without the blank ones around them.
func (b *builder) code(parent int32, first, last int) {
	for first <= last && b.lines[first].blank {
		first++
	}
	for first <= last && b.lines[last].blank {
		last--
	}
	if first <= last {
		b.blocks = append(b.blocks, doc.Block{Kind: doc.Code, Parent: parent, Label: b.lang,
			Span: doc.Span{Start: b.lines[first].start, End: b.lines[last].end}})
	}
}
