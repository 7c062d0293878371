package enrich

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// headerForms are the header rows of the table in which a body begins, where
// the body lacks them: with their delimiter line, then without.
func headerForms(d *doc.Document, body doc.Span, yield func(chunk.Part) bool) {
	row := d.BlockFrom(body.Start)
	if row >= len(d.Blocks) || d.Blocks[row].Kind != doc.Row || d.Blocks[row].Span.Start >= body.End {
		return
	}
	table := int(d.Blocks[row].Parent)
	if table < 0 || d.Blocks[table].Kind != doc.Table || d.Blocks[table].Span.Start >= body.Start {
		return
	}
	header := doc.Span{Start: -1}
	for i := table + 1; i < row && d.Blocks[i].Kind == doc.Row && d.Blocks[i].Level == 1; i++ {
		if header.Start < 0 {
			header.Start = d.Blocks[i].Span.Start
		}
		header.End = d.Blocks[i].Span.End
	}
	if header.Start < 0 {
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
