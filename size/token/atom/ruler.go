package atom

import (
	"math"
	"sort"

	"github.com/pildora/pildora/doc"
)

// Counter counts the elements of a text one after the other: atoms, with what
// stands before them. It is for one goroutine.
type Counter interface {
	// Next counts the element that begins at p, and says where it ends. An
	// element begins at 0, at the end of another, or nowhere.
	Next(text string, p int) (tokens, end int)

	// Holds says whether the element that ends at p, before the end of the
	// text, ends there however the text goes on.
	Holds(text string, p int) bool

	// Grown counts the element that begins at p like Next, but only if it
	// reaches the end of the text and can be counted on from there: the next
	// call with that p, after others or none, continues where this one ended.
	// The text is then longer or shorter than this one, and the same so far.
	Grown(text string, p int) (tokens int, ok bool)

	// Forget ends all growing.
	Forget()
}

// Count is the number of tokens of the text.
func Count(c Counter, text string) int {
	n := 0
	for p := 0; p < len(text); {
		tokens, end := c.Next(text, p)
		n += tokens
		p = end
	}
	return n
}

// stride is how many bytes of a text there are for one mark, which takes eight.
const stride = 64

// long is the bytes from which an element at the end of a span is grown.
const long = 512

// reach is as many bytes as a rune can have.
const reach = 4

// Ruler counts the tokens of spans of one text: exactly what Next says of all
// elements of the span, taken as a text. It takes an eighth of the text's
// size. A counter may serve several rulers, one at a time: see Parted. It is
// not safe for concurrent use.
type Ruler struct {
	text    string
	counter Counter
	total   int // the tokens of the text
	marks   []mark
	head    head
	tail    tail
}

// mark is the end of an element, and the tokens before it. The i-th mark is the
// first one at stride times i or behind.
type mark struct{ place, tokens uint32 }

// head is a beginning of spans that was counted before.
type head struct{ start, end, tokens int }

// tail is an end of spans that is being counted: the elements of
// text[base:], from the one at from on, up to the one at at, which isn't
// counted in tokens.
type tail struct{ base, from, at, tokens int }

// NewRuler counts the whole text once, by the counter once, and then answers by
// the counter ask, which is its own.
func NewRuler(text string, once, ask Counter) *Ruler {
	r := &Ruler{text: text, counter: ask, head: head{start: -1}, tail: tail{base: -1}}
	if len(text) > math.MaxUint32 {
		r.total = rest(once, text, 0)
		return r // spans of such a text are counted anew
	}
	r.marks = make([]mark, 0, len(text)/stride+2)
	for p := 0; ; {
		for len(r.marks)*stride <= p {
			r.marks = append(r.marks, mark{uint32(p), uint32(r.total)})
		}
		if p == len(text) {
			return r
		}
		n, end := once.Next(text, p)
		r.total += n
		p = end
	}
}

// Size is the number of tokens of text[s.Start:s.End].
func (r *Ruler) Size(s doc.Span) int {
	first, last := r.after(s), r.before(s)
	if first == nil || last == nil || first.place >= last.place {
		return r.until(s.Start, 0, s.End)
	}
	if r.head.start != s.Start || r.head.end != int(first.place) {
		r.counter.Forget()
		r.head = head{s.Start, int(first.place), rest(r.counter, r.text[s.Start:first.place], 0)}
		r.tail.base = -1
	}
	return r.head.tokens + int(last.tokens-first.tokens) + r.until(0, int(last.place), s.End)
}

// after is the first mark of which all that decides it is in the span, or nil.
func (r *Ruler) after(s doc.Span) *mark {
	if i := (s.Start + reach + stride - 1) / stride; i < len(r.marks) && int(r.marks[i].place) < s.End {
		return &r.marks[i]
	}
	return nil
}

// before is a late mark of which all that decides it is in the span, or nil.
func (r *Ruler) before(s doc.Span) *mark {
	i := min(s.End/stride, len(r.marks)-1)
	if i >= 0 && int(r.marks[i].place) > s.End {
		i = sort.Search(i, func(i int) bool { return int(r.marks[i].place) > s.End }) - 1
	}
	for place := -1; i >= 0 && int(r.marks[i].place) > s.Start; i-- {
		if m := &r.marks[i]; int(m.place) != place {
			if place = int(m.place); r.counter.Holds(r.text[:s.End], place) {
				return m
			}
		}
	}
	return nil
}

// until counts the elements of text[base:end] from the one at from on, which is
// relative to base. It goes on from the last call where it can.
func (r *Ruler) until(base, from, end int) int {
	text := r.text[base:end]
	t := &r.tail
	if t.base != base || t.from != from || t.at > len(text) {
		r.counter.Forget()
		*t = tail{base, from, from, 0}
	}
	for t.at < len(text) {
		if len(text)-t.at > long {
			if n, ok := r.counter.Grown(text, t.at); ok {
				return t.tokens + n
			}
		}
		n, next := r.counter.Next(text, t.at)
		if next == len(text) || !r.counter.Holds(text, next) {
			return t.tokens + n + rest(r.counter, text, next)
		}
		t.tokens += n
		t.at = next
	}
	return t.tokens
}

// rest counts the elements from p on.
func rest(c Counter, text string, p int) int {
	tokens := 0
	for p < len(text) {
		n, next := c.Next(text, p)
		tokens += n
		p = next
	}
	return tokens
}
