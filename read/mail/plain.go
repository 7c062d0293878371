package mail

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line of a plain text.
type line struct {
	depth int // how often it is quoted
	text  string
	whole bool // it ends here, wherever the page did
}

func (l line) blank() bool { return strings.TrimSpace(l.text) == "" }

// maxDepth is the deepest quoting that is told from the one below.
const maxDepth = 12

// splitLines takes a text apart. Flowed lines that go on are joined, as RFC
// 3676 has it; joined says that the blank between them isn't part of the text.
func splitLines(text string, flowed, joined bool) []line {
	var lines []line
	goesOn := false
	for raw := range strings.Lines(text) {
		raw = strings.TrimRight(raw, "\r\n")
		var l line
		if flowed {
			l = flowedLine(raw)
			l.whole = true
		} else {
			l = quotedLine(raw)
		}
		soft := flowed && strings.HasSuffix(l.text, " ") && l.text != "-- "
		if joined && soft {
			l.text = l.text[:len(l.text)-1]
		}
		if n := len(lines) - 1; goesOn && lines[n].depth == l.depth && l.text != "-- " {
			lines[n].text += l.text
		} else {
			lines = append(lines, l)
		}
		goesOn = soft
	}
	return lines
}

// flowedLine takes the quote marks off a line, and the blank that keeps it from
// looking like something else.
func flowedLine(raw string) line {
	text := strings.TrimLeft(raw, ">")
	return line{depth: min(len(raw)-len(text), maxDepth), text: strings.TrimPrefix(text, " ")}
}

// quotedLine takes the quote marks off a line, with blanks between them.
func quotedLine(raw string) line {
	l := line{text: raw}
	for l.depth < maxDepth {
		rest := strings.TrimPrefix(l.text, " ")
		if !strings.HasPrefix(rest, ">") || l.depth == 0 && strings.HasPrefix(raw, " ") {
			break
		}
		l.depth, l.text = l.depth+1, rest[1:]
	}
	if l.depth > 0 {
		l.text = strings.TrimPrefix(l.text, " ")
	}
	return l
}

// writeLines writes lines as HTML: quotes as such, runs of lines as paragraphs
// or lists.
func writeLines(w *strings.Builder, lines []line) {
	depth := 0
	level := func(to int) {
		for ; depth < to; depth++ {
			w.WriteString("<blockquote>")
		}
		for ; depth > to; depth-- {
			w.WriteString("</blockquote>")
		}
	}
	for i := 0; i < len(lines); {
		if lines[i].blank() {
			i++
			continue
		}
		level(lines[i].depth)
		end := i + 1
		for end < len(lines) && !lines[end].blank() && lines[end].depth == lines[i].depth {
			end++
		}
		paragraph(w, lines[i:end])
		i = end
	}
	level(0)
}

var bullet = regexp.MustCompile(`^\s{0,6}(?:[-*•·–o]|[-*]{2})\s+\S`)

// paragraph writes a run of lines: those that begin with a bullet as a list.
func paragraph(w *strings.Builder, lines []line) {
	first := 0
	for first < len(lines) && !bullet.MatchString(lines[first].text) {
		first++
	}
	if first > 0 {
		w.WriteString("<p>")
		writeRun(w, lines[:first], false)
		w.WriteString("</p>")
	}
	if first == len(lines) {
		return
	}
	w.WriteString("<ul>")
	for i := first; i < len(lines); {
		end := i + 1
		for end < len(lines) && !bullet.MatchString(lines[end].text) {
			end++
		}
		item := append([]line{{whole: lines[i].whole, text: strings.TrimLeft(strings.TrimLeft(lines[i].text, " \t\u00a0"), "-*•·–o")}}, lines[i+1:end]...)
		w.WriteString("<li>")
		writeRun(w, item, true)
		w.WriteString("</li>")
		i = end
	}
	w.WriteString("</ul>")
}

// wrapped is how long a line must be, in characters, for its end to be that of
// the page and not of what it says.
const wrapped = 50

// writeRun writes lines that belong together: those that were wrapped go on,
// the others stay lines. Those of an item are indented for its
// sake.
func writeRun(w *strings.Builder, lines []line, item bool) {
	for i, l := range lines {
		text := strings.TrimSpace(l.text)
		w.WriteString(html.EscapeString(text))
		if i+1 == len(lines) {
			break
		}
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(lines[i+1].text, " "))
		indented := !item && (strings.HasPrefix(lines[i+1].text, "  ") || strings.HasPrefix(lines[i+1].text, "\t"))
		if !l.whole && utf8.RuneCountInString(text) >= wrapped && !indented && (unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune("(\"'«“¿¡€$", next)) {
			w.WriteByte(' ')
		} else {
			w.WriteString("<br>")
		}
	}
}
