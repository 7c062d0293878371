package man

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// column says how a cell of tbl is set.
type column struct {
	kind byte // l, c, r, n, a; s: spanned from the left; ^: from above
	bold bool
}

// tbl reads a table up to ".TE".
func (p *parser) tbl() {
	p.endP()
	p.beginItem()
	from := p.at
	p.skipTo("TE")
	end := p.at - 1
	if end < from || end < len(p.lines) && !strings.HasPrefix(p.lines[end].Of(p.src), ".TE") {
		end = p.at
	}
	lines := p.lines[from:max(from, end)]
	if len(lines) == 0 {
		return
	}
	t := tblScan{parser: p, tab: "\t"}
	t.read(lines)
	if len(t.rows) > 0 {
		font := p.font
		p.Table(markup.Table{Src: markup.SpanOf(lines), Headers: t.headers(), Rows: t.rows})
		p.font = font
	}
}

// tblScan reads the lines of a table.
type tblScan struct {
	*parser
	tab     string
	formats [][]column
	base    int // rows before the present formats
	rows    [][]markup.Cell
	ruled   bool // a line is drawn below the first row
}

// read reads options, formats and rows.
func (t *tblScan) read(lines []markup.Line) {
	if s := strings.TrimSpace(lines[0].Of(t.src)); strings.HasSuffix(s, ";") {
		if i := strings.Index(s, "tab"); i >= 0 {
			rest := strings.TrimLeft(s[i+3:], " ")
			if len(rest) > 2 && rest[0] == '(' {
				t.tab = rest[1:2]
			}
		}
		lines = lines[1:]
	}
	lines = t.format(lines)
	for i := 0; i < len(lines) && t.Going(); i++ {
		s := lines[i].Of(t.src)
		switch {
		case strings.HasPrefix(s, ".T&"):
			lines = t.format(lines[i+1:])
			i = -1
		case s == "_" || s == "=" || s == `\_`:
			t.ruled = t.ruled || len(t.rows) == 1
		case s == "" || s[0] == '.' && len(s) > 1 && !isDigit(s[1]):
		default:
			i += t.row(lines[i:])
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// format reads the lines that say how columns are set, up to a dot.
func (t *tblScan) format(lines []markup.Line) []markup.Line {
	t.formats, t.base = nil, len(t.rows)
	for i, l := range lines {
		s := l.Of(t.src)
		body, last := strings.CutSuffix(strings.TrimRight(s, " \t"), ".")
		for part := range strings.SplitSeq(body, ",") {
			if row := columnsOf(part); len(row) > 0 {
				t.formats = append(t.formats, row)
			}
		}
		if last {
			return lines[i+1:]
		}
		if i > 100 {
			break
		}
	}
	return nil
}

// columnsOf reads one line of a format.
func columnsOf(s string) []column {
	var out []column
	for i := 0; i < len(s); i++ {
		switch c := s[i] | 0x20; {
		case strings.IndexByte("lcrnas", c) >= 0:
			out = append(out, column{kind: c})
		case s[i] == '^':
			out = append(out, column{kind: '^'})
		case c == 'b' && len(out) > 0:
			out[len(out)-1].bold = true
		case s[i] == '(':
			if end := strings.IndexByte(s[i:], ')'); end > 0 {
				i += end
			}
		case c == 'f' && i+1 < len(s):
			if i++; s[i] == 'B' && len(out) > 0 {
				out[len(out)-1].bold = true
			}
			if i < len(s) && s[i] == '(' {
				i += 2
			}
		}
		if len(out) > 1000 {
			break
		}
	}
	return out
}

// formatOf is the format of a row; the last one is that of all others.
func (t *tblScan) formatOf(row int) []column {
	if len(t.formats) == 0 {
		return nil
	}
	return t.formats[min(row-t.base, len(t.formats)-1)]
}

// row reads a row, whose cells may be blocks of lines between T{ and T}. It
// returns how many more lines it has.
func (t *tblScan) row(lines []markup.Line) int {
	var cells []markup.Cell
	format := t.formatOf(len(t.rows))
	used := 0
	l := lines[0]
	add := func(write func(), src doc.Span) {
		for len(cells) < len(format) && len(format) > 0 {
			at := columnAt(cells)
			if at >= len(format) || format[at].kind != 's' || len(cells) == 0 {
				break
			}
			cells[len(cells)-1].Colspan++
		}
		cells = append(cells, markup.Cell{Src: src, Colspan: 1, Write: write})
	}
	for at := l.Start; ; {
		end := l.End
		if i := strings.Index(t.src[at:l.End], t.tab); i >= 0 {
			end = at + i
		}
		s := markup.Trim(t.src, doc.Span{Start: at, End: end})
		if t.src[s.Start:s.End] == "T{" {
			block := used + 1
			for used++; used < len(lines) && !strings.HasPrefix(lines[used].Of(t.src), "T}"); used++ {
			}
			inner := lines[block:min(used, len(lines))]
			add(func() { t.block(inner) }, s)
			if used >= len(lines) {
				break
			}
			l = lines[used]
			at = l.Start + len("T}")
			if !strings.HasPrefix(t.src[at:l.End], t.tab) {
				break
			}
			at += len(t.tab)
			continue
		}
		add(func() { t.cellText(s) }, s)
		if end == l.End {
			break
		}
		at = end + len(t.tab)
	}
	if n := columnAt(cells); n < len(format) {
		for _, c := range format[n:] {
			if c.kind == 's' {
				cells[len(cells)-1].Colspan++
			}
		}
	}
	t.rows = append(t.rows, cells)
	return min(used, len(lines)-1)
}

// columnAt is the column behind some cells.
func columnAt(cells []markup.Cell) int {
	n := 0
	for _, c := range cells {
		n += c.Colspan
	}
	return n
}

func (t *tblScan) cellText(s doc.Span) {
	if text := t.src[s.Start:s.End]; text == `\^` || text == "_" || text == "=" {
		return
	}
	t.font = 'R'
	t.flat(func() { t.text(s.Start, s.End) })
}

// block writes a cell of several lines, which may hold requests.
func (t *tblScan) block(lines []markup.Line) {
	t.font = 'R'
	savedLines, savedAt, savedLevels, inP := t.parser.lines, t.parser.at, t.parser.levels, t.parser.inP
	t.parser.lines, t.parser.at, t.parser.levels, t.parser.inP = lines, 0, make([]level, 1), false
	t.flat(func() {
		for t.parser.at < len(lines) && t.Going() {
			l := lines[t.parser.at]
			t.parser.at++
			if s := l.Of(t.src); s == "" || s[0] != '.' && s[0] != '\'' {
				if s != "" {
					t.textLine(l)
				}
				continue
			}
			if name, at := t.requestName(l); fonts[name] != "" {
				t.macro(name, t.arguments(at, l.End), l)
			}
		}
	})
	t.parser.lines, t.parser.at, t.parser.levels, t.parser.inP = savedLines, savedAt, savedLevels, inP
}

// headers is how many rows are the header: one with a line below it, or whose
// format alone is centred or bold.
func (t *tblScan) headers() int {
	if t.ruled {
		return 1
	}
	if len(t.rows) < 2 || len(t.formats) < 2 {
		return 0
	}
	for _, c := range t.formats[0] {
		if !c.bold && c.kind != 'c' && c.kind != 's' {
			return 0
		}
	}
	for _, c := range t.formats[1] {
		if !c.bold && c.kind != 'c' && c.kind != 's' {
			return 1
		}
	}
	return 0
}
