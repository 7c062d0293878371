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
func (x *prefixes) count(v *vocab, text string, e int) int {
	for i := x.start + len(x.last) + 1; i <= e; i++ {
		x.add(v, text, i)
	}
	return int(x.counts[e-x.start-1])
}

// add finds the last token of the encoding of text[start:e].
func (x *prefixes) add(v *vocab, text string, e int) {
	most := 1
	if e-x.start > 1 {
		most = min(max(int(v.ends[two(text, e-2)]), 1), e-x.start)
	}
	for n := most; n > 0; n-- {
		rank := v.rank(text, e-n, e)
		if rank == none {
			continue
		}
		i := e - n - x.start - 1
		if i < 0 {
			if !v.stray(rank) {
				x.push(rank, 1)
				return
			}
			continue
		}
		before := x.last[i]
		if v.fit(text, e-n-v.size(before), e-n, e, before, rank) {
			x.push(rank, x.counts[i]+1)
			return
		}
	}
	ranks := (&search{}).define(v, text, x.start, e) // not with a vocabulary that has every byte
	x.push(ranks[len(ranks)-1], int32(len(ranks)))
}

func (x *prefixes) push(rank uint32, count int32) {
	x.last = append(x.last, rank)
	x.counts = append(x.counts, count)
}
