package cut

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/sentence"
)

// insideHTML cuts a block of raw HTML, in the span in, never inside a tag: a
// table between its rows, then between rows that a cell spans and behind its
// header rows, then between cells; other HTML at lines and the tags of blocks;
// then at sentences, at last at words and between tags.
func insideHTML(d *doc.Document, leaf doc.Block, in doc.Span, end int) chunk.Cursor {
	tags := htmlTags(d.Text, in)
	if len(tags) == 1 && tags[0].span.Contains(doc.Trim(d.Text, in)) {
		return leafLines(d, leaf, in, end) // one tag is too long
	}
	w := htmlWalk{text: d.Text, in: in}
	w.walk(tags)
	for _, cuts := range [...]func() []int{
		func() []int { return outermost(w.found, in) },
		func() []int { return outsideTags(sentenceEnds(d, in), tags) },
		func() []int { return outsideTags(wordStarts(d, in, tags), tags) },
	} {
		if found := cuts(); len(found) > 0 {
			return listed{found, end}
		}
	}
	return noCuts(end)
}

func sentenceEnds(d *doc.Document, in doc.Span) []int {
	var ends []int
	for at := range sentence.New(d.Language).Ends(d.Slice(in)) {
		ends = append(ends, in.Start+at)
	}
	return ends
}

// wordStarts are the starts of words, and of tags that stand behind tags; where
// there are none, all borders of tags.
func wordStarts(d *doc.Document, in doc.Span, tags []htmlTag) []int {
	var starts []int
	for c, at := Words.Seek(d, in), in.Start; ; {
		if at = c.Next(at); at >= in.End {
			break
		}
		starts = append(starts, at)
	}
	borders := make([]int, 0, 2*len(tags))
	for i, t := range tags {
		if i > 0 && tags[i-1].span.End == t.span.Start && !t.closing {
			starts = append(starts, t.span.Start)
		}
		borders = append(borders, t.span.Start, t.span.End)
	}
	if slices.Sort(starts); len(outsideTags(starts, tags)) > 0 {
		return slices.Compact(starts)
	}
	borders = slices.Compact(borders)
	return slices.DeleteFunc(borders, func(at int) bool { return at <= in.Start || at >= in.End })
}

// outsideTags are the cuts that don't lie inside a tag.
func outsideTags(cuts []int, tags []htmlTag) []int {
	var out []int
	for _, at := range cuts {
		for len(tags) > 0 && tags[0].span.End <= at {
			tags = tags[1:]
		}
		if len(tags) == 0 || at <= tags[0].span.Start {
			out = append(out, at)
		}
	}
	return out
}

// The levels of cuts in HTML, below each other in one table, which is itself a
// level below what it stands in.
const (
	htmlRow   = 1 + iota
	htmlTied  // a row that belongs to the one before
	htmlCell  // a cell, or what stands behind a blank line
	htmlBlock // another block, or a line outside tables
	htmlLevels
)

// htmlWalk goes over a part of raw HTML and finds what may begin a piece.
type htmlWalk struct {
	text  string
	in    doc.Span
	found []candidate
	open  []htmlTable // tables, outermost first
	lead  int         // where the tags of row groups right before begin; -1 where there are none
}

// htmlTable is the state of an open table.
type htmlTable struct {
	begun  bool // a row was seen
	head   bool // inside thead
	heads  int  // header cells of the row
	others int  // other cells of the row
	reach  int  // how many more rows a cell of this one or one before reaches into
}

// header reports whether the last row is one of the header.
func (t *htmlTable) header() bool { return t.begun && (t.head || t.heads > 0 && t.others == 0) }

func (w *htmlWalk) walk(tags []htmlTag) {
	w.lead = -1
	// The part may begin inside a table, after some of its rows and cells.
	w.open = append(w.open, htmlTable{begun: true, others: 1})
	at := w.in.Start
	for _, t := range tags {
		w.between(doc.Span{Start: at, End: t.span.Start})
		w.tag(t)
		at = t.span.End
	}
	w.between(doc.Span{Start: at, End: w.in.End})
}

