package latex

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// tables are the environments of tables.
var tables = map[string]bool{"tabular": true, "tabularx": true, "tabulary": true, "longtable": true, "longtabu": true, "tabu": true, "supertabular": true, "xltabular": true,
	"tblr": true, "longtblr": true, "NiceTabular": true, "mpsupertabular": true, "ltablex": true, "array": true}

// cell is a cell of a table.
type cell struct {
	from, to         int
	colspan, rowspan int
}

// row is a row of a table with the rules above it.
type row struct {
	cells []cell
	rule  string // the command of the last rule above it
}

// table reads a table.
func (p *parser) table(e env) {
	from := p.columns(e)
	rows, headers := p.rows(from, e.to)
	if p.captured != nil {
		for _, r := range rows {
			for _, c := range r.cells {
				p.content(c.from, c.to)
				p.put(" ", c.to, c.to)
			}
		}
		return
	}
	p.closeP()
	t := markup.Table{Src: p.span(from, e.to), Headers: headers}
	if caption := p.caption; !caption.Empty() {
		t.Caption = func() { p.line(caption.Start, caption.End) }
		defer func() { p.caption = doc.Span{Start: caption.Start, End: caption.End} }()
		p.caption = doc.Span{}
	} else if s := p.captionIn(env{from: from, to: e.to, name: e.name}); e.name == "longtable" && s.Empty() {
		if s = p.ownCaption(from, e.to); !s.Empty() {
			t.Caption = func() { p.line(s.Start, s.End) }
		}
	}
	for _, cells := range placed(p.s, rows) {
		out := make([]markup.Cell, len(cells))
		for i, c := range cells {
			out[i] = markup.Cell{Src: p.span(c.from, c.to), Colspan: c.colspan, Rowspan: c.rowspan, Write: func() { p.line(c.from, c.to) }}
		}
		t.Rows = append(t.Rows, out)
	}
	inline := p.inline
	p.inline = 0
	p.Table(t)
	p.inline = inline
}

// columns is where the rows begin: behind the widths and columns.
func (p *parser) columns(e env) int {
	n := 1
	switch strings.TrimSuffix(e.name, "*") {
	case "tabularx", "tabulary", "xltabular":
		n = 2
	case "tabular":
		if strings.HasSuffix(e.name, "*") {
			n = 2
		}
	}
	return p.args(e.from, e.to, n)
}

// ownCaption is the caption in a long table.
func (p *parser) ownCaption(from, to int) doc.Span {
	i := strings.Index(p.s[from:to], `\caption`)
	if i < 0 {
		return doc.Span{}
	}
	i += from + len(`\caption`)
	if i < to && p.s[i] == '*' {
		i++
	}
	a, b, ok := p.arg(p.options(i, to), to)
	if !ok {
		return doc.Span{}
	}
	return doc.Span{Start: a, End: b}
}

// rules are the commands that draw lines.
var rules = map[string]bool{"hline": true, "toprule": true, "midrule": true, "bottomrule": true, "cmidrule": true, "cline": true, "specialrule": true, "addlinespace": true,
	"Xhline": true, "hhline": true, "heavyrule": true}

