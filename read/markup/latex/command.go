package latex

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// symbols are the commands that stand for characters.
var symbols = map[string]string{
	"ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—", "S": "§", "P": "¶", "textsection": "§", "copyright": "©",
	"textcopyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "EUR": "€", "ss": "ß",
	"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ",
	"TH": "Þ", "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeLaTeX": "XeLaTeX", "LuaLaTeX": "LuaLaTeX", "textbackslash": `\`,
	"textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|", "textbraceleft": "{", "textbraceright": "}",
	"textunderscore": "_", "textquotesingle": "'", "textquotedbl": `"`, "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
	"textquoteright": "’", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»", "flqq": "«", "frqq": "»", "og": "« ",
	"fg": " »", "glqq": "„", "grqq": "“", "quotedblbase": "„", "textbullet": "•", "textdegree": "°", "degree": "°", "textordfeminine": "ª", "textordmasculine": "º",
	"textexclamdown": "¡", "textquestiondown": "¿", "textmu": "µ", "textmultiply": "×", "texttimes": "×", "textrightarrow": "→", "textleftarrow": "←", "textperiodcentered": "·",
	"dag": "†", "ddag": "‡", "quad": " ", "qquad": " ", "enspace": " ", "thinspace": " ", "space": " ", "nobreakspace": " ", "hfill": " ", "hfil": " ",
	"newblock": " ", "tabularnewline": " ", "and": ", ", "slash": "/", "checkmark": "✓",
	"%": "%", "&": "&", "#": "#", "_": "_", "$": "$", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", ">": "",
	"<": "", "+": "", "AND": ", ", "And": ", ",
}

// accents are the commands of accents with the marks that combine.
var accents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b",
	"c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030a", "k": "\u0328",
}

// elements are the commands whose argument is an element.
var elements = map[string]string{
	"emph": "em", "textit": "em", "textsl": "em", "textbf": "strong", "texttt": "code", "alert": "strong", "structure": "strong", "sout": "del", "st": "del",
	"textsuperscript": "sup", "textsubscript": "sub", "strong": "strong", "code": "code", "lstinline": "code", "keys": "code", "menu": "code", "boldsymbol": "strong",
	"file": "code", "textmd": "",
}

