package question

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/plain"
)

const (
	maxRows    = 3  // rows of one table that are asked for
	maxColumns = 30 // columns of a table that are looked at
)

// heading is the heading in force at byte at and its index in the outline; of
// one that names nothing by itself the one above, or else the title.
func (w *drafting) heading(at int) (string, int) {
	i := w.d.SectionAt(at)
	name := ""
	for j := i; j >= 0 && name == ""; j = w.d.Outline()[j].Parent {
		if label := w.label(w.d.Outline()[j].Block); !w.phrases.generic[strings.ToLower(label)] {
			name = label
		}
	}
	return cmp.Or(name, w.title()), i
}

// title is the document's title, or what its name says.
func (w *drafting) title() string {
	return cmp.Or(plain.Text(w.d.Title), strings.TrimSuffix(path.Base(w.d.URI), path.Ext(w.d.URI)))
}

// procedures asks for the steps of a numbered list under a heading, the first
// of each section that reads like steps.
func (w *drafting) procedures() {
	done := map[int]bool{}
	for i, b := range w.d.Blocks {
		if b.Kind != doc.List || b.Level != 1 || !w.steps(i) || w.nested(i) {
			continue
		}
		name, section := w.heading(b.Span.Start)
		if section < 0 || done[section] || provision.MatchString(name) {
			continue
		}
		done[section] = true
		w.add(fmt.Sprintf(w.phrases.steps, name), b.Span, b.Span)
		w.or(fmt.Sprintf(w.phrases.steps, name+" ("+w.title()+")"))
	}
}

// steps reports whether the items of a list read like steps: several sentences,
// the first and more than half of which begin with a word that may be a verb,
// and not with an article, a preposition or a label. Conditions among them don't
// count either way.
func (w *drafting) steps(list int) bool {
	all, steps := 0, 0
	for i := range w.d.Children(list) {
		text := marker.ReplaceAllString(w.d.Slice(w.d.Blocks[i].Span), "")
		first, _ := utf8.DecodeRuneInString(text)
		if unicode.IsLower(first) {
			return false
		}
		word, _, _ := strings.Cut(strings.ToLower(text), " ")
		if all > 0 && w.phrases.conditions[word] {
			steps++
			all += 2
			continue
		}
		all += 2
		if !w.phrases.opens[strings.Trim(word, ",.;:")] && !labelled.MatchString(text) {
			steps += 2
		} else if all == 2 {
			return false
		}
	}
	return all > 2 && steps*2 > all
}

var (
	marker   = regexp.MustCompile(`^\s*\d+[.)]\s*`)
	labelled = regexp.MustCompile(`^(?:\*\*[^*]*(?:[.:]\*\*|\*\*[ \t]*[-–—:])|[^.:;,\n]{1,40}:[ \t]+[\pL\d])`)
	// provision is a heading whose numbered items are rules.
	provision = regexp.MustCompile(`(?i)^(?:artículo|art\.|cláusula|anexo|disposición|article|clause|annex|appendix|schedule|section)\s`)
)

// nested reports whether a list stands in another list or in a quote.
func (w *drafting) nested(block int) bool {
	for p := w.d.Blocks[block].Parent; p >= 0; p = w.d.Blocks[p].Parent {
		if k := w.d.Blocks[p].Kind; k == doc.Item || k == doc.Quote {
			return true
		}
	}
	return false
}

// tableRows asks for a value of some rows of each table. A row is named by the
// column that tells most rows apart; the columns asked for take turns. The
// answer is the row.
func (w *drafting) tableRows() {
	for i, b := range w.d.Blocks {
		if b.Kind != doc.Table {
			continue
		}
		t := w.table(i)
		key := t.key()
		if key < 0 {
			continue
		}
		name, _ := w.heading(b.Span.Start)
		rows := t.named(key)
		asked := 0
		for _, n := range spread(len(rows), maxRows) {
			r := rows[n]
			column := t.value(r, key, asked)
			if column < 0 {
				continue
			}
			asked++
			form, row := w.phrases.cell, t.cells[r][key]
			if first, _, _ := strings.Cut(strings.ToLower(t.header[column]), " "); w.phrases.asking[first] {
				form = w.phrases.asked
			}
			if row[0] >= '0' && row[0] <= '9' { // a number alone says little
				row = t.header[key] + " " + row
			}
			w.add(fmt.Sprintf(form, t.header[column], row, w.title()), t.rows[r], b.Span)
			w.or(fmt.Sprintf(form, t.header[column], row, name))
		}
	}
}

// table is a table's cells as text.
type table struct {
	header []string
	rows   []doc.Span
	cells  [][]string
}

func (w *drafting) table(block int) table {
	var t table
	for i := range w.d.Children(block) {
		b := w.d.Blocks[i]
		if b.Kind != doc.Row {
			continue
		}
		text := w.d.Slice(b.Span)
		if b.Level == 1 {
			line, _, _ := strings.Cut(text, "\n")
			t.header = cellsOf(line)
			t.header = t.header[:min(len(t.header), maxColumns)]
			continue
		}
		t.rows = append(t.rows, b.Span)
		t.cells = append(t.cells, cellsOf(text))
	}
	return t
}

// named are the rows that their cell in column key tells from all others.
func (t table) named(key int) []int {
	count := map[string]int{}
	for _, row := range t.cells {
		if key < len(row) {
			count[row[key]]++
		}
	}
	var rows []int
	for r, row := range t.cells {
		if key < len(row) && count[row[key]] == 1 && sayable(row[key]) {
			rows = append(rows, r)
		}
	}
	return rows
}

// key is the column that names most rows, the first of equals; -1 where none
// names half of them.
func (t table) key() int {
	key, most := -1, (len(t.rows)-1)/2
	for c, name := range t.header {
		if n := len(t.named(c)); n > most && name != "" && len(t.header) > 1 {
			key, most = c, n
		}
	}
	return key
}

// value is a column of row r that can be asked for, or -1: the turn-th from
// the key on that has a heading and a cell with something in it.
func (t table) value(r, key, turn int) int {
	var can []int
	for c := range t.header {
		if c != key && c < len(t.cells[r]) && sayable(t.header[c]) && !strings.HasSuffix(t.header[c], "?") && worded(t.cells[r][c]) {
			can = append(can, c)
		}
	}
	if len(can) == 0 {
		return -1
	}
	return can[turn%len(can)]
}

// sayable reports whether a cell can stand in a question.
func sayable(cell string) bool {
	const longest = 60 // code points
	return worded(cell) && utf8.RuneCountInString(cell) <= longest
}

// cellsOf are the cells of a row. A backslash takes a bar its meaning.
func cellsOf(row string) []string {
	row = strings.TrimSpace(row)
	row = strings.TrimPrefix(row, "|")
	if strings.HasSuffix(row, "|") && !strings.HasSuffix(row, `\|`) {
		row = row[:len(row)-1]
	}
	var cells []string
	from := 0
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, plain.Text(row[from:i]))
			from = i + 1
		}
	}
	return append(cells, plain.Text(row[from:]))
}

// sections asks what the document says about a heading. The title's own
// section isn't asked for.
func (w *drafting) sections() {
	title := w.title()
	for i, s := range w.d.Outline() {
		label := w.label(s.Block)
		if strings.EqualFold(label, title) || strings.HasSuffix(label, "?") || !sayable(label) || w.phrases.generic[strings.ToLower(label)] {
			continue
		}
		if body, ok := w.under(i); ok {
			w.add(fmt.Sprintf(w.phrases.says, title, label), body, body)
		}
	}
}
