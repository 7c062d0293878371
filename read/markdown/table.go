package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// openTable makes a table of the open paragraph's last line and the text, if
// that is a delimiter row with as many cells. The lines before the header stay
// a paragraph. As in cmark-gfm, a paragraph whose first delimiter row doesn't fit
// has no table.
func (s *scanner) openTable() bool {
	text := s.content()
	cells := delimiters(text)
	if cells == 0 || s.leaf.noTable {
		return false
	}
	header := s.para[len(s.para)-1]
	if cells != countCells(trimRight(s.src[header.text:header.end])) {
		s.leaf.noTable = true
		return false
	}
	s.closeParagraph(s.para[:len(s.para)-1])
	table := int32(len(s.blocks))
	span := doc.Span{Start: header.from, End: s.line.end}
	s.emit(doc.Block{Kind: doc.Table, Span: span})
	s.add(doc.Block{Kind: doc.Row, Level: 1, Parent: table, Span: span})
	s.leaf = leaf{kind: leafTable, table: table}
	return true
}

// addRow takes a line of an open table.
func (s *scanner) addRow() {
	s.add(doc.Block{
		Kind: doc.Row, Parent: s.leaf.table, Span: doc.Span{Start: s.from(), End: s.line.end},
	})
	s.blocks[s.leaf.table].Span.End = s.line.end
	s.last = s.line.end
}

// delimiters counts the cells of a delimiter row, each a run of - with an
// optional : at either end; 0 if it is none.
func delimiters(row string) int {
	n := 0
	for row = strings.TrimPrefix(row, "|"); ; n++ {
		row = trimLeft(row)
		if row == "" && n > 0 { // after a closing pipe
			return n
		}
		row = strings.TrimPrefix(row, ":")
		rest := strings.TrimLeft(row, "-")
		if rest == row {
			return 0
		}
		row = trimLeft(strings.TrimPrefix(rest, ":"))
		if row == "" {
			return n + 1
		}
		if row[0] != '|' {
			return 0
		}
		row = row[1:]
	}
}

// countCells counts the cells of a row. A backslash takes a pipe its meaning;
// a code span doesn't.
func countCells(row string) int {
	row = strings.TrimPrefix(row, "|")
	n := 1
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '|':
			if i == len(row)-1 {
				return n
			}
			n++
		}
	}
	return n
}
