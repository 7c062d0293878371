package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// maxLabel is how long a link label may be, in bytes (the specification counts
// characters; a label that long isn't written by people).
const maxLabel = 999

// takeDefinitions writes the link definitions at the start of a paragraph down
// and returns the lines after them. Each is read once: what fails to be one
// ends the run.
func (s *scanner) takeDefinitions(lines []paraLine) []paraLine {
	for len(lines) > 0 && s.src[lines[0].text] == '[' {
		r := refReader{src: s.src, lines: lines, pos: lines[0].text}
		label, n := r.definition()
		if n == 0 {
			break
		}
		s.emit(doc.Block{
			Kind: doc.Definition, Label: label,
			Span: doc.Span{Start: lines[0].from, End: lines[n-1].end},
		})
		lines = lines[n:]
	}
	return lines
}

// refReader reads a definition over the lines of a paragraph.
type refReader struct {
	src   string
	lines []paraLine
	row   int // the line
	pos   int // the byte in it
}

// definition returns the label and the number of lines of the definition that
// the reader stands at; 0 lines if there is none.
func (r *refReader) definition() (label string, lines int) {
	label, ok := r.label()
	if !ok || r.peek() != ':' {
		return "", 0
	}
	r.pos++
	if !r.gap() || !r.destination() {
		return "", 0
	}
	// A title that doesn't work out is the text after a definition without
	// one, if it stands on a line of its own.
	row, blank := r.row, r.pos
	r.blanks()
	if r.pos == r.end() {
		lines = row + 1
	}
	if r.pos > blank || r.pos == r.end() {
		if r.gap() && r.title() {
			lines = r.row + 1
		}
	}
	return label, lines
}

func (r *refReader) end() int { return r.lines[r.row].end }

// peek returns the byte at the reader, 0 at the end of a line.
func (r *refReader) peek() byte {
	if r.pos < r.end() {
		return r.src[r.pos]
	}
	return 0
}

// newLine moves to the next line and reports whether there is one.
func (r *refReader) newLine() bool {
	if r.row+1 >= len(r.lines) {
		return false
	}
	r.row++
	r.pos = r.lines[r.row].text
	return true
}

func (r *refReader) blanks() {
	for r.pos < r.end() && isBlank(r.src[r.pos]) {
		r.pos++
	}
}

// gap skips blanks and at most one line end. It reports false at the end of
// the paragraph.
func (r *refReader) gap() bool {
	r.blanks()
	if r.pos == r.end() {
		return r.newLine()
	}
	return true
}

// label reads "[label]". It has no bracket without a backslash and is not
// blank.
func (r *refReader) label() (string, bool) {
	r.pos++
	var parts []string
	from, size := r.pos, 0
	for ; size <= maxLabel; size++ {
		if r.pos == r.end() {
			parts = append(parts, trimRight(r.src[from:r.pos]))
			if !r.newLine() {
				return "", false
			}
			from = r.pos
			continue
		}
		switch r.src[r.pos] {
		case '\\':
			if r.pos+1 < r.end() {
				r.pos++
				size++
			}
		case '[':
			return "", false
		case ']':
			label := trim(r.src[from:r.pos])
			if parts != nil {
				label = trim(strings.Join(append(parts, label), " "))
			}
			r.pos++
			return label, label != ""
		}
		r.pos++
	}
	return "", false
}

// destination reads where the link leads: <anything> or a word whose
// parentheses are balanced.
func (r *refReader) destination() bool {
	if r.peek() == '<' {
		return r.angled()
	}
	from, depth := r.pos, 0
	for r.pos < r.end() && r.src[r.pos] > ' ' && r.src[r.pos] != 0x7f {
		switch r.src[r.pos] {
		case '\\':
			if r.pos+1 < r.end() && r.src[r.pos+1] > ' ' {
				r.pos++
			}
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
		r.pos++
	}
	return r.pos > from && depth == 0
}

func (r *refReader) angled() bool {
	for r.pos++; r.pos < r.end(); r.pos++ {
		switch r.src[r.pos] {
		case '\\':
			r.pos = min(r.pos+1, r.end()-1)
		case '<':
			return false
		case '>':
			r.pos++
			return true
		}
	}
	return false
}

// title reads a title in quotation marks, single ones or parentheses, up to the
// end of its last line. It may have several.
func (r *refReader) title() bool {
	open := r.peek()
	closer := open
	switch open {
	case '"', '\'':
	case '(':
		closer = ')'
	default:
		return false
	}
	for r.pos++; ; r.pos++ {
		for r.pos >= r.end() {
			if !r.newLine() {
				return false
			}
		}
		switch r.src[r.pos] {
		case '\\':
			if r.pos+1 < r.end() {
				r.pos++
			}
		case closer:
			r.pos++
			r.blanks()
			return r.pos == r.end()
		case open: // only ( differs from its closer
			return false
		}
	}
}
