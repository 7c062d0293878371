package hf

import (
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// view is a text on its way through the pipeline: what it has become, and what
// part of the original each byte of it comes from.
//
// at is nil where nobody asks for spans. Then zero says what is needed all the
// same: how many bytes at its front come from the original's very beginning.
type view struct {
	s    string
	at   []doc.Span
	zero int
}

// whole is a text before anything has happened to it.
func whole(text string, base int, spans bool) view {
	v := view{s: text}
	if spans {
		v.at = make([]doc.Span, len(text))
		for p := 0; p < len(text); {
			_, n := utf8.DecodeRuneInString(text[p:])
			for i := range n {
				v.at[p+i] = doc.Span{Start: base + p, End: base + p + n}
			}
			p += n
		}
	}
	if base == 0 && text != "" {
		_, v.zero = utf8.DecodeRuneInString(text)
	}
	return v
}

// slice is a part of a view.
func (v view) slice(a, b int) view {
	w := view{s: v.s[a:b], zero: min(max(v.zero-a, 0), b-a)}
	if v.at != nil {
		w.at = v.at[a:b]
	}
	return w
}

// span is where a part of the view, which isn't empty, comes from.
func (v view) span(a, b int) doc.Span {
	return doc.Span{Start: v.at[a].Start, End: v.at[b-1].End}
}

// edit makes a new view of an old one. Bytes are put in order, each with the
// place in the old view whose origin it takes over.
type edit struct {
	old  view
	s    []byte
	at   []doc.Span
	zero int
	off  int // of events: the first byte of old that isn't used up
}

func newEdit(old view) *edit {
	e := &edit{old: old, s: make([]byte, 0, len(old.s)+len(old.s)/8+8)}
	if old.at != nil {
		e.at = make([]doc.Span, 0, cap(e.s))
	}
	return e
}

// keep takes old[a:b] over as it is.
func (e *edit) keep(a, b int) {
	if a >= b {
		return
	}
	if e.zero == len(e.s) && a < e.old.zero {
		e.zero += min(b, e.old.zero) - a
	}
	e.s = append(e.s, e.old.s[a:b]...)
	if e.at != nil {
		e.at = append(e.at, e.old.at[a:b]...)
	}
}

// put adds text that stands for the character at old[from].
func (e *edit) put(text string, from int) {
	first := e.zero == len(e.s) && from < e.old.zero
	e.s = append(e.s, text...)
	if first {
		e.zero = len(e.s)
	}
	if e.at != nil {
		for range len(text) {
			e.at = append(e.at, e.old.at[from])
		}
	}
}

func (e *edit) rune(c rune, from int) {
	var b [utf8.UTFMax]byte
	e.put(string(b[:utf8.EncodeRune(b[:], c)]), from)
}

// event adds a character the way the reference tells its changes: 0 stands for
// the next old character, more than 0 is new beside the one before, and -n
// stands for the next one and for the n behind it, which go.
func (e *edit) event(c rune, change int) {
	if change > 0 {
		e.rune(c, max(e.off-1, 0))
		return
	}
	e.rune(c, min(e.off, len(e.old.s)-1))
	for range 1 - change {
		if e.off < len(e.old.s) {
			_, n := utf8.DecodeRuneInString(e.old.s[e.off:])
			e.off += n
		}
	}
}

func (e *edit) view() view { return view{s: string(e.s), at: e.at, zero: e.zero} }

// prepend puts text in front of a view that isn't empty, as if it were part of
// its first character.
func (v view) prepend(text string) view {
	e := newEdit(v)
	e.put(text, 0)
	e.keep(0, len(v.s))
	return e.view()
}
