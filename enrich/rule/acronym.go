package rule

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// maxLong is the length of what an acronym stands for, in bytes.
const maxLong = 120

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
		if start := longForm(text[:at], from, word); start >= 0 {
			g.add(word, true, false, entry{span: doc.Span{Start: start, End: inner.End + 1}, how: whole})
		}
		return
	}
	end := len(strings.TrimRight(text[max(0, at-2):at], " *_")) + max(0, at-2)
	start := end
	for start > 0 && end-start < 12 && text[start-1] < utf8.RuneSelf && (inWord[text[start-1]] || text[start-1] == '-') {
		start--
	}
	if word := text[start:end]; isAcronym(word) && strings.Count(r.doc.Slice(inner), " ") > 0 && longForm(text[:inner.End], inner.Start, word) == nextWord(text, inner.Start, inner.End) {
		g.add(word, true, false, entry{span: doc.Span{Start: start, End: inner.End + 1}, how: whole})
	}
}

// longForm is where what an acronym stands for begins, which ends with text and
// doesn't begin before from; -1 where its letters aren't found. They are sought
// from the last to the first, each in the words before, the first one at the
// start of a word (Schwartz and Hearst, "A simple algorithm for identifying
// abbreviation definitions in biomedical text", 2003).
func longForm(text string, from int, acronym string) int {
	at := len(text)
	for i := len(acronym) - 1; i >= 0; i-- {
		want := unicode.ToLower(rune(acronym[i]))
		if !inWord[acronym[i]] {
			continue
		}
		for {
			if at <= from {
				return -1
			}
			letter, n := utf8.DecodeLastRuneInString(text[:at])
			at -= n
			if plainLetter(letter) == want && (i > 0 || at == 0 || !isWord(text, at-1)) {
				break
			}
		}
	}
	words := strings.Count(strings.Trim(text[at:], " "), " ") + 1
	if at < from || words < 2 || words > min(len(acronym)+5, 2*len(acronym)) {
		return -1
	}
	return at
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
