// Package sentence finds where sentences end, by rules and tables of
// abbreviations.
//
// A [Segmenter] holds the rules of one language; [Segmenter.Ends] yields the
// byte offsets at which the next sentence begins. The white space after an end
// mark belongs to the sentence before it, so the sentences of a text tile it.
//
// How it works. One pass walks the bytes with a table of 256 classes and stops
// only at candidates: end marks, line ends, and what opens a span in which no
// sentence ends (brackets, quotations, code). At a full stop it reads the word
// before and the word after, each within a bounded window:
//
//   - a small letter after a mark goes on with the sentence, whatever stands
//     before the mark ("p. ej. así", "Yahoo! in", “Great.” she said);
//   - an abbreviation decides by its kind: some never end a sentence ("Dr."),
//     some only before a word that likely begins one ("EE. UU. La …"), some
//     only where no number follows ("art. 5");
//   - initials, acronyms, ordinals, list markers and labels ("Artículo 5.")
//     have rules of their own.
//
// Marks of other scripts (。 ؟ । ։ …) end a sentence wherever they stand. Thai
// and Lao have none: there a blank between two words of the script is a
// possible end. A blank line always ends a sentence; a single line end is a
// blank, save before a list marker, a heading or a table row.
//
// Every look back or ahead is bounded, and what was skipped is never read
// again, so the time grows linearly with the text, whatever the text.
package sentence

import "iter"

// Segmenter finds sentence ends by the rules of one language. The zero value
// uses the rules of all languages merged. It is immutable and may be used by
// several goroutines at once.
type Segmenter struct{ rules *rules }

// New returns the segmenter for a BCP 47 tag; only its primary part counts
// ("es", "es-MX" and "ES" are the same). For an empty tag, or a language
// without rules of its own, the rules of all languages are merged: what is an
// abbreviation in one and a plain word in another counts as the word.
func New(lang string) Segmenter { return Segmenter{rulesOf(lang)} }

// Ends yields the byte offsets of text at which a sentence has ended and the
// next one begins, in ascending order. Each lies strictly inside the text, on
// a grapheme border, after white space or an end mark; a text of one sentence
// yields nothing. White space at the start belongs to the first sentence.
//
// An end is looked for only when it is asked for. The sequence may be iterated
// again, and from the start each time.
func (s Segmenter) Ends(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		r := s.rules
		if r == nil {
			r = merged()
		}
		sc := newScanner(text, r)
		for {
			end := sc.next()
			if end < 0 || !yield(end) {
				return
			}
		}
	}
}
