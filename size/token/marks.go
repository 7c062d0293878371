package token

import "math/bits"

// marks holds where the pieces of a text end and how many tokens each has, in
// two bits a byte: a bit in cuts where a piece begins, and for a piece of n
// tokens the bits of its last n bytes in tokens.
type marks struct {
	cuts, tokens []uint64
	blocks       []block // a block is 8 words
}

// block sums up what is before it, and says how long the longest piece is that
// begins in it.
type block struct{ tokens, cut, longest uint32 }

const (
	blockWords = 8
	blockBytes = blockWords * 64
)

// maxMarked is the length in bytes of the longest text that marks can count.
const maxMarked = 1<<32 - 1

func newMarks(n int) *marks {
	words := (n/64/blockWords + 1) * blockWords
	m := &marks{cuts: make([]uint64, words), tokens: make([]uint64, words), blocks: make([]block, words/blockWords)}
	m.cuts[0] = 1
	return m
}

// add marks the piece from p to e, of n tokens.
func (m *marks) add(p, e, n int) {
	b := &m.blocks[p/blockBytes]
	b.longest = max(b.longest, uint32(e-p))
	m.cuts[e/64] |= 1 << (e % 64)
	for at := e - n; at < e; {
		width := min(64-at%64, e-at)
		m.tokens[at/64] |= (1<<width - 1) << (at % 64)
		at += width
	}
}

// sum fills the blocks once all is added.
func (m *marks) sum() {
	tokens, cut := 0, 0
	for i := range m.cuts {
		if i%blockWords == 0 {
			b := &m.blocks[i/blockWords]
			b.tokens, b.cut = uint32(tokens), uint32(cut)
		}
		tokens += bits.OnesCount64(m.tokens[i])
		if m.cuts[i] != 0 {
			cut = i*64 + bits.Len64(m.cuts[i]) - 1
		}
	}
}

// isCut reports whether a piece begins or the text ends at p.
func (m *marks) isCut(p int) bool { return m.cuts[p/64]>>(p%64)&1 != 0 }

// cutBefore returns the last cut at or before p.
func (m *marks) cutBefore(p int) int {
	i := p / 64
	word := m.cuts[i] & (^uint64(0) >> (63 - p%64))
	for word == 0 {
		if i%blockWords == 0 {
			return int(m.blocks[i/blockWords].cut)
		}
		i--
		word = m.cuts[i]
	}
	return i*64 + bits.Len64(word) - 1
}

// before returns the number of tokens before the cut at p.
func (m *marks) before(p int) int {
	i := p / 64
	first := i - i%blockWords
	n := int(m.blocks[i/blockWords].tokens)
	for _, word := range m.tokens[first:i] {
		n += bits.OnesCount64(word)
	}
	return n + bits.OnesCount64(m.tokens[i]&(1<<(p%64)-1))
}

// cutAfter returns the first cut at or behind p, or -1.
func (m *marks) cutAfter(p int) int {
	i := p / 64
	if i >= len(m.cuts) {
		return -1
	}
	word := m.cuts[i] >> (p % 64) << (p % 64)
	for word == 0 {
		if i++; i == len(m.cuts) {
			return -1
		}
		word = m.cuts[i]
	}
	return i*64 + bits.TrailingZeros64(word)
}
