package rst

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// codeRoles are the roles of things of programs, which are set as code; a role
// of a domain is known by its last part.
var codeRoles = map[string]bool{
	"code": true, "literal": true, "file": true, "samp": true, "command": true, "program": true, "option": true, "envvar": true, "kbd": true, "func": true,
	"function": true, "class": true, "meth": true, "method": true, "attr": true, "mod": true, "data": true, "exc": true, "obj": true, "const": true,
	"type": true, "macro": true, "struct": true, "member": true, "enum": true, "enumerator": true, "var": true, "makevar": true, "regexp": true,
	"token": true, "keyword": true, "opcode": true, "mimetype": true, "confval": true, "setting": true, "djadmin": true, "tfilter": true, "ttag": true,
	"lookup": true, "source": true, "property": true, "cmdoption": true, "py": true, "bash": true, "cpp": true, "console": true, "python": true,
	"directive": true, "role": true, "mailheader": true, "newsgroup": true, "pydata": true, "io": true,
}

// role writes text with a role. Text without one is a name of something where
// it is one word, else a title.
func (c *scan) role(role string, from, to int) {
	s := c.S[from:to]
	src := c.T.Span(from, to)
	switch {
	case role == "math":
		c.Put("$", src)
		c.Write(c.T, from, to)
		c.Put("$", src)
		return
	case role == "strong" || role == "strong-emphasis":
		c.element("strong")(from, to)
		return
	case role == "emphasis" || role == "dfn" || role == "title" || role == "title-reference" || role == "t":
		c.element("em")(from, to)
		return
	case role == "sup" || role == "superscript" || role == "sub" || role == "subscript":
		c.element(role[:3])(from, to)
		return
	case role == "rfc" || role == "pep":
		c.Put(strings.ToUpper(role)+" ", src)
	case role == "eq" || role == "index" && s == "":
	case role == "raw-html" || role == "raw-latex" || role == "raw":
		return
	case role == "" && !strings.ContainsAny(s, " \n"):
		role = "code"
	}
	end, address := titleAndTarget(s)
	from, to = c.shown(role, from, from+end, address)
	c.refer(role, from, to, address, src)
}

// shown is the part of a role's text that is read: without the sign that makes
// no link, and where a tilde says so, the last name of a path.
func (c *scan) shown(role string, from, end int, address string) (int, int) {
	if from == end && address != "" { // "<target>" alone
		from, end = from+1, from+1+len(address)
	}
	s := c.S[from:end]
	switch {
	case strings.HasPrefix(s, "!"):
		from++
	case strings.HasPrefix(s, "~"):
		from++
		if i := strings.LastIndexByte(c.S[from:end], '.'); i >= 0 {
			from += i + 1
		}
	case address == "" && isCode(role) && strings.HasPrefix(s, ".") && len(s) > 1 && role != "file":
		from++
	}
	return from, end
}

func isCode(role string) bool {
	return codeRoles[role] || codeRoles[role[strings.LastIndexByte(role, ':')+1:]]
}

// refer writes the text of a role as code, a link, the title of the section it
// names, or as it is.
func (c *scan) refer(role string, from, to int, address string, src doc.Span) {
	switch {
	case isCode(role):
		c.Open("code", src)
		c.Write(c.T, from, to)
		c.Close()
	case strings.Contains(address, "://"):
		c.Open("a", src, "href", address)
		c.plain(from, to)
		c.Close()
	case (role == "ref" || role == "numref") && address == "":
		if t, ok := c.reference(c.S[from:to]); ok && t.title != "" {
			c.Put(t.title, src)
			return
		}
		c.plain(from, to)
	default:
		c.plain(from, to)
	}
}