// dropped are the commands that mean nothing to a reader, with how many
// arguments in braces go with them.
var dropped = map[string]int{
	"label": 1, "vspace": 1, "hspace": 1, "usepackage": 1, "RequirePackage": 1, "documentclass": 1, "documentstyle": 1, "pagestyle": 1, "thispagestyle": 1, "setlength": 2,
	"addtolength": 2, "setcounter": 2, "addtocounter": 2, "stepcounter": 1, "refstepcounter": 1, "bibliographystyle": 1, "hypersetup": 1, "geometry": 1, "index": 1,
	"glossary": 1, "color": 1, "definecolor": 3, "colorlet": 2, "hyphenation": 1, "graphicspath": 1, "addbibresource": 1, "cmidrule": 1, "cline": 1, "nocite": 1,
	"newlength": 1, "newcounter": 1, "linespread": 1, "selectlanguage": 1, "foreignlanguage": 1, "fontsize": 2, "pagenumbering": 1, "theoremstyle": 1, "bibdata": 1,
	"addcontentsline": 3, "markboth": 2, "markright": 1, "numberwithin": 2, "captionsetup": 1, "lstdefinestyle": 2, "lstdefinelanguage": 2, "usetikzlibrary": 1,
	"tikzset": 1, "pgfplotsset": 1, "newif": 0, "vskip": 0, "hskip": 0, "rule": 2, "phantom": 1, "hphantom": 1, "vphantom": 1, "usetheme": 1, "usecolortheme": 1,
	"usefonttheme": 1, "setbeamertemplate": 2, "beamertemplatenavigationsymbolsempty": 0, "setbeamercolor": 2, "setbeamerfont": 2, "logo": 1, "institute": 0,
	"fancyhead": 1, "fancyfoot": 1, "fancyhf": 1, "lhead": 1, "rhead": 1, "chead": 1, "lfoot": 1, "rfoot": 1, "cfoot": 1, "titleformat": 5, "titlespacing": 4,
	"setmainfont": 1, "setsansfont": 1, "setmonofont": 1, "newfontfamily": 2, "todo": 1, "makeatletter": 0, "makeatother": 0, "tableofcontents": 0, "listoffigures": 0,
	"listoftables": 0, "appendix": 0, "newpage": 0, "clearpage": 0, "cleardoublepage": 0, "pagebreak": 0, "nopagebreak": 0, "linebreak": 0, "noindent": 0, "indent": 0,
	"centering": 0, "raggedright": 0, "raggedleft": 0, "bigskip": 0, "medskip": 0, "smallskip": 0, "vfill": 0, "hrule": 0, "hrulefill": 0, "dotfill": 0, "hline": 0,
	"toprule": 0, "midrule": 0, "bottomrule": 0, "protect": 0, "relax": 0, "frontmatter": 0, "mainmatter": 0, "backmatter": 0, "xspace": 0, "onehalfspacing": 0,
	"doublespacing": 0, "singlespacing": 0, "sloppy": 0, "fussy": 0, "allowbreak": 0, "null": 0, "leavevmode": 0, "maketitlepage": 0, "pause": 0, "qedhere": 0, "qed": 0,
	"bibliography": 1, "printbibliography": 0, "printindex": 0, "makeindex": 0, "phantomsection": 0, "ensurecommand": 0, "columnwidth": 0, "textwidth": 0, "linewidth": 0,
	"footnotesize": 0, "small": 0, "large": 0, "Large": 0, "LARGE": 0, "huge": 0, "Huge": 0, "tiny": 0, "scriptsize": 0, "normalsize": 0, "normalfont": 0, "rm": 0, "sf": 0,
	"sc": 0, "scshape": 0, "rmfamily": 0, "sffamily": 0, "bf": 0, "bfseries": 0, "it": 0, "itshape": 0, "em": 0, "sl": 0, "slshape": 0, "tt": 0, "ttfamily": 0, "upshape": 0,
	"mdseries": 0, "today": 0, "twocolumn": 0, "onecolumn": 0, "endhead": 0, "endfirsthead": 0, "endfoot": 0, "endlastfoot": 0, "rowcolor": 1, "cellcolor": 1, "columncolor": 1,
	"rowcolors": 3, "arraystretch": 0, "addlinespace": 0, "specialrule": 3, "noalign": 1, "else": 0, "fi": 0, "newline": 0, "DeclareUnicodeCharacter": 2, "sisetup": 1,
	"newacronym": 3, "newglossaryentry": 2, "crefname": 3, "Crefname": 3, "includeonly": 1, "ProvidesPackage": 1, "NeedsTeXFormat": 1, "setstretch": 1, "needspace": 1, "par": 0, "footnotemark": 0,
	"DeclareGraphicsExtensions": 1, "allowdisplaybreaks": 0, "balance": 0, "hfuzz": 0, "vbox": 0, "hbox": 0, "strut": 0, "nonumber": 0, "notag": 0, "flushbottom": 0, "raggedbottom": 0,
	"AtBeginDocument": 1, "AtEndDocument": 1, "AtBeginSection": 1, "PassOptionsToPackage": 2, "counterwithin": 2, "frenchspacing": 0, "nonfrenchspacing": 0, "vbadness": 0,
}

// known reports whether we have a meaning of our own for a command, which no
// definition changes.
func known(name string) bool {
	_, isDropped := dropped[name]
	_, isElement := elements[name]
	_, isKept := kept[name]
	return isDropped || isElement || isKept || name == "begin" || name == "end" || name == "item"
}

// kept are the commands of which one argument is read: how many there are, and
// which.
var kept = map[string]struct{ args, shown int }{
	"textcolor": {2, 1}, "colorbox": {2, 1}, "parbox": {2, 1}, "raisebox": {2, 1}, "resizebox": {3, 2}, "scalebox": {2, 1}, "rotatebox": {2, 1}, "texorpdfstring": {2, 0},
	"foreignlanguage": {2, 1}, "fcolorbox": {3, 2}, "href": {2, 1}, "multicolumn": {3, 2}, "multirow": {3, 2}, "adjustbox": {2, 1}, "hyperref": {1, 0}, "hyperlink": {2, 1},
	"hypertarget": {2, 1}, "makebox": {1, 0}, "acrshort": {1, 0}, "onslide": {1, 0}, "textlatin": {1, 0}, "iftoggle": {3, 1}, "iftag": {3, 1},
}

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

