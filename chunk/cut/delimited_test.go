package cut_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
)

// delimited is a document of one row of delimited text.
func delimited(row, sep string) *doc.Document {
	s := doc.Span{End: len(row)}
	return &doc.Document{Text: row, Blocks: []doc.Block{{Kind: doc.Table, Parent: -1, Span: s, Label: sep}, {Kind: doc.Row, Parent: 0, Span: s}}}
}

func TestDelimitedCells(t *testing.T) {
	for _, c := range []struct{ sep, in, want string }{
		{",", "a,b,c", "a,|b,|c"},
		{",", "a,,c,", "a,|,|c,"},
		{",", `"x, y",b`, `"x, y",|b`},
		{",", `a, "x, y" ,b`, `a,| "x, y" ,|b`},
		{",", `"x ""q"", y",b`, `"x ""q"", y",|b`},
		{",", `"",b`, `"",|b`},
		{",", `"open, b`, `"open, b`},
		{";", "1,5;a|b;2", "1,5;|a|b;|2"},
		{"|", `a|b\|c`, `a||b\||c`},
		{"\t", "a\tb", "a\t|b"},
	} {
		d := delimited(c.in, c.sep)
		var pieces []string
		at := 0
		for cut, err := range cut.Blocks.Cuts(context.Background(), d, d.Whole()) {
			if err != nil {
				t.Fatal(err)
			}
			pieces = append(pieces, c.in[at:cut])
			at = cut
		}
		if got := strings.Join(append(pieces, c.in[at:]), "|"); got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
	}
}

// TestDelimitedCellsFromWithin: asked about the rest of a cell in quotes, its
// separators are none of the row's.
func TestDelimitedCellsFromWithin(t *testing.T) {
	row := `a,"one, two, three",b,"c, d",e`
	d := delimited(row, ",")
	for from, want := range map[string][]string{
		"two": {"b,", `"c`, "e"},
		"b":   {`"c`, "e"},
	} {
		s := doc.Span{Start: strings.Index(row, from), End: len(row)}
		var got []int
		for at, err := range cut.Blocks.Cuts(context.Background(), d, s) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, at)
		}
		var wants []int
		for _, w := range want {
			wants = append(wants, strings.LastIndex(row, w))
		}
		if !slices.Equal(got, wants) {
			t.Errorf("from %q: %v, want %v", from, got, wants)
		}
	}
}

// TestSentencesOfDelimitedCell: a cell is prose, a row of several isn't.
func TestSentencesOfDelimitedCell(t *testing.T) {
	row := `Dora,"One thing. Another thing, too. A third.",77`
	d := delimited(row, ",")
	count := func(s doc.Span) (n int) {
		for range cut.Sentences("en").Cuts(context.Background(), d, s) {
			n++
		}
		return n
	}
	cell := doc.Span{Start: strings.Index(row, `"One`), End: strings.Index(row, "77")}
	if n := count(cell); n != 2 {
		t.Errorf("%d cuts in the cell", n)
	}
	if n := count(d.Whole()); n != 0 {
		t.Errorf("%d cuts in the row", n)
	}
}
