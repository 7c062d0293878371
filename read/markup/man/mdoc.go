package man

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// mdoc is the state of a page with the macros of mdoc(7).
type mdoc struct {
	opened    bool // an enclosure was the last thing that was written
	on        bool
	unspaced  bool     // words are not parted, after .Sm off
	arguments int      // of the function that is being written
	function  bool     // its arguments stand on lines of their own
	open      []string // what closes the enclosures that go over several lines
	lists     []mlist
	display   []bool // displays that are open: preformatted or not
}

// mlist is an open list of mdoc: its kind, and whether it is one of ours.
type mlist struct {
	kind  string
	table *markup.Table
}

// styles are the macros that set their arguments in a font, with what stands
// before each argument.
var styles = map[string]struct {
	font byte
	mark string
}{
	"Fl": {'B', "-"}, "Cm": {'B', ""}, "Ic": {'B', ""}, "Nm": {'B', ""}, "Sy": {'B', ""}, "Fn": {'B', ""}, "Fd": {'B', ""}, "Ar": {'I', ""}, "Em": {'I', ""}, "Pa": {'I', ""},
	"Va": {'I', ""}, "Fa": {'I', ""}, "Ft": {'I', ""}, "Vt": {'I', ""}, "Li": {'C', ""}, "Dv": {'C', ""}, "Ev": {'C', ""}, "Er": {'C', ""}, "Ms": {'B', ""}, "No": {'R', ""},
	"Ad": {'R', ""}, "An": {'R', ""}, "Tn": {'R', ""}, "Mt": {'R', ""}, "Cd": {'B', ""}, "Ta": {'R', ""}, "In": {'B', ""}, "St": {'R', ""}, "Ux": {'R', "UNIX"}, "Bx": {'R', "BSD"},
	"Fx": {'R', "FreeBSD"}, "Nx": {'R', "NetBSD"}, "Ox": {'R', "OpenBSD"}, "Dx": {'R', "DragonFly"}, "At": {'R', "AT&T UNIX"}, "Xr": {'R', ""}, "Lk": {'R', ""}, "Ap": {'R', ""},
	"Ns": {'R', ""}, "Nd": {'R', ""}, "Lb": {'R', ""}, "Bsx": {'R', "BSD/OS"}, "Tg": {'R', ""}, "Fr": {'R', ""}, "Hf": {'R', ""},
}

// enclosures are the macros that put what follows between two signs.
var enclosures = map[string][2]string{
	"Op": {"[", "]"}, "Pq": {"(", ")"}, "Bq": {"[", "]"}, "Brq": {"{", "}"}, "Aq": {"<", ">"}, "Dq": {"“", "”"}, "Qq": {`"`, `"`}, "Sq": {"‘", "’"}, "Ql": {"‘", "’"}, "Eq": {"", ""}, "Xx": {"", ""},
}

// openers begin enclosures that other lines close; closers end them.
var (
	openers = map[string]string{"Oo": "Op", "Po": "Pq", "Bo": "Bq", "Bro": "Brq", "Ao": "Aq", "Do": "Dq", "Qo": "Qq", "So": "Sq", "Xo": "Xx", "Eo": "Xx"}
	closers = map[string]bool{"Oc": true, "Pc": true, "Bc": true, "Brc": true, "Ac": true, "Dc": true, "Qc": true, "Sc": true, "Xc": true, "Ec": true}
)

// mdocLine reads a line of mdoc(7), and reports whether it is one.
func (p *parser) mdocLine(name string, args []doc.Span, l markup.Line) bool {
	if name == "Dd" || name == "Dt" && len(args) > 0 {
		p.mdoc.on = true
	}
	if !p.mdoc.on {
		return false
	}
	switch name {
	case "Dd":
		p.Set("date", strings.Trim(strings.TrimPrefix(strings.Join(p.words(args), " "), "$Mdocdate:"), " $"))
	case "Dt":
		p.titleHeading(args[:min(len(args), 2)], l)
	case "Os", "Bk", "Ek", "Ud", "Bt", "Tg":
	case "Sh", "Ss":
		p.closeAll()
		return false
	case "Pp", "Lp":
		if p.pre {
			p.newline(l.Span())
		} else {
			p.endP()
		}
	case "Bl":
		p.beginList(args)
	case "It":
		p.mdocItem(args, l)
	case "El":
		p.endMdocList()
	case "Bd":
		p.beginDisplay(args)
	case "Ed":
		p.endDisplay()
	case "Dl", "D1":
		p.startPre()
		p.output(l.Span(), func() { p.tokens(args, l) })
		p.endPre()
	case "Sm":
		p.mdoc.unspaced = len(args) > 0 && p.src[args[0].Start:args[0].End] == "off"
	case "Rs", "Re":
		p.endP()
	case "Ex":
		p.output(l.Span(), func() { p.put("The utility exits 0 on success, and >0 if an error occurs.", l.Span()) })
	case "Rv":
		p.output(l.Span(), func() {
			p.put("Upon successful completion, the value 0 is returned; otherwise the value -1 is returned and errno is set to indicate the error.", l.Span())
		})
	case "Fo":
		p.output(l.Span(), func() {
			p.styled('B', "", args)
			p.glue = true
			p.put("(", l.Span())
			p.glue = true
		})
		p.mdoc.function, p.mdoc.arguments = true, 0
	case "Fc":
		p.mdoc.function = false
		p.glue = true
		p.output(l.Span(), func() { p.put(")", l.Span()) })
	default:
		return p.mdocWords(name, args, l)
	}
	return true
}

