package latex

import (
	"strings"
	"unicode/utf8"
)

// env is an environment: its content lies from from to to, and end is behind it.
type env struct {
	name          string
	from, to, end int
}

// region is text that is not read as LaTeX: a formula or code.
type region struct {
	kind          byte // $ formula in a line, d display formula, v code in lines, c code in a line
	name          string
	from, to, end int
}

// verbatims are the environments of code; true where it is not shown.
var verbatims = map[string]bool{
	"verbatim": false, "verbatim*": false, "Verbatim": false, "BVerbatim": false, "LVerbatim": false, "SaveVerbatim": false, "lstlisting": false, "minted": false,
	"alltt": false, "semiverbatim": false, "code": false, "pycode": false, "console": false, "bash": false, "Sinput": false, "Soutput": false,
	"comment": true, "filecontents": true, "filecontents*": true, "tikzpicture": true, "pgfpicture": true, "picture": true, "circuitikz": true, "forest": true,
	"tikzcd": true, "asy": true, "luacode": true, "pspicture": true, "overpic": true, "CCSXML": true,
}

// formulas are the environments of display formulas; true where their rows need
// the environment to be read.
var formulas = map[string]bool{
	"equation": false, "equation*": false, "displaymath": false, "math": false, "align": true, "align*": true, "gather": true, "gather*": true, "multline": true,
	"multline*": true, "eqnarray": true, "eqnarray*": true, "flalign": true, "flalign*": true, "alignat": true, "alignat*": true, "dmath": false, "dmath*": false,
	"IEEEeqnarray": true, "IEEEeqnarray*": true, "prooftree": true, "empheq": true, "tableau": true, "oltableau": true,
}

// scanner finds the commands, formulas and code in a text.
type scanner struct {
	s    string
	none map[string]bool // what follows nowhere any more
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '@' }

// command is the name of the command whose backslash stands at a place, and
// where it ends.
func command(s string, i int) (name string, end int) {
	end = i + 1
	for end < len(s) && isLetter(s[end]) {
		end++
	}
	if end == i+1 && end < len(s) {
		_, n := utf8.DecodeRuneInString(s[end:])
		end += n
	}
	return s[i+1 : end], end
}

// afterBlanks is where the next thing stands behind blanks and at most one line
// end.
func afterBlanks(s string, i int) int {
	for ends := 0; i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r'); i++ {
		if s[i] == '\n' {
			if ends++; ends > 1 {
				return i
			}
		}
	}
	return i
}

// environment is the name in "\begin{name}" behind the command, and where that
// ends; "" where there is none.
func environment(s string, i int) (name string, end int) {
	i = afterBlanks(s, i)
	if i >= len(s) || s[i] != '{' {
		return "", i
	}
	stop := strings.IndexByte(s[i:min(len(s), i+60)], '}')
	if stop < 0 {
		return "", i
	}
	return strings.TrimSpace(s[i+1 : i+stop]), i + stop + 1
}

// find is where what follows next, or -1.
func (c *scanner) find(what string, from int) int {
	if c.none[what] {
		return -1
	}
	i := strings.Index(c.s[from:], what)
	if i < 0 {
		if c.none == nil {
			c.none = map[string]bool{}
		}
		c.none[what] = true
		return -1
	}
	return from + i
}

// region reads the formula or code that begins at a dollar sign or a backslash.
func (c *scanner) region(i int) (region, bool) {
	if c.s[i] == '$' {
		return c.dollar(i)
	}
	name, end := command(c.s, i)
	switch name {
	case "[", "(":
		kind, closer := byte('d'), `\]`
		if name == "(" {
			kind, closer = '$', `\)`
		}
		if stop := c.find(closer, end); stop >= 0 {
			return region{kind, "", end, stop, stop + 2}, true
		}
	case "verb", "lstinline", "Verb":
		return c.verb(i, end)
	case "mintinline":
		if _, after := environment(c.s, end); after > end {
			return c.verb(i, after)
		}
	case "begin":
		return c.envRegion(end)
	}
	return region{}, false
}

// dollar reads a formula between dollar signs, in one paragraph.
func (c *scanner) dollar(i int) (region, bool) {
	n, kind := 1, byte('$')
	if strings.HasPrefix(c.s[i:], "$$") {
		n, kind = 2, 'd'
	}
	for k := i + n; k < len(c.s); k++ {
		switch c.s[k] {
		case '\\':
			k++
		case '\n':
			if next := afterLineEnd(c.s, k); next > 0 && n == 1 {
				return region{}, false
			}
		case '$':
			if n == 2 && !strings.HasPrefix(c.s[k:], "$$") {
				continue
			}
			if k == i+n {
				return region{}, false
			}
			return region{kind, "", i + n, k, k + n}, true
		}
	}
	return region{}, false
}

// afterLineEnd is where the line ends that follows a line end and is blank, or
// 0.
func afterLineEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\n':
			return i
		case ' ', '\t', '\r':
		default:
			return 0
		}
	}
	return 0
}

// maxVerb is the longest code in a line.
const maxVerb = 1000