// lineBreak reads "\\" and what goes with it.
func (p *parser) lineBreak(i, end, to int) int {
	if end < to && p.s[end] == '*' {
		end++
	}
	if from, stop, ok := option(p.s, end); ok && stop < to && from == end+1 {
		end = stop + 1
	}
	switch {
	case p.captured != nil:
		p.put(" ", i, i+1)
	case p.inline > 0:
		p.put(" ", i, i+1)
	case p.inP:
		p.Void("br", p.span(i, i+2))
	}
	return end
}

// head keeps what the document says of itself.
func (p *parser) head(name string, i, to int) int {
	i = p.options(i, to)
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	s := doc.Span{Start: from, End: end}
	switch name {
	case "title":
		p.title = s
	case "author":
		p.author = s
	case "date":
		p.date = s
	}
	return end + 1
}

// captioned writes a caption, unless the table that follows has it.
func (p *parser) captioned(name string, i, to int) int {
	if i < to && p.s[i] == '*' {
		i++
	}
	if name == "captionof" {
		_, i = environment(p.s, i)
	}
	i = p.options(i, to)
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	if p.caption.Start == from && p.caption.End == end {
		return end + 1
	}
	p.closeP()
	p.open("figcaption", p.span(from, end))
	p.line(from, end)
	p.shut()
	return end + 1
}

// footnote writes the reference to a footnote, and keeps its text for later.
func (p *parser) footnote(start, i, to int) int {
	i = p.options(i, to)
	from, end, ok := p.arg(i, to)
	if !ok || p.captured != nil {
		if ok {
			return end + 1
		}
		return i
	}
	p.notes++
	label := strconv.Itoa(p.notes)
	p.openP(start)
	src := p.span(start, from)
	p.Reference(label, src)
	p.Footnote(label, src, func() {
		depth := p.depth
		p.depth = max(p.depth, 1)
		p.block(from, end)
		p.depth = depth
	})
	return end + 1
}

// input notes a file that is not read.
func (p *parser) input(name string, i, to int) int {
	i = p.options(i, to)
	from, end, ok := p.arg(i, to)
	if !ok { // \input file
		stop := i
		for stop < to && stop < i+100 && p.s[stop] != '\n' && p.s[stop] != ' ' || stop == i && stop < to && p.s[stop] == ' ' {
			stop++
		}
		p.Left(p.s[i:stop])
		return stop
	}
	file := p.s[from:end]
	if name == "import" || name == "subimport" {
		if a, b, ok := p.arg(end+1, to); ok {
			file, end = file+p.s[a:b], b
		}
	}
	p.Left(file)
	return end + 1
}

// graphics writes an image that has a description.
func (p *parser) graphics(at, i, to int) int {
	if i < to && p.s[i] == '*' {
		i++
	}
	alt := ""
	if from, end, ok := option(p.s, i); ok && end < to {
		alt = optionNamed(p.s, from, end, "alt")
		i = end + 1
	}
	from, end, ok := p.arg(p.options(i, to), to)
	if !ok {
		return i
	}
	if alt != "" && p.captured == nil {
		p.openP(at)
		p.Void("img", p.span(at, end+1), "src", strings.TrimSpace(p.s[from:end]), "alt", alt)
	}
	return end + 1
}

