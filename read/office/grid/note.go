package grid

import "github.com/pildora/pildora/read/convert"

// Note is a comment on a cell.
type Note struct {
	Cell         Area
	Author, Text string
}

// Note adds a comment on a cell.
func (s *Sheet) Note(n Note) {
	if n.Text != "" {
		s.notes = append(s.notes, n)
	}
}

// writeNotes writes each comment as a paragraph that begins with its cell.
func (s *Sheet) writeNotes(b *convert.Builder) {
	for _, n := range s.notes {
		at := s.Origin(n.Cell)
		lead := n.Cell.String()
		if n.Author != "" {
			lead += " (" + n.Author + ")"
		}
		b.Open("p", at)
		b.Text(lead+": "+n.Text, at)
		b.Close()
	}
}