// between takes the text between two tags.
func (w *htmlWalk) between(s doc.Span) {
	if doc.IsBlank(w.text[s.Start:s.End]) {
		return
	}
	w.lead = -1
	if len(w.open) > 1 {
		return
	}
	blank := false
	for at := s.Start; ; {
		i := strings.IndexByte(w.text[at:s.End], '\n')
		if i < 0 {
			return
		}
		at += i + 1
		line := w.text[at:s.End]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		if doc.IsBlank(line) && at+len(line) < s.End {
			blank = true
			continue
		}
		level := htmlBlock
		if blank {
			level = htmlCell
		}
		w.add(at, level)
		blank = false
	}
}

func (w *htmlWalk) add(at, level int) {
	if n := len(w.found); n > 0 && w.found[n-1].at >= at {
		return // one piece begins where the other would
	}
	w.found = append(w.found, candidate{at: at, level: (len(w.open)-1)*htmlLevels + level, begins: true})
}

func (w *htmlWalk) tag(t htmlTag) {
	table := &w.open[len(w.open)-1]
	lead := w.lead
	w.lead = -1
	if t.closing {
		switch {
		case t.name == "table" && len(w.open) > 1:
			w.open = w.open[:len(w.open)-1]
		case t.name == "tbody", t.name == "thead", t.name == "tfoot":
			table.reach = 0
		}
		return
	}
	switch t.name {
	case "table":
		w.add(w.lineOf(t.span.Start), htmlBlock)
		w.open = append(w.open, htmlTable{})
	case "tbody", "thead", "tfoot":
		w.group(table, t, lead)
	case "tr":
		w.row(table, t, lead)
	case "td", "th":
		w.cell(table, t)
	case "br":
		if t.span.End < w.in.End {
			w.add(t.span.End, htmlBlock)
		}
	default:
		if htmlBlocks[t.name] {
			w.add(w.lineOf(t.span.Start), htmlBlock)
		}
	}
}

// group opens a group of rows: its tag stays with its first row.
func (w *htmlWalk) group(table *htmlTable, t htmlTag, lead int) {
	table.reach = 0
	if w.lead = lead; lead < 0 {
		w.lead = w.lineOf(t.span.Start)
	}
	if t.name == "thead" {
		table.head = true
	} else if table.head { // what is behind the header's rows is told by their cells
		table.head, table.heads, table.others = false, 1, 0
	}
}

// row opens a row. The first one stays with what opens the table.
func (w *htmlWalk) row(table *htmlTable, t htmlTag, lead int) {
	at := lead
	if at < 0 {
		at = w.lineOf(t.span.Start)
	}
	level := htmlRow
	if table.header() || table.reach > 0 {
		level = htmlTied
	}
	if table.begun {
		w.add(at, level)
	}
	table.begun, table.heads, table.others, table.reach = true, 0, 0, max(0, table.reach-1)
}

func (w *htmlWalk) cell(table *htmlTable, t htmlTag) {
	if table.heads+table.others > 0 {
		w.add(w.lineOf(t.span.Start), htmlCell)
	}
	if t.name == "th" {
		table.heads++
	} else {
		table.others++
	}
	switch n := rowspan(w.text[t.span.Start:t.span.End]); n {
	case 0:
		table.reach = len(w.text)
	default:
		table.reach = max(table.reach, n-1)
	}
}

// lineOf is where a tag's line begins, where nothing stands before it there.
func (w *htmlWalk) lineOf(at int) int {
	i := at
	for i > w.in.Start && blank(w.text[i-1]) {
		i--
	}
	if i == w.in.Start || w.text[i-1] == '\n' {
		return i
	}
	return at
}

// htmlBlocks are the names of tags that open a block, but for those of tables.
var htmlBlocks = map[string]bool{
	"address": true, "article": true, "aside": true, "blockquote": true, "caption": true, "center": true, "dd": true, "details": true,
	"div": true, "dl": true, "dt": true, "fieldset": true, "figcaption": true, "figure": true, "footer": true, "form": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "header": true, "hr": true, "li": true, "main": true,
	"nav": true, "ol": true, "option": true, "p": true, "pre": true, "section": true, "summary": true, "ul": true,
}
