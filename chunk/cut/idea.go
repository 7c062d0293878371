package cut

import (
	"context"
	"hash/fnv"
	"iter"
	"math"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
)

// Ideas cuts between sentences where the words change: at the valleys of
// lexical cohesion between the sentences before and after, by the depth that
// TextTiling gives them (Hearst, "TextTiling: Segmenting text into
// multi-paragraph subtopic passages", Computational Linguistics 23, 1997).
//
// Cohesion is the cosine of what stands before and after a sentence end, over
// stems, and the first letters of long words, which inflections and compounds
// share. Common words count less, by how many sentences of the span hold them.
// sentences gives the ends to choose from; a span of fewer than six sentences
// has no cuts.
func Ideas(lang string, sentences chunk.Cutter) chunk.Cutter {
	t := &tiler{lang: lang, sentences: sentences}
	return chunk.CutFunc(t.cuts)
}

type tiler struct {
	lang      string
	sentences chunk.Cutter
	words     lex.Analyzer
}

// fewest sentences that can hold two ideas.
const fewest = 6

// window is how many sentences on each side are compared.
const window = 4

func (t *tiler) cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		ends, err := chunk.CutsOf(ctx, t.sentences, d, s)
		if err != nil {
			yield(0, err)
			return
		}
		if len(ends)+1 < fewest {
			return
		}
		for _, i := range valleys(t.cohesion(d, s, ends)) {
			if !yield(ends[i], nil) {
				return
			}
		}
	}
}

// term is a word of a sentence and its weight there. Weights are whole numbers,
// so that sums don't depend on their order.
type term struct {
	id uint64
	n  int64
}

// unit is the weight of a word that is there once.
const unit = 256

// cohesion is how alike the windows before and after each end are, 0 to 1.
func (t *tiler) cohesion(d *doc.Document, s doc.Span, ends []int) []float64 {
	sentences := make([][]term, 0, len(ends)+1)
	in := map[uint64]int{} // in how many sentences a term is
	start := s.Start
	for _, end := range append(ends[:len(ends):len(ends)], s.End) {
		terms := t.terms(d.Text[start:end], language(t.lang, d))
		for _, w := range terms {
			in[w.id]++
		}
		sentences = append(sentences, terms)
		start = end
	}
	n := float64(len(sentences))
	for _, terms := range sentences {
		for i := range terms {
			terms[i].n = int64(float64(terms[i].n) * math.Log(1+n/float64(in[terms[i].id])))
		}
	}
	return slide(sentences)
}

// prefix is how many letters of a long word count as a term of their own.
const prefix = 5

// terms are the words of one sentence.
func (t *tiler) terms(text, lang string) []term {
	count := map[uint64]int64{}
	for l := range t.words.Lexemes(text, lang) {
		count[id(l.Text, 0)] += unit
		if len(l.Text) > prefix {
			count[id(l.Text[:prefix], 1)] += unit / 2
		}
	}
	out := make([]term, 0, len(count))
	for id, n := range count {
		out = append(out, term{id, n})
	}
	return out
}

func id(word string, kind byte) uint64 {
	h := fnv.New64a()
	h.Write([]byte{kind})
	h.Write([]byte(word))
	return h.Sum64()
}

// slide moves two windows over the sentences and returns their cosine at each
// place between two sentences.
func slide(sentences [][]term) []float64 {
	left, right := map[uint64]int64{}, map[uint64]int64{}
	add := func(m map[uint64]int64, i int, sign int64) {
		if i < 0 || i >= len(sentences) {
			return
		}
		for _, w := range sentences[i] {
			if m[w.id] += sign * w.n; m[w.id] == 0 {
				delete(m, w.id)
			}
		}
	}
	for i := range window {
		add(right, i, 1)
	}
	out := make([]float64, 0, len(sentences)-1)
	for i := 0; i+1 < len(sentences); i++ {
		add(left, i, 1)
		add(left, i-window, -1)
		add(right, i, -1)
		add(right, i+window, 1)
		out = append(out, cosine(left, right))
	}
	return out
}

func cosine(a, b map[uint64]int64) float64 {
	if len(b) < len(a) {
		a, b = b, a
	}
	dot := int64(0)
	for id, n := range a {
		dot += n * b[id]
	}
	if dot == 0 {
		return 0
	}
	return float64(dot) / math.Sqrt(square(a)*square(b))
}

func square(m map[uint64]int64) float64 {
	sum := int64(0)
	for _, n := range m {
		sum += n * n
	}
	return float64(sum)
}

// valleys are the local minima whose depth, the climb to the peak on either
// side, is above the mean by half a standard deviation.
func valleys(sim []float64) []int {
	depth := make([]float64, len(sim))
	up := climbs(sim, false)
	down := climbs(sim, true)
	sum, squares := 0.0, 0.0
	for i := range sim {
		depth[i] = up[i] + down[i]
		sum += depth[i]
		squares += depth[i] * depth[i]
	}
	n := float64(len(sim))
	mean := sum / n
	least := mean + math.Sqrt(max(0, squares/n-mean*mean))/2
	var out []int
	for i := range sim {
		if depth[i] > least && depth[i] > 0 && (i == 0 || sim[i] < sim[i-1]) && (i+1 == len(sim) || sim[i] <= sim[i+1]) {
			out = append(out, i)
		}
	}
	return out
}

// climbs is, for each place, how far cohesion rises to the nearest peak to the
// left, or to the right where back is false.
func climbs(sim []float64, back bool) []float64 {
	out := make([]float64, len(sim))
	peak := 0.0
	for k := range sim {
		i := k
		if !back {
			i = len(sim) - 1 - k
		}
		if k == 0 || back && sim[i-1] < sim[i] || !back && sim[i+1] < sim[i] {
			peak = sim[i]
		}
		out[i] = peak - sim[i]
	}
	return out
}
