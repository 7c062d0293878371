package enrich

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
)

// scopes are the signatures of the declarations that the code of block i lies
// in, as far as they stand before the body, and the lines within, outermost
// first: of more than fit, the innermost.
func scopes(d *doc.Document, body doc.Span, i int, within []doc.Span) (h header) {
	lines := within
	p := int(d.Blocks[i].Parent)
	for range maxDepth {
		if p < 0 {
			break
		}
		line := signature(d, p)
		if d.Blocks[p].Kind == doc.Decl && line.End <= body.Start && !line.Empty() && !slices.Contains(lines, line) {
			lines = slices.Insert(slices.Clip(lines), 0, line)
		}
		p = int(d.Blocks[p].Parent)
	}
	for _, line := range lines[max(0, len(lines)-maxLines):] {
		h.add(line)
	}
	return h
}

func declaredIn(d *doc.Document, i int) bool {
	p := d.Blocks[i].Parent
	return p >= 0 && d.Blocks[p].Kind == doc.Decl
}

// signature is the line of declaration i that its label is, with its
// indentation; empty where that is not one of its first lines.
func signature(d *doc.Document, i int) doc.Span {
	b := d.Blocks[i]
	if b.Label == "" {
		return doc.Span{}
	}
	end := min(b.Span.End, b.Span.Start+maxComment)
	for at := b.Span.Start; at < end; {
		next := b.Span.End
		if n := strings.IndexByte(d.Text[at:next], '\n'); n >= 0 {
			next = at + n
		}
		if line := strings.TrimRight(d.Text[at:next], " \t\r"); strings.TrimLeft(line, " \t") == b.Label {
			return doc.Span{Start: at, End: at + len(line)}
		}
		at = next + 1
	}
	return doc.Span{}
}

// maxComment bounds, in bytes, the comment above a signature.
const maxComment = 1 << 14
