package odf

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// styles are the styles of a document by family and name.
type styles struct {
	byName   map[styleName]*style
	defaults map[string]flow.Look // of families
	fonts    map[string]string
}

type styleName struct{ family, name string }

// style is a style with what it takes from those that it is based on.
type style struct {
	name, parent string
	family       string
	role         role
	level        int    // of a heading, from 1; 0 for none
	list         string // the list style that it numbers by
	look         flow.Look
	hidden       bool // of sections and sheets
	data         string
	resolved     bool
}

// role is what a paragraph is, by the name of its style.
type role uint8

const (
	plain role = iota
	titled
	caption
	quote
	code
	contents // a line of the table of contents
	heading  // of a table's column
)

// roles are the roles of the styles that programs bring along. A style that is
// based on one has its role.
var roles = map[string]role{
	"Title": titled, "Caption": caption, "Illustration": caption, "Table": caption, "Drawing": caption, "Figure": caption, "Listing": caption,
	"Quotations": quote, "Preformatted Text": code, "Contents Heading": contents, "Table Heading": heading,
}

var contentsName = regexp.MustCompile(`^Contents \d+$`)

func newStyles() *styles {
	return &styles{byName: map[styleName]*style{}, defaults: map[string]flow.Look{}, fonts: map[string]string{}}
}

// readStyles reads the styles in a node.
func (w *reading) readStyles(tree *opc.Node) {
	for _, n := range tree.Kids {
		switch n.Name {
		case "style:style":
			w.styles.add(n)
		case "style:default-style":
			w.styles.defaults[n.Attr("style:family")] = lookOf(n.Kid("style:text-properties"))
		case "text:list-style":
			w.lists.add(n.Attr("style:name"), n)
		case "text:outline-style":
			w.lists.add(outlineStyle, n)
		}
	}
}

func (s *styles) add(n *opc.Node) {
	st := &style{name: n.Attr("style:name"), family: n.Attr("style:family"), parent: n.Attr("style:parent-style-name"), list: n.Attr("style:list-style-name"),
		data: n.Attr("style:data-style-name"), look: lookOf(n.Kid("style:text-properties")), level: -1}
	if level := n.Attr("style:default-outline-level"); level != "" {
		st.level, _ = strconv.Atoi(level)
	} else if n.Has("style:default-outline-level") {
		st.level = 0
	}
	st.hidden = n.Kid("style:section-properties").Attr("text:display") == "none" || n.Kid("style:table-properties").Attr("table:display") == "false"
	s.byName[styleName{st.family, st.name}] = st
}

// maxBases is how many styles may be based on each other in a row.
const maxBases = 64

// of returns the style of a family and a name, with what it takes from those
// that it is based on; one that isn't defined is known by its name alone.
func (s *styles) of(family, name string) *style {
	st := s.byName[styleName{family, name}]
	if st == nil {
		st = &style{name: name, family: family, level: -1}
		s.byName[styleName{family, name}] = st
	}
	var chain []*style
	for at := st; at != nil && !at.resolved && len(chain) < maxBases; at = s.byName[styleName{family, at.parent}] {
		at.resolved = true // also ends a circle
		chain = append(chain, at)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		at := chain[i]
		if base := s.byName[styleName{family, at.parent}]; base != nil && base != at {
			at.role, at.look = base.role, at.look.Over(base.look)
			if at.level < 0 {
				at.level = base.level
			}
			if at.list == "" {
				at.list = base.list
			}
		}
		at.own()
	}
	return st
}

// own fills in what the name of the style says.
func (st *style) own() {
	name := strings.ReplaceAll(st.name, "_20_", " ")
	switch {
	case st.family == "text" && (name == "Strong Emphasis" || name == "Strong"):
		st.look.Named |= flow.Strong
	case st.family == "text" && name == "Emphasis":
		st.look.Named |= flow.Emphasis
	case st.family == "text" && (name == "Source Text" || name == "Teletype"):
		st.look.Named |= flow.Mono
	case st.family == "paragraph" && contentsName.MatchString(name):
		st.role = contents
	case st.family == "paragraph" && roles[name] != plain:
		st.role = roles[name]
	}
}

// lookOf reads the properties of text.
func lookOf(n *opc.Node) flow.Look {
	l := flow.Look{Raise: n.Attr("style:text-position"), Language: opc.Language(n.Attr("fo:language")), Font: n.Attr("style:font-name")}
	if l.Font == "" {
		l.Font = strings.Trim(n.Attr("fo:font-family"), "'")
	}
	if v := n.Attr("fo:font-weight"); v != "" {
		weight, err := strconv.Atoi(v)
		l.Bold = pointer(v == "bold" || err == nil && weight >= 600)
	}
	if v := n.Attr("style:text-line-through-style"); v != "" {
		l.Struck = pointer(v != "none")
	} else if v := n.Attr("style:text-line-through-type"); v != "" {
		l.Struck = pointer(v != "none")
	}
	if v := n.Attr("text:display"); v != "" {
		l.Hidden = pointer(v == "none")
	}
	if points, ok := strings.CutSuffix(n.Attr("fo:font-size"), "pt"); ok {
		if size, err := strconv.ParseFloat(points, 64); err == nil && size > 0 && size < 1000 {
			l.Size = int(2 * size)
		}
	}
	return l
}

func pointer(v bool) *bool { return &v }
