package semantic

import (
	"context"
	"iter"
	"math"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/size"
)

// Cluster returns a cutter into chunks of at most max, in a measure, whose
// sentences are most alike: of all partitions the one with the largest sum,
// over all pairs of sentences in one chunk, of how much more alike they are
// than two of the span are on the average. A sentence that is longer stands
// alone. Time is linear in the length of a span, times how many sentences fit
// together.
func Cluster(o Options, most int, m size.Measure) chunk.Cutter {
	return chunk.CutFunc(func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return o.partition(ctx, d, s, func(v [][]float32, sizes []int) []int { return cluster(v, sizes, most) }, m)
	})
}

// DoubleMerge returns a cutter that joins sentences from the first on: the next
// one while it is alike what is gathered, and what stands up to two sentences
// further while that is, so that an aside doesn't part what goes on after it.
// alike is the least cosine for a join, aside that over what stands between.
// Chunks are at most max in a measure.
func DoubleMerge(o Options, alike, aside float64, most int, m size.Measure) chunk.Cutter {
	return chunk.CutFunc(func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return o.partition(ctx, d, s, func(v [][]float32, sizes []int) []int { return merge(v, sizes, most, alike, aside) }, m)
	})
}

// partition embeds the sentences of a span and yields the ends after which
// choose begins a chunk: indices of sentences, in order.
func (o Options) partition(ctx context.Context, d *doc.Document, s doc.Span, choose func(v [][]float32, sizes []int) []int, m size.Measure) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		ends, err := chunk.CutsOf(ctx, o.Sentences, d, s)
		if err != nil {
			yield(0, err)
			return
		}
		if len(ends) == 0 {
			return
		}
		texts, sizes := make([]string, len(ends)+1), make([]int, len(ends)+1)
		start := s.Start
		for i := range texts {
			end := s.End
			if i < len(ends) {
				end = ends[i]
			}
			texts[i] = d.Slice(d.Body(doc.Span{Start: start, End: end}))
			sizes[i] = m.Size(d.Text[start:end])
			start = end
		}
		vectors, err := o.embed(ctx, d, texts)
		if err != nil {
			yield(0, err)
			return
		}
		for _, first := range choose(vectors, sizes) {
			if first > 0 && !yield(ends[first-1], nil) {
				return
			}
		}
	}
}

// longest is how many sentences a chunk has at most: those of no size at all
// would have no other limit.
const longest = 512

// cluster returns the first sentence of each chunk.
func cluster(v [][]float32, sizes []int, most int) []int {
	n := len(v)
	// How alike two sentences are on the average, by the sum of all vectors:
	// |Σv|² is the sum over all pairs.
	sum := make([]float32, len(v[0]))
	own := 0.0
	for _, x := range v {
		own += embed.Dot(x, x)
		for i := range x {
			sum[i] += x[i]
		}
	}
	mean := 0.0
	if n > 1 {
		mean = (embed.Dot(sum, sum) - own) / float64(n) / float64(n-1)
	}
	best := make([]float64, n+1) // of the first i sentences
	from := make([]int, n+1)
	for end := 1; end <= n; end++ {
		best[end] = math.Inf(-1)
		reward, size := 0.0, 0
		inside := make([]float32, len(sum)) // the sum of the vectors in the chunk
		for first := end - 1; first >= max(0, end-longest); first-- {
			if size += sizes[first]; size > most && first < end-1 {
				break
			}
			// The pairs of the sentence that joins in front.
			reward += embed.Dot(v[first], inside) - mean*float64(end-first-1)
			for i, x := range v[first] {
				inside[i] += x
			}
			// Of equals the longest chunk: fewer cuts.
			if total := best[first] + reward; total >= best[end] {
				best[end], from[end] = total, first
			}
		}
	}
	var out []int
	for end := n; end > 0; end = from[end] {
		out = append(out, from[end])
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// merge returns the first sentence of each chunk.
func merge(v [][]float32, sizes []int, most int, alike, aside float64) []int {
	out := []int{0}
	for i := 0; i < len(v); {
		// The chunk begins at i; its vector is the sum of those in it.
		sum := append([]float32(nil), v[i]...)
		size := sizes[i]
		i++
		for i < len(v) {
			take := 0
			for ahead := 0; ahead < 3 && i+ahead < len(v); ahead++ {
				least := alike
				if ahead > 0 {
					least = aside
				}
				if cosine(sum, v[i+ahead]) >= least {
					take = ahead + 1
					break
				}
			}
			added := 0
			for j := range take {
				added += sizes[i+j]
			}
			if take == 0 || size+added > most {
				break
			}
			for j := range take {
				for k, x := range v[i+j] {
					sum[k] += x
				}
			}
			size += added
			i += take
		}
		if i < len(v) {
			out = append(out, i)
		}
	}
	return out
}

func cosine(a, b []float32) float64 {
	lengths := math.Sqrt(embed.Dot(a, a) * embed.Dot(b, b))
	if lengths == 0 {
		return 0
	}
	return embed.Dot(a, b) / lengths
}
