package token

import (
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// ruler measures spans of one text.
//
// A span alone is cut as the whole text is, but for its two ends. At its start
// the pieces may fall otherwise until an end of a piece is one of the whole
// text too; from there on they agree (a piece depends only on what follows).
// At its end the piece that the end falls into is cut anew, with the text ending
// there. A piece that ends before may fall otherwise only if its match looked
// beyond the end. A match looks beyond its piece along a run of letters, which
// changes nothing where it is cut off, at a contraction, which is part of the
// piece where there is one, or along a run of white space. So all pieces but the
// last are safe where the span ends with something else than white space. Else
// the run of white space is cut anew, too: before its last piece it is cut no
// more than twice.
type ruler struct {
	t    *Tokenizer
	text string
	w    *worker // only while measuring
	*classTable
	marks *marks
	head  head
	// what was found out of the whole text, and of the text cut at the end of
	// the last span
	whole, short memo
	long         []prefixes
	next         int // of long, to be given up
}

// longs is how many long pieces a ruler remembers the prefixes of.
const longs = 4

// slack is how many cuts before the end of a span may depend on that end, where
// it ends with white space.
const slack = 3

// head is how the text from start on is cut, up to where the pieces of the
// whole text take over.
type head struct {
	start  int
	cuts   []int // cuts[0] is start
	counts []int // tokens before cuts[i]; known for the first few
	joined bool  // the last of cuts is a cut of the whole text
}

func newRuler(t *Tokenizer, text string, w *worker) *ruler {
	r := &ruler{t: t, text: text, marks: newMarks(len(text)), classTable: w.classTable, head: head{start: -1}}
	w.count(text, r.marks)
	r.marks.sum()
	return r
}

// Size returns what the tokenizer says of text[s.Start:s.End].
func (r *ruler) Size(s doc.Span) int {
	if s.Start == s.End {
		return 0
	}
	if !utf8.RuneStart(r.text[s.Start]) || s.End < len(r.text) && !utf8.RuneStart(r.text[s.End]) {
		return r.t.Size(r.text[s.Start:s.End])
	}
	r.begin(s.Start)
	r.extend(s.End)
	p, n := r.safe(s.End)
	if p < s.End {
		n += r.rest(p, s.End)
	}
	r.release()
	return n
}

// use takes a worker, until release. Most spans need none.
func (r *ruler) use() *worker {
	if r.w == nil {
		r.w = r.t.worker()
	}
	return r.w
}

func (r *ruler) release() {
	if r.w != nil {
		r.w.memo = nil
		r.t.workers.Put(r.w)
		r.w = nil
	}
}

// begin makes start the start of the head.
func (r *ruler) begin(start int) {
	h := &r.head
	if h.start == start {
		return
	}
	h.start = start
	h.cuts = append(h.cuts[:0], start)
	h.counts = append(h.counts[:0], 0)
	h.joined = r.marks.isCut(start)
}

// extend cuts the head until it joins the whole text's pieces or reaches end.
func (r *ruler) extend(end int) {
	h := &r.head
	for p := h.cuts[len(h.cuts)-1]; !h.joined && p < end; h.joined = r.marks.isCut(p) {
		p = r.cut(r.text, p, &r.whole)
		h.cuts = append(h.cuts, p)
	}
}

func (r *ruler) cut(text string, p int, m *memo) int {
	w := r.use()
	w.memo = m
	return w.pattern.next(&w.scanner, text, p)
}

// safe returns a cut of the span from the head's start to end that is surely
// one, and the number of tokens before it.
func (r *ruler) safe(end int) (p, n int) {
	h := &r.head
	back := 0
	if r.blankBefore(end) {
		back = slack
	}
	if h.joined {
		join := h.cuts[len(h.cuts)-1]
		for p := r.marks.cutBefore(end); p > join; p = r.marks.cutBefore(p - 1) {
			if back == 0 {
				return p, r.headCount(len(h.cuts)-1) + r.marks.before(p) - r.marks.before(join)
			}
			back--
		}
	}
	i := len(h.cuts) - 1
	if h.cuts[i] > end {
		i = sort.SearchInts(h.cuts, end+1) - 1 // the last at or before end
	}
	i = max(i-back, 0)
	return h.cuts[i], r.headCount(i)
}

// blankBefore reports whether white space ends at end.
func (r *ruler) blankBefore(end int) bool {
	c, _ := r.at(r.text, before(r.text, end))
	return c&blank != 0
}

// headCount returns the number of tokens before the head's cut i.
func (r *ruler) headCount(i int) int {
	h := &r.head
	for k := len(h.counts); k <= i; k++ {
		h.counts = append(h.counts, h.counts[k-1]+r.piece(h.cuts[k-1], h.cuts[k]))
	}
	return h.counts[i]
}

// rest counts the tokens of text[p:end], cutting anew.
func (r *ruler) rest(p, end int) int {
	n := 0
	for text := r.text[:end]; p < end; {
		e := r.cut(text, p, &r.short)
		if r.marks.isCut(p) && r.marks.isCut(e) && r.marks.cutBefore(e-1) == p {
			n += r.marks.before(e) - r.marks.before(p)
		} else {
			n += r.piece(p, e)
		}
		p = e
	}
	return n
}

// piece counts the tokens of one piece. A long piece may come again a little
// longer, so its count is made to grow.
func (r *ruler) piece(p, e int) int {
	w := r.use()
	if e-p <= shortPiece {
		return w.piece(r.text, p, e)
	}
	if w.vocab.whole(r.text, p, e) != none {
		return 1
	}
	return r.prefixesOf(p).count(w.vocab, &w.search.pairs, r.text, e)
}

// prefixesOf returns what is remembered of the long piece from p.
func (r *ruler) prefixesOf(p int) *prefixes {
	for i := range r.long {
		if r.long[i].start == p {
			return &r.long[i]
		}
	}
	if len(r.long) < longs {
		r.long = append(r.long, prefixes{})
	}
	x := &r.long[r.next%longs]
	r.next++
	x.reset(p)
	return x
}
