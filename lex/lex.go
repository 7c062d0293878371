// Package lex turns text into lexemes: words as the text index, the questions
// and the measures of cohesion see them. One analyser serves all of them, so
// that what is asked and what is stored can never be cut differently.
//
// A [Lexeme] is a folded, possibly stemmed word with the span it stands for.
// [Words] yields folded words; an [Analyzer] stems them too, and remembers
// stems. Several lexemes may cover the same text: a hyphenated word gives its
// parts and the whole, an identifier likewise.
//
// # How text is cut
//
// Words are runs of letters, digits and marks as in Unicode Standard Annex 29,
// found by a table instead of its state machine (a test compares the two).
// Signs such as . - _ / @ : join words into a compound when they stand between
// them without blanks. Scripts written without blanks (Han, kana, Hangul, Thai,
// Lao, Khmer, Burmese) give overlapping pairs of letters, each with its marks;
// a letter alone gives itself. Hangul is written with blanks, but its words
// carry their particles with them, and pairs find the word under any particle.
//
// # How words are folded
//
// Lower case, accents and other spacing-free marks away, but ñ (año is not ano)
// and й stay letters of their own; ligatures, ß, full-width and half-width
// forms and foreign digits become plain ones. Composed and decomposed text fold
// alike. See [Fold].
//
// # How words are stemmed
//
// A document's words are stemmed by the document's language, a question's
// words by every language that the index holds ([Analyzer.Query]). So a word
// is always found under the form in which it was asked for, and its
// inflections are found by the rules of the document's own language; a
// language guessed wrongly costs inflections, never the word itself.
//
// Nothing is removed: stop words are left to the ranking, which knows how
// common they are.
package lex

import "iter"

// Lexeme is a word of a text in the form in which it is indexed. Start and End
// are bytes of the text; Text is never empty, holds no blanks, and is at most
// [MaxLexeme] bytes long.
type Lexeme struct {
	Start, End int
	Text       string
}

// Span is a half-open range of bytes of a text.
type Span struct{ Start, End int }

// MaxLexeme is the length in bytes to which the lexeme of a longer word is
// cut. Of a compound longer than that only the parts are lexemes.
const MaxLexeme = 128

// Words yields the folded words of text in order of their ends, unstemmed. Of
// a compound the parts come before the whole. Lexemes share no memory with a
// text that isn't plain lower case already.
func Words(text string) iter.Seq[Lexeme] {
	return func(yield func(Lexeme) bool) { scan(text, yield) }
}

// Version changes whenever a text may give other lexemes than before. It is
// part of what an index was built with: one of another version must be built
// anew.
const Version = 2

// IndexSigns are the ASCII characters that a lexeme may hold besides small
// letters and digits; a text index must not cut lexemes at them.
const IndexSigns = "'-_./@:+#&,"
