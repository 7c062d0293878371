package html

import (
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// segment says where a stretch of a run's text came from. It reaches to the
// next segment.
type segment struct {
	at     int      // in run.text
	src    doc.Span // in the source
	linear bool     // byte for byte, white space aside
}

// run gathers inline text. White space is collapsed: a blank is written when
// more text comes, never at the start, the end or around a line break.
type run struct {
	text []byte
	segs []segment
	// from is where the present line of the run begins; what stands before
	// belongs to runs that were gathered earlier.
	from int

	blank    bool // a blank is owed
	blankSrc doc.Span
	breaks   int // line breaks are owed
	breakSrc doc.Span
	marks    []mark // opening marks that are owed
}

// mark is an opening mark of Markdown for an element.
type mark struct {
	text string
	src  doc.Span
}

// begin starts a run of its own behind what was gathered.
func (r *run) begin() {
	r.from = len(r.text)
	r.blank, r.breaks, r.marks = false, 0, r.marks[:0]
}

// reset forgets everything that was gathered.
func (r *run) reset() {
	r.text, r.segs = r.text[:0], r.segs[:0]
	r.begin()
}

// empty reports whether nothing that can be seen was gathered since begin.
func (r *run) empty() bool {
	for _, c := range r.text[r.from:] {
		if c != '\n' && c != ' ' {
			return doc.IsBlank(string(r.text[r.from:]))
		}
	}
	return true
}

// space owes a blank.
func (r *run) space(src doc.Span) {
	if !r.blank && len(r.text) > r.from {
		r.blank, r.blankSrc = true, src
	}
}

// lineBreak owes a line break.
func (r *run) lineBreak(src doc.Span) {
	r.blank = false
	if len(r.text) > r.from {
		r.breaks++
		r.breakSrc = src
	}
}

// open owes an opening mark. It is never written where nothing follows.
func (r *run) open(m mark) { r.marks = append(r.marks, m) }

// close writes a closing mark for the mark that is still owed last, or takes
// that away. owed is what len(r.marks) was before open.
func (r *run) close(owed int, text string, src doc.Span) {
	if len(r.marks) > owed {
		r.marks = r.marks[:owed]
		return
	}
	r.add(text, src, false)
}

// settle writes what is owed before text that can be seen.
func (r *run) settle() {
	switch {
	case r.breaks > 0:
		r.add("\n\n"[:min(r.breaks, 2)], r.breakSrc, false)
	case r.blank:
		r.add(" ", r.blankSrc, r.blankSrc.Len() == 1)
	}
	r.blank, r.breaks = false, 0
	for _, m := range r.marks {
		r.add(m.text, m.src, false)
	}
	r.marks = r.marks[:0]
}

// put writes visible text after what is owed.
func (r *run) put(s string, src doc.Span, linear bool) {
	if r.blank || r.breaks > 0 || len(r.marks) > 0 {
		r.settle()
	}
	r.add(s, src, linear)
}

func (r *run) add(s string, src doc.Span, linear bool) {
	if n := len(r.segs); n > 0 && linear && r.segs[n-1].linear && r.segs[n-1].src.End == src.Start && r.segs[n-1].at >= r.from {
		r.segs[n-1].src.End = src.End
	} else {
		r.segs = append(r.segs, segment{len(r.text), src, linear})
	}
	r.text = append(r.text, s...)
}

// What each byte of text means to gather.
const (
	plainByte = iota
	spaceByte // collapsible white space
	ampersand
	deadByte // a control character
	wideByte // may begin a blank or an invisible character
)

var byteClass = func() (class [256]uint8) {
	for c := range 0x20 {
		class[c] = deadByte
	}
	for _, c := range " \t\n\f\r" {
		class[c] = spaceByte
	}
	class['&'] = ampersand
	class[0xc2], class[0xe2], class[0xef] = wideByte, wideByte, wideByte
	return class
}()

// gather adds a piece of text that stands at an offset of the source.
func (r *run) gather(s string, at int, literal bool) {
	for i := 0; i < len(s); {
		switch byteClass[s[i]] {
		case spaceByte:
			for i++; i < len(s) && byteClass[s[i]] == spaceByte; i++ {
			}
			// The last byte stands for all: it adjoins the text that follows.
			r.space(doc.Span{Start: at + i - 1, End: at + i})
		case deadByte:
			i++
		case ampersand:
			out, n := "&", 1
			if !literal {
				out, n = entity(s[i:])
			}
			r.decoded(out, doc.Span{Start: at + i, End: at + i + n}, out == s[i:i+n])
			i += n
		case wideByte:
			c, n := utf8.DecodeRuneInString(s[i:])
			r.rune(c, s[i:i+n], doc.Span{Start: at + i, End: at + i + n})
			i += n
		default:
			end := plainEnd(s, i+1)
			r.put(s[i:end], doc.Span{Start: at + i, End: at + end}, true)
			i = end
		}
	}
}

// plainEnd is where a stretch ends that is copied as it is: words with single
// blanks between them.
func plainEnd(s string, i int) int {
	for i < len(s) && (byteClass[s[i]] == plainByte || s[i] == ' ' && i+1 < len(s) && byteClass[s[i+1]] == plainByte) {
		i++
	}
	return i
}

// rune adds a character that may be a blank or invisible.
func (r *run) rune(c rune, s string, src doc.Span) {
	switch {
	case isWideBlank(c):
		r.space(src)
	case isInvisible(c):
	default:
		r.put(s, src, true)
	}
}

// decoded adds what an entity stands for.
func (r *run) decoded(s string, src doc.Span, linear bool) {
	if linear {
		r.put(s, src, true)
		return
	}
	for i, c := range s {
		switch {
		case c < utf8.RuneSelf && byteClass[c] == spaceByte, isWideBlank(c):
			r.space(src)
		case c < utf8.RuneSelf && byteClass[c] == deadByte, isInvisible(c):
		default:
			r.put(s[i:i+utf8.RuneLen(c)], src, false)
		}
	}
}

// isWideBlank reports whether a character outside ASCII is read as a blank: the
// no-break ones too, which pages use for layout and nobody types in a question.
func isWideBlank(c rune) bool {
	switch c {
	case 0x85, 0xa0, 0x2007, 0x2028, 0x2029, 0x202f:
		return true
	}
	return false
}

// isInvisible reports whether a character is no part of the words it stands in:
// soft hyphens, places where a line may be broken, marks of byte order.
func isInvisible(c rune) bool { return c == 0xad || c == 0x200b || c == 0x2060 || c == 0xfeff }

// verbatim adds text of a pre element, in which white space counts. first says
// that a line end at its start is not part of it.
func (r *run) verbatim(s string, at int, first, literal bool) {
	i := 0
	if first {
		i = lineEnd(s)
	}
	start := i
	flush := func() {
		if start < i {
			r.add(s[start:i], doc.Span{Start: at + start, End: at + i}, true)
		}
	}
	for i < len(s) {
		n := 1
		out := ""
		switch c := s[i]; {
		case c == '\r':
			n, out = lineEnd(s[i:]), "\n"
		case c == '&' && !literal:
			out, n = entity(s[i:])
			out = visible(out)
		case byteClass[c] == deadByte:
		case byteClass[c] == wideByte:
			var w rune
			w, n = utf8.DecodeRuneInString(s[i:])
			if out = s[i : i+n]; isWideBlank(w) || isInvisible(w) {
				out = visible(out)
			}
		default:
			i++
			continue
		}
		if out == s[i:i+n] {
			i += n
			continue
		}
		flush()
		if out != "" {
			r.add(out, doc.Span{Start: at + i, End: at + i + n}, false)
		}
		i += n
		start = i
	}
	flush()
}

// visible is text with plain blanks and line ends, without what can't be seen.
func visible(s string) string {
	out := make([]byte, 0, len(s))
	for _, c := range s {
		switch {
		case c == '\r':
			out = append(out, '\n')
		case c == 0x85 || c == 0x2028 || c == 0x2029:
			out = append(out, '\n')
		case isWideBlank(c):
			out = append(out, ' ')
		case isInvisible(c) || c < 0x20 && byteClass[c] == deadByte:
		default:
			out = utf8.AppendRune(out, c)
		}
	}
	return string(out)
}

// lineEnd is the length of the line end that s begins with.
func lineEnd(s string) int {
	switch {
	case len(s) > 1 && s[0] == '\r' && s[1] == '\n':
		return 2
	case s != "" && (s[0] == '\n' || s[0] == '\r'):
		return 1
	}
	return 0
}

// isSpace reports whether text is white space that collapses.
func isSpace(s string) bool {
	for i := range len(s) {
		if byteClass[s[i]] != spaceByte {
			return false
		}
	}
	return true
}
