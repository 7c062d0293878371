package unigram

import (
	"unsafe"
)

// growing is a long atom at the end of a text that may be counted again when
// the text is longer.
type growing struct {
	at      int // where its element begins, or -1
	blanks  int // what the blanks before it count
	scan    scan
	text    []byte // the atom so far, normalized
	counter *counter
}

// Forget ends growing.
func (w *worker) Forget() { w.growing.at = -1 }

// Grown counts the element at p if it reaches the end of the text and each rune
// becomes something by itself.
func (w *worker) Grown(text string, p int) (tokens int, ok bool) {
	g := &w.growing
	if g.at != p || g.scan.end > len(text) {
		start := w.blanks(text, p)
		if start == len(text) || start > p && !w.plainAt(text, start) {
			return 0, false
		}
		if g.counter == nil {
			g.counter = newCounter(w.model)
		}
		g.counter.start()
		*g = growing{p, w.before(text, p, start), scan{end: start, plain: true}, append(g.text[:0], w.mark...), g.counter}
	}
	s := w.scan(text, g.scan)
	if s.end < len(text) || s.form == tangled {
		w.Forget()
		return 0, false
	}
	g.text = w.normalize(g.text, text[g.scan.end:], s.form)
	g.scan = s
	return g.blanks + w.model.grown(g.counter, unsafe.String(unsafe.SliceData(g.text), len(g.text))), true
}
