package token

// How a token comes about is its split: the two tokens whose merge it is. Two
// tokens may stand side by side in an encoding just if no merge across their
// border would have come first, and a chain of tokens is the encoding of its
// bytes just if each two neighbours may stand side by side. That makes
// encoding a search for a path, which backtrack.go and prefix.go do from two
// ends. The idea is from "So many tokens, so little time" by Antwerp and
// Neubeck, GitHub blog, 2024.

// A split is the ranks of the two halves, 24 bits each, and then their lengths,
// 8 bits each, the left one always first.
type split uint64

const (
	unknown split = 0
	unsplit split = 1<<64 - 1 // a single byte: nothing to split
	stray   split = 1<<64 - 2 // merging the token's bytes makes something else
)

func (s split) left() uint32   { return uint32(s >> 40) }
func (s split) right() uint32  { return uint32(s>>16) & 0xffffff }
func (s split) leftSize() int  { return int(s >> 8 & 0xff) }
func (s split) rightSize() int { return int(s & 0xff) }

// split returns how the token comes about, found out on first use.
func (v *vocab) split(rank uint32) split {
	s := split(v.splits[rank].Load())
	if s == unknown {
		s = v.findSplit(v.token(rank))
		v.splits[rank].Store(uint64(s))
	}
	return s
}

func (v *vocab) findSplit(token string) split {
	n := len(token)
	if n == 1 {
		return unsplit
	}
	parts := v.merge(token, 0, n, 2)
	if len(parts) != 3 {
		return stray
	}
	middle := parts[1].at
	left, right := v.rank(token, 0, middle), v.rank(token, middle, n)
	return split(left)<<40 | split(right)<<16 | split(middle)<<8 | split(n-middle)
}

// stray reports that no merging leads to the token. Such a token stands only
// for a piece that it equals as a whole. (The known vocabularies have none.)
func (v *vocab) stray(rank uint32) bool { return v.split(rank) == stray }

// fit reports whether text[a:b] and text[b:c], the tokens x and y, may stand
// side by side. It takes both apart along the border, the later merge first,
// and looks at each step whether what then stood at the border would have
// merged before that.
func (v *vocab) fit(text string, a, b, c int, x, y uint32) bool {
	left, right := v.split(x), v.split(y)
	if left == stray || right == stray {
		return false
	}
	limit := none
	for {
		if r := v.whole(text, a, c); r < limit {
			return false
		}
		if left == unsplit && right == unsplit {
			return true
		}
		if right == unsplit || x > y && left != unsplit {
			limit = x
			x, a = left.right(), b-left.rightSize()
			left = v.split(x)
		} else {
			limit = y + 1 // of two equal pairs the left one merges first
			y, c = right.left(), b+right.leftSize()
			right = v.split(y)
		}
	}
}

// pairCache remembers which tokens fit: runs ask for the same ones over and
// over.
type pairCache [1 << 12]struct {
	pair uint64
	fits int8 // 0 where the entry is free
}

// fit is vocab.fit for the tokens left, which ends at b, and right.
func (k *pairCache) fit(v *vocab, text string, b, c int, left, right uint32) bool {
	pair := uint64(left)<<32 | uint64(right)
	known := &k[hash(pair)>>(64-12)]
	if known.fits == 0 || known.pair != pair {
		known.pair, known.fits = pair, -1
		if v.fit(text, b-v.size(left), b, c, left, right) {
			known.fits = 1
		}
	}
	return known.fits > 0
}
