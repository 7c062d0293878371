package eval

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// Run asks every question of every contender and compares them. Contenders are
// done one after the other; with Spec.Cache the figures of each are kept when
// it is done, so that a run that was stopped goes on there.
//
// Questions that don't hold against their documents are skipped and are in
// Result.Skipped; where none holds, that is an error wrapping ErrEmpty that
// says why. Other errors are about the spec, a contender that can't be cut, the
// cache, or ctx.
func Run(ctx context.Context, s Spec) (Result, error) {
	s, err := s.resolved()
	if err != nil {
		return Result{}, err
	}
	r := &running{Spec: s, analyzer: &lex.Analyzer{}, cache: cache{s.Cache}, vectors: map[Mode][][]float32{}}
	if err := r.questions(); err != nil {
		return Result{}, err
	}
	if err := r.embedQuestions(ctx); err != nil {
		return Result{}, err
	}
	modes := s.Modes
	if s.Searcher != nil {
		modes = []Mode{""}
	}
	for i, c := range s.Contenders {
		clear(r.vectors)
		for j, m := range modes {
			name := c.Name()
			if len(modes) > 1 {
				name += " " + string(m)
			}
			r.at = Progress{Contender: name, Number: i*len(modes) + j + 1, Of: len(s.Contenders) * len(modes), Total: len(r.asked)}
			t, err := r.trial(ctx, c, name, m)
			if err != nil {
				return Result{}, err
			}
			r.result.Runs = append(r.result.Runs, t)
		}
	}
	if err := conclude(ctx, &r.result, s.Workers); err != nil {
		return Result{}, err
	}
	return r.result, nil
}

// running is one run.
type running struct {
	Spec
	analyzer *lex.Analyzer
	cache    cache
	asked    []question.Question
	digest   string // of asked
	docs     []*metric.Document
	byDoc    map[string]*metric.Document
	scorer   *scorer // of the contender at hand
	queries  *questionVectors
	vectors  map[Mode][][]float32 // of the contender at hand, by the mode that made them
	result   Result
	at       Progress
}

// questions checks the questions and writes down which are asked.
func (r *running) questions() error {
	c := r.Corpus
	ids := make([]string, len(c.Documents))
	for i, d := range c.Documents {
		ids[i] = d.URI
	}
	good, bad := question.Check(r.Questions, c.lookup, ids...)
	var skipped, mended problems
	for _, p := range bad {
		if p.Fault.Kept() {
			mended.add(string(p.Fault), p.Detail())
			continue
		}
		skipped.add(string(p.Fault), p.Detail())
	}
	good = slices.DeleteFunc(good, func(q question.Question) bool {
		apart := spread(q)
		if apart {
			skipped.add("several-documents", q.ID+": its spans lie in several documents")
		}
		return apart
	})
	if len(good) == 0 {
		return fmt.Errorf("%w: no question holds%s", ErrEmpty, because(skipped.list))
	}
	r.asked = good
	r.result = Result{Settings: r.settings(), Corpus: Facts{len(c.Documents), c.Bytes(), c.hash, c.Failed}, Skipped: skipped.list, Mended: mended.list}
	for _, q := range good {
		r.result.Questions = append(r.result.Questions, asked(q))
	}
	var err error
	r.digest, err = digest(good)
	return err
}

// spread reports spans outside the question's document, which the metrics
// don't know.
func spread(q question.Question) bool {
	for _, s := range slices.Concat(q.Spans, q.Alternatives) {
		if q.DocOf(s) != q.Doc {
			return true
		}
	}
	return false
}

func asked(q question.Question) Asked {
	return Asked{ID: q.ID, Question: q.Question, Doc: q.Doc, Language: q.Language, Category: q.Category, Kind: q.Kind, Drafted: q.Drafted,
		Spans: places(q.Spans), Alternatives: places(q.Alternatives)}
}

func places(spans []question.Span) []Place {
	var out []Place
	for _, s := range spans {
		out = append(out, Place{Start: s.Start, End: s.End})
	}
	return out
}

// tell tells how far the run is.
func (r *running) tell(stage Stage, done int) {
	if r.Progress != nil {
		r.at.Stage, r.at.Done = stage, done
		r.Progress(r.at)
	}
}

// trial returns the figures of one contender, kept ones if there are.
func (r *running) trial(ctx context.Context, c Contender, name string, m Mode) (Trial, error) {
	if err := ctx.Err(); err != nil {
		return Trial{}, err
	}
	key := ""
	if r.Cache != "" {
		k, err := c.Key()
		if err != nil {
			return Trial{}, err
		}
		settings := r.result.Settings
		if r.Searcher == nil {
			settings.Searcher = r.described(m)
		}
		key = cacheKey{settings, r.Corpus.hash, r.digest, k}.String()
	}
	t, ok, err := r.cache.get(key)
	if err != nil {
		return Trial{}, err
	}
	if ok {
		r.tell(Cached, len(r.asked))
		t.Name, t.Cost.Cached = name, true
		return t, nil
	}
	if t, err = r.measure(ctx, c, name, m); err != nil {
		return Trial{}, err
	}
	if err := r.cache.put(key, t); err != nil {
		return Trial{}, err
	}
	r.tell(Done, len(r.asked))
	return t, nil
}

