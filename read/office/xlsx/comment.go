package xlsx

import (
	"context"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/opc"
)

// note is a comment on a cell.
type note struct {
	cell         area
	author, text string
}

// comments reads the notes on a sheet's cells, and its threads of comments,
// each of which has a note beside it that says so for older programs.
func (w *workbook) comments(ctx context.Context, s *sheet) ([]note, error) {
	t, err := w.optional(ctx, s.rels.ByType("comments"))
	if t == nil {
		return nil, err
	}
	var (
		authors []string
		notes   []note
	)
	for t.Next() {
		switch {
		case t.Is(opc.Start, "x:author"):
			authors = append(authors, strings.TrimSpace(content(t)))
		case t.Is(opc.Start, "x:comment"):
			at, ok := parseArea(t.Attr("ref"))
			n := note{cell: at}
			if i, err := strconv.Atoi(t.Attr("authorId")); err == nil && i >= 0 && i < len(authors) {
				n.author = authors[i]
			}
			if n.text = richText(t); ok && strings.TrimSpace(n.text) != "" {
				n.clean()
				notes = append(notes, n)
			}
		}
	}
	return notes, t.Err()
}

// clean takes out what Excel puts around the text: the author's name on a line
// of its own, and before a thread the advice to get a newer Excel.
func (n *note) clean() {
	if strings.HasPrefix(n.author, "tc=") { // the id of a thread
		n.author = ""
	}
	if _, after, ok := strings.Cut(n.text, "\n\n"); ok && strings.HasPrefix(n.text, "[") && strings.Contains(n.text[:len(n.text)-len(after)], "https://go.microsoft.com/fwlink") {
		n.text = after
		if first, rest, ok := strings.Cut(after, "\n"); ok && strings.HasSuffix(strings.TrimSpace(first), ":") {
			n.text = rest
		}
	}
	if rest, ok := strings.CutPrefix(strings.TrimSpace(n.text), n.author+":"); ok && n.author != "" {
		n.text = rest
	}
	n.text = strings.TrimSpace(n.text)
}

// write writes a comment as a paragraph that begins with its cell.
func (n note) write(b *convert.Builder, s *sheet) {
	at := s.origin(n.cell)
	b.Open("p", at)
	lead := n.cell.String()
	if n.author != "" {
		lead += " (" + n.author + ")"
	}
	b.Text(lead+": "+n.text, at)
	b.Close()
}
