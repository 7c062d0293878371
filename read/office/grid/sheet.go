// Package grid makes tables and text of the cells of a spreadsheet, whatever
// program wrote it.
//
// A [Sheet] is told the rows of cells that hold something, as they are shown,
// and what the file says about them: merged cells, links, where headers are.
// [Sheet.Write] parts the cells into regions at blank rows and columns and
// writes each: as a table with its title above, its header and the notes below,
// or as text.
package grid

import (
	"slices"
	"sort"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
)

// Sheet is a sheet of a spreadsheet with what is in it.
type Sheet struct {
	name    string
	rows    []Row          // that hold something
	areas   []Area         // of merged cells, as they were told
	merged  map[int64]Area // by the first cell
	covered map[int][]span // columns that a merged cell begun elsewhere covers, by row
	links   map[int64]string
	headers []Area // rows of headers that the sheet itself tells
	frozen  int
	notes   []Note
}

// Row is a row of cells that hold something. Numbers count from 1.
type Row struct {
	Number int
	Cells  []Cell
}

// Cell is a cell that holds something: Text is what it shows.
type Cell struct {
	Text   string
	Column int32 // from 1
	Number bool  // or a date, or a logical value
	Bold   bool
}

// span is a range of columns, both ends in it.
type span struct{ from, to int }

// maxMerged is how many rows the merged cells of a sheet cover at most; those
// beyond are as if they weren't merged.
const maxMerged = 1 << 20

// New returns an empty sheet.
func New(name string) *Sheet {
	return &Sheet{name: name, merged: map[int64]Area{}, covered: map[int][]span{}, links: map[int64]string{}}
}

// Add adds a row; one without cells leaves nothing. Of two cells at one place
// the later counts.
func (s *Sheet) Add(r Row) {
	if len(r.Cells) > 0 {
		s.rows = append(s.rows, r)
	}
}

// Merge makes one cell of an area.
func (s *Sheet) Merge(a Area) {
	if a.Top < a.Bottom || a.Left < a.Right {
		s.areas = append(s.areas, a)
	}
}

// cover finds what merged cells cover, as far down as there are others.
func (s *Sheet) cover() {
	last, budget := 0, maxMerged
	if n := len(s.rows); n > 0 {
		last = s.rows[n-1].Number
	}
	for _, a := range s.areas {
		a.Bottom = min(a.Bottom, last)
		rows := a.Bottom - a.Top + 1
		if rows < 1 || rows > budget {
			continue
		}
		budget -= rows
		s.merged[key(a.Top, a.Left)] = a
		for r := a.Top; r <= a.Bottom; r++ {
			from := a.Left
			if r == a.Top {
				from++
			}
			if from <= a.Right {
				s.covered[r] = append(s.covered[r], span{from, a.Right})
			}
		}
	}
	for r, spans := range s.covered {
		s.covered[r] = apart(spans)
	}
}

// Link makes a cell lead to a target.
func (s *Sheet) Link(row, column int, target string) { s.links[key(row, column)] = target }

// maxHeaders is how many headers a sheet tells at most.
const maxHeaders = 1000

// Header says that the first row of an area is the header of a table.
func (s *Sheet) Header(a Area) {
	if len(s.headers) < maxHeaders {
		s.headers = append(s.headers, a)
	}
}

// Freeze says how many rows stay when the sheet is scrolled.
func (s *Sheet) Freeze(rows int) { s.frozen = rows }

// Origin leads to an area of the sheet.
func (s *Sheet) Origin(a Area) doc.Origin { return doc.Origin{Part: quoted(s.name) + "!" + a.String()} }

// Whole leads to the sheet.
func (s *Sheet) Whole() doc.Origin { return doc.Origin{Part: quoted(s.name)} }

// Empty reports whether no cell holds anything or has a comment.
func (s *Sheet) Empty() bool { return len(s.rows) == 0 && len(s.notes) == 0 }

// Write writes the sheet's name as a heading of level 2, then its regions and
// the comments.
func (s *Sheet) Write(b *convert.Builder) {
	b.Open("h2", s.Whole())
	b.Text(s.name, s.Whole())
	b.Close()
	s.sort()
	s.cover()
	for _, g := range s.regions() {
		s.writeRegion(b, g)
	}
	s.writeNotes(b)
}

// sort brings rows and cells into order, where the file hasn't.
func (s *Sheet) sort() {
	byNumber := func(a, b Row) int { return a.Number - b.Number }
	byColumn := func(a, b Cell) int { return int(a.Column - b.Column) }
	if !slices.IsSortedFunc(s.rows, byNumber) {
		slices.SortStableFunc(s.rows, byNumber)
	}
	kept := s.rows[:0]
	for _, r := range s.rows {
		if n := len(kept); n > 0 && kept[n-1].Number == r.Number {
			kept[n-1].Cells = append(kept[n-1].Cells, r.Cells...)
			continue
		}
		kept = append(kept, r)
	}
	s.rows = kept
	for i := range s.rows {
		cells := s.rows[i].Cells
		slices.SortStableFunc(cells, byColumn)
		last := cells[:0]
		for j, c := range cells {
			if j+1 < len(cells) && cells[j+1].Column == c.Column {
				continue
			}
			last = append(last, c)
		}
		s.rows[i].Cells = last
	}
}

// apart brings spans into order and joins those that touch.
func apart(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	out := spans[:1]
	for _, c := range spans[1:] {
		if last := &out[len(out)-1]; c.from <= last.to+1 {
			last.to = max(last.to, c.to)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// covers reports whether a merged cell reaches into some columns of a row that
// aren't those where it begins.
func (s *Sheet) covers(row int, columns span) bool {
	spans := s.covered[row]
	i := sort.Search(len(spans), func(i int) bool { return spans[i].to >= columns.from })
	return i < len(spans) && spans[i].from <= columns.to
}