func (p *parser) href(i, to int) int {
	i = p.options(i, to)
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	a, b, ok := p.arg(end+1, to)
	if !ok {
		return end + 1
	}
	if p.captured != nil {
		p.content(a, b)
		return b + 1
	}
	p.openP(a)
	p.Open("a", p.span(from, end), "href", strings.ReplaceAll(p.s[from:end], `\`, ""))
	p.line(a, b)
	p.Close()
	return b + 1
}

// pkg reads the language that a document loads; the last one named is it.
func (p *parser) pkg(name string, i, to int) int {
	options := ""
	if from, end, ok := option(p.s, i); ok && end < to {
		options = p.s[from:end]
		i = end + 1
	}
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	if name == "documentclass" || strings.Contains(p.s[from:end], "babel") {
		for _, option := range strings.Split(options, ",") {
			option = strings.TrimSpace(option)
			if v, ok := strings.CutPrefix(option, "main="); ok {
				p.Language = markup.Language(v)
				break
			}
			if len(option) > 3 { // a name, no tag
				if tag := markup.Language(strings.SplitN(option, ".", 2)[0]); tag != "" {
					p.Language = tag
				}
			}
		}
	}
	return end + 1
}

// hyper reads what a document says of itself for readers of PDF.
func (p *parser) hyper(i, to int) int {
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	p.Set("author", optionNamed(p.s, from, end, "pdfauthor"))
	p.Set("keywords", optionNamed(p.s, from, end, "pdfkeywords"))
	p.Set("description", optionNamed(p.s, from, end, "pdfsubject"))
	return end + 1
}

// reference shows the keys of a reference or a citation.
func (p *parser) reference(name string, i, to int) (int, bool) {
	if i < to && p.s[i] == '*' {
		i++
	}
	i = p.options(i, to)
	from, end, ok := p.arg(i, to)
	if !ok {
		return 0, false
	}
	left, right := "", ""
	switch {
	case strings.Contains(strings.ToLower(name), "cite"):
		left, right = "[", "]"
	case name == "eqref":
		left, right = "(", ")"
	case name == "hyperref":
		p.content(from, end)
		return end + 1, true
	}
	p.put(left, from-1, from)
	p.text(from, end)
	p.put(right, end, end+1)
	return end + 1, true
}

func (p *parser) bibItem(i, to int) int {
	p.closeP()
	if from, end, ok := option(p.s, i); ok && end < to {
		i = end + 1
		p.put("[", from-1, from)
		p.line(from, end)
		p.put("] ", end, end+1)
		if _, end, ok := p.arg(i, to); ok {
			i = end + 1
		}
		return i
	}
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	p.put("[", from-1, from)
	p.text(from, end)
	p.put("] ", end, end+1)
	return end + 1
}

// quantity writes a number with its unit.
func (p *parser) quantity(name string, i, to int) int {
	i = p.options(i, to)
	n := 1
	if name == "SI" || name == "qty" {
		n = 2
	}
	for k := range n {
		from, end, ok := p.arg(p.options(i, to), to)
		if !ok {
			return i
		}
		if k > 0 {
			p.put(" ", from-1, from)
		}
		p.units(from, end)
		i = end + 1
	}
	return i
}

// unitSigns are the commands of units that are no words.
var unitSigns = map[string]string{"percent": "%", "degree": "°", "celsius": "°C", "degreeCelsius": "°C", "per": "/", "metre": "m", "meter": "m", "kilo": "k", "gram": "g",
	"second": "s", "milli": "m", "micro": "µ", "mega": "M", "giga": "G", "centi": "c", "hertz": "Hz", "volt": "V", "ampere": "A", "watt": "W", "newton": "N", "pascal": "Pa",
	"joule": "J", "kelvin": "K", "squared": "²", "cubed": "³", "square": "", "cubic": "", "litre": "l", "liter": "l", "hour": "h", "minute": "min", "day": "d", "byte": "B", "bit": "bit",
	"nano": "n", "ohm": "Ω", "mole": "mol", "kilogram": "kg"}

func (p *parser) units(from, to int) {
	for i := from; i < to; {
		if p.s[i] != '\\' {
			end := i + 1
			for end < to && p.s[end] != '\\' {
				end++
			}
			p.text(i, end)
			i = end
			continue
		}
		name, end := command(p.s, i)
		shown, ok := unitSigns[name]
		if !ok {
			shown = name
		}
		p.put(shown, i, min(end, to))
		i = max(end, i+1)
	}
}
