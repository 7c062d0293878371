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
// At its end those pieces may fall otherwise whose match looked beyond the
// end. A match looks beyond its piece only along one run of white space or of
// letters, or at a contraction, and no such stretch is cut more than twice
// before its last piece; so the pieces more than slack cuts before the end are
// safe, and the rest is cut anew, with the text ending there.
type ruler struct {
	t     *Tokenizer
	text  string
	w     *worker // only while measuring
	marks *marks
	head  head
	// what was found out of the whole text, and of the text cut at the end of
	// the last span
	whole, short memo
	long         [4]prefixes
	next         int // of long, to be given up
}

// slack is how many cuts before the end of a span may depend on that end.
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
	r := &ruler{t: t, text: text, marks: newMarks(len(text)), head: head{start: -1}}
	w.count(text, r.marks)
	r.marks.sum()
	for i := range r.long {
		r.long[i].start = -1
	}
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
	r.w = r.t.worker()
	defer r.release()
	r.begin(s.Start)
	r.extend(s.End)
	p, n := r.safe(s.End)
	return n + r.rest(p, s.End)
}

func (r *ruler) release() {
	r.w.memo = nil
	r.t.workers.Put(r.w)
	r.w = nil
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
	r.w.memo = m
	return r.w.pattern.next(&r.w.scanner, text, p)
}

// safe returns a cut of the span from the head's start to end that is surely
// one, and the number of tokens before it.
func (r *ruler) safe(end int) (p, n int) {
	h := &r.head
	back := slack
	if h.joined {
		join := h.cuts[len(h.cuts)-1]
		for p := r.marks.cutBefore(end); p > join; p = r.marks.cutBefore(p - 1) {
			if back == 0 {
				return p, r.headCount(len(h.cuts)-1) + r.marks.before(p) - r.marks.before(join)
			}
			back--
		}
	}
	i := sort.SearchInts(h.cuts, end+1) - 1 // the last at or before end
	i = max(i-back, 0)
	return h.cuts[i], r.headCount(i)
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
	if e-p <= shortPiece {
		return r.w.piece(r.text, p, e)
	}
	if r.w.vocab.whole(r.text, p, e) != none {
		return 1
	}
	for i := range r.long {
		if r.long[i].start == p {
			return r.long[i].count(r.w.vocab, &r.w.search.pairs, r.text, e)
		}
	}
	x := &r.long[r.next%len(r.long)]
	r.next++
	x.reset(p)
	return x.count(r.w.vocab, &r.w.search.pairs, r.text, e)
}
