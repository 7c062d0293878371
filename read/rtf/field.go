package rtf

import "strings"

// field is a field: what it computes, whose result stands beside it.
type field struct{ code []byte }

// beginResult makes a link of the result of a field that is one.
func (p *parser) beginResult() {
	if p.group.field == nil || p.group.to != body {
		return
	}
	if target := linkOf(string(p.group.field.code)); target != "" {
		p.links = append(p.links, target)
		p.group.link = len(p.links)
	}
}

// linkOf is where a HYPERLINK field leads outside of the document, or "". Paths
// of files lead nowhere elsewhere.
func linkOf(code string) string {
	code = strings.TrimSpace(code)
	const name = "HYPERLINK"
	if len(code) < len(name) || !strings.EqualFold(code[:len(name)], name) {
		return ""
	}
	rest := strings.TrimSpace(code[len(name):])
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		target, _, _ := strings.Cut(quoted, `"`)
		if strings.Contains(target, `\`) {
			return ""
		}
		return target
	}
	if rest == "" || rest[0] == '\\' {
		return "" // a place in the document
	}
	return strings.Fields(rest)[0]
}
