package latex

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/doc"
)

// command reads the command at a place and returns what is behind it.
func (p *parser) command(i, to int) int {
	name, end := command(p.s, i)
	end = min(end, to)
	if rank, ok := rankOf(name); ok {
		return p.section(rank, end, to)
	}
	if mark, ok := accents[name]; ok && (!isLetter(name[0]) || p.accented(end, to)) {
		return p.accent(i, end, to, mark)
	}
	if shown, ok := symbols[name]; ok {
		return p.symbol(shown, name, i, end, to)
	}
	if tag, ok := elements[name]; ok {
		end = p.options(end, to)
		if from, stop, ok := p.arg(end, to); ok {
			p.element(tag, from, stop)
			return stop + 1
		}
		return end
	}
	if after, ok := p.special(name, i, end, to); ok {
		return after
	}
	if n, ok := dropped[name]; ok {
		return p.args(end, to, n)
	}
	if k, ok := kept[name]; ok {
		return p.keep(k.args, k.shown, end, to)
	}
	return p.unknown(name, i, end, to)
}

// unknown reads a command that we don't know: what stands in its braces is
// read, what stands in brackets is not. Where nothing can be read, as with \Cut{},
// at the end of a sentence, or with a capital, its name is: it is a word defined
// elsewhere.
func (p *parser) unknown(name string, i, end, to int) int {
	switch {
	case strings.HasSuffix(name, "label"), strings.Contains(name, "index"):
		return p.args(end, to, 1)
	case strings.HasSuffix(name, "fileid"):
		return p.args(end, to, 3)
	case name == "" || !isLetter(name[0]) || strings.Contains(name, "@"):
		return end
	}
	if after := p.options(end, to); after > end && after < to && p.s[after] == '{' {
		return after
	}
	empty := strings.HasPrefix(p.s[end:to], "{}")
	if empty || end < to && strings.IndexByte(".,;:)}", p.s[end]) >= 0 || 'A' <= name[0] && name[0] <= 'Z' && (end == to || p.s[end] != '{' && p.s[end] != '[') {
		p.put(name, i, end)
	}
	if end < to && p.s[end] == '*' {
		end++
	}
	return end
}

// keep reads one of the arguments of a command.
func (p *parser) keep(n, shown, i, to int) int {
	if i < to && p.s[i] == '*' {
		i++
	}
	for k := range n {
		i = p.options(i, to)
		from, end, ok := p.arg(i, to)
		if !ok {
			return i
		}
		if k == shown {
			p.content(from, end)
		}
		i = end + 1
	}
	return i
}

func (p *parser) symbol(shown, name string, i, end, to int) int {
	if shown != "" {
		if shown == " " {
			p.blankFor(i, end)
		} else {
			p.put(shown, i, end)
		}
	}
	if !isLetter(name[0]) {
		return end
	}
	if end+1 < to && strings.HasPrefix(p.s[end:], "{}") {
		return end + 2
	}
	for end < to && (p.s[end] == ' ' || p.s[end] == '\t') {
		end++
	}
	return end
}

// blankFor writes a blank for a command, where a line has begun.
func (p *parser) blankFor(i, end int) {
	if p.captured != nil || p.inP || p.inline > 0 {
		p.put(" ", i, end)
	}
}

// accented reports whether an accent that has a letter as its name has an
// argument.
func (p *parser) accented(i, to int) bool {
	return i < to && (p.s[i] == '{' || p.s[i] == ' ' || p.s[i] == '\\')
}

// accent writes a letter with an accent.
func (p *parser) accent(start, i, to int, mark string) int {
	if from, end, ok := p.arg(i, to); ok && end-from < 12 {
		p.put(norm.NFC.String(dotted(p.plain(doc.Span{Start: from, End: end}), mark)), start, end+1)
		return end + 1
	}
	i = afterBlanks(p.s, i)
	if i >= to {
		return i
	}
	end := i + 1
	if p.s[i] == '\\' {
		_, end = command(p.s, i)
	}
	for end < to && p.s[end]&0xc0 == 0x80 {
		end++
	}
	end = min(end, to)
	letter := p.s[i:end]
	if letter == `\i` || letter == `\j` {
		letter = letter[1:]
	}
	if strings.ContainsAny(letter, "\\{}$\n") {
		return i
	}
	p.put(norm.NFC.String(dotted(letter, mark)), start, end)
	return end
}

// dotted is letters with a mark on the first: a dotless i or j has its dot in
// Unicode.
func dotted(letters, mark string) string {
	letters = strings.NewReplacer("ı", "i", "ȷ", "j").Replace(letters)
	if letters == "" {
		return ""
	}
	n := 1
	for n < len(letters) && letters[n]&0xc0 == 0x80 {
		n++
	}
	return letters[:n] + mark + letters[n:]
}

// special reads the commands that do more than show an argument.
func (p *parser) special(name string, i, end, to int) (int, bool) {
	switch name {
	case "begin":
		return p.begin(i, end, to), true
	case "end":
		_, after := environment(p.s, end)
		return max(after, end), true
	case "par":
		p.closeP()
		return end, true
	case `\`, "newline", "linebreak":
		return p.lineBreak(i, end, to), true
	case "title", "author", "date", "subtitle":
		return p.head(name, end, to), true
	case "maketitle", "titlepage":
		p.makeTitle(i)
		return end, true
	case "caption", "captionof", "subcaption":
		return p.captioned(name, end, to), true
	case "footnote", "thanks", "footnotetext", "marginpar", "sidenote", "endnote", "blfootnote":
		return p.footnote(i, end, to), true
	case "input", "include", "subfile", "subfileinclude", "import", "subimport", "lstinputlisting", "verbatiminput", "InputIfFileExists":
		return p.input(name, end, to), true
	case "includegraphics":
		return p.graphics(i, end, to), true
	case "url", "nolinkurl", "path":
		if from, stop, ok := p.arg(end, to); ok {
			p.text(from, stop)
			return stop + 1, true
		}
		return end, true
	case "href":
		return p.href(end, to), true
	case "usepackage", "documentclass":
		return p.pkg(name, end, to), true
	case "hypersetup":
		return p.hyper(end, to), true
	case "lstset":
		if from, stop, ok := p.arg(end, to); ok {
			p.code = optionNamed(p.s, from, stop, "language")
			return stop + 1, true
		}
		return end, true
	case "ensuremath":
		if from, stop, ok := p.arg(end, to); ok {
			p.put("$", from-1, from)
			p.text(from, stop)
			p.put("$", stop, stop+1)
			return stop + 1, true
		}
		return end, true
	case "enquote", "textquote", "blockquote":
		if from, stop, ok := p.arg(p.options(end, to), to); ok {
			p.put("“", from-1, from)
			p.content(from, stop)
			p.put("”", stop, stop+1)
			return stop + 1, true
		}
		return end, true
	case "bibitem":
		return p.bibItem(end, to), true
	case "SI", "qty", "num", "unit", "si":
		return p.quantity(name, end, to), true
	}
	if strings.HasSuffix(strings.ToLower(name), "ref") || strings.Contains(strings.ToLower(name), "cite") {
		return p.reference(name, end, to)
	}
	return 0, false
}
