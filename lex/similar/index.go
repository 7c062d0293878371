package similar

import "slices"

// Index finds the sketches that are alike: they are cut into bands, and two that
// have a whole band in common are compared (locality-sensitive hashing: Indyk and
// Motwani, STOC 1998). It is not safe for concurrent use.
type Index struct {
	least float64
	rows  int // of a band
	// Those that have a band in common are a list, the latest first: last names
	// its head by the band's hash, next what comes after, by sketch and band.
	// Numbers are from 1, 0 is the end.
	last  map[uint64]int32
	next  []int32
	names []string
	all   []Sketch
}

// mostInBand bounds how many of one band are compared, the latest ones: where many
// are alike, some of them are found anyway.
const mostInBand = 8

// NewIndex returns an index of sketches that share at least a part of their runs,
// from 0.5 to 1. Of those that share just this much, one in a hundred is missed.
func NewIndex(least float64) *Index {
	x := &Index{least: least, rows: 2, last: map[uint64]int32{}}
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
	bands := bins / x.rows
	d := s.dense()
	var near []int32
	for b := range bands {
		i := x.last[band(&d, b*x.rows, x.rows)]
		for n := 0; i > 0 && n < mostInBand; n++ {
			if !slices.Contains(near, i) {
				near = append(near, i)
			}
			i = x.next[int(i-1)*bands+b]
		}
	}
	slices.Sort(near)
	var out []Match
	for _, i := range near {
		if share := s.Shared(&x.all[i-1]); share >= x.least {
			out = append(out, Match{x.names[i-1], share})
		}
	}
	return out
}

// Add remembers a sketch.
func (x *Index) Add(name string, s *Sketch) {
	x.names, x.all = append(x.names, name), append(x.all, *s)
	d := s.dense()
	for b := range bins / x.rows {
		key := band(&d, b*x.rows, x.rows)
		x.next = append(x.next, x.last[key])
		x.last[key] = int32(len(x.all))
	}
}

func band(d *[bins]uint64, from, rows int) uint64 {
	h := uint64(from + 1)
	for _, m := range d[from : from+rows] {
		h = mix(h ^ m)
	}
	return h
}
