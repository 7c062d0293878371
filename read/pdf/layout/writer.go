package layout

import (
	"context"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/pdf/page"
)

// writer writes blocks to a builder.
type writer struct {
	b *convert.Builder
	t *typography
}

func (w *writer) write(ctx context.Context, blocks []*block) error {
	for i := 0; i < len(blocks); {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch b := blocks[i]; b.kind {
		case item:
			i += w.list(blocks[i:])
			continue
		case contents:
			i += w.contents(blocks[i:])
			continue
		case heading:
			w.element("h"+strconv.Itoa(b.level), b.lines)
		case caption:
			w.b.Open("figure", origin(b.lines[0]))
			w.element("figcaption", b.lines)
			w.b.Close()
		case footnote:
			w.b.Open("x-footnote", origin(b.lines[0]), "label", b.label)
			w.text(b.lines, noteGlyphs(b.lines[0]))
			w.b.Close()
		case code:
			w.code(b)
		case tabular:
			w.table(b.table)
		case picture:
			w.b.Open("p", origin(b.lines[0]))
			w.b.Void("img", origin(b.lines[0]), "alt", b.label)
			w.b.Close()
		default:
			w.element("p", b.lines)
		}
		i++
	}
	return nil
}

// origin is the place of a line on its page.
func origin(l *line) doc.Origin { return place(l.sheet, l.box) }

func place(s *sheet, b page.Box) doc.Origin {
	b = s.frame.out(b)
	return doc.Origin{Page: s.number, Box: [4]float32{b.Left, b.Bottom, b.Right, b.Top}}
}

func (w *writer) element(tag string, lines []*line) {
	w.b.Open(tag, origin(lines[0]))
	w.text(lines, 0)
	w.b.Close()
}

// text writes lines as running text, without the first glyphs: words that a line
// end parts are joined.
func (w *writer) text(lines []*line, skip int) {
	for i, l := range lines {
		var next *line
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		from := 0
		if i == 0 {
			from = min(skip, len(l.glyphs))
		}
		w.line(l, from, next)
	}
}

// line writes a line's glyphs and what stands between it and the next one.
func (w *writer) line(l *line, from int, next *line) {
	to, between := len(l.glyphs), ""
	if next != nil {
		var hyphen int
		hyphen, between = w.t.seam(l, next)
		to -= hyphen
	}
	o := origin(l)
	for at := from; at < to; {
		if ref, ok := l.notes[at]; ok {
			w.b.Text("[^"+ref.name+"]", o)
			at += ref.glyphs
			continue
		}
		end := runEnd(l, at, to)
		w.run(l, at, end, o, at > from)
		at = end
	}
	if between != "" {
		w.b.Text(between, o)
	}
}

// runEnd is where the glyphs end that are written alike.
func runEnd(l *line, at, to int) int {
	end := at + 1
	for end < to && l.glyphs[end].link == l.glyphs[at].link && isPower(l, end) == isPower(l, at) {
		if _, ok := l.notes[end]; ok {
			break
		}
		end++
	}
	return end
}

// isPower reports whether a glyph is a raised digit or sign.
func isPower(l *line, i int) bool {
	g := &l.glyphs[i]
	return g.sup && (g.r >= '0' && g.r <= '9' || g.r == '+' || g.r == '-' || g.r == '−' || g.r == 'n')
}

func (w *writer) run(l *line, from, to int, o doc.Origin, more bool) {
	text := glyphText(l.glyphs[from:to])
	if more && l.glyphs[from].blank {
		w.b.Text(" ", o)
	}
	link, power := l.glyphs[from].link, isPower(l, from)
	if link >= 0 {
		w.b.Open("a", o, "href", l.sheet.source.Links[link].URI)
	}
	if power {
		w.b.Open("sup", o)
	}
	w.b.Text(text, o)
	if power {
		w.b.Close()
	}
	if link >= 0 {
		w.b.Close()
	}
}