// rows reads the rows of a table, and how many are its header.
func (p *parser) rows(from, to int) ([]row, int) {
	var rows []row
	cut := 0 // rows before it repeat on every page
	headers := -1
	now := row{}
	start := p.afterRules(from, to, &now)
	flush := func(end int) {
		a, b := trim(p.s, start, end)
		if a < b || len(now.cells) > 0 {
			now.cells = append(now.cells, p.cellOf(a, b))
		}
		if len(now.cells) > 0 {
			rows = append(rows, now)
		}
		now = row{}
	}
	for i := start; i < to && p.Going(); {
		switch c := p.s[i]; c {
		case '{':
			if end, ok := p.braces[i]; ok && end < to {
				i = end
			}
			i++
		case '&':
			a, b := trim(p.s, start, i)
			now.cells = append(now.cells, p.cellOf(a, b))
			i++
			start = i
		case '\\', '$':
			if r, ok := p.regions[i]; ok {
				i = r.end
				continue
			}
			if inner, ok := p.envs[i]; ok {
				i = max(inner.end, i+1)
				continue
			}
			name, end := command(p.s, i)
			switch name {
			case `\`, "tabularnewline", "cr":
				flush(i)
				if end < to && p.s[end] == '*' {
					end++
				}
				if a, b, ok := option(p.s, end); ok && a == end+1 && b < to {
					end = b + 1
				}
				i = p.afterRules(end, to, &now)
				start = i
			case "endfirsthead", "endhead", "endfoot", "endlastfoot":
				if headers < 0 {
					headers, cut = len(rows), len(rows)
				}
				rows = rows[:cut]
				i = p.afterRules(end, to, &now)
				start = i
			default:
				i = max(end, i+1)
			}
		default:
			i++
		}
	}
	flush(to)
	if headers < 0 {
		headers = headersOf(rows, now.rule)
	}
	return rows, headers
}

// afterRules is where the next cell begins: behind blanks, lines, and what is
// said of them.
func (p *parser) afterRules(i, to int, r *row) int {
	for i < to && p.Going() {
		next, _ := trim(p.s, i, to)
		if next >= to || p.s[next] != '\\' {
			return next
		}
		name, end := command(p.s, next)
		switch {
		case rules[name]:
			if r.rule = name; end < to && p.s[end] == '(' {
				if stop := strings.IndexByte(p.s[end:min(to, end+20)], ')'); stop > 0 {
					end += stop + 1
				}
			}
			i = p.args(end, to, dropped[name])
		case name == "caption" || name == "label" || name == "rowcolor" || name == "noalign" || name == "rowcolors" || name == "arrayrulecolor":
			if end < to && p.s[end] == '*' {
				end++
			}
			i = p.args(end, to, max(1, dropped[name]))
			if after, _ := trim(p.s, i, to); strings.HasPrefix(p.s[after:to], `\\`) && name == "caption" {
				i = after + 2
			}
		case name == "centering" || name == "small" || name == "footnotesize":
			i = end
		default:
			return next
		}
	}
	return i
}

// headersOf is how many rows are the header: those above the first \midrule, or
// the first, where it has a line below and not every row has one.
func headersOf(rows []row, last string) int {
	lines := 0
	for i, r := range rows {
		if i == 0 {
			continue
		}
		if r.rule == "midrule" && i <= 4 {
			return i
		}
		if r.rule != "" {
			lines++
		}
	}
	if len(rows) > 1 && rows[1].rule == "hline" && (lines == 1 || lines < len(rows)-1) {
		return 1
	}
	if len(rows) > 1 && lines == len(rows)-1 && last != "" {
		return 1 // lines everywhere: the first row is as good a header as there is
	}
	return 0
}

// cellOf reads a cell with how far it reaches.
func (p *parser) cellOf(from, to int) cell {
	c := cell{from, to, 1, 1}
	for range 2 {
		if c.from >= to || p.s[c.from] != '\\' {
			return c
		}
		name, end := command(p.s, c.from)
		if name != "multicolumn" && name != "multirow" {
			return c
		}
		end = p.options(end, to)
		a, b, ok := p.arg(end, to)
		if !ok {
			return c
		}
		n, _ := strconv.Atoi(strings.TrimSpace(p.s[a:b]))
		_, b2, ok := p.arg(p.options(b+1, to), to)
		if !ok {
			return c
		}
		x, y, ok := p.arg(p.options(b2+1, to), to)
		if !ok {
			return c
		}
		if name == "multicolumn" {
			c.colspan = min(max(n, 1), 1000)
		} else {
			c.rowspan = min(max(n, 1), 1000)
		}
		c.from, to = trim(p.s, x, y)
		c.to = to
	}
	return c
}

// placed leaves out the empty cells that stand below a cell over several rows.
func placed(s string, rows []row) [][]cell {
	var out [][]cell
	taken := map[int]int{} // by column: rows that are still taken
	for _, r := range rows {
		var cells []cell
		column := 0
		for _, c := range r.cells {
			left := taken[column]
			if left > 0 {
				taken[column]--
			}
			if left > 0 && strings.TrimSpace(s[c.from:c.to]) == "" {
				column += c.colspan
				continue
			}
			if c.rowspan > 1 {
				for k := range c.colspan {
					taken[column+k] = c.rowspan - 1
				}
			}
			column += c.colspan
			cells = append(cells, c)
		}
		out = append(out, cells)
	}
	return out
}
