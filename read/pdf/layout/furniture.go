package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Furniture is what stands at the same place on page after page and says
// nothing of the content: running heads and feet, and page numbers.

const (
	edgeRows   = 4    // rows at the top and at the bottom of a page that are looked at
	edgeZone   = 0.17 // of the page's height, in which they stand
	placeGrain = 6    // points up to which two places are the same

	minRepeated = 3 // the fewest pages of a document that furniture is looked for in
)

// edge is a row of text near the top or the bottom of a page.
type edge struct {
	sheet    *sheet
	segments []int // in sheet.segments
	base     float32
	text     string
	key      string // folded, numbers as #
	outer    bool   // nothing stands between it and the edge of the page
	beyond   *edge  // what does
	alone    float32
}

// removeFurniture takes furniture out of the sheets' segments.
func removeFurniture(sheets []*sheet, pages int) {
	var edges []*edge
	for _, s := range sheets {
		if s.main {
			edges = append(edges, s.edges()...)
		}
	}
	drop := map[*sheet][]bool{}
	remove := func(e *edge) {
		if drop[e.sheet] == nil {
			drop[e.sheet] = make([]bool, len(e.sheet.segments))
		}
		for _, i := range e.segments {
			drop[e.sheet][i] = true
		}
	}
	repeated := repeatedEdges(edges, pages)
	numbers := pageNumbers(edges, pages)
	for _, e := range edges {
		if e.outside(func(o *edge) bool { return repeated[o] || numbers[o] }) {
			remove(e)
		}
	}
	for s, d := range drop {
		s.segments = deleteAt(s.segments, d)
	}
}

// outside reports whether a row and everything between it and the edge of the
// page is furniture.
func (e *edge) outside(is func(*edge) bool) bool {
	for ; e != nil; e = e.beyond {
		if !is(e) {
			return false
		}
	}
	return true
}

// edges are the rows near the top and the bottom of a sheet.
func (s *sheet) edges() []*edge {
	_, h := s.frame.size()
	order := make([]int, len(s.segments))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareFloat(s.segments[b].base, s.segments[a].base) })
	var rows []*edge
	for _, i := range order {
		seg := &s.segments[i]
		if n := len(rows); n > 0 && rows[n-1].base-seg.base < 0.5*seg.size {
			rows[n-1].segments = append(rows[n-1].segments, i)
			continue
		}
		rows = append(rows, &edge{sheet: s, segments: []int{i}, base: seg.base})
	}
	var out []*edge
	for i, e := range rows {
		top, bottom := i < edgeRows && e.base > (1-edgeZone)*h, len(rows)-1-i < edgeRows && e.base < edgeZone*h
		if !top && !bottom {
			continue
		}
		e.outer = i == 0 || i == len(rows)-1
		if top && i > 0 {
			e.beyond = rows[i-1]
		} else if bottom && i+1 < len(rows) {
			e.beyond = rows[i+1]
		}
		if top && i+1 < len(rows) {
			e.alone = e.base - rows[i+1].base
		} else if bottom && i > 0 {
			e.alone = rows[i-1].base - e.base
		}
		slices.SortStableFunc(e.segments, func(a, b int) int {
			return compareFloat(s.segments[a].box.Left, s.segments[b].box.Left)
		})
		var parts []string
		for _, j := range e.segments {
			parts = append(parts, glyphText(s.segments[j].glyphs))
		}
		e.text = strings.Join(parts, " ")
		e.key = edgeKey(e.text)
		out = append(out, e)
	}
	return out
}

