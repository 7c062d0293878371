package sheet

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

const (
	sampleBytes = 1 << 16 // how much of a text its dialect is told by
	sampleRows  = 100     // and how many rows
)

// separators are what may stand between cells. The comma is last: it stands in
// numbers and prose too, so where another one parts the rows as well, that is
// it.
const separators = "\t;|,"

// dialect is how a text is delimited.
type dialect struct {
	sep   byte
	start int // where the rows begin: behind a mark and a line that names the separator
	width int // how many cells most rows have
	title int // rows before the first of that width, that are no part of the table
}

// sample returns the first rows of text from at on that aren't blank, and the
// rows that they were found by.
func sample(text string, sep byte, at, width int) (rows, []row) {
	part := text[:min(len(text), at+sampleBytes)]
	r := newRows(part, sep, at, width)
	var found []row
	for len(found) < sampleRows {
		next, ok := r.next()
		if !ok || next.next == len(part) && len(part) < len(text) && len(found) > 0 {
			break // the last one may be cut
		}
		if !doc.IsBlank(part[next.start:next.end]) {
			found = append(found, next)
		}
	}
	return r, found
}

// dialectOf finds out how text is delimited. given is the separator where it is
// known, else 0.
func dialectOf(text string, given byte, media string) dialect {
	start := markEnd(text)
	if sep, end := named(text, start); sep != 0 {
		start = end
		if given == 0 {
			given = sep
		}
	}
	if given == 0 && media == TSV && strings.IndexByte(text[:min(len(text), sampleBytes)], '\t') >= 0 {
		given = '\t'
	}
	if given != 0 {
		d, _ := judge(text, start, given)
		return d
	}
	best, most := dialect{sep: ',', start: start, width: 1}, 0.0 // one column
	for _, sep := range []byte(separators) {
		// The first that parts all rows equally is hardly ever wrong.
		if d, share := judge(text, start, sep); share > most+0.1 {
			best, most = d, share
		}
	}
	return best
}

// judge returns the dialect that text has with a separator, and how well it
// fits: the share of rows that have the most frequent number of cells, less
// where the first row has another one; 0 where that is one cell.
func judge(text string, start int, sep byte) (dialect, float64) {
	_, found := sample(text, sep, start, 0)
	d := dialect{sep: sep, start: start, width: 1}
	counts := map[int]int{}
	for _, r := range found {
		if counts[r.cells]++; r.cells > 1 && (d.width == 1 || counts[r.cells] > counts[d.width]) {
			d.width = r.cells
		}
	}
	if d.width == 1 {
		return d, 0
	}
	for d.title < len(found) && found[d.title].cells == 1 {
		d.title++
	}
	if d.title > maxTitle || d.title == len(found) || found[d.title].cells != d.width {
		d.title = 0
	}
	share := float64(counts[d.width]) / float64(len(found)-d.title)
	if share < 0.5 {
		return dialect{sep: sep, start: start, width: 1}, 0
	}
	if found[0].cells != d.width {
		share *= 0.8
	}
	return d, share
}

// maxTitle is how many lines may stand over a table.
const maxTitle = 12

// markEnd is where the byte order marks at the start of text end.
func markEnd(text string) int { return len(text) - len(strings.TrimLeft(text, doc.BOM)) }

// named reads the line that names the separator to spreadsheets ("sep=;") and
// returns it with where the next line begins; 0 where there is none.
func named(text string, at int) (sep byte, end int) {
	line := text[at:]
	if len(line) < 5 || !strings.EqualFold(line[:4], "sep=") {
		return 0, at
	}
	rest := line[5:]
	switch {
	case rest == "" || rest[0] == '\n':
	case strings.HasPrefix(rest, "\r"):
	default:
		return 0, at
	}
	if line[4] >= 0x80 || line[4] == '\n' || line[4] == '\r' || line[4] == '"' {
		return 0, at
	}
	return line[4], at + 5
}
