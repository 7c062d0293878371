package token

// worker holds what one goroutine needs to cut and count a text.
type worker struct {
	scanner
	vocab   *vocab
	pattern pattern
	parts   []part
	search  search
	cache   []counted
}

// cacheBits says how many pieces a worker remembers the counts of. It is small
// enough for the processor's cache, and a text has few frequent words.
const cacheBits = 13

// counted is a remembered piece of up to 16 bytes.
type counted struct {
	head, tail uint64
	size, n    uint8
}

func (t *Tokenizer) worker() *worker { return t.workers.Get().(*worker) }

// newWorker panics where the ranks don't load: they are compiled in, so the
// program is damaged.
func (t *Tokenizer) newWorker() *worker {
	e, err := t.load()
	if err != nil {
		panic("tokenizer " + t.spec.name + ": " + err.Error())
	}
	return &worker{
		scanner: scanner{classTable: e.classes},
		vocab:   e.vocab,
		pattern: t.spec.pattern,
		parts:   make([]part, 0, shortPiece+1),
		cache:   make([]counted, 1<<cacheBits),
	}
}

// count returns the number of tokens of a text that is UTF-8.
func (w *worker) count(text string) int {
	n := 0
	for p := 0; p < len(text); {
		e := w.pattern(&w.scanner, text, p)
		n += w.piece(text, p, e)
		p = e
	}
	return n
}

// piece counts the tokens of the piece text[p:e].
func (w *worker) piece(text string, p, e int) int {
	n := e - p
	if n > 16 {
		return w.encode(text, p, e)
	}
	key := counted{size: uint8(n)}
	if n <= 8 {
		key.head = keyOf(text, p, e)
	} else {
		key.head, key.tail = load8(text[p:]), keyOf(text, p+8, e)
	}
	c := &w.cache[hash(key.head^key.tail*0x9fb21c651e98df25, n)>>(64-cacheBits)]
	if c.head != key.head || c.tail != key.tail || c.size != key.size {
		key.n = uint8(w.encode(text, p, e))
		*c = key
	}
	return int(c.n)
}

// encode counts them without the cache.
func (w *worker) encode(text string, p, e int) int {
	if w.vocab.whole(text, p, e) != none {
		return 1
	}
	if e-p > shortPiece {
		return len(w.search.run(w.vocab, text, p, e))
	}
	return len(w.vocab.merge(text, p, e, 1, w.parts)) - 1
}

// each calls yield with each token of a text that is UTF-8, and its end.
func (w *worker) each(text string, yield func(rank uint32, end int)) {
	v := w.vocab
	for p := 0; p < len(text); {
		e := w.pattern(&w.scanner, text, p)
		if rank := v.whole(text, p, e); rank != none {
			yield(rank, e)
		} else if e-p > shortPiece {
			end := p
			for _, rank := range w.search.run(v, text, p, e) {
				end += v.size(rank)
				yield(rank, end)
			}
		} else {
			parts := v.merge(text, p, e, 1, w.parts)
			for i := range parts[:len(parts)-1] {
				yield(v.rank(text, parts[i].at, parts[i+1].at), parts[i+1].at)
			}
		}
		p = e
	}
}
