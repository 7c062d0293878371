package token

// shortPiece is the length in bytes up to which a piece is encoded by merging
// its pairs; a longer one goes the way of backtrack.go.
const shortPiece = 64

// part is a token in the making: where it begins, and the rank of what it and
// its right neighbour would make together.
type part struct {
	at   int
	rank uint32
}

// merge encodes text[p:e] as the definition of byte pair encoding says: as
// long as there are neighbours that make a token together, the pair of lowest
// rank is merged, the leftmost of equals. Time is quadratic in the length. The
// parts are left in buf, one more than there are, whose at is e. It stops when
// only stop parts are left.
func (v *vocab) merge(text string, p, e, stop int, buf []part) []part {
	parts := buf[:0]
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
