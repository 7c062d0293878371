package passage

import (
	"math"
	"slices"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
)

// How a window is scored. Its score is BM25 of the window plus half the sum of
// BM25 of the text around it, in four sizes: the words of a question seldom all
// stand in the sentence that answers it, but they stand near it. By its own
// BM25 alone a window finds less than a chunk does.
//
// Each size has its own mean length, taken from the windows at hand, and its
// own document frequencies. Those are worked out from the chunks': where a share
// p of chunks holds a lexeme, a share 1 − (1−p)^(r^clustering) of pieces does
// that are r times as long. With clustering 1 words would be strewn at random;
// they aren't. Against frequencies counted for each size no figure of
// docs/search.md differs by more than 0.2 points; with the chunks' own for all
// sizes covid-qa loses 1.6.
var around4 = [...]int{512, 1024, 2048, 4096} // bytes, centred on the window

const (
	aroundWeight = 0.5
	clustering   = 0.7
	// reach is how much of the neighbours is read on each side of a chunk. With
	// 2,048, half of the largest size, no figure differed by more than 0.3 points.
	reach = 1024
)

// match is a lexeme of the question in a stretch.
type match struct {
	at   int // byte of the document
	term int
}

// extent is what a window is seen as in one size: bytes [from, to).
type extent struct{ from, to int }

// scoring is one question.
type scoring struct {
	counts    store.Counts
	terms     map[string]int            // by lexeme
	words     map[string]map[string]int // by rules, then folded word: the term, or -1
	analyzer  *lex.Analyzer
	stretches []*stretch
	places    [][]place  // by stretch
	extents   [][]extent // by size, then window of all stretches
	matches   [][]match  // by stretch
	means     [1 + len(around4)]float64
	chunk     float64 // mean bytes of a record
}

// score finds the windows of the stretches and their scores.
func score(a *lex.Analyzer, counts store.Counts, list []*stretch) []place {
	x := &scoring{counts: counts, analyzer: a, stretches: list, terms: map[string]int{}, words: map[string]map[string]int{}}
	for i, t := range counts.Terms {
		x.terms[t.Lexeme] = i
	}
	x.extents = make([][]extent, len(x.means))
	records := 0
	for _, s := range list {
		x.places = append(x.places, windows(s))
		x.matches = append(x.matches, x.matched(s))
		for _, r := range s.records {
			x.chunk += float64(len(r.Text))
			records++
		}
	}
	x.chunk /= float64(max(records, 1))
	for size := range x.means {
		x.measure(size)
	}
	for size := range x.means {
		x.add(size)
	}
	return slices.Concat(x.places...)
}

// windows returns a window for each sentence: with those after it in its record,
// as long as it stays short.
func windows(s *stretch) []place {
	out := make([]place, len(s.sentences))
	for i, first := range s.sentences {
		to := i + 1
		for to < len(s.sentences) && s.sentences[to].record == first.record && s.sentences[to].End-first.Start <= windowBytes {
			to++
		}
		out[i] = place{in: s, from: i, to: to}
	}
	return out
}

// matched finds the question's lexemes in a stretch.
func (x *scoring) matched(s *stretch) []match {
	var out []match
	for _, r := range s.records {
		rules := store.Rules(r)
		known := x.words[rules]
		if known == nil {
			known = map[string]int{}
			x.words[rules] = known
		}
		for l := range lex.Words(r.Text) {
			term, ok := known[l.Text]
			if !ok {
				if term, ok = x.terms[x.analyzer.Stem(l.Text, rules)]; !ok {
					term = -1
				}
				known[l.Text] = term
			}
			if term >= 0 {
				out = append(out, match{r.Start + l.Start, term})
			}
		}
	}
	return out
}

// measure finds what each window is seen as in one size, and the mean length.
func (x *scoring) measure(size int) {
	total := 0
	for i, s := range x.stretches {
		for _, p := range x.places[i] {
			e := extent{s.sentences[p.from].Start, s.sentences[p.to-1].End}
			if size > 0 {
				half, middle := around4[size-1]/2, (e.from+e.to)/2
				first, last := s.records[0].Start, s.records[len(s.records)-1].End
				e = extent{min(e.from, max(first, middle-half)), max(e.to, min(last, middle+half))}
			}
			total += e.to - e.from
			x.extents[size] = append(x.extents[size], e)
		}
	}
	x.means[size] = float64(total) / float64(max(len(x.extents[size]), 1))
}

// weighted are the terms with the frequencies of pieces of one size.
func (x *scoring) weighted(size int) []store.Term {
	out := slices.Clone(x.counts.Terms)
	n := float64(x.counts.Records)
	for i, t := range out {
		share := 1 - math.Pow(1-float64(t.Records)/n, math.Pow(x.means[size]/x.chunk, clustering))
		out[i].IDF = store.IDF(n, share*n)
	}
	return out
}

// add adds BM25 in one size to every window. Extents move forward only, so the
// matches in them are counted as they come and go.
func (x *scoring) add(size int) {
	terms := x.weighted(size)
	weight := aroundWeight
	if size == 0 {
		weight = 1
	}
	held := make([]int, len(terms))
	at := 0
	for i := range x.stretches {
		clear(held)
		ms := x.matches[i]
		from, to := 0, 0
		for j := range x.places[i] {
			e := x.extents[size][at]
			at++
			for to < len(ms) && ms[to].at < e.to {
				held[ms[to].term]++
				to++
			}
			for from < to && ms[from].at < e.from {
				held[ms[from].term]--
				from++
			}
			for t, n := range held {
				if n > 0 {
					x.places[i][j].score += weight * terms[t].Weight(float64(n), e.to-e.from, x.means[size])
				}
			}
		}
	}
}
