package docx

import (
	"strings"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/ordinal"
	"github.com/pildora/pildora/read/office/symbol"
)

// levels is how many levels a list has.
const levels = 9

// numbering are the lists of a document and how far they have counted.
type numbering struct {
	lists    map[string]*list // by the id of what they are defined by
	nums     map[string]*num  // by the id that paragraphs use
	language string           // of numbers that are words
	marks    map[string]int   // how lists are told apart in blocks
}

// list is the definition of a list, with its counters: all that use the
// definition count on.
type list struct {
	id    string
	level [levels]level
	link  string // the style that has the definition instead
	value [levels]int
	begun [levels]bool
}

// level is how a level of a list is numbered.
type level struct {
	defined bool
	start   int
	format  string
	text    string // with %1 for the number of the first level
	restart int    // the level, from 1, that makes this one begin anew; -1 for any above
	legal   bool   // all numbers are decimal
	joined  bool   // nothing stands between number and text
	style   string // the style of paragraphs of this level
	indent  int
	font    string
}

// num is a list as paragraphs use it: a definition, and what is different.
type num struct {
	list     *list
	override [levels]*level
	start    [levels]int // -1 where the definition holds
	used     bool
}

func newNumbering(tree *opc.Node, st *styles) *numbering {
	n := &numbering{lists: map[string]*list{}, nums: map[string]*num{}, language: st.language, marks: map[string]int{}}
	for a := range tree.All("w:abstractNum") {
		l := &list{id: a.Attr("w:abstractNumId"), link: a.Kid("w:numStyleLink").Attr("w:val")}
		for lvl := range a.All("w:lvl") {
			if i := number(lvl.Attr("w:ilvl")); 0 <= i && i < levels {
				l.level[i] = levelOf(lvl)
			}
		}
		n.lists[l.id] = l
	}
	for u := range tree.All("w:num") {
		l := n.lists[u.Kid("w:abstractNumId").Attr("w:val")]
		if l == nil {
			continue
		}
		use := &num{list: l}
		for i := range use.start {
			use.start[i] = -1
		}
		for o := range u.All("w:lvlOverride") {
			i := number(o.Attr("w:ilvl"))
			if i < 0 || i >= levels {
				continue
			}
			if lvl := o.Kid("w:lvl"); lvl != nil {
				other := levelOf(lvl)
				use.override[i] = &other
			}
			if s := o.Kid("w:startOverride"); s != nil {
				use.start[i] = max(number(s.Attr("w:val")), 0)
			}
		}
		n.nums[u.Attr("w:numId")] = use
	}
	n.follow(st)
	return n
}

// follow puts definitions in the place of links to styles that have one.
func (n *numbering) follow(st *styles) {
	for _, use := range n.nums {
		if use.list.link == "" {
			continue
		}
		linked := n.nums[st.of(use.list.link).numberedBy()]
		if linked != nil && linked.list.link == "" {
			use.list = linked.list
		}
	}
}

// numberedBy is the list of a style, "" for none.
func (st *style) numberedBy() string {
	if st == nil {
		return ""
	}
	return st.numID
}

func levelOf(n *opc.Node) level {
	l := level{defined: true, start: 1, restart: -1}
	for _, k := range n.Kids {
		value := k.Attr("w:val")
		switch k.Name {
		case "w:start":
			l.start = max(number(value), 0)
		case "w:numFmt":
			l.format = value
		case "mc:AlternateContent":
			l.format = k.Kid("mc:Fallback", "w:numFmt").Attr("w:val")
		case "w:lvlText":
			l.text = value
		case "w:lvlRestart":
			l.restart = number(value)
		case "w:isLgl":
			l.legal = on(value)
		case "w:suff":
			l.joined = value == "nothing"
		case "w:pStyle":
			l.style = value
		case "w:pPr":
			l.indent, _ = indentOf(k)
		case "w:rPr":
			l.font = lookOf(k).Font
		}
	}
	return l
}

// at is a level of the list as it is used.
func (u *num) at(i int) *level {
	if u.override[i] != nil {
		return u.override[i]
	}
	return &u.list.level[i]
}

func (u *num) startOf(i int) int {
	if u.start[i] >= 0 {
		return u.start[i]
	}
	if !u.at(i).defined {
		return 1
	}
	return u.at(i).start
}

