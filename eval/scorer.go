package eval

import (
	"context"
	"math"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// ranks is how many places mrr and ndcg look at, whatever K is.
const ranks = 10

// scorer turns what was found for a question into figures.
type scorer struct {
	metric  *metric.Scorer
	docs    map[string]*metric.Document
	keys    []string
	context map[string]int // tokens around a body, by record
	budget  int            // the largest
	k       int            // hits that an answer keeps
	words   wording
}

// prepared returns the documents as the metrics need them, made once.
func (r *running) prepared() ([]*metric.Document, map[string]*metric.Document) {
	if r.docs == nil {
		r.byDoc = map[string]*metric.Document{}
		for _, d := range r.Corpus.Documents {
			m := metric.NewDocument(d.URI, d.Text, r.Tokens)
			r.docs, r.byDoc[d.URI] = append(r.docs, m), m
		}
	}
	return r.docs, r.byDoc
}

// scorerOf makes the scorer for the records of one contender.
func (r *running) scorerOf(rs []store.Record, context map[string]int) (*scorer, error) {
	docs, byDoc := r.prepared()
	pool := make([]metric.Passage, len(rs))
	for i := range rs {
		pool[i] = metric.Passage{Doc: rs[i].DocID, Spans: []metric.Span{runes(&rs[i])}}
	}
	opt := metric.Options{K: []int{r.K}, Depth: []int{ranks}, Budgets: r.Budgets, Free: true, Chroma: r.Chroma}
	m, err := metric.NewScorer(docs, metric.NewPool(pool), opt)
	if err != nil {
		return nil, err
	}
	return &scorer{metric: m, docs: byDoc, keys: m.Keys(), context: context, budget: r.Budgets[len(r.Budgets)-1], k: r.K,
		words: wording{r.analyzer, r.Corpus}}, nil
}

func runes(r *store.Record) metric.Span { return metric.Span{Start: r.StartRune, End: r.EndRune} }

// contexts are the lengths, in tokens, of what is delivered around each body,
// by record.
func contexts(rs []store.Record, tokens size.Measure) map[string]int {
	out := make(map[string]int, len(rs))
	for i := range rs {
		n := 0
		for _, part := range around(&rs[i]) {
			n += tokens.Size(part)
		}
		out[rs[i].ID] = n
	}
	return out
}

// answer scores the hits of one question.
func (s *scorer) answer(ctx context.Context, q *question.Question, hits []store.Hit) (Answer, error) {
	ranked := make([]metric.Passage, len(hits))
	for i := range hits {
		r := &hits[i].Record
		ranked[i] = metric.Passage{Doc: r.DocID, Spans: []metric.Span{runes(r)}, Context: s.context[r.ID]}
	}
	values, err := s.metric.Score(metric.Of(*q), ranked)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{ID: q.ID, Metrics: make(map[string]float64, len(values))}
	for i, key := range s.keys {
		if !dropped(key) {
			a.Metrics[key] = round(values[i])
		}
	}
	var delivered []string
	for i := range hits[:min(len(hits), s.k)] {
		r := &hits[i].Record
		n := s.docs[r.DocID].Tokens(runes(r))
		h := Found{Doc: r.DocID, Start: r.Start, End: r.End, Tokens: n, Paid: n + s.context[r.ID], Score: hits[i].Score, Context: strings.Join(around(r), "\n\n")}
		a.Hits, delivered = append(a.Hits, h), append(delivered, withContext(h.Context, r.Text))
	}
	share, err := s.words.share(ctx, q, delivered)
	a.Metrics[wordsKey(s.k)] = round(share)
	return a, err
}

// dropped reports a figure that says nothing beside the others: with context
// free, recall tells all that there is to tell.
func dropped(key string) bool {
	name, _, free := strings.Cut(key, "_free")
	return free && name != "recall" && name != "auc"
}

// round rounds a figure to a millionth, so that it is the same from a file as it
// was. What rounds to 0 has no sign: −0 + 0 is 0.
func round(v float64) float64 { return math.Round(v*1e6)/1e6 + 0 }

// fills reports whether the hits deliver enough text for the largest budget.
func (s *scorer) fills(hits []store.Hit) bool {
	spans := map[string][]doc.Span{}
	for i := range hits {
		r := &hits[i].Record
		spans[r.DocID] = append(spans[r.DocID], doc.Span{Start: r.StartRune, End: r.EndRune})
	}
	n := 0
	for id, list := range spans {
		for _, u := range union(list) {
			n += s.docs[id].Tokens(metric.Span(u))
		}
	}
	return n >= s.budget
}
