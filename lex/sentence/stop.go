package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stops decides whether the single full stop at dot ends a sentence, where the
// text a follows.
func (s *scanner) stops(dot int, a ahead) bool {
	w := s.wordBefore(dot)
	if w.start == w.end {
		return dot != s.body // a dot that the text uses as a bullet
	}
	if s.isLabel(w) || a.item && w.end-w.start == 1 {
		return false
	}
	if s.isNumeral(w) {
		return s.stopsNumeral(w, a)
	}
	if s.pairAhead(w, a) {
		return false
	}
	switch s.kindBefore(w) {
	case never:
		return a.kind == opening
	case maybe:
		return s.likely(a)
	case final:
		return a.kind != number
	case clock:
		return s.stopsClock(w, a)
	case counted:
		return s.stopsCounted(a) && (a.kind != capital || s.starter(a.at))
	case dated:
		return s.stopsCounted(a)
	}
	return s.stopsUnlisted(w, a)
}

// isLabel reports whether w is all that the sentence holds, and a number or
// letter as items are marked by: "6.", "b.", "III.", "12.4.", "3L.".
func (s *scanner) isLabel(w word) bool {
	if w.start != s.body {
		return false
	}
	t := s.text[w.start:w.end]
	if isDigit(t[0]) {
		return isItemNumber(t)
	}
	if end, ok := s.isRoman(w.start); ok && end == w.end {
		return true
	}
	return utf8.RuneCountInString(t) == 1 || romanLen(t) == len(t)
}

// isItemNumber reports whether t is groups of one or two digits parted by
// dots, and at most one capital after them.
func isItemNumber(t string) bool {
	digits := 0
	for k := range len(t) {
		switch {
		case isDigit(t[k]):
			if digits++; digits > 2 {
				return false
			}
		case t[k] == '.' && digits > 0:
			digits = 0
		case !isUpper(t[k]) || k+1 < len(t):
			return false
		}
	}
	return true
}

// likely is the test for words that may or may not end a sentence: yes if what
// follows surely begins one.
func (s *scanner) likely(a ahead) bool {
	return a.kind == opening || a.kind == capital && s.starter(a.at)
}

// stopsCounted is for abbreviations that a number follows: "art. 5", "cap. IV",
// "Mon. Jan. 5".
func (s *scanner) stopsCounted(a ahead) bool {
	switch a.kind {
	case number:
		return false
	case capital:
		if end, ok := s.isRoman(a.at); ok && (end > a.at+1 || !s.pronounI(a.at)) {
			return false
		}
		if s.hasDigit(a.at) {
			return false
		}
		w := s.wordAt(a.at)
		abbreviated := w.end < len(s.text) && s.text[w.end] == '.'
		return !abbreviated || s.rules.look(s.text[w.start:w.end]).kind() != dated
	}
	return true
}

// hasDigit reports whether the word at i is an identifier with a digit in it,
// as in "no. DQ288927" and "Fig. S1".
func (s *scanner) hasDigit(i int) bool {
	for k := i; k < len(s.text) && k-i < maxWord; k++ {
		if isDigit(s.text[k]) {
			return true
		}
		if !isAlnum(s.text[k]) && s.text[k] != '-' {
			return false
		}
	}
	return false
}

// shortLead is how long, in bytes, a phrase like "At 5 a.m." at the start of a
// sentence may be: after it a name goes on with the sentence, while after a
// longer text it begins the next.
const shortLead = 20

// stopsClock is for "a.m." and "p. m.".
func (s *scanner) stopsClock(w word, a ahead) bool {
	switch a.kind {
	case number:
		return false
	case capital:
		if s.starter(a.at) {
			return true
		}
		next := s.wordAt(a.at)
		f := s.rules.look(s.text[next.start:next.end])
		zone := next.end-next.start > 1 && isUpper(s.text[next.end-1])
		return !zone && f&calendar == 0 && f.kind() != dated && w.start-s.body > shortLead
	}
	return true
}

