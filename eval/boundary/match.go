package boundary

// Match is how many boundaries agree: as many pairs as possible of one
// boundary of the reference and one of the other, at most a tolerance apart,
// each boundary in one pair at most.
type Match struct {
	Pairs     int
	Precision float64 // pairs by boundaries of what is judged
	Recall    float64 // pairs by boundaries of the reference
	F1        float64 // harmonic mean of both
}

// Match pairs boundaries that are at most tolerance units apart. All shares
// lie in 0 … 1. Where neither side has a boundary they are 1; where only one
// side has none they are 0, so that never cutting is no precision. Swapping
// the sides swaps precision and recall. A tolerance below 0 means 0.
func (c Comparison) Match(tolerance int) Match {
	ref, hyp := c.ref.Bounds, c.hyp.Bounds
	if len(ref) == 0 && len(hyp) == 0 {
		return Match{0, 1, 1, 1}
	}
	m, tolerance := Match{}, max(tolerance, 0)
	// On a line, pairing the first boundaries that are close enough leaves the
	// most room to the rest.
	for i, j := 0, 0; i < len(ref) && j < len(hyp); {
		switch {
		case ref[i] < hyp[j]-tolerance:
			i++
		case hyp[j] < ref[i]-tolerance:
			j++
		default:
			m.Pairs, i, j = m.Pairs+1, i+1, j+1
		}
	}
	if m.Pairs > 0 {
		m.Precision = float64(m.Pairs) / float64(len(hyp))
		m.Recall = float64(m.Pairs) / float64(len(ref))
		m.F1 = 2 * m.Precision * m.Recall / (m.Precision + m.Recall)
	}
	return m
}
