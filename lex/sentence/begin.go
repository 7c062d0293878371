package sentence

import "strings"

// begin notes that a sentence begins at i, and steps over what introduces it:
// heading marks, a bullet, a list marker, whose full stop ends nothing. line
// says that it begins a line or paragraph, where any marker may stand; inside
// a line only the one that is awaited counts.
func (s *scanner) begin(i int, line bool) {
	s.start, s.fresh = i, line
	want := s.list
	k := i
	if line {
		s.list, s.bullet, s.heading = marker{}, "", false
		if n := headingLen(s.text, k); n > 0 {
			s.heading = true
			k = s.skipBlanks(k + n)
		}
	}
	if n := bulletLen(s.text, k); n > 0 && (line || s.text[k:k+n] == s.bullet) {
		s.bullet = s.text[k : k+n]
		k = s.skipBlanks(k + n)
		line = true
	}
	for line && k < len(s.text) && k-i < 12 && strings.IndexByte("*_>", s.text[k]) >= 0 {
		k = s.skipBlanks(k + 1)
	}
	if m, end, ok := parseMarker(s.text, k, want); ok && (line || m == want && m.n > 0) {
		s.list = m.following()
		k = s.skipBlanks(end)
	}
	s.body, s.pos = k, k
}

// skipBlanks skips a few blanks within the line.
func (s *scanner) skipBlanks(i int) int {
	for k := i; k < i+16 && k < len(s.text); k++ {
		if s.text[k] != ' ' && s.text[k] != '\t' {
			return k
		}
	}
	return i
}

// headingLen returns the length of the Markdown heading mark at i: one to six
// # and a blank.
func headingLen(text string, i int) int {
	k := i
	for k < len(text) && text[k] == '#' {
		k++
		if k-i > 6 {
			return 0
		}
	}
	if k == i || k < len(text) && blankLen(text, k) == 0 {
		return 0
	}
	return k - i
}

// startsLine reports whether the line at i begins something of its own: a list
// item, a heading, a table row, a fence. A numbered marker counts if it is the
// first or the awaited one, or where the line before closed with punctuation:
// a wrapped line may well begin with "12. The".
func (s *scanner) startsLine(i int, punctuated bool) bool {
	switch b := s.text[i]; {
	case bulletLen(s.text, i) > 0 || b == '|':
		return true
	case b == '#':
		return headingLen(s.text, i) > 0
	case b == '`' || b == '~':
		return strings.HasPrefix(s.text[i:], "```") || strings.HasPrefix(s.text[i:], "~~~")
	}
	m, _, ok := parseMarker(s.text, i, s.list)
	if !ok {
		return false
	}
	first := m.n == 1 && (m.kind == '1' || m.style != ".")
	return punctuated || first || m.n > 0 && m == s.list
}

// item looks whether the full stop or bracket at i closes the awaited list
// marker. If it does, the items stand in one line; a comma or semicolon before
// it makes them parts of one sentence, else one ends before the marker.
func (s *scanner) item(i int) (v verdict, ok bool) {
	if s.list.n == 0 {
		return v, false
	}
	k := i
	for k > s.body && i-k < 6 && isAlnum(s.text[k-1]) {
		k--
	}
	if s.list.style == "()" && k > s.body {
		k--
	}
	if k <= s.body || k == i || !blankBefore(s.text, k) {
		return v, false
	}
	m, end, ok := parseMarker(s.text, k, s.list)
	if !ok || m != s.list || end <= i {
		return v, false
	}
	next := s.gap(end)
	if next.paragraph || next.end >= len(s.text) || isDigit(s.text[next.end]) {
		return v, false
	}
	return s.cutItem(k, next.end)
}

func (s *scanner) cutItem(k, next int) (v verdict, ok bool) {
	p := k
	for p > s.body && blankLen(s.text, p-1) == 1 {
		p--
	}
	if c := s.text[p-1]; c == ',' || c == ';' || c == ':' {
		s.list = s.list.following()
		return goOn(next), true
	}
	// "see section 2. Then": a word that takes a number stands before it.
	w := s.wordBefore(p)
	if w.start == w.end && s.text[p-1] == '.' {
		w = s.wordBefore(p - 1)
	}
	f := s.rules.look(s.text[w.start:w.end])
	if f&(labels|starters) != 0 || f.kind() == counted || f.kind() == dated {
		return v, false
	}
	return verdict{k, k, false}, true
}

// firstItem reports whether the number w opens a list inside a sentence:
// "Requisitos: 1. DNI; 2. …". It then awaits the second item.
func (s *scanner) firstItem(w word, a ahead) bool {
	if a.kind == number || w.end-w.start > 1 || s.text[w.start] != '1' {
		return false
	}
	k := w.start
	for k > s.body && w.start-k < 4 && blankLen(s.text, k-1) == 1 {
		k--
	}
	if k == w.start || k == 0 || s.text[k-1] != ':' {
		return false
	}
	s.list = marker{n: 2, kind: '1', style: "."}
	return true
}
