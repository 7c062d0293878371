package token

// search encodes long pieces in linear time: it walks forward by the longest
// token that fits behind the last one, and takes steps back where none fits.
// As each prefix of a piece has just one encoding, a position once left for
// good is never entered again.
type search struct {
	ranks []uint32 // the encoding so far
	dead  []uint64 // a bit a byte of the piece: no way leads on from here
	pairs pairCache
}

// run encodes text[p:e] and returns the tokens, which are valid until the next
// run.
func (s *search) run(v *vocab, text string, p, e int) []uint32 {
	s.ranks = s.ranks[:0]
	words := (e-p)/64 + 1
	if cap(s.dead) < words {
		s.dead = make([]uint64, words)
	}
	s.dead = s.dead[:words]
	clear(s.dead)
	at, most := p, v.reach(text, p, e)
	for at < e {
		if n := s.step(v, text, p, at, most); n > 0 {
			at += n
			most = v.reach(text, at, e)
			continue
		}
		if at == p { // no encoding at all: not with a vocabulary that has every byte
			return v.define(text, p, e)
		}
		s.dead[(at-p)/64] |= 1 << ((at - p) % 64)
		n := v.size(s.ranks[len(s.ranks)-1])
		s.ranks = s.ranks[:len(s.ranks)-1]
		at -= n
		most = n - 1
	}
	return s.ranks
}

// step takes the longest token of at most so many bytes that fits at position
// at, and returns its length, or 0 where none does.
func (s *search) step(v *vocab, text string, p, at, most int) int {
	for n := most; n > 0; n-- {
		rank := v.rank(text, at, at+n)
		if rank == none || s.dead[(at+n-p)/64]>>((at+n-p)%64)&1 != 0 {
			continue
		}
		if len(s.ranks) == 0 {
			if v.stray(rank) {
				continue
			}
		} else if last := s.ranks[len(s.ranks)-1]; !s.pairs.fit(v, text, at, at+n, last, rank) {
			continue
		}
		s.ranks = append(s.ranks, rank)
		return n
	}
	return 0
}

// reach bounds the length of the tokens that begin at p.
func (v *vocab) reach(text string, p, e int) int {
	if e-p < 3 {
		return e - p
	}
	return min(max(int(v.edges().begins[three(text, p)]), 2), e-p)
}

// define encodes by the definition alone.
func (v *vocab) define(text string, p, e int) []uint32 {
	var ranks []uint32
	parts := v.merge(text, p, e, 1)
	for i := range parts[:len(parts)-1] {
		ranks = append(ranks, v.rank(text, parts[i].at, parts[i+1].at))
	}
	return ranks
}
