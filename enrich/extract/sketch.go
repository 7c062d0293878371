package extract

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/pildora/pildora/doc"
)

// A sketch is what a text looks like in a kilobyte: how long it is, and the smallest
// of the numbers that its short runs of letters hash to, one run from each byte on.
// Of two texts the smallest numbers of both together are as good as a random sample
// of all their runs, and the share of them that both have tells how much the texts
// share (bottom-k MinHash: Broder 1997). With sketchSize numbers the standard
// deviation of what has changed is about two hundredths.
//
// Runs are of eleven bytes, nearly two words: another text in the same language has
// few of them, and a changed word changes few of its neighbours'.
const sketchSize = 256

// runShift is by how many bits a hash moves for each byte, so that 64/runShift bytes
// are in it.
const runShift = 6

// Sketch returns the sketch of a document's text. The case of ASCII letters, and
// which white space stands between words, make no difference. It takes time linear
// in the text, about a nanosecond a byte.
func Sketch(d *doc.Document) []byte {
	n := len(d.Text)
	// Enough runs are expected below the bound. Where a text repeats itself there
	// may be fewer, and it is read again.
	bound := uint64(1) << 32
	if n > 2*sketchSize {
		bound = bound / uint64(n) * 2 * sketchSize
	}
	kept := below(d.Text, bound)
	for len(kept) < sketchSize && bound < 1<<32 {
		bound = min(bound*64, 1<<32)
		kept = below(d.Text, bound)
	}
	kept = kept[:min(len(kept), sketchSize)]
	out := binary.LittleEndian.AppendUint32(nil, uint32(min(n, math.MaxUint32)))
	for _, h := range kept {
		out = binary.LittleEndian.AppendUint32(out, h)
	}
	return out
}

// below are the different hashes below bound of the runs of text, in order.
func below(text string, bound uint64) []uint32 {
	kept := make([]uint32, 0, 4*sketchSize)
	h := uint64(0)
	for i := 0; i < len(text); i++ {
		h = h<<runShift + gears[text[i]]
		if h>>32 < bound {
			if kept = append(kept, uint32(h>>32)); len(kept) == cap(kept) {
				slices.Sort(kept)
				kept = slices.Compact(kept)
				if len(kept) > 2*sketchSize {
					kept = kept[:2*sketchSize] // more are never wanted
					bound = uint64(kept[len(kept)-1])
				}
			}
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// gears are random numbers for the bytes, the same for both cases of a letter and for
// all white space.
var gears = func() (t [256]uint64) {
	x := uint64(0x9e3779b97f4a7c15)
	for c := range t {
		x += 0x9e3779b97f4a7c15 // splitmix64
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		t[c] = z ^ z>>31
	}
	for c := 'A'; c <= 'Z'; c++ {
		t[c] = t[c+'a'-'A']
	}
	for _, c := range "\t\n\v\f\r" {
		t[c] = t[' ']
	}
	return t
}()

// Changed estimates which part of a text has changed, from 0 to 1, by the sketches
// of its old and its new version: what only one of them has, as a part of the longer
// one. It is 1 where one of them is no sketch.
func Changed(old, new []byte) float64 {
	a, sizeA, okA := opened(old)
	b, sizeB, okB := opened(new)
	switch {
	case !okA || !okB:
		return 1
	case len(a) == 0 || len(b) == 0:
		if len(a) == len(b) {
			return 0
		}
		return 1
	}
	// Of the smallest of both together: how many both have.
	both, n, i, j := 0, 0, 0, 0
	for ; n < sketchSize && (i < len(a) || j < len(b)); n++ {
		switch {
		case j == len(b) || i < len(a) && a[i] < b[j]:
			i++
		case i == len(a) || b[j] < a[i]:
			j++
		default:
			both++
			i++
			j++
		}
	}
	alike := float64(both) / float64(n) // Jaccard's index
	shared := alike / (1 + alike) * float64(sizeA+sizeB)
	return max(0, 1-shared/float64(max(sizeA, sizeB)))
}

// opened reads a sketch.
func opened(sketch []byte) (hashes []uint32, size int, ok bool) {
	if len(sketch) < 4 || len(sketch)%4 != 0 || len(sketch) > 4+4*sketchSize {
		return nil, 0, false
	}
	for at := 4; at < len(sketch); at += 4 {
		hashes = append(hashes, binary.LittleEndian.Uint32(sketch[at:]))
	}
	return hashes, int(binary.LittleEndian.Uint32(sketch)), slices.IsSorted(hashes)
}
