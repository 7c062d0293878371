package eval

import (
	"math"
	"slices"
	"unicode"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// ChunkStats describes the chunks of a contender without asking anything of
// them. Sizes are in tokens of what is delivered: the body, or the parent or
// window in its place.
type ChunkStats struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
	Min   int     `json:"min"`
	P5    int     `json:"p5"`
	P25   int     `json:"p25"`
	P50   int     `json:"p50"`
	P75   int     `json:"p75"`
	P95   int     `json:"p95"`
	Max   int     `json:"max"`
	// Limit is what the contender was asked to keep; 0 where it isn't known.
	Limit int `json:"limit,omitempty"`
	// Histogram counts the chunks by size, in Bins equal steps from 0.
	Histogram Histogram `json:"histogram"`
	// Context is the mean length, in tokens, of what is delivered around a body, where
	// context is delivered: its frame without overlap.
	Context float64 `json:"context"`
	// Growth is how much larger the index is for text that several chunks that
	// are searched hold: non-blank code points of all chunks, over those of the documents
	// that some chunk holds, minus 1.
	Growth float64 `json:"growth"`
	// Lost is the share of the documents' non-blank code points that no chunk
	// holds.
	Lost float64 `json:"lost"`
	// Answers counts the answers of the questions asked: each span by itself,
	// or the whole question where it has alternatives. Cut is the share of them
	// that no chunk holds whole; Short and ShortCut say the same of those no
	// longer than half of the limit (of the longest chunk, where there is none).
	Answers  int     `json:"answers"`
	Cut      float64 `json:"answers_cut"`
	Short    int     `json:"short_answers"`
	ShortCut float64 `json:"short_answers_cut"`
}

// Histogram counts sizes: Counts[i] are those from i*Step up to (i+1)*Step.
type Histogram struct {
	Step   int   `json:"step"`
	Counts []int `json:"counts"`
}

// Bins is how many steps a histogram has, about.
const Bins = 24

// describe measures records. tokens counts their texts.
func describe(c *Corpus, p *Pieces, tokens size.Measure, context map[string]int) ChunkStats {
	sizes := make([]int, len(p.Records))
	total, around := 0, 0
	for i := range p.Records {
		r := &p.Records[i]
		sizes[i] = tokens.Size(r.Text)
		total += sizes[i]
		around += context[r.ID]
	}
	slices.Sort(sizes)
	n := float64(max(1, len(sizes)))
	s := ChunkStats{Count: len(sizes), Mean: float64(total) / n, Context: float64(around) / n, Limit: p.Max, Histogram: histogram(sizes, p.Max)}
	s.Min, s.P5, s.P25, s.P50 = percentile(sizes, 0), percentile(sizes, 5), percentile(sizes, 25), percentile(sizes, 50)
	s.P75, s.P95, s.Max = percentile(sizes, 75), percentile(sizes, 95), percentile(sizes, 100)
	return s
}

// percentile is the smallest of the sorted sizes that p percent of them don't
// exceed (nearest rank).
func percentile(sorted []int, p int) int {
	if len(sorted) == 0 {
		return 0
	}
	i := int(math.Ceil(float64(p)/100*float64(len(sorted)))) - 1
	return sorted[max(0, i)]
}

// histogram counts sorted sizes in about Bins steps up to limit or the largest.
func histogram(sorted []int, limit int) Histogram {
	most := max(1, limit, percentile(sorted, 100))
	h := Histogram{Step: (most + Bins - 1) / Bins}
	h.Counts = make([]int, most/h.Step+1)
	for _, s := range sorted {
		h.Counts[s/h.Step]++
	}
	return h
}

func ratio(a, b int) float64 { return float64(a) / float64(max(1, b)) }

func blank(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// extent is what a record holds of its document: its body and the text before
// it that it repeats.
func extent(r *store.Record) doc.Span { return doc.Span{Start: r.Start - r.Overlap, End: r.End} }

// coverage says how much of the documents the records hold, and how often.
func coverage(s *ChunkStats, docs []*metric.Document, c *Corpus, rs []store.Record) error {
	held := make([]metric.Passage, 0, len(rs))
	for i := range rs {
		if rs[i].Role == store.RoleDerived {
			continue
		}
		e, x := extent(&rs[i]), c.byID[rs[i].DocID].runes()
		held = append(held, metric.Passage{Doc: rs[i].DocID, Spans: []metric.Span{{Start: x.runeAt(e.Start), End: x.runeAt(e.End)}}})
	}
	d, err := metric.Describe(docs, held)
	s.Growth, s.Lost = round(d.Growth), round(1-d.Covered)
	return err
}

// union merges spans that touch.
func union(spans []doc.Span) []doc.Span {
	slices.SortFunc(spans, func(a, b doc.Span) int { return a.Start - b.Start })
	var out []doc.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}
