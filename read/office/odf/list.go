package odf

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/ordinal"
)

// maxLevels is how many levels a list has.
const maxLevels = 10

// outlineStyle is the name under which the numbers of headings are kept.
const outlineStyle = "\x00outline"

// lists are the list styles of a document and how far lists have counted.
type lists struct {
	styles  map[string]*listStyle
	numbers map[string]int      // small numbers for styles, to tell lists apart
	byStyle map[string]*counter // the last list of each style
	byID    map[string]*counter
}

// listStyle is how the levels of a list are numbered.
type listStyle [maxLevels]listLevel

type listLevel struct {
	numbered       bool
	format         string // 1, a, A, i, I; "" for no number
	prefix, suffix string
	shown          int // how many levels the number has
	start          int
}

// counter is how far a list has counted.
type counter struct {
	value [maxLevels]int
	begun [maxLevels]bool
}

func newLists() *lists {
	return &lists{styles: map[string]*listStyle{}, numbers: map[string]int{}, byStyle: map[string]*counter{}, byID: map[string]*counter{}}
}

// add adds the list style in a node.
func (l *lists) add(name string, n *opc.Node) {
	st := &listStyle{}
	for _, k := range n.Kids {
		at := number(k.Attr("text:level")) - 1
		if at < 0 || at >= maxLevels {
			continue
		}
		st[at] = listLevel{format: k.Attr("style:num-format"), prefix: k.Attr("style:num-prefix"), suffix: k.Attr("style:num-suffix"),
			shown: max(number(k.Attr("text:display-levels")), 1), start: 1, numbered: k.Name != "text:list-level-style-bullet" && k.Name != "text:list-level-style-image"}
		if k.Has("text:start-value") {
			st[at].start = max(number(k.Attr("text:start-value")), 0)
		}
	}
	l.styles[name] = st
}

// number is a number of the file, 0 where it is none, and within bounds that
// sums of it can't leave.
func number(s string) int {
	const most = 1 << 30
	n, _ := strconv.Atoi(strings.TrimSpace(s))
	return min(max(n, -most), most)
}

// of tells lists of different styles apart by small numbers.
func (l *lists) of(style string) int {
	if l.numbers[style] == 0 {
		l.numbers[style] = len(l.numbers) + 1
	}
	return l.numbers[style]
}

// begin returns the counter of a list: a new one, unless the list goes on with
// another.
func (l *lists) begin(n *opc.Node, style string) *counter {
	c := l.byID[n.Attr("text:continue-list")]
	if c == nil && n.Attr("text:continue-numbering") == "true" {
		c = l.byStyle[style]
	}
	if c == nil {
		c = &counter{}
	}
	l.byStyle[style] = c
	if id := n.Attr("xml:id"); id != "" {
		l.byID[id] = c
	}
	return c
}

// count goes to the next number of a level, or to a given one (-1 for none):
// higher levels that haven't begun do so, lower ones begin anew.
func (c *counter) count(st *listStyle, at, given int) {
	for i := range at {
		if !c.begun[i] {
			c.begun[i], c.value[i] = true, st.startOf(i)
		}
	}
	switch {
	case given >= 0:
		c.value[at] = given
	case c.begun[at]:
		c.value[at]++
	default:
		c.value[at] = st.startOf(at)
	}
	c.begun[at] = true
	for i := at + 1; i < maxLevels; i++ {
		c.begun[i] = false
	}
}

func (st *listStyle) startOf(at int) int {
	if st == nil || st[at].shown == 0 {
		return 1
	}
	return st[at].start
}

// label is the number of a level as it is shown, "" for none.
func (c *counter) label(st *listStyle, at int) string {
	level := st[at]
	if !level.numbered || level.format == "" && level.prefix == "" && level.suffix == "" {
		return ""
	}
	var parts []string
	for i := max(0, at-level.shown+1); i <= at; i++ {
		if format := st[i].format; st[i].numbered && format != "" {
			parts = append(parts, formatted(c.value[i], format))
		}
	}
	return strings.TrimSpace(level.prefix + strings.Join(parts, ".") + level.suffix)
}

func formatted(n int, format string) string {
	switch format[0] {
	case 'a':
		return ordinal.Letters(n)
	case 'A':
		return strings.ToUpper(ordinal.Letters(n))
	case 'i':
		return ordinal.Roman(n)
	case 'I':
		return strings.ToUpper(ordinal.Roman(n))
	}
	return strconv.Itoa(n)
}

// mark is the mark of an item of a level. A clause has its number as text in
// front of a paragraph instead.
func (c *counter) mark(st *listStyle, at int) (m flow.Mark, clause string) {
	m.Level = at
	if st == nil {
		return m, ""
	}
	label := c.label(st, at)
	level := st[at]
	switch {
	case label == "":
	case st.clause(at):
		return m, label
	case strings.HasPrefix(level.format, "1") && level.prefix == "" && ordinal.Countable(strings.TrimSpace(level.suffix)):
		m.Ordered, m.Value = true, c.value[at]
	default:
		m.Text = label
	}
	return m, ""
}

// clause reports whether a level numbers the parts of a text rather than items:
// 1.1, Article 3, and the 1. above 1.1.
func (st *listStyle) clause(at int) bool {
	if st[at].shown > 1 || words(st[at].prefix) || words(st[at].suffix) {
		return true
	}
	return at+1 < maxLevels && st[at+1].numbered && st[at+1].format != "" && st[at+1].shown > at+1
}

func words(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 1
}