// mdocWords reads a line of macros that write words.
func (p *parser) mdocWords(name string, args []doc.Span, l markup.Line) bool {
	if strings.HasPrefix(name, "%") {
		p.output(l.Span(), func() { p.tokens(args, l) })
		p.glue = true
		p.put(",", doc.Span{Start: l.End, End: l.End})
		return true
	}
	if !isCallable(name) {
		return false
	}
	start := markup.TrimStart(p.src, l.Start+1, l.End)
	first := doc.Span{Start: start, End: start + len(name)}
	write := func() { p.tokens(append([]doc.Span{first}, args...), l) }
	if name == "Fa" && p.mdoc.function {
		if p.mdoc.arguments++; p.mdoc.arguments > 1 {
			p.glue = true
			p.put(",", first)
			p.glue = false
		}
	}
	if closers[name] || name == "Ap" || name == "Ns" {
		p.glue = true // joins what stands before
	}
	switch {
	case p.inSynopsis() && (name == "Nm" || name == "Ft" || name == "In" || name == "Fd"):
		p.endP()
		p.output(l.Span(), write)
	case name == "Nd":
		p.output(l.Span(), func() {
			p.put("— ", first)
			p.tokens(args, l)
		})
	default:
		p.output(l.Span(), write)
	}
	return true
}

// inSynopsis reports whether each command begins a line: nowhere but in the
// synopsis do we know.
func (p *parser) inSynopsis() bool { return p.synopsis && p.inline == 0 && !p.pre }

func isCallable(name string) bool {
	_, style := styles[name]
	_, enclosure := enclosures[name]
	_, opener := openers[name]
	return style || enclosure || opener || closers[name]
}

// words are arguments as text.
func (p *parser) words(args []doc.Span) []string {
	var out []string
	for _, a := range args {
		out = append(out, p.plain(a))
	}
	return out
}

// put writes a word that stands for a stretch of the source.
func (p *parser) put(s string, src doc.Span) {
	if s != "" {
		p.write(s, src)
	}
}

// gap writes the blank before a word, unless the last one said that there is
// none.
func (p *parser) gap(src doc.Span) {
	if !p.glue && !p.mdoc.unspaced && (p.inP || p.inline > 0 || p.pre && p.preAny) {
		p.write(" ", doc.Span{Start: src.Start, End: src.Start})
	}
	p.glue = false
}

func isClosing(s string) bool { return len(s) == 1 && strings.Contains(".,:;)]?!", s) }
func isOpening(s string) bool { return s == "(" || s == "[" }

// tokens reads macros and words in a line. The first word has its blank from
// whoever calls.
func (p *parser) tokens(args []doc.Span, l markup.Line) {
	end := len(args)
	for end > 0 && isClosing(p.src[args[end-1].Start:args[end-1].End]) {
		end--
	}
	trailing := args[end:]
	p.glue, p.mdoc.opened = true, false // output wrote the blank
	var pending []string
	style := "No"
	any := false // the present macro has had an argument
	finish := func(src doc.Span) {
		if style == "Fn" && any {
			p.glue = true
			p.put(")", doc.Span{Start: src.End, End: src.End})
		}
		if s := styles[style]; !any {
			switch {
			case style == "Fl":
				p.styledWord('B', "-", src)
				p.glue = true // "Fl Fl all"
			case style == "Ar":
				p.styledWord('I', "file ...", src)
			case style == "Nm" && p.name != "":
				p.styledWord('B', p.name, src)
			case s.mark != "":
				p.styledWord('R', s.mark, src)
			}
		}
	}
	last := doc.Span{Start: l.Start, End: l.Start}
	for _, a := range args[:end] {
		word := p.src[a.Start:a.End]
		quoted := a.Start > 0 && p.src[a.Start-1] == '"'
		if !quoted && isCallable(word) {
			finish(last)
			style, any, last = word, false, a
			any = p.call(word, a, &pending)
			continue
		}
		p.argument(style, word, a, any)
		any, last = true, a
	}
	finish(last)
	for k := len(pending) - 1; k >= 0; k-- {
		p.glue = true
		p.put(pending[k], doc.Span{Start: l.End, End: l.End})
	}
	for _, a := range trailing {
		p.glue = true
		p.put(p.src[a.Start:a.End], a)
	}
	p.glue = p.mdoc.opened
}

