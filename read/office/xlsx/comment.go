package xlsx

import (
	"context"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/office/grid"
	"github.com/pildora/pildora/read/office/opc"
)

// comments reads the notes on a sheet's cells, and its threads of comments,
// each of which has a note beside it that says so for older programs.
func (w *workbook) comments(ctx context.Context, s *sheet) error {
	t, err := w.optional(ctx, s.rels.ByType("comments"))
	if t == nil {
		return err
	}
	var authors []string
	for t.Next() {
		switch {
		case t.Is(opc.Start, "x:author"):
			authors = append(authors, strings.TrimSpace(content(t)))
		case t.Is(opc.Start, "x:comment"):
			at, ok := grid.ParseArea(t.Attr("ref"))
			n := grid.Note{Cell: at}
			if i, err := strconv.Atoi(t.Attr("authorId")); err == nil && i >= 0 && i < len(authors) {
				n.Author = authors[i]
			}
			if n.Text = richText(t); ok {
				s.Note(cleaned(n))
			}
		}
	}
	return t.Err()
}

// cleaned takes out what Excel puts around the text: the author's name on a
// line of its own, and before a thread the advice to get a newer Excel.
func cleaned(n grid.Note) grid.Note {
	if strings.HasPrefix(n.Author, "tc=") { // the id of a thread
		n.Author = ""
	}
	advice, thread, ok := strings.Cut(n.Text, "\n\n")
	if ok && strings.HasPrefix(advice, "[") && strings.Contains(advice, "https://go.microsoft.com/fwlink") {
		n.Text = thread
		if first, rest, ok := strings.Cut(thread, "\n"); ok && strings.HasSuffix(strings.TrimSpace(first), ":") {
			n.Text = rest
		}
	}
	if rest, ok := strings.CutPrefix(strings.TrimSpace(n.Text), n.Author+":"); ok && n.Author != "" {
		n.Text = rest
	}
	n.Text = strings.TrimSpace(n.Text)
	return n
}
