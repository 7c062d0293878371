package rtf

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/ordinal"
)

// marker is what stands before a paragraph of a list.
type marker struct {
	sort   markerSort
	number int    // of a numbered paragraph
	text   string // of a labelled one
	list   int    // \ls
	level  int    // from 0
}

type markerSort uint8

const (
	none markerSort = iota
	bullet
	numbered
	labelled // a marker that Markdown doesn't have: "a)", "1.2", "§ 3"
)

// marker makes the marker of the paragraph out of its text, else out of the
// list's definition.
func (p *parser) marker() marker {
	var b strings.Builder
	for _, m := range p.stream.marker {
		b.Write(p.text[m.from:m.to])
	}
	m := marker{list: p.group.list, level: p.group.level}
	text := strings.Join(strings.Fields(b.String()), " ")
	switch {
	case text == "" && p.group.list > 0 && len(p.stream.marker) == 0:
		return p.lists.next(p.group.list, p.group.level)
	case text == "":
		return m
	case isBullet(text):
		m.sort = bullet
	default:
		m.sort, m.text = labelled, text
		if found := number.FindStringSubmatch(text); found != nil {
			m.sort = numbered
			m.number, _ = strconv.Atoi(found[1])
		}
	}
	return m
}

var number = regexp.MustCompile(`^([0-9]{1,9})[.)]$`)

// isBullet reports whether a marker is a sign: no letter, no digit. A lone o is
// a bullet too, of a font that has no circle.
func isBullet(s string) bool {
	return s == "o" || utf8.RuneCountInString(s) <= 2 && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// lists are the definitions of lists, and how far they are counted.
type lists struct {
	defined  []list
	byID     map[int]int // index in defined
	override int         // the list of the override being read
	byNumber map[int]int // \ls to index in defined
	counts   map[[2]int]int
}

// list is the definition of a list.
type list struct{ levels []level }

type level struct{ format, start int }

func newLists() lists {
	return lists{byID: map[int]int{}, byNumber: map[int]int{}, counts: map[[2]int]int{}}
}

func (l *lists) beginList() { l.defined = append(l.defined, list{}) }

func (l *lists) beginLevel() {
	if n := len(l.defined); n > 0 && len(l.defined[n-1].levels) <= maxLevel {
		l.defined[n-1].levels = append(l.defined[n-1].levels, level{start: 1})
	}
}

// last is the level being read, or nil.
func (l *lists) last() *level {
	if n := len(l.defined); n > 0 && len(l.defined[n-1].levels) > 0 {
		return &l.defined[n-1].levels[len(l.defined[n-1].levels)-1]
	}
	return nil
}

func (l *lists) setFormat(n int) {
	if level := l.last(); level != nil {
		level.format = n
	}
}

func (l *lists) setStart(n int) {
	if level := l.last(); level != nil {
		level.start = n
	}
}

// setID names the list being read, or the one that an override is of.
func (l *lists) setID(id int, override bool) {
	if override {
		l.override = id
	} else if len(l.defined) > 0 {
		l.byID[id] = len(l.defined) - 1
	}
}

// setList chooses the list of the paragraph, or numbers the override.
func (p *parser) setList(n int) {
	if p.group.to != overrides {
		p.group.list = n
		return
	}
	if i, ok := p.lists.byID[p.lists.override]; ok {
		p.lists.byNumber[n] = i
	}
}

// Formats of numbers in definitions of lists.
const (
	formatBullet = 23
	formatNone   = 255
)

// next counts a list on and returns the marker; none where it isn't defined.
func (l *lists) next(number, at int) marker {
	m := marker{list: number, level: at}
	i, ok := l.byNumber[number]
	if !ok || at >= len(l.defined[i].levels) {
		return m
	}
	def := l.defined[i].levels[at]
	switch def.format {
	case formatBullet:
		m.sort = bullet
		return m
	case formatNone:
		return m
	}
	key := [2]int{number, at}
	if _, begun := l.counts[key]; !begun {
		l.counts[key] = def.start
	}
	m.sort, m.number = numbered, max(l.counts[key], 0)
	if text := letters(m.number, def.format); text != "" {
		m.sort, m.text = labelled, text+"."
	}
	l.counts[key]++
	for deeper := at + 1; deeper <= maxLevel; deeper++ {
		delete(l.counts, [2]int{number, deeper})
	}
	return m
}

// letters is a number in a format that isn't of digits, else "".
func letters(n, format int) string {
	switch format {
	case 1:
		return strings.ToUpper(ordinal.Roman(n))
	case 2:
		return ordinal.Roman(n)
	case 3:
		return strings.ToUpper(ordinal.Letters(n))
	case 4:
		return ordinal.Letters(n)
	}
	return ""
}

// levelIndent is how far a level stands in where the file doesn't say so.
const levelIndent = 360

// mark is the marker as that of an item.
func (m marker) mark(indent int) flow.Mark {
	if indent == 0 {
		indent = m.level * levelIndent
	}
	return flow.Mark{List: m.list, Level: m.level, Indent: indent, Ordered: m.sort == numbered, Value: m.number, Text: m.text}
}

// label is the marker as text in front of what is no item.
func (m marker) label() string {
	if m.sort == numbered {
		return strconv.Itoa(m.number) + "."
	}
	return m.text
}