// levelFor is the level that paragraphs of a style have in the list, or
// otherwise.
func (u *num) levelFor(style string, otherwise int) int {
	for i := range levels {
		if u.at(i).style == style && style != "" {
			return i
		}
	}
	return otherwise
}

// count goes to the next number of a level: higher levels that haven't begun
// do so, lower ones begin anew.
func (u *num) count(at int) {
	l := u.list
	if !u.used {
		u.used = true
		for i, start := range u.start {
			if start >= 0 {
				l.begun[i] = false
			}
		}
	}
	for i := range at {
		if !l.begun[i] {
			l.begun[i], l.value[i] = true, u.startOf(i)
		}
	}
	if l.begun[at] {
		l.value[at]++
	} else {
		l.begun[at], l.value[at] = true, u.startOf(at)
	}
	for i := at + 1; i < levels; i++ {
		if r := u.at(i).restart; r < 0 || at < r {
			l.begun[i] = false
		}
	}
}

// text is the number of a level as it is shown now.
func (u *num) text(at int, language string) string {
	lvl := u.at(at)
	var b strings.Builder
	for i := 0; i < len(lvl.text); i++ {
		c := lvl.text[i]
		if c != '%' || i+1 == len(lvl.text) || lvl.text[i+1] < '1' || lvl.text[i+1] > '9' {
			b.WriteByte(c)
			continue
		}
		i++
		of := int(lvl.text[i] - '1')
		format := u.at(of).format
		if lvl.legal {
			format = "decimal"
		}
		b.WriteString(formatted(u.list.value[of], format, language))
	}
	return strings.Join(strings.Fields(symbol.Text(b.String(), lvl.font)), " ")
}

// numbered is what numbering makes of a paragraph.
type numbered struct {
	mark   flow.Mark
	prefix string // in front of the text of what is no item, with its blank
	item   bool
	indent int
}

// next counts a paragraph and returns its number. ok is false where its list
// doesn't exist.
func (n *numbering) next(id string, at int) (out numbered, ok bool) {
	u := n.nums[id]
	if u == nil {
		return numbered{}, false
	}
	at = min(max(at, 0), levels-1)
	u.count(at)
	lvl := u.at(at)
	text := u.text(at, n.language)
	out.prefix, out.indent = text+" ", lvl.indent
	if text == "" {
		out.prefix = ""
	} else if lvl.joined {
		out.prefix = text
	}
	out.mark = flow.Mark{List: n.markOf(u.list.id), Level: at, Indent: lvl.indent}
	switch {
	case lvl.format == "bullet":
		out.item, out.prefix = true, ""
		if symbol.Box(text) {
			out.mark.Text = text
		}
	case text == "" || !lvl.defined:
	case u.clause(at):
	case lvl.format == "decimal" && countable(lvl.text):
		out.item, out.mark.Ordered, out.mark.Value = true, true, u.list.value[at]
	default:
		out.item, out.mark.Text = true, text
	}
	return out, true
}

// markOf tells lists apart by small numbers.
func (n *numbering) markOf(id string) int {
	if _, ok := n.marks[id]; !ok {
		n.marks[id] = len(n.marks) + 1
	}
	return n.marks[id]
}

// countable reports whether a number is as Markdown writes them: 1. or 1).
func countable(text string) bool {
	if len(text) < 2 || text[0] != '%' {
		return false
	}
	return ordinal.Countable(text[2:])
}

// clause reports whether a level numbers the parts of a text rather than items:
// 1.1, Article 3, and the 1. above 1.1.
func (u *num) clause(at int) bool {
	lvl := u.at(at)
	if strings.Count(lvl.text, "%") > 1 || words(lvl.text) {
		return true
	}
	if at+1 < levels && strings.Contains(u.at(at+1).text, "%"+string(rune('1'+at))) {
		return u.at(at+1).format != "bullet"
	}
	return false
}

// words reports whether a level's text has a word besides its numbers.
func words(text string) bool {
	letters := 0
	for _, r := range text {
		if r >= 0x80 && symbol.Private(r) {
			continue
		}
		if 'a' <= r|0x20 && r|0x20 <= 'z' || r > 0xbf && r < 0x2000 {
			letters++
		}
	}
	return letters > 1
}
