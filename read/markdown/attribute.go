package markdown

import "strings"

// withoutAttributes takes the attributes away that a heading ends with: "{#id}",
// "{.unnumbered}", "{/*id*/}".
func (s *scanner) withoutAttributes(label string) string {
	if s.dialect == CommonMark || !strings.HasSuffix(label, "}") {
		return label
	}
	open := strings.LastIndexByte(label, '{')
	if open < 0 || !isAttributes(label[open+1:len(label)-1]) {
		return label
	}
	return trimRight(label[:open])
}

// isAttributes reports whether what stands between braces is a list of
// attributes, or a comment.
func isAttributes(inner string) bool {
	inner = trim(inner)
	return inner == "-" || inner != "" && (inner[0] == '#' || inner[0] == '.') ||
		strings.HasPrefix(inner, "/*") && strings.HasSuffix(inner, "*/")
}

// language is what the info string of a fence says: its first word, or that
// between braces: "{r, echo=FALSE}", "{.python}", "{=html}", "{code-cell} ipython3".
func (s *scanner) language(info string) string {
	if s.dialect > CommonMark && strings.HasPrefix(info, "{") {
		inner, after, _ := strings.Cut(info[1:], "}")
		if trim(inner) == "code-cell" {
			inner = after
		}
		info = strings.TrimLeft(inner, " \t.=")
	}
	if i := strings.IndexAny(info, " \t"); i >= 0 {
		info = info[:i]
	}
	if s.dialect == CommonMark {
		return info
	}
	if info = strings.TrimRight(info, ","); info == "ipython" || info == "ipython3" {
		return "python" // notebooks name the program that runs it
	}
	return info
}

// closesFormula reports whether a line closes a formula: its fence, behind which
// Quarto puts the formula's name.
func (s *scanner) closesFormula(line, fence string) bool {
	rest, ok := strings.CutPrefix(line, fence)
	if !ok || rest == "" {
		return ok
	}
	rest = trim(rest)
	return s.dialect > CommonMark && strings.HasPrefix(rest, "{#") && strings.HasSuffix(rest, "}")
}
