package html

import "strings"

// maxAttr is the longest attribute that is kept, in bytes; of a longer one
// only this much.
const maxAttr = 4 << 10

// keptAttr returns the name of an attribute that somebody asks for, and
// nothing for the rest.
func keptAttr(key []byte) string {
	for _, name := range keptAttrs[len(key)%len(keptAttrs)] {
		if string(key) == name {
			return name
		}
	}
	return ""
}

// keptAttrs are the names by their length.
var keptAttrs = [19][]string{
	2:  {"id"},
	3:  {"alt", "src", "rel"},
	4:  {"href", "role", "type", "name", "lang", "open"},
	5:  {"class", "start", "value", "style"},
	6:  {"hidden"},
	7:  {"colspan", "rowspan", "checked", "content", "alttext", "display", "summary"},
	8:  {"reversed", "property", "itemprop", "encoding", "xml:lang"},
	9:  {"data-lang"},
	10: {"aria-level", "http-equiv"},
	11: {"aria-hidden"},
	13: {"aria-expanded", "aria-controls", "data-language"},
}

// readAttrs keeps the attributes of the tag that the tokenizer stands at.
func (p *parser) readAttrs(n *node) {
	for more := true; more; {
		var key, val []byte
		key, val, more = p.z.TagAttr()
		name := keptAttr(key)
		switch name {
		case "":
			continue
		case "style":
			p.readStyle(n, val)
			continue
		case "hidden":
			if string(val) != "until-found" {
				n.flags |= hidden
			}
			continue
		case "aria-hidden":
			if string(val) == "true" {
				n.flags |= ariaHidden
			}
			continue
		case "xml:lang":
			name = "lang"
		}
		if p.attrOf(*n, name) != "" {
			continue // the first counts
		}
		p.attrs = append(p.attrs, attr{name, strings.ToValidUTF8(string(val[:min(len(val), maxAttr)]), ""), n.attrs})
		n.attrs = int32(len(p.attrs) - 1)
	}
}

func (p *parser) attrOf(n node, name string) string {
	for i := n.attrs; i != 0; i = p.attrs[i].next {
		if p.attrs[i].name == name {
			return p.attrs[i].value
		}
	}
	return ""
}

// readStyle reads the two properties of a style attribute that change what is
// text: display and visibility.
func (p *parser) readStyle(n *node, style []byte) {
	if len(style) > maxAttr {
		style = style[:maxAttr]
	}
	for declaration := range strings.SplitSeq(strings.ToLower(string(style)), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(strings.TrimSpace(value), "!")
		switch strings.TrimSpace(property) + ":" + strings.TrimSpace(value) {
		case "display:none", "visibility:hidden", "visibility:collapse":
			n.flags |= hidden
		case "display:block", "display:flex", "display:grid", "display:list-item", "display:flow-root":
			n.flags |= asBlock
		}
	}
}

// words yields the words of class and id of a node in lower case, cut at
// everything that is no letter or digit and where a capital follows.
func (t *tree) words(n int32, yield func(word string) bool) {
	for _, name := range [...]string{"class", "id"} {
		v := t.value(n, name)
		start := 0
		for i := 0; i <= len(v); i++ {
			letter := i < len(v) && isWordByte(v[i])
			camel := letter && i > start && v[i] >= 'A' && v[i] <= 'Z' && v[i-1] >= 'a' && v[i-1] <= 'z'
			if letter && !camel {
				continue
			}
			if i > start && !yield(strings.ToLower(v[start:i])) {
				return
			}
			start = i
			if !camel {
				start = i + 1
			}
		}
	}
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}
