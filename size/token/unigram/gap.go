package unigram

import "github.com/pildora/pildora/size/token/atom"

// where says what blanks stand beside.
type where int

const (
	before  where = iota // the first word
	between              // words
	after                // the last word
)

// gap is what blanks add to the tokens of the words beside them; a single blank
// between words adds nothing.
func (w *worker) gap(at where, blanks string) int {
	if len(blanks) > atom.Longest {
		return w.added(at, blanks)
	}
	k := atom.KeyOf(blanks, 0, len(blanks))
	n, ok := w.gaps[at].Find(k)
	if !ok {
		n = w.added(at, blanks)
		w.gaps[at].Add(k, n)
	}
	return n
}

func (f *Fast) added(at where, blanks string) int {
	switch at {
	case before:
		return f.whole(blanks+"a") - f.whole("a")
	case after:
		return f.whole("a"+blanks) - f.whole("a")
	}
	return f.whole("a"+blanks+"a") - f.whole("a a")
}
