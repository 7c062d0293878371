package unigram

import (
	"math"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/atom"
)

// seams tells where no piece can reach across: between two letters that stand
// beside each other in no piece. Every cut of a word has a border there, so the
// parts on both sides can be cut by themselves, and words of many kinds share
// parts.
//
// Parts are cut from a score of zero and not from that of what is before, so
// rounding differs. A part is therefore only believed where each choice in it
// was clear by a margin above all rounding, or made no difference to the count.
// That bounds the words that may be parted and the scores they may have.
type seams struct {
	seam  [256 * 256 / 64]uint64 // a bit for each last byte of a letter and first byte of the next
	large bool                   // a score is so large that rounding isn't below the margin
}

// margin is what scores must differ by for a choice that rounding can't turn.
const margin = 1e-6

// mostParted is the most bytes of a word to be parted, and mostScore the
// largest score: with these, four times the rounding of a sum as long as the
// word, 4096² · 100 · 2⁻⁵³ each, is below the margin.
const (
	mostParted = 4096
	mostScore  = 100
)

func newSeams(m *Model, pieces []Piece) seams {
	s := seams{large: m.worst < -mostScore}
	var joined [256][256]bool
	for _, p := range pieces {
		s.large = s.large || math.Abs(p.Score) > mostScore
		for i := 1; i < len(p.Text); i++ {
			joined[p.Text[i-1]][p.Text[i]] = true
		}
	}
	for x := range 256 {
		for y := range 256 {
			if !joined[x][y] && (y < utf8.RuneSelf || y >= 0xc0) && (m.knows(x) || m.knows(y)) {
				s.seam[(x<<8|y)>>6] |= 1 << (y & 63)
			}
		}
	}
	return s
}

// knows says whether a byte is a letter that is a piece, so that no unknown
// token begins or ends with it.
func (m *Model) knows(b int) bool {
	if b >= utf8.RuneSelf {
		return false
	}
	id := m.trie.Value(string(rune(b)))
	return id >= 0 && id != m.unknown
}

// end is the end of the part that begins at start.
func (s *seams) end(word string, start int) int {
	for i := start + 1; i < len(word); i++ {
		x, y := int(word[i-1]), int(word[i])
		if s.seam[(x<<8|y)>>6]>>(y&63)&1 != 0 {
			return i
		}
	}
	return len(word)
}

// parted counts the tokens of a word part by part.
func (w *worker) parted(word string) int {
	if len(word) > mostParted || w.model.seams.large {
		return w.model.count(w.counter, word)
	}
	n := 0
	for start := 0; start < len(word); {
		end := w.model.seams.end(word, start)
		tokens, clear := w.part(word, start, end)
		if !clear {
			return w.model.count(w.counter, word)
		}
		n += tokens
		start = end
	}
	return n
}

// part counts the tokens of a part, and says whether that was clear.
func (w *worker) part(word string, start, end int) (tokens int, clear bool) {
	if end-start > atom.Longest {
		return w.counter.clear(w.model, word[start:end])
	}
	k := atom.KeyOf(word, start, end)
	if known, ok := w.parts.Find(k); ok {
		return known >> 1, known&1 == 0
	}
	tokens, clear = w.counter.clear(w.model, word[start:end])
	known := tokens << 1
	if !clear {
		known |= 1
	}
	w.parts.Add(k, known)
	return tokens, clear
}
