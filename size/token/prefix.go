package token

// prefixes counts the tokens of every prefix of one piece, growing with it.
//
// For each position it keeps the last token of the encoding that ends there.
// That token is the only one which ends there and fits behind the last token
// of the position where it begins.
type prefixes struct {
	start  int
	last   []uint32 // last[i]: of text[start:start+i+1]
	counts []int32  // counts[i]: tokens in it
}

func (x *prefixes) reset(start int) {
	x.start, x.last, x.counts = start, x.last[:0], x.counts[:0]
}

// count returns the number of tokens that merging text[start:e] leaves.
func (x *prefixes) count(v *vocab, k *pairCache, text string, e int) int {
	for i := x.start + len(x.last) + 1; i <= e; i++ {
		x.add(v, k, text, i)
	}
	return int(x.counts[e-x.start-1])
}

// add finds the last token of the encoding of text[start:e]. There is just
// one that fits, so the likely ones are tried first: the last token of the
// text without its last byte, grown by that byte, and then the longest.
func (x *prefixes) add(v *vocab, k *pairCache, text string, e int) {
	i := len(x.last)
	if i > 0 {
		if n := v.size(x.last[i-1]) + 1; x.try(v, k, text, e, n) {
			return
		}
	}
	most := 1
	if i > 0 {
		most = min(max(int(v.edges().ends[two(text, e-2)]), 1), i+1)
	}
	for n := most; n > 0; n-- {
		if x.try(v, k, text, e, n) {
			return
		}
	}
	ranks := v.define(text, x.start, e) // not with a vocabulary that has every byte
	x.push(ranks[len(ranks)-1], int32(len(ranks)))
}

// try adds the token text[e-n:e], if it is the last one of text[start:e].
func (x *prefixes) try(v *vocab, k *pairCache, text string, e, n int) bool {
	rank := v.rank(text, e-n, e)
	if rank == none {
		return false
	}
	i := e - n - x.start - 1
	if i < 0 {
		if v.stray(rank) {
			return false
		}
		x.push(rank, 1)
		return true
	}
	if !k.fit(v, text, e-n, e, x.last[i], rank) {
		return false
	}
	x.push(rank, x.counts[i]+1)
	return true
}

func (x *prefixes) push(rank uint32, count int32) {
	x.last = append(x.last, rank)
	x.counts = append(x.counts, count)
}