// measure cuts, indexes and asks.
func (r *running) measure(ctx context.Context, c Contender, name string, m Mode) (Trial, error) {
	r.tell(Cutting, 0)
	watch := stopwatch{time.Now()}
	p, err := c.Records(ctx, r.Corpus)
	if err != nil {
		return Trial{}, err
	}
	t := Trial{Name: name, Recipe: recipeOf(c), Problems: p.Problems}
	t.Cost.CutSeconds = watch.lap()
	r.prepare(&p)
	x, err := newIndex(ctx, r.analyzer, p.Records, r.fields(r.analyzer, &p))
	if err != nil {
		return Trial{}, err
	}
	t.Chunks = len(x.records)
	t.Cost.IndexSeconds = watch.lap()
	if by := m.vectors(); by != "" {
		if r.vectors[by] == nil {
			if r.vectors[by], err = r.embedded(ctx, by, x.records); err != nil {
				return Trial{}, fmt.Errorf("%s: embedding its records: %w", name, err)
			}
		}
		x.vectors = r.vectors[by]
		t.Cost.EmbedSeconds = watch.lap()
	}
	p.Records = store.Delivered(p.Records) // from here on nothing is searched
	around := contexts(p.Records, r.Tokens)
	t.Sizes = describe(r.Corpus, &p, r.Tokens, around)
	docs, _ := r.prepared()
	if err := coverage(&t.Sizes, docs, r.Corpus, x.records); err != nil {
		return Trial{}, fmt.Errorf("%s: %w", c.Name(), err)
	}
	if r.scorer, err = r.scorerOf(p.Records, around); err != nil {
		return Trial{}, err
	}
	watch.lap()
	if t.PerQuestion, err = r.ask(ctx, x, m); err != nil {
		return Trial{}, fmt.Errorf("%s: %w", c.Name(), err)
	}
	t.Cost.SearchSeconds = watch.lap()
	r.cuts(&t, &p)
	return t, nil
}

// cuts says which answers the records part.
func (r *running) cuts(t *Trial, p *Pieces) {
	c := cutting{corpus: r.Corpus, bodies: bodiesOf(p.Records), tokens: r.Tokens, limit: p.Max, stats: &t.Sizes}
	if c.limit == 0 {
		c.limit = t.Sizes.Max
	}
	for i := range r.result.Questions {
		t.PerQuestion[i].Cuts = c.question(&r.result.Questions[i])
	}
	c.done()
}

// ask asks every question, several at once, and scores what was found.
func (r *running) ask(ctx context.Context, x *index, m Mode) ([]Answer, error) {
	out := make([]Answer, len(r.asked))
	var mu sync.Mutex
	done := 0
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(r.Workers)
	for i := range r.asked {
		if running.Err() != nil {
			break
		}
		group.Go(func() (err error) {
			if out[i], err = r.answer(running, x, m, &r.asked[i]); err != nil {
				return fmt.Errorf("question %s: %w", r.asked[i].ID, err)
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; done%64 == 0 {
				r.tell(Asking, done)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return out, ctx.Err()
}

// answer asks one question.
func (r *running) answer(ctx context.Context, x *index, m Mode, q *question.Question) (Answer, error) {
	f := store.Filter{}
	if r.Within {
		f.Docs = []string{q.Doc}
	}
	search := r.Searcher
	if search == nil {
		search = func(_ store.TextSearcher, f store.Filter) retrieve.Searcher { return r.searcher(x, m, f) }
	}
	var hits []store.Hit
	var err error
	if m.windows() {
		hits, err = r.passages(ctx, x, m, f, r.query(q.Question))
	} else {
		hits, err = r.find(ctx, search(x, f).Filled(retrieve.Deliver(x), retrieve.Parents(x)), r.query(q.Question))
	}
	if err != nil {
		return Answer{}, err
	}
	return r.scorer.answer(ctx, q, hits)
}

// find finds enough to deliver for the metrics of a whole ranking and for the
// largest budget.
func (r *running) find(ctx context.Context, search retrieve.Searcher, query string) ([]store.Hit, error) {
	for k := max(depth, r.K); ; k *= 2 {
		hits, err := search(ctx, query, k)
		if err != nil || len(hits) < k || r.scorer.fills(hits) {
			return hits, err
		}
	}
}

// stopwatch measures laps.
type stopwatch struct{ last time.Time }

func (w *stopwatch) lap() float64 {
	now := time.Now()
	d := now.Sub(w.last)
	w.last = now
	return d.Seconds()
}
