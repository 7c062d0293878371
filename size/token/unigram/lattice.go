package unigram

import "unicode/utf8"

// lattice finds the best cut of a word, to be used again. It keeps two bytes for each
// byte of the word; scores are kept only as far as a piece reaches.
type lattice struct {
	lens   []uint16  // by end: bytes of the last piece of the best cut that ends there, zero without one
	scores []float64 // by end, modulo its length, a power of two: the score of that cut
	cuts   []span    // the pieces of the best cut, last one first
}

type span struct{ start, end int }

func newLattice(m *Model) *lattice {
	n := 1
	for n <= m.longest {
		n *= 2
	}
	return &lattice{scores: make([]float64, n)}
}

// Each calls yield with the id of each token of the word and where in the word
// it starts and ends, in bytes. Tokens for single bytes all have the place of
// the letters they are of. The empty word has no tokens.
func (m *Model) Each(word string, yield func(id, start, end int)) {
	l := m.scratch.Get().(*lattice)
	defer m.scratch.Put(l)
	l.cut(m, word)
	for i := len(l.cuts) - 1; i >= 0; i-- {
		m.tokens(word, l.cuts[i], yield)
	}
}

// tokens yields the tokens of one piece or of fused unknown letters, and counts
// them. Fused letters are looked up once more, as the reference does.
func (m *Model) tokens(word string, s span, yield func(id, start, end int)) int {
	id := m.trie.Value(word[s.start:s.end])
	if id < 0 && m.hasBytes(word[s.start:s.end]) {
		for i := s.start; yield != nil && i < s.end; i++ {
			yield(m.bytes[word[i]], s.start, s.end)
		}
		return s.end - s.start
	}
	if id < 0 {
		id = m.unknown
	}
	if yield != nil {
		yield(id, s.start, s.end)
	}
	return 1
}

// hasBytes says whether each byte of the letters has a piece to fall back to.
func (m *Model) hasBytes(letters string) bool {
	for i := range len(letters) {
		if m.bytes == nil || m.bytes[letters[i]] < 0 {
			return false
		}
	}
	return true
}

// cut finds the best cut of the word and leaves it in l.cuts.
func (l *lattice) cut(m *Model, word string) {
	if cap(l.lens) <= len(word) {
		l.lens = make([]uint16, len(word)+len(word)/4+64)
	}
	l.lens = l.lens[:len(word)+1]
	clear(l.lens)
	l.scores[0] = 0
	for start := 0; start < len(word); {
		start += l.extend(m, word, start)
	}
	l.trace(m, word)
	if cap(l.lens) > keep {
		l.lens = nil
	}
}

// keep is how much room for a long word is kept for the next one.
const keep = 1 << 16

// extend prolongs the best cut that ends at start by each piece that begins
// there, and by an unknown letter where the letter there is no piece. It
// returns the bytes of that letter.
func (l *lattice) extend(m *Model, word string, start int) int {
	till := l.scores[start&(len(l.scores)-1)]
	letter := letterAt(word, start)
	single := false
	node := m.trie.Root()
	for i := start; i < len(word); i++ {
		if node = m.trie.Next(node, word[i]); node == 0 {
			break
		}
		if id := node.Value(); id >= 0 {
			l.offer(start, i+1, m.scores[id]+till)
			single = single || i+1-start == letter
		}
	}
	if !single {
		l.offer(start, start+letter, m.worst+till)
	}
	return letter
}

// letterAt is how many bytes the letter at p has.
func letterAt(word string, p int) int {
	if word[p] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRuneInString(word[p:])
	return n
}

// offer takes a cut whose last piece is from start to end, if it is the best
// one yet.
func (l *lattice) offer(start, end int, score float64) {
	if at := end & (len(l.scores) - 1); l.lens[end] == 0 || score > l.scores[at] {
		l.lens[end], l.scores[at] = uint16(end-start), score
	}
}

// trace follows the best cut back from the end, with neighbouring unknown
// letters as one.
func (l *lattice) trace(m *Model, word string) {
	l.cuts = l.cuts[:0]
	unknown := -1 // the end of the unknown letters behind, if there are any
	for end := len(word); end > 0; {
		start := end - int(l.lens[end])
		id := m.trie.Value(word[start:end])
		switch known := id >= 0 && id != m.unknown; {
		case known && unknown >= 0:
			l.cuts = append(l.cuts, span{end, unknown}, span{start, end})
			unknown = -1
		case known:
			l.cuts = append(l.cuts, span{start, end})
		case unknown < 0:
			unknown = end
		}
		end = start
	}
	if unknown >= 0 {
		l.cuts = append(l.cuts, span{0, unknown})
	}
}
