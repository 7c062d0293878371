package html

import (
	"net/url"
	"strings"
	"unicode"
)

// maxTarget is the longest target of a link that is kept, in bytes.
const maxTarget = 2 << 10

// style says how inline elements are written.
type style struct {
	plain bool // without any marks
	quiet bool // without emphasis
	flat  bool // on one line: blocks and breaks are blanks
}

// inline adds a node and what is in it to a run.
func (p *page) inline(r *run, n int32, s style) {
	if p.skips(n) {
		p.formula(r, n)
		return
	}
	t := p.tree.nodes[n]
	switch t.el {
	case text:
		r.gather(p.tree.text(n), int(t.start), t.flags&literal != 0)
	case elBr:
		if s.flat {
			r.space(t.span())
		} else {
			r.lineBreak(t.span())
		}
	case elImg:
		p.image(r, n, s)
	case elInput:
		p.checkbox(r, n)
	case elMath:
		p.math(r, n)
	case elA:
		p.link(r, n, s)
	case elStrong:
		p.emphasis(r, n, s, "**")
	case elEm:
		p.emphasis(r, n, s, "*")
	case elDel:
		p.emphasis(r, n, s, "~~")
	case elCode:
		p.code(r, n, s)
	case elQ:
		r.open(mark{"“", t.span()})
		owed := len(r.marks) - 1
		p.inlines(r, n, s)
		r.close(owed, "”", t.span())
	case elRp:
	case elRt:
		r.open(mark{"(", t.span()})
		owed := len(r.marks) - 1
		p.inlines(r, n, s)
		r.close(owed, ")", t.span())
	case elSup:
		p.superscript(r, n, s)
	default:
		if p.tree.isBlock(n) {
			r.space(t.span())
			p.inlines(r, n, s)
			r.space(t.span())
			return
		}
		p.inlines(r, n, s)
	}
}

// inlines adds what is in a node.
func (p *page) inlines(r *run, n int32, s style) {
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		p.inline(r, c, s)
	}
}

// emphasis adds a stretch between two marks. Inside another with the same mark
// it has none.
func (p *page) emphasis(r *run, n int32, s style, m string) {
	src := p.tree.nodes[n].span()
	if s.plain || s.quiet || p.emphasised[m] || p.stats[n].has&hasBlock != 0 {
		p.inlines(r, n, s)
		return
	}
	p.emphasised[m] = true
	owed := len(r.marks)
	r.open(mark{m, src})
	p.inlines(r, n, s)
	r.close(owed, m, src)
	p.emphasised[m] = false
}

// code adds inline code between as many backticks as it needs.
func (p *page) code(r *run, n int32, s style) {
	src := p.tree.nodes[n].span()
	if s.plain || p.emphasised["`"] || p.stats[n].has&hasBlock != 0 {
		p.inlines(r, n, s)
		return
	}
	fence := strings.Repeat("`", min(p.longestTicks(n), 64)+1)
	open, end := fence, fence
	if len(fence) > 1 {
		open, end = fence+" ", " "+fence
	}
	p.emphasised["`"] = true
	owed := len(r.marks)
	r.open(mark{open, src})
	p.inlines(r, n, style{plain: true, flat: true})
	r.close(owed, end, src)
	p.emphasised["`"] = false
}

// longestTicks is the length of the longest run of backticks in a node.
func (p *page) longestTicks(n int32) int {
	longest, now := 0, 0
	p.under(n, func(c int32) {
		if p.tree.nodes[c].el != text {
			return
		}
		for _, b := range []byte(p.tree.text(c)) {
			now++
			if b != '`' {
				now = 0
			}
			longest = max(longest, now)
		}
	})
	return longest
}

// under calls visit for all nodes below n. They stand together in the array.
func (p *page) under(n int32, visit func(c int32)) {
	for c := n + 1; int(c) < len(p.tree.nodes) && c < p.stats[n].end; c++ {
		visit(c)
	}
}

// link adds a link with its target, where it leads anywhere else.
func (p *page) link(r *run, n int32, s style) {
	target := ""
	if !s.plain && !p.emphasised["["] && p.stats[n].has&hasBlock == 0 && !p.emphasised["`"] {
		target = p.target(p.tree.value(n, "href"))
	}
	if p.permalink(n) {
		return
	}
	if target == "" || p.saysTarget(n) {
		p.inlines(r, n, s)
		return
	}
	src := p.tree.nodes[n].span()
	p.emphasised["["] = true
	owed := len(r.marks)
	r.open(mark{"[", src})
	p.inlines(r, n, s)
	r.close(owed, "]("+target+")", src)
	p.emphasised["["] = false
}

// permalink reports whether a link is only a sign beside a heading.
func (p *page) permalink(n int32) bool {
	href := p.tree.value(n, "href")
	if !strings.HasPrefix(href, "#") {
		return false
	}
	c := p.tree.nodes[n].first
	if c == 0 || p.tree.nodes[c].next != 0 || p.tree.nodes[c].el != text || len(p.tree.text(c)) > 16 {
		return false
	}
	var r run
	r.gather(p.tree.text(c), 0, false)
	switch string(r.text) {
	case "#", "¶", "§", "🔗", "↑", "^", "↩", "↩︎":
		return true
	}
	return false
}

// saysTarget reports whether the text of a link is its target.
func (p *page) saysTarget(n int32) bool {
	c := p.tree.nodes[n].first
	if c == 0 || p.tree.nodes[c].next != 0 || p.tree.nodes[c].el != text {
		return false
	}
	said := strings.TrimSpace(p.tree.text(c))
	href := strings.TrimSpace(p.tree.value(n, "href"))
	return said == href || "mailto:"+said == href || "tel:"+said == href
}

