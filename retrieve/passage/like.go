package passage

import (
	"hash/maphash"
	"math"

	"github.com/pildora/pildora/lex"
)

// shingles are the hashes of every three words in a row: what a text is known
// by when it is compared. Passages are few and short, so they are compared
// exactly, without a sketch.
type shingles map[uint64]struct{}

var seed = maphash.MakeSeed()

const shingleWords = 3

func shinglesOf(texts ...string) shingles {
	out := shingles{}
	var last [shingleWords]string
	n := 0
	add := func() {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, w := range last {
			h.WriteString(w)
			h.WriteByte(0)
		}
		out[h.Sum64()] = struct{}{}
	}
	for _, text := range texts {
		for l := range lex.Words(text) {
			copy(last[:], last[1:])
			last[shingleWords-1] = l.Text
			if n++; n >= shingleWords {
				add()
			}
		}
	}
	if n < shingleWords {
		add() // a short text is its words
	}
	return out
}

// shared is the share of the smaller one's shingles that the other has too.
func shared(a, b shingles) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for s := range a {
		if _, ok := b[s]; ok {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

// nearCopy is the share from which a passage says what one of another document
// said. Within a document what is repeated stands in another place, which may be
// the one that is asked about: left out there too, whole answers among five
// passages of chroma, whose annual reports repeat themselves, fell from 92 to 83
// per cent.
const nearCopy = 0.8

// compared bounds how many segments are compared with those chosen, the best
// ones.
const compared = 256

// diverse chooses among segments, which are sorted by what they gain: the first
// ones, or, where diversity is asked for, by what each gains less what it
// shares with those chosen before.
func (a *assembly) diverse(all []worth) []worth {
	n := min(a.Passages, len(all))
	if a.Diversity == 0 {
		return all[:n]
	}
	all = all[:min(len(all), compared)]
	var out []worth
	loss := make([]float64, len(all))
	for len(out) < min(n, len(all)) {
		best, top := 0, math.Inf(-1)
		for i := range all {
			if gain := all[i].gain/all[0].gain - a.Diversity*loss[i]; gain > top {
				best, top = i, gain
			}
		}
		out = append(out, all[best])
		words := a.words(all[best].segment)
		loss[best] = math.Inf(1)
		for i := range loss {
			loss[i] = max(loss[i], shared(words, a.words(all[i].segment)))
		}
	}
	return out
}

// repeats takes their value from segments that are near copies of better ones
// among those chosen, and reports whether one of those chosen was.
func (a *assembly) repeats(chosen []segment, all []worth) bool {
	var kept []segment
	again := false
	for _, s := range chosen {
		if a.repeated(s, kept) {
			a.spoil(s)
			again = true
			continue
		}
		kept = append(kept, s)
	}
	if again {
		for _, w := range all[:min(len(all), compared)] {
			if a.repeated(w.segment, kept) {
				a.spoil(w.segment)
			}
		}
	}
	return again
}

// repeated reports whether a segment is a near copy of one of others, which is
// of another document.
func (a *assembly) repeated(s segment, others []segment) bool {
	for _, o := range others {
		if o.in.records[0].DocID != s.in.records[0].DocID && shared(a.words(o), a.words(s)) >= nearCopy {
			return true
		}
	}
	return false
}

func (a *assembly) spoil(s segment) { clear(a.values[s.in][s.from:s.to]) }

func (a *assembly) words(s segment) shingles {
	w, known := a.shingles[s]
	if !known {
		var texts []string
		for i := s.from; i < s.to; i++ {
			texts = append(texts, s.in.text(i))
		}
		w = shinglesOf(texts...)
		a.shingles[s] = w
	}
	return w
}