// stopsNumeral is for numbers: an ordinal or a label goes on, another number
// ends as a word does.
func (s *scanner) stopsNumeral(w word, a ahead) bool {
	if s.labelled(w) || s.firstItem(w, a) {
		return false
	}
	if a.kind != capital || w.end-w.start > 3 {
		return true
	}
	next := s.wordAt(a.at)
	if s.rules.look(s.text[next.start:next.end])&calendar != 0 && w.end-w.start < 3 { // "12. Juni"
		return false
	}
	return !s.rules.dottedOrdinals || s.starter(a.at) || s.counted(w)
}

// counted reports whether the word before w takes a number: "Kap. 3.", "Seite
// 5.". Then w is a number and no ordinal.
func (s *scanner) counted(w word) bool {
	end := w.start
	for end > s.start && (s.text[end-1] == ' ' || s.text[end-1] == '.') {
		end--
	}
	p := s.wordBefore(end)
	f := s.rules.look(s.text[p.start:p.end])
	return f&labels != 0 || f.kind() == counted
}

// labelled reports whether all that the sentence holds before w is a word that
// takes a number: "Artículo 5. Vacaciones", "Chapter IV. Remedies".
func (s *scanner) labelled(w word) bool {
	i := s.body
	for i < w.start && (s.text[i] == '*' || s.text[i] == '_') {
		i++
	}
	label := s.wordAt(i)
	k := label.end
	if k == i || k >= w.start || s.rules.look(s.text[i:k])&labels == 0 {
		return false
	}
	for ; k < w.start; k++ {
		if s.text[k] != ' ' && s.text[k] != '.' {
			return false
		}
	}
	return true
}

// stopsUnlisted is for words that stand in no table.
func (s *scanner) stopsUnlisted(w word, a ahead) bool {
	switch {
	case s.text[w.start:w.end] == "al" && strings.HasSuffix(s.text[s.start:w.start], "et "):
		return s.likely(a)
	case s.isInitial(w):
		return s.likely(a) && !s.isInitialAt(a.at)
	case s.isAcronym(w):
		return s.likely(a)
	case s.isDoubled(w.start) && w.end == w.start+2:
		if s.isDoubled(a.at) {
			return false
		}
		p, ok := s.before(w)
		return !ok || !s.isDoubled(p.start) || s.likely(a)
	}
	if end, ok := s.isRoman(w.start); ok && end == w.end && s.labelled(w) {
		return false
	}
	// "PRIMERA. Objeto": an ordinal that is the whole sentence is a label.
	return w.start != s.body || !s.fresh || s.rules.look(s.text[w.start:w.end])&ordinals == 0
}

// isInitialAt reports whether one letter and a full stop stand at i.
func (s *scanner) isInitialAt(i int) bool {
	r, n := utf8.DecodeRuneInString(s.text[i:])
	return unicode.IsUpper(r) && i+n < len(s.text) && s.text[i+n] == '.'
}

// starter reports whether the word at i is one that often begins a sentence
// and is hardly ever a name: an article, a pronoun, a conjunction.
func (s *scanner) starter(i int) bool {
	w := s.wordAt(i)
	if w.start == w.end || s.isInitialAt(i) {
		return false
	}
	return s.rules.look(s.text[w.start:w.end])&starters != 0
}

// kindBefore looks up w, joined with the abbreviation before it if that is
// listed ("p. ej", "a. m").
func (s *scanner) kindBefore(w word) kind {
	if w.end-w.start <= 4 {
		if p, ok := s.before(w); ok && p.end-p.start <= 4 {
			if k := s.rules.lookPair(s.text[p.start:p.end], s.text[w.start:w.end]).kind(); k != plain {
				return k
			}
		}
	}
	return s.rules.look(s.text[w.start:w.end]).kind()
}

// pairAhead reports whether w is the first half of an abbreviation in two
// words of which the second stands ahead: the "z." of "z. B.".
func (s *scanner) pairAhead(w word, a ahead) bool {
	if a.kind != capital || w.end-w.start > 4 {
		return false
	}
	n := s.wordAt(a.at)
	if n.end-n.start > 4 || n.end >= len(s.text) || s.text[n.end] != '.' {
		return false
	}
	return s.rules.lookPair(s.text[w.start:w.end], s.text[n.start:n.end]).kind() != plain
}
