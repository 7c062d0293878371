package markup

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// CSV splits a stretch of a source into rows of cells, parted by sep: quoted
// cells may hold it, line ends, and quotes that are doubled. Empty lines are no
// rows.
func CSV(source string, s doc.Span, sep string) [][]Text {
	var rows [][]Text
	var row []Text
	for at := s.Start; at < s.End; {
		cell, end := csvCell(source, at, s.End, sep)
		row = append(row, cell)
		if strings.HasPrefix(source[end:s.End], sep) {
			if at = end + len(sep); at == s.End { // an empty cell at the end
				row = append(row, Text{})
			}
			continue
		}
		at = min(end+1, s.End)
		if len(row) > 1 || strings.TrimSpace(row[0].S) != "" {
			rows = append(rows, row)
		}
		row = nil
	}
	if len(row) > 0 {
		rows = append(rows, row)
	}
	return rows
}

// csvCell reads the cell at a place and returns where it ends: at a separator,
// a line end or the end.
func csvCell(source string, at, end int, sep string) (Text, int) {
	start := TrimStart(source, at, end)
	if start == end || source[start] != '"' {
		stop := at
		for stop < end && source[stop] != '\n' && source[stop] != '\r' && !strings.HasPrefix(source[stop:end], sep) {
			stop++
		}
		return Of(source, Trim(source, doc.Span{Start: at, End: stop})), stop
	}
	var b Buffer
	for i := start + 1; ; {
		quote := strings.IndexByte(source[i:end], '"')
		if quote < 0 {
			b.Copy(source, doc.Span{Start: i, End: end})
			return b.Text(), end
		}
		b.Copy(source, doc.Span{Start: i, End: i + quote})
		i += quote + 1
		if i < end && source[i] == '"' {
			b.Copy(source, doc.Span{Start: i, End: i + 1})
			i++
			continue
		}
		for i < end && source[i] != '\n' && source[i] != '\r' && !strings.HasPrefix(source[i:end], sep) {
			i++
		}
		return b.Text(), i
	}
}
