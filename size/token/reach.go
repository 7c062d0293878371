package token

import (
	"math/bits"
	"unicode/utf8"

	"github.com/pildora/pildora/size"
)

var _ interface {
	size.Reacher
	size.Bounded
} = (*ruler)(nil)

// Most is one token a byte.
func (*ruler) Most(bytes int) int { return bytes }

// headReach is how many bytes behind a start the pieces of the whole text must
// have taken over for Reach to give more than the simplest answer.
const headReach = 256

// Reach bounds the spans that begin at start by the tokens of the whole text's
// pieces. Where the pieces of a span fall otherwise at its end, that is in the
// last one, or two where they are blank (see ruler), and they have no more
// tokens than bytes.
func (r *ruler) Reach(start, limit int) (fits, over int) {
	fits, over = start+min(max(limit, 0), len(r.text)-start), len(r.text)
	if start == len(r.text) || !utf8.RuneStart(r.text[start]) || limit <= 0 {
		return start, over
	}
	r.begin(start)
	r.extend(min(start+headReach, len(r.text)))
	defer r.release()
	h := &r.head
	join := h.cuts[len(h.cuts)-1]
	if !h.joined || join > start+headReach {
		return fits, over
	}
	// What the whole text may have, from its beginning, for the span to be at
	// the limit: with the head at its most, a token a byte, and as it is.
	before := r.marks.before(join)
	if at := r.marks.surely(join, limit-(join-start)+before); at > join {
		fits = max(fits, min(at, len(r.text)))
	}
	return fits, r.marks.beyond(join, limit-r.headCount(len(h.cuts)-1)+before, len(r.text))
}

// surely returns a position at or behind the cut p such that no span that ends
// at or before it, cut as the whole text is from p on, makes the tokens exceed
// most; or 0.
func (m *marks) surely(p, most int) int {
	at := 0
	for b := p / blockBytes; b < len(m.blocks); b++ {
		tail := 2 * int(m.blocks[b].longest)
		if b+1 < len(m.blocks) && int(m.blocks[b+1].tokens)+tail <= most {
			at = (b + 1) * blockBytes
			continue
		}
		tokens := int(m.blocks[b].tokens)
		for i := b * blockWords; i < (b+1)*blockWords; i++ {
			if tokens += bits.OnesCount64(m.tokens[i]); tokens+tail > most {
				return at
			}
			at = (i + 1) * 64
		}
	}
	return at
}

// beyond returns a position such that each span that ends behind it has more
// tokens than most; at most end.
func (m *marks) beyond(p, most, end int) int {
	b := p / blockBytes
	for b+1 < len(m.blocks) && int(m.blocks[b+1].tokens) <= most {
		b++
	}
	tokens := int(m.blocks[b].tokens)
	i := b * blockWords
	for ; i < len(m.tokens); i++ {
		if tokens += bits.OnesCount64(m.tokens[i]); tokens > most {
			break
		}
	}
	at := max((i+1)*64, p+1)
	for range slack + 1 {
		cut := m.cutAfter(at)
		if cut < 0 {
			return end
		}
		at = cut + 1
	}
	return min(at, end)
}
