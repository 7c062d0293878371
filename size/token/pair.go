package token

// How a token comes about is its split: the two tokens whose merge it is. Two
// tokens may stand side by side in an encoding just if no merge across their
// border would have come first, and a chain of tokens is the encoding of its
// bytes just if each two neighbours may stand side by side. That makes
// encoding a search for a path, which backtrack.go and prefix.go do from two
// ends. The idea is from "So many tokens, so little time" by Antwerp and
// Neubeck, GitHub blog, 2024.

// A split is the ranks of the two halves, the left one in the upper 32 bits.
const (
	unsplit = 1<<64 - 2 // a single byte: nothing to split
	stray   = 1<<64 - 3 // merging the token's bytes makes something else
)

// split returns how the token comes about, found out on first use.
func (v *vocab) split(rank uint32) uint64 {
	if s := v.splits[rank].Load(); s != 0 {
		return s - 1
	}
	s := v.findSplit(v.token(rank))
	v.splits[rank].Store(s + 1) // 0 is not yet known
	return s
}

func (v *vocab) findSplit(token string) uint64 {
	if len(token) == 1 {
		return unsplit
	}
	parts := v.merge(token, 0, len(token), 2, make([]part, 0, len(token)+1))
	if len(parts) != 3 {
		return stray
	}
	middle := parts[1].at
	return uint64(v.rank(token, 0, middle))<<32 | uint64(v.rank(token, middle, len(token)))
}

// stray reports that no merging leads to the token. Such a token stands only
// for a piece that it equals as a whole.
func (v *vocab) stray(rank uint32) bool { return v.split(rank) == stray }

// fit reports whether text[a:b] and text[b:c], the tokens x and y, may stand
// side by side. It takes both apart along the border, the later merge first,
// and looks at each step whether what then stood at the border would have
// merged before that.
func (v *vocab) fit(text string, a, b, c int, x, y uint32) bool {
	if v.stray(x) || v.stray(y) {
		return false
	}
	limit := none
	for {
		if r := v.whole(text, a, c); r < limit {
			return false
		}
		left, right := v.split(x), v.split(y)
		if left == unsplit && right == unsplit {
			return true
		}
		if right == unsplit || x > y && left != unsplit {
			limit = x
			x = uint32(left)
			a = b - v.size(x)
		} else {
			limit = y + 1 // of two equal pairs the left one merges first
			y = uint32(right >> 32)
			c = b + v.size(y)
		}
	}
}
