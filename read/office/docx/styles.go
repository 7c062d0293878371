package docx

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// styles are the styles of a document, by id.
type styles struct {
	byID     map[string]*style
	normal   *style    // of paragraphs that name none
	defaults flow.Look // of text that no style says anything about
	language string
}

// style is a style with what it takes from those that it is based on.
type style struct {
	id, name string // name as Word knows it, in lower case, in English where it is built in
	node     *opc.Node
	resolved bool

	role     role
	level    int // of a heading, from 1; 0 for none
	numID    string
	numLevel int
	indent   int
	indented bool
	look     flow.Look
	firstRow bool // tables have a first row of its own looks
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
	more     // goes on with the item before it
)

// roles are the roles of Word's own styles. A style that is based on one has
// its role.
var roles = map[string]role{
	"title": titled, "caption": caption, "quote": quote, "intense quote": quote, "block text": quote,
	"html preformatted": code, "source code": code, "sourcecode": code, "code": code, "preformatted text": code, "macro": code,
	"code block": code, "codeblock": code,
	"toc heading": contents, "table of figures": contents, "table of authorities": contents, "toa heading": contents,
	"list continue": more, "list continue 2": more, "list continue 3": more, "list continue 4": more, "list continue 5": more,
	"título": titled, "titulo": titled, "ttulo": titled, "titel": titled, "titre": titled, "titolo": titled,
	"epígrafe": caption, "epgrafe": caption, "descripción": caption, "beschriftung": caption, "légende": caption, "lgende": caption,
	"cita": quote, "zitat": quote, "citation": quote,
}

// headingName finds the level in the name or the id of a heading style, in
// languages in which programs write them: ids lose what isn't ASCII.
var headingName = regexp.MustCompile(`^(?:heading|t[ií]?tulo|[üu]?berschrift|titre|titolo|kop|rubrik|overskrift|nag[łl]?[oó]?wek|nadpis|otsikko|ba[sş]l[ıi]k|заголовок|标题|標題|見出し|제목)([1-9])$`)

var contentsName = regexp.MustCompile(`^(?:toc|tdc|verzeichnis|tm|sommario)\s?[1-9]$`)

func newStyles(tree *opc.Node) *styles {
	s := &styles{byID: map[string]*style{}}
	if tree == nil {
		return s
	}
	s.defaults = lookOf(tree.Kid("w:docDefaults", "w:rPrDefault", "w:rPr"))
	s.language, s.defaults.Language = s.defaults.Language, "" // that of the program, until a style or text says so too
	for n := range tree.All("w:style") {
		st := &style{id: n.Attr("w:styleId"), name: strings.ToLower(n.Kid("w:name").Attr("w:val")), node: n}
		if s.byID[st.id] != nil {
			continue
		}
		s.byID[st.id] = st
		if n.Attr("w:type") == "paragraph" && on(n.Attr("w:default")) && n.Has("w:default") {
			s.normal = st
		}
	}
	return s
}

// on is the value of a switch; one that is only there is on.
func on(value string) bool { return value != "0" && value != "false" && value != "off" }

// of returns the style of an id. One that the file doesn't define is known by
// its id alone.
func (s *styles) of(id string) *style {
	if id == "" {
		return nil
	}
	st := s.byID[id]
	if st == nil {
		st = &style{id: id, name: strings.ToLower(id)}
		s.byID[id] = st
	}
	s.resolve(st)
	return st
}

// paragraph returns the style of a paragraph, nil where nothing is known of it.
func (s *styles) paragraph(id string) *style {
	if id == "" && s.normal != nil {
		id = s.normal.id
	}
	return s.of(id)
}

// maxBases is how many styles may be based on each other in a row.
const maxBases = 64