// edgeKey is a text as it comes again: letters in one case, each number as #.
func edgeKey(text string) string {
	var b strings.Builder
	digit := false
	for _, r := range text {
		if unicode.IsDigit(r) {
			if !digit {
				b.WriteByte('#')
			}
			digit = true
			continue
		}
		digit = false
		if unicode.IsLetter(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// repeatedEdges are those whose text stands at one place of several pages: of
// at least three, and not of two that are far apart. In a document of two pages
// it is the second.
func repeatedEdges(edges []*edge, pages int) map[*edge]bool {
	out := map[*edge]bool{}
	groups := map[string][]*edge{}
	for _, e := range edges {
		if e.key != "" && e.key != "#" {
			groups[e.key] = append(groups[e.key], e)
		}
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b *edge) int { return compareFloat(a.base, b.base) })
		for start := 0; start < len(group); {
			end := start + 1
			for end < len(group) && group[end].base-group[end-1].base < placeGrain {
				end++
			}
			if pages < minRepeated {
				for _, e := range again(group[start:end]) {
					out[e] = true
				}
			} else if comesAgain(group[start:end], pages) {
				for _, e := range group[start:end] {
					out[e] = true
				}
			}
			start = end
		}
	}
	return out
}

// again are the rows of a document of two pages that only repeat one of the
// first page: at its edge, apart from what follows. The first stays.
func again(group []*edge) []*edge {
	for _, e := range group {
		if !e.outer || e.alone < 1.8*usualSize || len(group) != 2 || group[0].text != group[1].text {
			return nil
		}
	}
	if len(group) == 2 && group[0].sheet.number > group[1].sheet.number {
		return group[:1]
	}
	return group[min(1, len(group)):]
}

// comesAgain reports whether rows at one place, with one text, are furniture:
// on three pages or more, of which each but the first follows soon after another.
func comesAgain(group []*edge, pages int) bool {
	seen := make([]int, 0, len(group))
	for _, e := range group {
		seen = append(seen, e.sheet.number)
	}
	slices.Sort(seen)
	seen = slices.Compact(seen)
	near, alone := 0, true
	for _, e := range group {
		alone = alone && e.outer && e.alone > 1.8*usualSize
	}
	for i := 1; i < len(seen); i++ {
		if seen[i]-seen[i-1] <= 2 {
			near++
		}
	}
	return len(seen) >= 3 && near >= 2 || len(seen) >= 2 && near >= 1 && (len(seen)*2 > pages || alone)
}

// pageNumbers are rows that hold nothing but a number that grows with the
// pages; on a single page, one that says that it is a page's ("Page 3 of 10").
func pageNumbers(edges []*edge, pages int) map[*edge]bool {
	out := map[*edge]bool{}
	offsets := map[int][]*edge{}
	for _, e := range edges {
		n, plain, ok := pageNumber(e.text)
		switch {
		case !ok:
		case !plain && e.outer:
			out[e] = true
		case n > 0:
			offsets[n-e.sheet.number] = append(offsets[n-e.sheet.number], e)
		}
	}
	for offset, group := range offsets {
		for _, e := range group {
			lone := e.outer && offset == 0 && e.alone > 2.5*usualSize // page 1 of 1
			if len(group) >= 2 && len(group)*3 >= pages || len(group) >= 4 || lone {
				out[e] = true
			}
		}
	}
	// What numbers of another count, such as Roman ones, have in common with
	// those found is their place.
	var places []float32
	for _, e := range edges {
		if out[e] {
			places = append(places, e.base)
		}
	}
	slices.Sort(places)
	for _, group := range offsets {
		for _, e := range group {
			const tolerance = placeGrain / 3
			if i, _ := slices.BinarySearch(places, e.base-tolerance); e.outer && i < len(places) && places[i] <= e.base+tolerance {
				out[e] = true
			}
		}
	}
	return out
}

// pageWords are what stands before or between page numbers.
var pageWords = []string{"page", "pages", "pag", "pág", "página", "pagina", "seite", "p", "of", "de", "von", "sur", "di", "от"}

// pageNumber is the number of a text that says nothing else but a page's number;
// plain where no word says that it is one.
func pageNumber(text string) (n int, plain, ok bool) {
	const longest = 24
	if len(text) > longest {
		return 0, false, false
	}
	plain = true
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, f := range fields {
		if v, err := strconv.Atoi(f); err == nil && v >= 0 && v < 100_000 {
			if n == 0 {
				n = v
			}
			ok = true
			continue
		}
		if v := roman(f); v > 0 && len(fields) == 1 {
			return v, true, true
		}
		if !slices.Contains(pageWords, f) {
			return 0, false, false
		}
		plain = false
	}
	if !plain && len(fields) < 2 {
		return 0, false, false
	}
	return n, plain, ok && len(fields) <= 4
}

// roman is the value of a Roman number in lower case; 0 where it is none.
func roman(s string) int {
	const longest = 12
	if s == "" || len(s) > longest {
		return 0
	}
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}
	total := 0
	for i := range len(s) {
		v := values[s[i]]
		if v == 0 {
			return 0
		}
		if i+1 < len(s) && v < values[s[i+1]] {
			v = -v
		}
		total += v
	}
	return total
}
