package rule

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// maxLong is the length of what an acronym stands for, in bytes.
const maxLong = 120

// acronyms adds the acronyms that the document explains.
func (r *reading) acronyms(g *glossary) {
	text := r.doc.Text
	for at := strings.IndexByte(text, '('); at >= 0; {
		r.bracketed(g, at)
		n := strings.IndexByte(text[at+1:], '(')
		if n < 0 {
			return
		}
		at += 1 + n
	}
}

// bracketed adds the acronym that stands in the bracket at at behind what it
// stands for, or before the bracket that says what it stands for.
func (r *reading) bracketed(g *glossary, at int) {
	text := r.doc.Text
	limit := min(len(text), at+1+maxLong)
	n := strings.IndexAny(text[at+1:limit], ")\n(")
	if n <= 0 || text[at+1+n] != ')' {
		return
	}
	inner := doc.Span{Start: at + 1, End: at + 1 + n}
	short := inner
	if k := strings.IndexAny(r.doc.Slice(inner), ",;"); k > 0 { // (WHO, Geneva)
		short.End = short.Start + k
	}
	if word := strings.TrimSuffix(r.doc.Slice(short), "s"); isAcronym(word) {
		from := max(0, at-maxLong)
		for from < at && !utf8.RuneStart(text[from]) {
			from++
		}
		if n := strings.LastIndexAny(text[from:at], "\n.;:()"); n >= 0 {
			from += n + 1
		}
		if start := r.longForm(text[:at], from, word); start >= 0 {
			g.add(word, true, false, entry{span: doc.Span{Start: start, End: inner.End + 1}, how: whole})
		}
		return
	}
	end := len(strings.TrimRight(text[max(0, at-2):at], " *_")) + max(0, at-2)
	start := end
	for start > 0 && end-start < 12 && text[start-1] < utf8.RuneSelf && (inWord[text[start-1]] || text[start-1] == '-') {
		start--
	}
	if word := text[start:end]; isAcronym(word) && strings.Count(r.doc.Slice(inner), " ") > 0 && r.longForm(text[:inner.End], inner.Start, word) == nextWord(text, inner.Start, inner.End) {
		g.add(word, true, false, entry{span: doc.Span{Start: start, End: inner.End + 1}, how: whole})
	}
}

// longForm is where what an acronym stands for begins, which ends with text and
// doesn't begin before from; -1 where neither way of looking finds it.
func (r *reading) longForm(text string, from int, acronym string) int {
	if at := r.spelled(text, from, acronym); at >= 0 {
		return at
	}
	return r.translated(text, from, acronym)
}

// spelled seeks the letters of an acronym from the last to the first, each in the
// words before, the first one at the start of a word (Schwartz and Hearst, "A
// simple algorithm for identifying abbreviation definitions in biomedical text",
// 2003), which isn't a small one such as "de" where another can be had.
func (r *reading) spelled(text string, from int, acronym string) int {
	at := len(text)
	for i := len(acronym) - 1; i >= 0; i-- {
		if !inWord[acronym[i]] {
			continue
		}
		if at = letterBefore(text, from, at, acronym[i], i == 0); at < 0 {
			return -1
		}
	}
	if r.phrases.is(link, text[at:wordEnd(text, at)]) {
		if better := letterBefore(text, from, at, acronym[0], true); better >= 0 && !r.phrases.is(link, text[better:wordEnd(text, better)]) {
			at = better
		}
	}
	words := strings.Count(strings.Trim(text[at:], " "), " ") + 1
	if words < 2 || words > min(len(acronym)+5, 2*len(acronym)) {
		return -1
	}
	return at
}

// translated seeks as many words as an acronym has letters, small ones not
// counted, that begin with these letters in any order: "interfaz de programación
// de aplicaciones (API)" has them in that of its own language.
func (r *reading) translated(text string, from int, acronym string) int {
	left := []byte(strings.ToLower(acronym))
	for at := len(text); len(left) > 0; {
		end := at
		for end > from && !endsWord(text[:end]) {
			_, n := utf8.DecodeLastRuneInString(text[:end])
			end -= n
		}
		for at = end; at > from && endsWord(text[:at]); {
			_, n := utf8.DecodeLastRuneInString(text[:at])
			at -= n
		}
		if at == end {
			return -1
		}
		if r.phrases.is(link, text[at:end]) {
			continue
		}
		i := bytes.IndexByte(left, byte(plainLetter(firstRune(text[at:]))))
		if i < 0 {
			return -1
		}
		if left = slices.Delete(left, i, i+1); len(left) == 0 && len(acronym) > 1 {
			return at
		}
	}
	return -1
}

// letterBefore is the last place before at, and not before from, where a letter
// stands, at the start of a word where that is wanted; -1 where there is none.
func letterBefore(text string, from, at int, letter byte, starts bool) int {
	want := unicode.ToLower(rune(letter))
	for at > from {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		at -= n
		if plainLetter(r) == want && (!starts || at == 0 || !endsWord(text[:at])) {
			return at
		}
	}
	return -1
}

// endsWord reports whether text ends with a letter or digit.
func endsWord(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// plainLetter is a letter in small, without its accent.
func plainLetter(r rune) rune {
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	folded := fold(string(r))
	if folded == "" {
		return r
	}
	return firstRune(folded)
}