// resolve fills in what a style takes from its bases.
func (s *styles) resolve(st *style) {
	var chain []*style
	for at := st; at != nil && !at.resolved && len(chain) < maxBases; at = s.byID[at.node.Kid("w:basedOn").Attr("w:val")] {
		at.resolved = true // also ends a circle
		chain = append(chain, at)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		at := chain[i]
		if base := s.byID[at.node.Kid("w:basedOn").Attr("w:val")]; base != nil && base != at {
			at.role, at.level, at.numID, at.numLevel, at.indent, at.indented, at.look, at.firstRow =
				base.role, base.level, base.numID, base.numLevel, base.indent, base.indented, base.look, base.firstRow
		}
		at.own()
	}
}

// own fills in what the style itself says.
func (st *style) own() {
	joined := strings.ReplaceAll(st.name, " ", "")
	if r, ok := roles[st.name]; ok {
		st.role = r
	} else if contentsName.MatchString(st.name) {
		st.role = contents
	}
	if m := headingName.FindStringSubmatch(joined); m != nil {
		st.level, _ = strconv.Atoi(m[1])
		st.role = plain
	}
	switch st.role {
	case titled:
		st.level = 1
	case contents, caption, code:
		st.level = 0
	}
	properties := st.node.Kid("w:pPr")
	if outline := properties.Kid("w:outlineLvl"); outline != nil && st.role == plain {
		st.level = outlineLevel(outline)
	}
	if n := properties.Kid("w:numPr"); n != nil {
		if id := n.Kid("w:numId"); id != nil {
			st.numID = id.Attr("w:val")
		}
		if l := n.Kid("w:ilvl"); l != nil {
			st.numLevel = number(l.Attr("w:val"))
		}
	}
	if indent, ok := indentOf(properties); ok {
		st.indent, st.indented = indent, true
	}
	st.look = lookOf(st.node.Kid("w:rPr")).Over(st.look)
	for c := range st.node.All("w:tblStylePr") {
		st.firstRow = st.firstRow || c.Attr("w:type") == "firstRow"
	}
	switch st.name {
	case "strong":
		st.look.Named |= flow.Strong
	case "emphasis", "intense emphasis":
		st.look.Named |= flow.Emphasis
	case "html code", "verbatim char", "code", "source code", "inline code", "code char", "html keyboard", "html sample", "html typewriter":
		st.look.Named |= flow.Mono
	}
}

// outlineLevel is the level of a heading, from 1, or 0 for the level of text.
func outlineLevel(outline *opc.Node) int {
	if level := number(outline.Attr("w:val")); level < 9 {
		return level + 1
	}
	return 0
}

// indentOf is how far a paragraph stands in, in twentieths of a point.
func indentOf(properties *opc.Node) (int, bool) {
	n := properties.Kid("w:ind")
	for _, name := range [...]string{"w:left", "w:start"} {
		if n.Has(name) {
			return number(n.Attr(name)), true
		}
	}
	return 0, false
}

// number is a number of the file, 0 where it is none and within bounds that
// sums of it can't leave.
func number(s string) int {
	const most = 1 << 30
	n, _ := strconv.Atoi(s)
	return min(max(n, -most), most)
}

// lookOf reads the properties of a run.
func lookOf(n *opc.Node) flow.Look {
	var l flow.Look
	if n == nil {
		return l
	}
	for _, k := range n.Kids {
		switch k.Name {
		case "w:vanish":
			l.Hidden = switched(k)
		case "w:b":
			l.Bold = switched(k)
		case "w:strike", "w:dstrike":
			if v := switched(k); l.Struck == nil || *v {
				l.Struck = v
			}
		case "w:rFonts":
			l.Font = k.Attr("w:ascii")
			if l.Font == "" {
				l.Font = k.Attr("w:hAnsi")
			}
		case "w:lang":
			l.Language = opc.Language(k.Attr("w:val"))
		case "w:sz":
			l.Size = number(k.Attr("w:val"))
		case "w:vertAlign":
			l.Raise = k.Attr("w:val")
		}
	}
	return l
}

func switched(n *opc.Node) *bool {
	v := on(n.Attr("w:val"))
	return &v
}