// call reads a macro among others. It reports whether nothing is owed where no
// argument follows.
func (p *parser) call(name string, a doc.Span, pending *[]string) bool {
	if signs, ok := enclosures[name]; ok {
		p.gap(a)
		p.put(signs[0], a)
		p.glue = true
		*pending = append(*pending, signs[1])
		return true
	}
	if of, ok := openers[name]; ok {
		signs := enclosures[of]
		if signs[0] != "" {
			p.gap(a)
			p.put(signs[0], a)
			p.glue, p.mdoc.opened = true, true
		}
		if len(p.mdoc.open) < 100 {
			p.mdoc.open = append(p.mdoc.open, signs[1])
		}
		return true
	}
	switch {
	case closers[name]:
		if n := len(p.mdoc.open); n > 0 {
			p.glue = true
			p.put(p.mdoc.open[n-1], a)
			p.mdoc.open = p.mdoc.open[:n-1]
		}
		return true
	case name == "Ns":
		p.glue = true
		return true
	case name == "Ap":
		p.glue = true
		p.put("'", a)
		p.glue = true
		return true
	case name == "No" || name == "Xr" || name == "Lk" || name == "Nd" || name == "Ta" || name == "An":
		return true
	}
	return false
}

// argument writes an argument of a macro.
func (p *parser) argument(style, word string, a doc.Span, more bool) {
	s := styles[style]
	p.mdoc.opened = false
	switch {
	case isClosing(word):
		p.glue = true
		p.put(word, a)
	case isOpening(word):
		p.gap(a)
		p.put(word, a)
		p.glue = true
	case word == "|":
		p.gap(a)
		p.put(word, a)
	case style == "Xr" && more && isDigit(word[0]) && len(word) < 8:
		p.put("(", doc.Span{Start: a.Start, End: a.Start})
		p.text(a.Start, a.End)
		p.put(")", doc.Span{Start: a.End, End: a.End})
	case style == "Fn" && more:
		if p.mdoc.arguments++; p.mdoc.arguments > 1 {
			p.glue = true
			p.put(", ", doc.Span{Start: a.Start, End: a.Start})
		}
		p.glue = true
		p.styled('I', "", []doc.Span{a})
	case style == "In":
		p.gap(a)
		if p.inSynopsis() {
			p.put("#include ", doc.Span{Start: a.Start, End: a.Start})
		}
		p.put("<", doc.Span{Start: a.Start, End: a.Start})
		p.text(a.Start, a.End)
		p.put(">", doc.Span{Start: a.End, End: a.End})
	default:
		p.gap(a)
		font := p.font
		p.font = s.font
		if s.mark != "" && (style == "Fl" || !more) {
			p.put(s.mark, doc.Span{Start: a.Start, End: a.Start})
			if style != "Fl" {
				p.put(" ", doc.Span{Start: a.Start, End: a.Start})
			}
		}
		p.text(a.Start, a.End)
		p.font = font
		if style == "Fn" {
			p.glue = true
			p.put("(", doc.Span{Start: a.End, End: a.End})
			p.glue, p.mdoc.arguments = true, 0
		}
	}
}

// styledWord writes a word that no argument stands for.
func (p *parser) styledWord(font byte, word string, src doc.Span) {
	p.gap(src)
	saved := p.font
	p.font = font
	p.put(word, src)
	p.font = saved
}

// styled writes words in a font.
func (p *parser) styled(font byte, mark string, args []doc.Span) {
	p.glue = true
	for _, a := range args {
		p.gap(a)
		saved := p.font
		p.font = font
		p.put(mark, a)
		p.text(a.Start, a.End)
		p.font = saved
	}
}
