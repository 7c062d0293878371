package enrich

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// within is the innermost record, or turn, that a body begins inside of without
// what names it, as the index of its block + 1; 0 where there is none. Block i is
// the one that the body begins with, or in.
func within(d *doc.Document, body doc.Span, i int) int {
	for ; i >= 0; i = int(d.Blocks[i].Parent) {
		if b := &d.Blocks[i]; b.Span.Start < body.Start && b.Label != "" {
			return i + 1
		}
	}
	return 0
}

// pathForms are the labels of block i and those above it with dots between,
// outermost first, "items[3].address"; then with the outer ones left out.
func pathForms(d *doc.Document, i int, yield func(chunk.Part) bool) {
	var labels []string // innermost first
	for ; i >= 0; i = int(d.Blocks[i].Parent) {
		if label := oneLine(d.Blocks[i].Label); label != "" {
			labels = append(labels, label)
		}
	}
	for n := len(labels); n > 0; n-- {
		var b strings.Builder
		if n < len(labels) {
			b.WriteString("…")
		}
		for k := n - 1; k >= 0; k-- {
			if b.Len() > 0 && labels[k][0] != '[' {
				b.WriteByte('.')
			}
			b.WriteString(labels[k])
		}
		if !yield(chunk.Part{Role: chunk.Header, Text: b.String()}) {
			return
		}
	}
}
