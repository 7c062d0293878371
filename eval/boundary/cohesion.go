package boundary

import (
	"math"

	"github.com/pildora/pildora/lex"
)

// Cohesion says how far apart neighbouring chunks are, by their words alone.
//
// Both figures are lexical proxies of those of Zhao et al., MoC: Mixtures of
// Text Chunking Learners for Retrieval-Augmented Generation System, ACL 2025,
// who ask a language model for the perplexity of a chunk q, and of q after
// another chunk d. Here the model is one of single stemmed words (lexemes):
// ppl(q) by their frequencies in all chunks together, and ppl(q|d) by a
// mixture of these, with weight 0.8, and the frequencies in d, with weight 0.2
// (a cache model, Kuhn and De Mori, 1990), but no word is taken for less
// likely after d than without it. So words that d and q share and that are
// rare elsewhere bind them; neither order, nor grammar, nor synonyms count.
// Figures compare chunkings of the same text, not with those of the paper.
type Cohesion struct {
	Chunks int // chunks that hold words; only these are compared
	// Clarity is boundary clarity: the mean over neighbours d, q of
	// ppl(q|d)/ppl(q). It lies in (0, 1]; 1 means that no
	// chunk helps to foretell the next. Fewer than two chunks give 1.
	Clarity float64
	// Stickiness is chunk stickiness in bits: the entropy of the degrees of
	// the graph in which chunks d and q, d before q, are tied where
	// 1 − ppl(q|d)/ppl(q) exceeds the threshold. It lies in 0 … log₂ Chunks;
	// less is better; without ties it is 0. Where the paper ties any two
	// chunks of a text, here those more than Reach apart are not tied, so that
	// the work grows with the text and not with its square.
	Stickiness float64
	// Relative is Stickiness divided by log₂ Chunks, 0 … 1, to compare
	// chunkings with different numbers of chunks; fewer than two give 0.
	Relative float64
	Ties     int // edges of the graph
}

// Measuring says how [Measure] works. The zero value works with the defaults.
type Measuring struct {
	// Analyzer gives the lexemes; nil means one of its own.
	Analyzer *lex.Analyzer
	Language string // of the chunks, BCP 47; empty means unstemmed words
	// Threshold is how much a chunk must help to foretell another for a tie; 0
	// means 0.1.
	Threshold float64
	// Reach is how many chunks apart a tie may be; 0 means 10.
	Reach int
}

// cached is the weight of the words of the chunk before.
const cached = 0.2

// Measure returns the cohesion of chunks, given as their texts in order.
func Measure(chunks []string, m Measuring) Cohesion {
	if m.Analyzer == nil {
		m.Analyzer = new(lex.Analyzer)
	}
	if m.Threshold == 0 {
		m.Threshold = 0.1
	}
	if m.Reach <= 0 {
		m.Reach = 10
	}
	bags, all := newBags(chunks, m)
	c := Cohesion{Chunks: len(bags), Clarity: 1}
	if len(bags) < 2 {
		return c
	}
	clear, degrees := 0.0, make([]int, len(bags))
	for q := 1; q < len(bags); q++ {
		for d := q - 1; d >= max(0, q-m.Reach); d-- {
			ratio := bags[q].after(bags[d], all)
			if d == q-1 {
				clear += ratio
			}
			if 1-ratio > m.Threshold {
				degrees[d]++
				degrees[q]++
				c.Ties++
			}
		}
	}
	c.Clarity = clear / float64(len(bags)-1)
	c.Stickiness = degreeEntropy(degrees, c.Ties)
	c.Relative = min(c.Stickiness/math.Log2(float64(len(bags))), 1)
	return c
}

// degreeEntropy is −Σ h/2m · log₂(h/2m) over the degrees h of a graph with m
// edges.
func degreeEntropy(degrees []int, edges int) float64 {
	h := 0.0
	for _, d := range degrees {
		if d > 0 {
			p := float64(d) / float64(2*edges)
			h -= p * math.Log2(p)
		}
	}
	return h
}

// bag holds how often each lexeme stands in a chunk, in order of appearance.
type bag struct {
	terms  []string
	counts map[string]int
	n      int
}

// newBags returns the bags of the chunks that hold words, and one of all.
func newBags(chunks []string, m Measuring) ([]bag, bag) {
	var bags []bag
	all := bag{counts: map[string]int{}}
	for _, text := range chunks {
		b := bag{counts: map[string]int{}}
		for l := range m.Analyzer.Lexemes(text, m.Language) {
			b.add(l.Text)
			all.add(l.Text)
		}
		if b.n > 0 {
			bags = append(bags, b)
		}
	}
	return bags, all
}

func (b *bag) add(term string) {
	if b.counts[term]++; b.counts[term] == 1 {
		b.terms = append(b.terms, term)
	}
	b.n++
}

// after returns ppl(b|d)/ppl(b) over the frequencies in all.
func (b bag) after(d, all bag) float64 {
	sum := 0.0
	for _, t := range b.terms { // in order: sums come out the same each time
		p := float64(all.counts[t]) / float64(all.n)
		if inD := float64(d.counts[t]) / float64(d.n); inD > p {
			sum += float64(b.counts[t]) * math.Log((1-cached)+cached*inD/p)
		}
	}
	return math.Exp(-sum / float64(b.n))
}