// seam says how many glyphs at the end of a line are a hyphen that only its end
// calls for, and what stands between it and the next line.
func (t *typography) seam(l, next *line) (hyphen int, between string) {
	if len(l.glyphs) == 0 || len(next.glyphs) == 0 {
		return 0, " "
	}
	last, first := &l.glyphs[len(l.glyphs)-1], next.glyphs[0].r
	if isWide(last.r) && isWide(first) {
		return 0, ""
	}
	switch {
	case last.r == softHyphen:
		return 1, ""
	case (last.r == '–' || last.r == '—') && !last.blank && len(l.glyphs) > 1, last.r == '/' && strings.Contains(lastWord(l.text), "://"):
		return 0, ""
	case !isHyphen(last.r) || !unicode.IsLetter(first) || len(l.glyphs) < 2 || !unicode.IsLetter(l.glyphs[len(l.glyphs)-2].r) && last.flags&page.Hyphen == 0:
		if isHyphen(last.r) && unicode.IsDigit(first) && len(l.glyphs) > 1 && !last.blank {
			return 0, ""
		}
		return 0, " "
	}
	if last.blank {
		return 0, " " // a dash
	}
	front, back := lastWord(l.text), firstWord(next.text)
	whole, parted := bare(front+back), bare(front+"-"+back)
	switch {
	case t.words[parted] && !t.words[whole], !unicode.IsLower(first), strings.Contains(front, "-") && !t.words[whole]:
		return 0, ""
	}
	return 1, ""
}

func isHyphen(r rune) bool { return r == '-' || r == '‐' || r == '\u2011' }

// partsWord reports whether a line ends inside a word.
func partsWord(l *line) bool {
	last := &l.glyphs[len(l.glyphs)-1]
	return last.r == softHyphen || last.flags&page.Hyphen != 0 || isHyphen(last.r) && !last.blank && len(l.glyphs) > 1 && unicode.IsLetter(l.glyphs[len(l.glyphs)-2].r)
}

// lastWord is the last word of a text without the hyphen at its end.
func lastWord(text string) string {
	text = text[strings.LastIndexByte(text, ' ')+1:]
	if r, n := utf8.DecodeLastRuneInString(text); isHyphen(r) || r == softHyphen {
		text = text[:len(text)-n]
	}
	return text
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// code writes lines as they stand, indented by the width of a glyph.
func (w *writer) code(b *block) {
	left := b.box().Left
	w.b.Open("pre", origin(b.lines[0]))
	const deepest, mostBlank = 80, 2
	for i, l := range b.lines {
		advance := advanceOf(l)
		if i > 0 {
			last := b.lines[i-1]
			lines := 1
			if last.sheet == l.sheet {
				if d := (last.base - l.base) / w.t.leading(l.size); d > 1.6 {
					lines = min(int(d+0.5), mostBlank)
				}
			}
			w.b.Text(strings.Repeat("\n", lines), origin(l))
		}
		w.b.Text(strings.Repeat(" ", min(deepest, max(0, int((l.box.Left-left)/advance+0.5)))), origin(l))
		w.b.Text(spaced(l, advance), origin(l))
	}
	w.b.Close()
}

// advanceOf is how wide a glyph of a line is.
func advanceOf(l *line) float32 {
	if a := width(l.glyphs[0].box); a > 0.2*l.size {
		return a
	}
	return 0.6 * l.size
}

// spaced is a line's text with as many blanks as the gaps are wide.
func spaced(l *line, advance float32) string {
	const widest = 40
	var b strings.Builder
	for i := range l.glyphs {
		g := &l.glyphs[i]
		if g.blank && i > 0 {
			n := int((g.box.Left-l.glyphs[i-1].box.Right)/advance + 0.5)
			b.WriteString(strings.Repeat(" ", min(widest, max(1, n))))
		}
		b.WriteRune(g.r)
	}
	return b.String()
}

// contents writes the lines of a table of contents as a list and returns how
// many blocks they are.
func (w *writer) contents(blocks []*block) int {
	n := 0
	w.b.Open("ul", origin(blocks[0].lines[0]))
	for n < len(blocks) && blocks[n].kind == contents {
		lines := blocks[n].lines
		w.b.Open("li", origin(lines[0]))
		for i, l := range lines {
			title, number := withoutLeader(l.text)
			text := title
			if number != "" {
				text += " " + number
			}
			if i > 0 {
				w.b.Text(" ", origin(l))
			}
			w.b.Text(text, origin(l))
		}
		w.b.Close()
		n++
	}
	w.b.Close()
	return n
}

// withoutLeader parts a line of a table of contents into its title and its
// number.
func withoutLeader(text string) (title, number string) {
	i := strings.LastIndexAny(text, ".…·_")
	if i < 0 || !isLeader(text) {
		return text, ""
	}
	_, n := utf8.DecodeRuneInString(text[i:])
	return strings.TrimRight(text[:i], " .…·_"), strings.TrimSpace(text[i+n:])
}
