package latex

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

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
