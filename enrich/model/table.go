package model

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/llm/prompt"
)

// The bounds of the description of a table.
const (
	longestTable = 800 // code points; the prompt asks for 500
	tableTokens  = 500
	// mostTable is how much of a table is shown, in bytes: what its rows are
	// shows in the first ones.
	mostTable = 12_000
)

type tableAnswer struct {
	Description string `json:"description"`
}

// tables are descriptions of the tables that lie in the bodies, other than
// those within tables.
func tables(ctx context.Context, a about, bodies []doc.Span) ([]enrich.Derived, error) {
	var found []int
	var spans []doc.Span
	end := 0
	for i, b := range a.doc.Blocks {
		if b.Kind == doc.Table && b.Span.Start >= end && within(b.Span, bodies) {
			found, spans = append(found, i), append(spans, b.Span)
			end = b.Span.End
		}
	}
	out := make([]enrich.Derived, len(found))
	err := each(ctx, len(found), func(ctx context.Context, i int) error {
		text, err := a.table(ctx, found[i])
		if err != nil {
			return a.failed(ctx, spans[i], TablePrompt, err)
		}
		out[i] = enrich.Derived{Kind: "table", Text: text, Span: spans[i]}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(out, func(d enrich.Derived) bool { return d.Text == "" }), nil
}

// within reports whether a body shares something with s.
func within(s doc.Span, bodies []doc.Span) bool {
	i := sort.Search(len(bodies), func(i int) bool { return bodies[i].End > s.Start })
	return i < len(bodies) && bodies[i].Overlaps(s)
}

func (a about) table(ctx context.Context, i int) (string, error) {
	table := a.doc.Blocks[i]
	shown, all := table.Span, 0
	rows := 0
	for row := range a.doc.Children(i) {
		all++
		if b := a.doc.Blocks[row]; b.Span.End-table.Span.Start <= mostTable {
			shown.End = b.Span.End
			rows++
		}
	}
	text := strings.TrimSpace(a.doc.Slice(table.Span))
	if more := len(text) > mostTable; more && rows > 0 {
		text = a.doc.Slice(shown)
	} else if more {
		text = head(text, mostTable)
	}
	show := struct {
		about
		Table, Titles, Before, After prompt.Data
		Rows, All                    int
		More                         bool
	}{a, prompt.Data(text), a.titles(table.Span), a.before(table.Span), a.behind(table.Span), rows, all, rows > 0 && rows < all}
	var description string
	_, err := ask(ctx, a, TablePrompt, show, tableTokens, func(got tableAnswer, c checker) (err error) {
		if description, err = c.clean(got.Description, longestTable); err != nil {
			return err
		}
		return c.speaks(description)
	})
	return description, err
}
