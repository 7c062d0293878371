package text

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// blocks makes the blocks of the pieces.
func blocks(text string, pieces []piece) []doc.Block {
	out := make([]doc.Block, 0, len(pieces))
	for i := 0; i < len(pieces); {
		p := &pieces[i]
		end := i + 1
		switch {
		case p.level > 0:
			label := strings.Join(strings.Fields(text[p.label.Start:p.label.End]), " ")
			out = append(out, doc.Block{Kind: doc.Heading, Level: p.level, Parent: -1, Span: p.span, Label: label})
		case p.form == ruled:
			out = append(out, doc.Block{Kind: doc.Rule, Parent: -1, Span: p.span})
		case p.form == item:
			next, items := listEnd(pieces, i)
			if items > 1 {
				end = next
				if clauses(pieces[i:end]) {
					for _, p := range pieces[i:end] {
						out = append(out, doc.Block{Kind: doc.Paragraph, Parent: -1, Span: p.span})
					}
				} else {
					out = list(out, text, pieces[i:end])
				}
				break
			}
			fallthrough
		default:
			out = append(out, doc.Block{Kind: doc.Paragraph, Parent: -1, Span: p.span})
		}
		i = end
	}
	return out
}

// list appends a list of items, each with the paragraphs up to the next one.
func list(out []doc.Block, text string, pieces []piece) []doc.Block {
	at := int32(len(out))
	l := doc.Block{Kind: doc.List, Parent: -1, Span: doc.Span{Start: pieces[0].span.Start, End: pieces[len(pieces)-1].span.End}}
	if pieces[0].mark.after != 0 {
		l.Level = 1
	}
	out = append(out, l)
	open := int32(-1)
	for _, p := range pieces {
		if p.form == item {
			blank := len(text[p.span.Start:p.span.End]) - len(strings.TrimLeft(text[p.span.Start:p.span.End], " \t"))
			open = int32(len(out))
			p.span.Start += blank
			out = append(out, doc.Block{Kind: doc.Item, Parent: at, Span: p.span})
			p.span.Start += p.mark.width
		}
		out[open].Span.End = p.span.End
		out = append(out, doc.Block{Kind: doc.Paragraph, Parent: open, Span: p.span})
	}
	return out
}

// clauseBytes is how long the items of a numbered list are at most, on the
// average.
const clauseBytes = 160

// clauses reports whether numbered pieces are those of a contract, each of which
// stands for itself, and no items of a list: they are long.
func clauses(pieces []piece) bool {
	size, items := 0, 0
	for _, p := range pieces {
		size += p.span.Len()
		if p.form == item {
			items++
		}
	}
	return pieces[0].mark.after != 0 && size > clauseBytes*items
}
