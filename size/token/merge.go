package token

import "math/bits"

// shortPiece is the length in bytes up to which a piece is encoded by merging
// its pairs; a longer one goes the way of backtrack.go.
const shortPiece = 64

// pairKeys holds, for each byte of a short piece where a part begins that makes
// a token together with its right neighbour, that token's rank and the byte's
// position: the least key is the pair to merge next. All others are none.
type pairKeys [shortPiece]uint32

// positionBits is how many bits of a key are the position.
const positionBits = 6

// maxRank is the highest rank that a split has room for, and so has a key.
const maxRank = 1<<24 - 1

// mergeShort encodes text[p:e], of 2 to shortPiece bytes, as the definition of
// byte pair encoding says: as long as there are neighbours that make a token
// together, the pair of lowest rank is merged, the leftmost of equals. It
// returns a bit for each byte at which a token begins, the lowest for p.
func (v *vocab) mergeShort(text string, p, e int, keys *pairKeys) uint64 {
	n := e - p
	live := keys[:n]
	for i := range n - 1 {
		live[i] = keyAt(v.pairs[two(text, p+i)], i)
	}
	live[n-1] = none
	starts := ^uint64(0) >> (shortPiece - n)
	for {
		least := none
		for _, k := range live {
			least = min(least, k)
		}
		if least == none {
			return starts
		}
		i := int(least & (1<<positionBits - 1))
		gone := nextStart(starts, i, n)
		starts &^= 1 << gone
		live[gone], live[i] = none, none
		end := nextStart(starts, i, n)
		if end < n {
			live[i] = keyAt(v.rank(text, p+i, p+nextStart(starts, end, n)), i)
		}
		if before := starts & (1<<i - 1); before != 0 {
			left := bits.Len64(before) - 1
			live[left] = keyAt(v.rank(text, p+left, p+end), left)
		}
	}
}

func keyAt(rank uint32, i int) uint32 {
	if rank == none {
		return none
	}
	return rank<<positionBits | uint32(i)
}

// nextStart returns the first start behind i, or n.
func nextStart(starts uint64, i, n int) int {
	return min(i+1+bits.TrailingZeros64(starts>>1>>i), n)
}

// part is a token in the making: where it begins, and the rank of what it and
// its right neighbour would make together.
type part struct {
	at   int
	rank uint32
}

// merge is mergeShort for pieces of any length. Time is quadratic in it. It
// returns one part more than there are, whose at is e, and stops when only stop
// parts are left.
func (v *vocab) merge(text string, p, e, stop int) []part {
	parts := make([]part, 0, e-p+1)
	for i := p; i < e-1; i++ {
		parts = append(parts, part{i, v.pairs[two(text, i)]})
	}
	parts = append(parts, part{e - 1, none}, part{e, none})
	for len(parts) > stop+1 {
		least, at := none, 0
		for i := range parts {
			if parts[i].rank < least {
				least, at = parts[i].rank, i
			}
		}
		if least == none {
			break
		}
		parts = append(parts[:at+1], parts[at+2:]...)
		v.rerank(text, parts, at)
		if at > 0 {
			v.rerank(text, parts, at-1)
		}
	}
	return parts
}

func (v *vocab) rerank(text string, parts []part, i int) {
	parts[i].rank = none
	if i+2 < len(parts) {
		parts[i].rank = v.rank(text, parts[i].at, parts[i+2].at)
	}
}