// verb reads code between two characters that are the same, or braces.
func (c *scanner) verb(_, end int) (region, bool) {
	if end < len(c.s) && c.s[end] == '*' {
		end++
	}
	if end < len(c.s) && c.s[end] == '[' {
		if stop := strings.IndexByte(c.s[end:min(len(c.s), end+maxVerb)], ']'); stop > 0 {
			end += stop + 1
		}
	}
	if end >= len(c.s) || c.s[end] == ' ' || c.s[end] == '\n' || isLetter(c.s[end]) {
		return region{}, false
	}
	closer := c.s[end]
	if closer == '{' {
		closer = '}'
	}
	stop := strings.IndexByte(c.s[end+1:min(len(c.s), end+maxVerb)], closer)
	if stop < 0 || strings.IndexByte(c.s[end+1:end+1+stop], '\n') >= 0 {
		return region{}, false
	}
	return region{'c', "", end + 1, end + 1 + stop, end + stop + 2}, true
}

// envRegion reads an environment of code or a formula. Code that nothing closes
// goes to the end.
func (c *scanner) envRegion(after int) (region, bool) {
	name, from := environment(c.s, after)
	_, isCode := verbatims[name]
	_, isFormula := formulas[name]
	if !isCode && !isFormula {
		return region{}, false
	}
	closer := `\end{` + name + "}"
	stop := c.find(closer, from)
	switch {
	case stop < 0 && isFormula:
		return region{}, false
	case stop < 0:
		return region{'v', name, from, len(c.s), len(c.s)}, true
	}
	kind := byte('v')
	if isFormula {
		kind = 'd'
	}
	return region{kind, name, from, stop, stop + len(closer)}, true
}

// survey finds the braces, environments, formulas and code of the text, and
// which sections there are.
func (p *parser) survey() {
	p.braces, p.envs, p.regions = map[int]int{}, map[int]env{}, map[int]region{}
	c := scanner{s: p.s}
	type opened struct {
		at   int
		name string
		from int
	}
	var braces []int
	var open []opened
	count := map[string]int{}
	ranks := map[int]bool{}
	for i := 0; i < len(p.s) && p.Going(); {
		switch p.s[i] {
		case '{':
			braces = append(braces, i)
			i++
		case '}':
			if n := len(braces); n > 0 {
				p.braces[braces[n-1]] = i
				braces = braces[:n-1]
			}
			i++
		case '$', '\\':
			if r, ok := c.region(i); ok {
				p.regions[i] = r
				i = r.end
				continue
			}
			if p.s[i] == '$' {
				i++
				continue
			}
			name, end := command(p.s, i)
			if name != "begin" && name != "end" {
				if rank, ok := rankOf(name); ok {
					ranks[rank] = true
				}
				i = max(end, i+1)
				continue
			}
			envName, after := environment(p.s, end)
			switch {
			case envName == "":
			case name == "begin":
				open = append(open, opened{i, envName, after})
				if count[envName]++; envName == "frame" {
					ranks[frameRank] = true
				}
			case count[envName] > 0:
				for {
					e := open[len(open)-1]
					open = open[:len(open)-1]
					count[e.name]--
					p.envs[e.at] = env{e.name, e.from, i, after}
					if e.name == envName {
						break
					}
					p.envs[e.at] = env{e.name, e.from, i, i}
				}
			}
			i = after
		default:
			i++
		}
	}
	for _, e := range open {
		p.envs[e.at] = env{e.name, e.from, len(p.s), len(p.s)}
	}
	for rank := range sectionRanks {
		if ranks[rank] {
			p.ranks = append(p.ranks, rank)
		}
	}
}

// has reports whether a command or an environment of a name is in the text.
func (p *parser) has(name string) bool {
	for rest := p.s; ; {
		i := strings.Index(rest, `\`+name)
		if i < 0 {
			return strings.Contains(p.s, `\begin{`+name+"}")
		}
		rest = rest[i+1+len(name):]
		if rest == "" || !isLetter(rest[0]) {
			return true
		}
	}
}

// The ranks of sections, highest first.
const (
	frameRank    = 5
	sectionRanks = 8
)

// sections are the commands of sections by their ranks.
var sections = map[string]int{"part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "frametitle": frameRank, "paragraph": 6,
	"subparagraph": 7, "addpart": 0, "addchap": 1, "addsec": 2, "chap": 1, "sect": 2, "subsect": 3}

// rankOf is the rank of a command of sections. Packages and classes make their
// own by a word before the name.
func rankOf(name string) (int, bool) {
	if rank, ok := sections[name]; ok {
		return rank, true
	}
	for _, ending := range [...]string{"subsubsection", "subsection", "section", "chapter"} {
		before, ok := strings.CutSuffix(name, ending)
		if !ok {
			continue
		}
		switch before {
		case "the", "set", "format", "reset", "at", "title", "pre", "if", "in", "current", "insert":
			return 0, false
		}
		if len(before) > 3 {
			return 0, false
		}
		return sections[ending], true
	}
	return 0, false
}
