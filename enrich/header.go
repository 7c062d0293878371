package enrich

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// headerOf is the span of the header rows of the table in which a body begins,
// where the body lacks them; empty where there are none.
func headerOf(d *doc.Document, body doc.Span) (header doc.Span) {
	row := d.BlockFrom(body.Start)
	if row >= len(d.Blocks) || d.Blocks[row].Kind != doc.Row || d.Blocks[row].Span.Start >= body.End {
		return header
	}
	table := int(d.Blocks[row].Parent)
	if table < 0 || d.Blocks[table].Kind != doc.Table || d.Blocks[table].Span.Start >= body.Start {
		return header
	}
	for i := table + 1; i < row && d.Blocks[i].Kind == doc.Row && d.Blocks[i].Level == 1; i++ {
		if header.Empty() {
			header.Start = d.Blocks[i].Span.Start
		}
		header.End = d.Blocks[i].Span.End
	}
	return header
}

// headerForms are a header with its delimiter line, then without.
func headerForms(d *doc.Document, header doc.Span, yield func(chunk.Part) bool) {
	if header.Empty() {
		return
	}
	if !yield(chunk.Part{Role: chunk.Header, Span: header}) {
		return
	}
	if i := strings.IndexByte(d.Slice(header), '\n'); i > 0 {
		end := header.Start + len(strings.TrimRight(d.Slice(header)[:i], "\r"))
		yield(chunk.Part{Role: chunk.Header, Span: doc.Span{Start: header.Start, End: end}})
	}
}
