package token

import "math/bits"

// worker holds what one goroutine needs to cut and count a text.
type worker struct {
	scanner
	vocab   *vocab
	pattern pattern
	keys    pairKeys
	ends    [batch]int
	heads   [batch]shortEntry
	touched uint64
	search  search
	cache   *cache
}

func (t *Tokenizer) worker() *worker { return t.workers.Get().(*worker) }

// newWorker panics where the ranks don't load: they are compiled in, so the
// program is damaged.
func (t *Tokenizer) newWorker() *worker {
	e, err := t.load()
	if err != nil {
		panic("tokenizer " + t.spec.name + ": " + err.Error())
	}
	return &worker{scanner: scanner{classTable: e.classes}, vocab: e.vocab, pattern: t.spec.pattern, cache: new(cache)}
}

// count returns the number of tokens of a text that is UTF-8, and marks its
// pieces in m, if there is one.
func (w *worker) count(text string, m *marks) int {
	total := 0
	for p := 0; p < len(text); {
		k := w.pattern.pieces(&w.scanner, text, p, &w.ends)
		w.fetch(text, p, k)
		for i, e := range w.ends[:k] {
			n := 0
			if key := w.heads[i]; key.tail == 0 {
				n = w.piece(text, p, e)
			} else if x := w.cache.shortAt(key); x[0].is(key) {
				n = x[0].count()
			} else {
				n = w.lookUp(x, key, text, p, e)
			}
			if m != nil {
				m.add(p, e, n)
			}
			total += n
			p = e
		}
	}
	return total
}

// fetch makes the keys of the first k pieces, and touches where they are
// remembered, so that memory is under way before it is needed. A piece that has
// no short key has one without a tail.
func (w *worker) fetch(text string, p, k int) {
	touched := uint64(0)
	for i, e := range w.ends[:k] {
		if e-p > 15 || p+room > len(text) {
			w.heads[i] = shortEntry{}
		} else {
			key := shortKey(text, p, e-p)
			w.heads[i] = key
			touched += w.cache.shortAt(key)[0].head
		}
		p = e
	}
	w.touched = touched
}

// piece counts the tokens of the piece text[p:e].
func (w *worker) piece(text string, p, e int) int {
	n := e - p
	switch {
	case n <= 15 && p+room <= len(text):
		key := shortKey(text, p, n)
		return w.lookUp(w.cache.shortAt(key), key, text, p, e)
	case n > 15 && n <= 31 && p+32 <= len(text):
		key := longKey(text, p, n)
		x := w.cache.longAt(&key)
		if x.is(&key) {
			return int(x[3] >> 56 & 0xf)
		}
		n := w.encode(text, p, e)
		if n <= 15 {
			key[3] |= uint64(n) << 56
			*x = key
		}
		return n
	case n > 31:
		x := w.cache.ruleAt(text[p:e])
		if x == nil {
			break
		}
		if !x.is(text[p:e]) {
			x.set(text[p:e], w.encode(text, p, e))
		}
		return int(x.tokens)
	}
	return w.encode(text, p, e)
}

// lookUp finds the piece text[p:e] among the ways, or counts its tokens and puts
// it there.
func (w *worker) lookUp(x *ways, key shortEntry, text string, p, e int) int {
	if i := x.find(key); i >= 0 {
		n := x[i].count()
		x.promote(i)
		return n
	}
	n := w.encode(text, p, e)
	key.tail |= uint64(n) << 56
	x.push(key)
	return n
}

// encode counts them without the cache.
func (w *worker) encode(text string, p, e int) int {
	if w.vocab.whole(text, p, e) != none {
		return 1
	}
	if e-p > shortPiece {
		return len(w.search.run(w.vocab, text, p, e))
	}
	return bits.OnesCount64(w.vocab.mergeShort(text, p, e, &w.keys))
}

// each calls yield with each token of a text that is UTF-8, and its end.
func (w *worker) each(text string, yield func(rank uint32, end int)) {
	for p := 0; p < len(text); {
		k := w.pattern.pieces(&w.scanner, text, p, &w.ends)
		for _, e := range w.ends[:k] {
			w.tokens(text, p, e, yield)
			p = e
		}
	}
}

// tokens is each for the piece text[p:e].
func (w *worker) tokens(text string, p, e int, yield func(rank uint32, end int)) {
	v := w.vocab
	if rank := v.whole(text, p, e); rank != none {
		yield(rank, e)
		return
	}
	if e-p > shortPiece {
		for _, rank := range w.search.run(v, text, p, e) {
			p += v.size(rank)
			yield(rank, p)
		}
		return
	}
	for starts := v.mergeShort(text, p, e, &w.keys); p < e; {
		n := nextStart(starts, 0, e-p)
		yield(v.rank(text, p, p+n), p+n)
		starts >>= n
		p += n
	}
}
