package sentence

import "strings"

// maxSpan bounds, in bytes, the bracket or quotation that is kept whole, and
// with it how far ahead its end is looked for. A longer one may be cut.
const maxSpan = 240

// protect looks at the opening mark at i. No sentence ends inside a short
// bracket or quotation that is part of a larger sentence: one that doesn't
// begin it, or after which it goes on (“I came. I saw,” said Caesar). Link
// targets and Chinese titles are protected wherever they stand.
func (s *scanner) protect(i int) {
	if i < s.guard {
		return
	}
	shut, size := s.closing(i)
	if shut < 0 {
		return
	}
	link := s.text[i] == '(' && i > 0 && s.text[i-1] == ']'
	title := strings.HasPrefix(s.text[i:], "《") || strings.HasPrefix(s.text[i:], "〈")
	if link || title || !s.atBody(i) || s.continues(shut+size) {
		s.guard = shut
	}
}

// atBody reports whether nothing but opening marks stands between the first
// word's place and i.
func (s *scanner) atBody(i int) bool {
	if i-s.body > 8 {
		return false
	}
	for k := s.body; k < i; k++ {
		if b := s.text[k]; isAlnum(b) || b >= 0xC3 && b != 0xE2 {
			return false
		}
	}
	return true
}

// continues reports whether the sentence goes on after the closing mark that
// ends at i.
func (s *scanner) continues(i int) bool {
	for n := 0; i < len(s.text) && n < 4; n++ {
		size := closerLen(s.text, i)
		if size == 0 {
			break
		}
		i += size
	}
	if i < len(s.text) && particle(s.text[i:]) {
		return true
	}
	for n := 0; n < 4 && i < len(s.text) && blankLen(s.text, i) > 0; n++ {
		if s.text[i] == '\n' && breaksLine(s.text, i, i+maxSpan) {
			return false
		}
		i += blankLen(s.text, i)
	}
	if i >= len(s.text) || blankLen(s.text, i) > 0 || strings.IndexByte(".!?", s.text[i]) >= 0 {
		return false
	}
	return s.text[i] == '(' || s.ahead(i).kind == goesOn
}

// closing returns where the mark that closes the one at i begins, and its
// length, or -1 where none stands near in the same paragraph.
func (s *scanner) closing(i int) (at, size int) {
	switch s.text[i] {
	case '(':
		return s.closingBracket(i), 1
	case '"':
		return s.closingStraight(i), 1
	}
	opened, shut, other := pair(s.text[i:])
	if opened == "" {
		return -1, 0
	}
	limit := min(len(s.text), i+maxSpan)
	for k := i + len(opened); k < limit; k++ {
		switch {
		case s.text[k] == '\n' && breaksLine(s.text, k, limit):
			return -1, 0
		case s.text[k] != shut[0]:
		case strings.HasPrefix(s.text[k:], shut), other != "" && strings.HasPrefix(s.text[k:], other):
			return k, len(shut)
		}
	}
	return -1, 0
}

// pair returns the opening mark that t begins with and what closes it; German
// quotations close with either of two marks.
func pair(t string) (opened, shut, other string) {
	for _, p := range [...][3]string{
		{"«", "»", ""}, {"“", "”", ""}, {"„", "“", "”"}, {"「", "」", ""}, {"『", "』", ""},
		{"《", "》", ""}, {"〈", "〉", ""}, {"【", "】", ""}, {"（", "）", ""},
	} {
		if strings.HasPrefix(t, p[0]) {
			return p[0], p[1], p[2]
		}
	}
	return "", "", ""
}

// closingBracket finds the bracket that closes the one at i. Where a search
// found none, the next ones don't read the same text again.
func (s *scanner) closingBracket(i int) int {
	limit := min(len(s.text), i+maxSpan)
	if from := max(i, s.noShut); from >= limit || strings.IndexByte(s.text[from:limit], ')') < 0 {
		s.noShut = max(s.noShut, limit)
		return -1
	}
	depth := 0
	for k := i; k < limit; k++ {
		switch s.text[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return k
			}
		case '\n':
			if breaksLine(s.text, k, limit) {
				return -1
			}
		}
	}
	return -1
}

// closingStraight finds the quote that closes the straight one at i, if that
// one opens: after a blank or bracket, before a word.
func (s *scanner) closingStraight(i int) int {
	if !blankBefore(s.text, i) && strings.IndexByte("([{*_-/", s.text[i-1]) < 0 || i+1 >= len(s.text) || blankLen(s.text, i+1) > 0 {
		return -1
	}
	limit := min(len(s.text), i+maxSpan)
	for k := i + 1; k < limit; k++ {
		switch s.text[k] {
		case '\n':
			if breaksLine(s.text, k, limit) {
				return -1
			}
		case '"':
			if !blankBefore(s.text, k) && (k+1 == len(s.text) || !isAlnum(s.text[k+1])) {
				return k
			}
		}
	}
	return -1
}

// codeSpan returns where the code span ends that begins at i, or the end of
// its backticks where it isn't closed near in the same paragraph.
func (s *scanner) codeSpan(i int) int {
	n := tickRun(s.text, i)
	limit := min(len(s.text), i+n+maxSpan)
	for k := i + n; k < limit; k++ {
		switch s.text[k] {
		case '\n':
			if breaksLine(s.text, k, limit) {
				return i + n
			}
		case '`':
			m := tickRun(s.text, k)
			if m == n {
				return k + m
			}
			k += m - 1
		}
	}
	return i + n
}

func tickRun(text string, i int) int {
	k := i
	for k < len(text) && text[k] == '`' {
		k++
	}
	return k - i
}