// target is where a link or an image leads, as Markdown has it; nothing where
// that is inside the page, no address, or too long.
func (p *page) target(href string) string {
	href = strings.TrimSpace(href)
	scheme, _, _ := strings.Cut(href, ":")
	switch {
	case href == "", href[0] == '#', len(href) > maxTarget,
		strings.EqualFold(scheme, "javascript"), strings.EqualFold(scheme, "data"), strings.EqualFold(scheme, "blob"):
		return ""
	}
	if p.base != nil {
		if u, err := p.base.Parse(href); err == nil {
			href = u.String()
		}
	}
	return escapeTarget(href)
}

// escapeTarget escapes what would end a target in Markdown or a cell.
func escapeTarget(href string) string {
	const escaped = "()<>|\\"
	plain := true
	for i := range len(href) {
		plain = plain && href[i] > ' ' && href[i] != 0x7f && strings.IndexByte(escaped, href[i]) < 0
	}
	if plain {
		return href
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(href) {
		switch c := href[i]; {
		case c == '\n' || c == '\r' || c == '\t': // browsers drop them
		case c <= ' ' || c == 0x7f || strings.IndexByte(escaped, c) >= 0:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// image adds an image that has a description.
func (p *page) image(r *run, n int32, s style) {
	src := p.tree.nodes[n].span()
	alt := clean(p.tree.value(n, "alt"))
	switch {
	case alt == "" || p.tree.nodes[n].flags&ariaHidden != 0:
	case s.plain || p.emphasised["["] || !strings.ContainsFunc(alt, isWordRune):
		r.put(alt, src, false)
	default:
		r.put("!["+strings.NewReplacer("[", "(", "]", ")").Replace(alt)+"]("+p.target(p.tree.value(n, "src"))+")", src, false)
	}
}

func isWordRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// checkbox adds the box of a task list.
func (p *page) checkbox(r *run, n int32) {
	if !strings.EqualFold(p.tree.value(n, "type"), "checkbox") || !p.inItem(n) {
		return
	}
	box := "[ ]"
	if _, checked := p.tree.attr(n, "checked"); checked {
		box = "[x]"
	}
	r.put(box, p.tree.nodes[n].span(), false)
	r.space(p.tree.nodes[n].span())
}

// inItem reports whether a box is the first thing in an item of a list.
func (p *page) inItem(n int32) bool {
	for range 4 {
		parent := p.tree.nodes[n].parent
		first := p.tree.nodes[parent].first
		if first != 0 && first != n && p.tree.nodes[first].el == text && isSpace(p.tree.text(first)) {
			first = p.tree.nodes[first].next
		}
		if first != n {
			return false
		}
		if p.tree.nodes[parent].el == elLi {
			return true
		}
		n = parent
	}
	return false
}

// superscripts of digits and signs.
var superscripts = map[rune]string{
	'0': "⁰", '1': "¹", '2': "²", '3': "³", '4': "⁴", '5': "⁵", '6': "⁶", '7': "⁷", '8': "⁸", '9': "⁹",
	'+': "⁺", '-': "⁻", '−': "⁻", 'n': "ⁿ",
}

// superscript adds a raised number as raised digits: 10⁶ must not become 106.
// Anything else raised is text as any other.
func (p *page) superscript(r *run, n int32, s style) {
	c := p.tree.nodes[n].first
	if r.blank || r.breaks > 0 || c == 0 || p.tree.nodes[c].next != 0 || p.tree.nodes[c].el != text || len(p.tree.text(c)) > 16 || p.emphasised["`"] {
		p.inlines(r, n, s)
		return
	}
	out := ""
	for _, c := range strings.TrimSpace(p.tree.text(c)) {
		raised, ok := superscripts[c]
		if !ok {
			p.inlines(r, n, s)
			return
		}
		out += raised
	}
	if out != "" {
		r.put(out, p.tree.nodes[c].span(), false)
	}
}

// math adds a formula as its author wrote it in TeX, else as the text it is
// built of.
func (p *page) math(r *run, n int32) {
	src := p.tree.nodes[n].span()
	tex := p.tree.value(n, "alttext")
	if p.emphasised["$"] { // a formula in a formula is looked through once
		p.inlines(r, n, style{plain: true, flat: true})
		return
	}
	p.emphasised["$"] = true
	defer delete(p.emphasised, "$")
	p.under(n, func(c int32) {
		if t := p.tree.nodes[c]; tex == "" && t.el == elAnnotation && t.first != 0 && strings.Contains(p.tree.value(c, "encoding"), "tex") {
			var inner run
			inner.gather(p.tree.text(t.first), int(p.tree.nodes[t.first].start), false)
			tex = string(inner.text)
		}
	})
	if tex = clean(tex); tex != "" {
		r.put("$"+tex+"$", src, false)
		return
	}
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		if p.tree.nodes[c].el != elAnnotation {
			p.inline(r, c, style{plain: true, flat: true})
		}
	}
}

// formula adds the formula in a hidden element: pages hide the one that is
// read aloud and show an image of it.
func (p *page) formula(r *run, n int32) {
	t := p.tree.nodes[n]
	if p.stats[n].has&hasMath == 0 || t.flags&hidden == 0 || p.tree.isBlock(n) {
		return
	}
	for c := n + 1; c < p.stats[n].end; c++ {
		if p.tree.nodes[c].el == elMath {
			p.math(r, c)
			return
		}
	}
}

// baseOf is what relative targets are relative to: the base element, else the
// address of the page.
func baseOf(base *url.URL, uri string) *url.URL {
	page, err := url.Parse(uri)
	if err != nil || page.Scheme != "http" && page.Scheme != "https" {
		page = nil
	}
	switch {
	case base == nil:
		return page
	case page != nil:
		return page.ResolveReference(base)
	case base.Scheme == "":
		return nil
	}
	return base
}
