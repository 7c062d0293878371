package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/lex"
)

// Bounds of what a question can say of words; what is beyond them is text like
// any other, or, of exclusions, left out.
const (
	MaxPhrases     = 16   // that records must hold, and as many that lift them
	MaxExcluded    = 64   // phrases that they must not hold
	MaxPrefixes    = 8    // beginnings of words
	MaxPhraseBytes = 1024 // of one phrase
)

// Words is what a question says of words besides naming them. A phrase is a
// text whose lexemes stand in a row in the body of a record or in its headings.
type Words struct {
	Required []string // phrases that a record must hold
	Excluded []string // phrases that it must not hold
	Boosted  []string // phrases that lift the records that hold them
	Prefixes []string // beginnings of words, each standing for the commonest lexemes that begin so
	// Typos says that a word that no record holds stands for the lexemes that
	// are written nearly like it.
	Typos bool
}

// ParseQuery reads the operators in a question, and returns its text without
// them and what they say:
//
//   - +"a phrase", -"a phrase" and "a phrase": records must hold it, must not,
//     and must;
//   - +word and -word: the same of a word, of two letters or more;
//   - prefix*: any word that begins so, of three letters or more.
//
// In a question that is a sentence, as a question mark says, "a phrase" only
// lifts the records that hold it, and +word, -word and prefix* are text: who
// writes sentences quotes titles and writes dashes. Operators begin after white
// space. What is none of this is text: a quote without its other half, e-mail,
// -5 °C, --flag; and so is all of a question that says only what isn't wanted.
// “ ”, « » and „ “ quote too.
func ParseQuery(query string) (string, Words) {
	p := parser{rest: query, sentence: strings.ContainsAny(query, "?¿？؟")}
	for p.rest != "" {
		if !p.operator() {
			p.word()
		}
	}
	text := p.text.String()
	for range lex.Words(text) {
		if !p.strict {
			return query, p.words
		}
		return strings.TrimSpace(text), p.words
	}
	return query, Words{}
}

// Ask returns the text of a question, and f with what its operators say.
func (f Filter) Ask(query string) (string, Filter) {
	text, w := ParseQuery(query)
	w.Typos = w.Typos || f.Words.Typos
	w.Required = append(w.Required, f.Words.Required...)
	w.Excluded = append(w.Excluded, f.Words.Excluded...)
	w.Boosted = append(w.Boosted, f.Words.Boosted...)
	w.Prefixes = append(w.Prefixes, f.Words.Prefixes...)
	f.Words = w
	return text, f
}

// parser reads a question from left to right. rest begins where a word may.
type parser struct {
	rest     string
	text     strings.Builder
	words    Words
	sentence bool
	strict   bool // something was read that the text lacks
}

// word takes text up to the next place where an operator may begin.
func (p *parser) word() {
	n := strings.IndexFunc(p.rest, unicode.IsSpace)
	if n < 0 {
		n = len(p.rest)
	}
	if lead := strings.IndexFunc(p.rest[:n], func(r rune) bool { return !strings.ContainsRune("¿¡([", r) }); lead > 0 {
		n = lead
	} else {
		n += len(p.rest[n:]) - len(strings.TrimLeftFunc(p.rest[n:], unicode.IsSpace))
	}
	p.text.WriteString(p.rest[:n])
	p.rest = p.rest[n:]
}

// operator takes an operator, if one begins here.
func (p *parser) operator() bool {
	sign, rest := byte(0), p.rest
	if rest[0] == '+' || rest[0] == '-' {
		sign, rest = rest[0], rest[1:]
	}
	if phrase, after, ok := quoted(rest); ok {
		p.phrase(sign, phrase, p.rest[:len(p.rest)-len(after)])
		p.rest = after
		return true
	}
	if p.sentence {
		return false
	}
	n := strings.IndexFunc(rest, unicode.IsSpace)
	if n < 0 {
		n = len(rest)
	}
	word, star := strings.CutSuffix(rest[:n], "*")
	switch {
	case sign == 0 && star && letters(word, 3) && len(p.words.Prefixes) < MaxPrefixes:
		p.words.Prefixes = append(p.words.Prefixes, word)
		p.text.WriteString(word)
		p.strict = true
	case sign != 0 && !star && letters(word, 2):
		p.phrase(sign, word, p.rest[:n+1])
	default:
		return false
	}
	p.rest = rest[n:]
	return true
}

// phrase notes a phrase that was written as given.
func (p *parser) phrase(sign byte, phrase, written string) {
	switch {
	case sign == '-':
		p.strict = true
		if len(p.words.Excluded) < MaxExcluded {
			p.words.Excluded = append(p.words.Excluded, phrase)
		}
	case sign == 0 && p.sentence:
		if len(p.words.Boosted) < MaxPhrases {
			p.words.Boosted = append(p.words.Boosted, phrase)
		}
		p.text.WriteString(written)
	default:
		p.strict = true
		if len(p.words.Required) < MaxPhrases {
			p.words.Required = append(p.words.Required, phrase)
		}
		p.text.WriteString(phrase)
	}
}

// closing are the quotes that close a phrase, by the one that opens it.
var closing = map[rune]string{'"': `"`, '“': "”", '«': "»", '„': "“”", '＂': "＂"}

// quoted reads a phrase in quotes at the beginning of s: what is in it and what
// comes after it.
func quoted(s string) (phrase, after string, ok bool) {
	open, n := utf8.DecodeRuneInString(s)
	close, known := closing[open]
	if !known {
		return "", "", false
	}
	end := strings.IndexAny(s[n:min(len(s), n+MaxPhraseBytes)], close)
	if end < 0 {
		return "", "", false
	}
	phrase = s[n : n+end]
	_, width := utf8.DecodeRuneInString(s[n+end:])
	after = s[n+end+width:]
	if next, _ := utf8.DecodeRuneInString(after); after != "" && (unicode.IsLetter(next) || unicode.IsDigit(next)) {
		return "", "", false
	}
	for range lex.Words(phrase) {
		return phrase, after, true
	}
	return "", "", false
}

// letters reports whether word begins with a letter, has at least n of letters
// and digits, and besides them only what stands inside words.
func letters(word string, n int) bool {
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsLetter(first) {
		return false
	}
	for _, r := range word {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			n--
		case unicode.IsMark(r), strings.ContainsRune("-'’·", r):
		default:
			return false
		}
	}
	return n <= 0
}
