package passage

import (
	"math"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/lex/similar"
)

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
			loss[i] = max(loss[i], words.share(a.words(all[i].segment)))
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
		if o.in.records[0].DocID != s.in.records[0].DocID && a.words(o).share(a.words(s)) >= nearCopy {
			return true
		}
	}
	return false
}

func (a *assembly) spoil(s segment) { clear(a.values[s.in][s.from:s.to]) }

// words is what a segment is known by when it is compared.
type words struct {
	sketch similar.Sketch
	short  string // the text itself, folded, where it is too short for a sketch
}

// share is the share of the runs of three words of either that both have; short
// texts are the same or have nothing in common.
func (w *words) share(o *words) float64 {
	if w.short != "" || o.short != "" {
		if w.short == o.short {
			return 1
		}
		return 0
	}
	return w.sketch.Shared(&o.sketch)
}

func (a *assembly) words(s segment) *words {
	w, known := a.known[s]
	if !known {
		text := s.in.slice(s.from, s.to)
		w = &words{}
		ok := false
		if w.sketch, ok = similar.Of(text); !ok {
			w.short = lex.Fold(text)
		}
		a.known[s] = w
	}
	return w
}
