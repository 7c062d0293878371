package token

import (
	"unicode/utf8"

	"github.com/pildora/pildora/size"
)

var _ size.Seamer = (*Tokenizer)(nil)

// Seam tells what joining a head that ends with a line feed and a body that
// begins with anything but white space does to the counts: frames are such
// heads. Of other seams it knows nothing.
//
// A piece depends on what stands before it in nothing, so where a piece of the
// joined text ends at the seam, the body's pieces are those that it has alone.
// What is left to know is how the head is cut when its end isn't the text's:
// see seamFunc.
func (t *Tokenizer) Seam(head, body string) (n int, ok bool) {
	switch {
	case head == "" || body == "":
		return 0, true
	case head[len(head)-1] != '\n':
		return 0, false
	}
	if r, width := utf8.DecodeRuneInString(body); r == utf8.RuneError && width == 1 {
		return 0, false
	}
	w := t.worker()
	defer t.workers.Put(w)
	first, _ := w.at(body, 0)
	if first&blank != 0 {
		return 0, false
	}
	return t.spec.pattern.seam(w, head, first)
}

// seamFunc says how many tokens more a head that ends with a line feed has when
// a character of class first, which is no white space, follows it. ok is false
// where the last piece of the head might reach across the seam.
type seamFunc func(w *worker, head string, first class) (n int, ok bool)

// newlineSeam is that of cl100k and o200k. The last piece of the head is
// punctuation with the line feeds behind it, or white space up to its last line
// feed: both end there, whatever the text does. Only what may go on behind
// punctuation and line feeds, o200k's slash, can reach across.
func newlineSeam(_ *worker, _ string, first class) (int, bool) { return 0, first&trailer == 0 }

// blanksSeam is that of r50k. A run of white space is one piece at the text's
// end, and leaves its last character to a piece of its own elsewhere.
func blanksSeam(w *worker, head string, _ class) (int, bool) {
	from := len(head)
	for from > 0 {
		p := before(head, from)
		if r, width := utf8.DecodeRuneInString(head[p:]); r == utf8.RuneError && width == 1 {
			return 0, false
		}
		if c, _ := w.at(head, p); c&blank == 0 {
			break
		}
		from = p
	}
	end := len(head) - len("\n")
	if from == end {
		return 0, true
	}
	return w.piece(head, from, end) + w.piece(head, end, len(head)) - w.piece(head, from, len(head)), true
}
