package metric

import (
	"fmt"
	"slices"
)

// Scorer gives the figures of one question after the other.
//
// For an answer of several spans, and k passages:
//
//	hit@k        a passage shares text with a span of the answer
//	doc_hit@k    a passage comes from the question's document
//	recall@k     share of the answer's text that lies in the passages
//	precision@k  share of the passages' text that is the answer's; text in
//	             several passages counts once
//	iou@k        what answer and passages share, over what is in either
//	             (Jaccard)
//	f1@k         harmonic mean of recall and precision (Dice)
//	whole@k      1 where each span of the answer lies whole in some one of the
//	             passages, not necessarily the same one; else 0
//	mrr@k, ndcg@k, map
//	             those of the ranking, where a passage is relevant that is the
//	             first to share text with some span of the answer, and each
//	             span that no passage reaches is one relevant result missing
//	recall@Nt … f1@Nt
//	             the same of the first N tokens delivered: the passage that
//	             crosses the budget counts up to it; text delivered before is
//	             neither paid nor counted again, and a passage that brings
//	             nothing new costs nothing
//	auc          area under recall over the logarithm of the budget, divided by
//	             its width (trapezoid rule)
//	precision_omega
//	             precision if every chunk that touches the answer were
//	             delivered, and no other
//
// Recall, precision and IoU over text, and PrecisionΩ, follow Smith and
// Troynikov, Evaluating Chunking Strategies for Retrieval (Chroma, 2024), with
// repeated text counted once and blanks not at all; Options.Chroma keeps to the
// letter of it.
type Scorer struct {
	docs map[string]*Document
	pool *Pool
	opt  Options
	keys []string
	auc  []float64
}

// NewScorer checks the options. The pool holds all the chunks that were
// searched; without one there is no precision_omega.
func NewScorer(docs []*Document, pool *Pool, opt Options) (*Scorer, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	byID := make(map[string]*Document, len(docs))
	for _, d := range docs {
		if byID[d.id] != nil {
			return nil, fmt.Errorf("document %q is given twice", d.id)
		}
		if len(opt.Budgets) > 0 && d.tokens == nil {
			return nil, fmt.Errorf("document %q has no tokens to budget: make it with a tokenizer, or leave Options.Budgets empty", d.id)
		}
		byID[d.id] = d
	}
	if err := pool.check(byID); err != nil {
		return nil, err
	}
	return &Scorer{docs: byID, pool: pool, opt: opt, keys: opt.names(pool != nil), auc: weights(opt.Budgets)}, nil
}

// Keys names the figures that Score gives, in their order: "hit@5",
// "recall@1000t" and so on. The slice is the caller's.
func (s *Scorer) Keys() []string { return slices.Clone(s.keys) }

// Score returns the figures of one question in the order of Keys, for the
// passages as they were delivered, best first. It is an error when a document
// isn't known or a span doesn't lie in its document.
func (s *Scorer) Score(q Question, ranked []Passage) ([]float64, error) {
	d, err := s.gold(q)
	if err != nil {
		return nil, err
	}
	for i, p := range ranked {
		if err := s.check(p); err != nil {
			return nil, fmt.Errorf("passage %d: %w", i+1, err)
		}
	}
	bought := s.deliver(ranked)
	best := make([]float64, 0, len(s.keys))
	for _, spans := range q.Answers {
		best = keep(best, s.answered(newAnswer(d, spans), spans, ranked, bought))
	}
	if len(q.Answers) == 0 {
		best = best[:len(s.keys)]
	}
	s.documents(best, q.Doc, ranked)
	return best, nil
}

// gold returns the document of a question whose answers lie in it.
func (s *Scorer) gold(q Question) (*Document, error) {
	d := s.docs[q.Doc]
	if d == nil {
		return nil, fmt.Errorf("the question's document %q is not among those to be scored", q.Doc)
	}
	for _, spans := range q.Answers {
		for _, span := range spans {
			if err := d.check(span); err != nil {
				return nil, fmt.Errorf("answer: %w", err)
			}
		}
	}
	return d, nil
}

func (s *Scorer) check(p Passage) error {
	d := s.docs[p.Doc]
	if d == nil {
		return fmt.Errorf("document %q is not among those to be scored", p.Doc)
	}
	if p.Context < 0 || p.Unplaced < 0 {
		return fmt.Errorf("of %q: a negative number of tokens", p.Doc)
	}
	for _, span := range p.Spans {
		if err := d.check(span); err != nil {
			return err
		}
	}
	return nil
}

// keep takes the better of each figure.
func keep(best, values []float64) []float64 {
	if len(best) == 0 {
		return append(best, values...)
	}
	for i, v := range values {
		best[i] = max(best[i], v)
	}
	return best
}

// answered scores one answer.
func (s *Scorer) answered(a answer, given []Span, ranked []Passage, bought []delivery) []float64 {
	out := make([]float64, 0, len(s.keys))
	hits, missing := s.hits(&a, ranked)
	text := s.atK(&a, given, ranked, bought)
	for i, k := range s.opt.K {
		out = append(out, ratio(float64(min(1, hits.count(k))), 1), 0)
		out = append(out, text[i].values()...)
		out = append(out, whole(&a, ranked[:min(k, len(ranked))], s.docs))
	}
	relevant := hits.count(All) + missing
	for _, k := range s.opt.Depth {
		out = append(out, hits.reciprocal(k), ratio(hits.discounted(k), ideal(relevant, k)))
	}
	out = append(out, hits.average(relevant, All))
	out = s.budgets(out, &a, bought, true)
	if s.opt.Free {
		out = s.budgets(out, &a, bought, false)
	}
	if s.pool != nil {
		out = append(out, s.omega(&a, given))
	}
	return out
}

// documents fills in what only the document decides, whatever the answer.
func (s *Scorer) documents(values []float64, want string, ranked []Passage) {
	at := slices.IndexFunc(ranked, func(p Passage) bool { return p.Doc == want })
	for i, k := range s.opt.K {
		if at >= 0 && at < k {
			values[i*len(overK())+1] = 1
		}
	}
}
