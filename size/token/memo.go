package token

// longRun is the length in bytes from which a run is worth remembering.
const longRun = 256

// memo remembers the long runs of one text, so that scanning the same text cut
// ever later costs no more than the bytes that are new. A text seen by one
// memo is always a prefix of the same whole text.
type memo struct {
	runs  [8]knownRun
	lasts [8]knownLast
	next  int // the entry to give up next
}

// knownRun: text[from:upto] is a run of the class; it ends there, or nobody
// has looked further.
type knownRun struct {
	mask, want class
	ended      bool
	from, upto int
}

// knownLast: the last character of the class in text[from:upto] ends at end,
// or there is none and end is -1.
type knownLast struct {
	mask, want      class
	from, upto, end int
}

func (m *memo) run(t *classTable, text string, p int, mask, want class) int {
	for i := range m.runs {
		k := &m.runs[i]
		if k.mask == mask && k.want == want && k.from <= p && p < k.upto {
			return k.grow(t, text)
		}
	}
	end := t.plainRun(text, p, p+longRun, mask, want) // shorter than the text: see scanner.run
	if end < p+longRun {
		return end
	}
	k := &m.runs[m.next%len(m.runs)]
	m.next++
	*k = knownRun{mask: mask, want: want, from: p, upto: end}
	return k.grow(t, text)
}

func (k *knownRun) grow(t *classTable, text string) int {
	if !k.ended && k.upto < len(text) {
		k.upto = t.plainRun(text, k.upto, len(text), k.mask, k.want)
		k.ended = k.upto < len(text)
	}
	return min(k.upto, len(text))
}

func (m *memo) last(t *classTable, text string, p, end int, mask, want class) int {
	for i := range m.lasts {
		k := &m.lasts[i]
		if k.mask != mask || k.want != want || p < k.from || p >= k.upto {
			continue
		}
		if end < k.upto {
			k.from, k.upto, k.end = p, p, -1 // begin anew, to grow from here
		}
		return k.grow(t, text, p, end)
	}
	k := &m.lasts[m.next%len(m.lasts)]
	m.next++
	*k = knownLast{mask: mask, want: want, from: p, upto: p, end: -1}
	return k.grow(t, text, p, end)
}

func (k *knownLast) grow(t *classTable, text string, p, end int) int {
	if e := t.plainLast(text, k.upto, end, k.mask, k.want); e > 0 {
		k.end = e
	}
	k.upto = end
	if k.end <= p {
		return -1
	}
	return k.end
}
