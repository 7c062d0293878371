package similar

// Index finds the sketches that are alike: they are cut into bands, and two that
// have a whole band in common are compared (locality-sensitive hashing: Indyk and
// Motwani, STOC 1998). It is not safe for concurrent use.
type Index struct {
	least  float64
	rows   int // of a band
	byBand map[uint64][]int
	names  []string
	all    []Sketch
}

// mostInBand bounds how many of one band are compared: where many are alike, some
// of them are found anyway.
const mostInBand = 8

// NewIndex returns an index of sketches that share at least a part of their runs,
// from 0.5 to 1. Of those that share just this much, one in a hundred is missed.
func NewIndex(least float64) *Index {
	x := &Index{least: least, rows: 2, byBand: map[uint64][]int{}}
	switch {
	case least >= 0.85:
		x.rows = 8
	case least >= 0.6:
		x.rows = 4
	}
	return x
}

// Match is a sketch that was found, by its name, with what it shares.
type Match struct {
	Name   string
	Shared float64
}

// Near returns the sketches that are alike enough, in the order in which they
// were added.
func (x *Index) Near(s *Sketch) []Match {
	var out []Match
	seen := map[int]bool{}
	d := s.dense()
	for b := 0; b < bins; b += x.rows {
		for _, i := range x.byBand[band(&d, b, x.rows)] {
			if seen[i] {
				continue
			}
			seen[i] = true
			if share := s.Shared(&x.all[i]); share >= x.least {
				out = append(out, Match{x.names[i], share})
			}
		}
	}
	return out
}

// Add remembers a sketch.
func (x *Index) Add(name string, s *Sketch) {
	i := len(x.all)
	x.names, x.all = append(x.names, name), append(x.all, *s)
	d := s.dense()
	for b := 0; b < bins; b += x.rows {
		key := band(&d, b, x.rows)
		if list := x.byBand[key]; len(list) < mostInBand {
			x.byBand[key] = append(list, i)
		}
	}
}

func band(d *[bins]uint64, from, rows int) uint64 {
	h := uint64(from + 1)
	for _, m := range d[from : from+rows] {
		h = mix(h ^ m)
	}
	return h
}
