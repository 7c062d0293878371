package eval

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve/passage"
	"github.com/pildora/pildora/store"
)

// index is the text index of one contender, in memory: the lexemes, the
// ranking and the order of store/mem (a test compares the two), with postings
// instead of a look at every record. It is written once and then only read.
type index struct {
	analyzer *lex.Analyzer            // shared by all contenders: stems are found once
	records  []store.Record           // that are searched
	all      map[string]*store.Record // by id, those too that are only delivered
	lengths  []int32
	postings map[string][]posting
	langs    []string // stemming rules in the index
	mean     float64  // length of a record, in lexemes
	fields   func(*store.Record) store.Fields
	vectors  [][]float32
}

// posting says how often a record holds a lexeme, in the sense of
// store.Fields.Frequency.
type posting struct {
	row int32
	tf  float32 // halves of small numbers: exact
}

var (
	_ store.TextSearcher   = (*index)(nil)
	_ store.VectorSearcher = (*index)(nil)
	_ passage.Index        = (*index)(nil)
)

// newIndex indexes records, parents to be delivered only; fields says what of
// each of the others is searched for.
func newIndex(ctx context.Context, a *lex.Analyzer, rs []store.Record, fields func(*store.Record) store.Fields) (*index, error) {
	x := &index{analyzer: a, fields: fields, records: store.Searched(rs), postings: map[string][]posting{}, all: make(map[string]*store.Record, len(rs))}
	for i := range rs {
		x.all[rs[i].ID] = &rs[i]
	}
	rs = x.records
	total := 0
	for i := range rs {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f := fields(&rs[i])
		x.lengths = append(x.lengths, int32(f.Length()))
		total += f.Length()
		if !slices.Contains(x.langs, f.Rules) {
			x.langs = append(x.langs, f.Rules)
		}
		for _, l := range f.Body {
			x.count(l, i, 1)
		}
		for _, l := range f.Head {
			x.count(l, i, store.HeadingWeight)
		}
	}
	slices.Sort(x.langs)
	x.mean = float64(total) / float64(max(len(rs), 1))
	return x, nil
}

// Get implements retrieve.Getter.
func (x *index) Get(_ context.Context, ids ...string) ([]store.Record, error) {
	out := make([]store.Record, len(ids))
	for i, id := range ids {
		r := x.all[id]
		if r == nil {
			return nil, fmt.Errorf("record %q: %w", id, store.ErrNotFound)
		}
		out[i] = *r
	}
	return out, nil
}

// count notes a lexeme of the record that is being indexed, the last one so
// far.
func (x *index) count(lexeme string, row int, weight float32) {
	list := x.postings[lexeme]
	if n := len(list); n > 0 && list[n-1].row == int32(row) {
		list[n-1].tf += weight
		return
	}
	x.postings[lexeme] = append(list, posting{int32(row), weight})
}

// SearchText implements store.TextSearcher; f.Generation must be empty.
func (x *index) SearchText(ctx context.Context, query string, k int, f store.Filter) ([]store.Hit, error) {
	plan, err := x.plan(ctx, query, f)
	if err != nil || k < 1 {
		return nil, err
	}
	terms := plan.Terms
	scores := make([]float64, len(x.records))
	x.add(scores, terms, false)
	for _, l := range plan.Lifts {
		for _, row := range x.holding(l.Phrase) {
			scores[row] += l.Score
		}
	}
	late := slices.ContainsFunc(terms, func(t store.Term) bool { return t.Late })
	depth := k
	if late {
		depth = max(k, store.Reranked)
	}
	found := x.best(scores, depth, x.passing(f, plan.Restriction))
	if late {
		found = x.rerank(found[:min(len(found), store.Reranked)], terms)
	}
	hits := make([]store.Hit, 0, min(k, len(found)))
	for i, s := range found[:min(k, len(found))] {
		hits = append(hits, store.Hit{Record: x.records[s.row], Score: store.Round(s.score), Rank: i + 1})
	}
	return hits, nil
}

// CountTerms implements store.TermCounter.
func (x *index) CountTerms(ctx context.Context, query string, f store.Filter) (store.Counts, error) {
	plan, err := x.plan(ctx, query, f)
	return store.Counts{Records: len(x.records), Terms: plan.Terms}, err
}

func (x *index) plan(ctx context.Context, query string, f store.Filter) (store.Search, error) {
	return store.Plan(x.analyzer, x.langs, len(x.records), vocabulary{ctx, x}, query, f.Words)
}

// passing is what f and a restriction let pass.
func (x *index) passing(f store.Filter, r store.Restriction) func(row int) bool {
	match := f.Matcher()
	if r.Empty() {
		return func(row int) bool { return match(&x.records[row]) }
	}
	missing, excluded := make([]int, len(x.records)), make([]bool, len(x.records))
	for _, p := range r.Required {
		for row := range missing {
			missing[row]++
		}
		for _, row := range x.holding(p) {
			missing[row]--
		}
	}
	for _, p := range r.Excluded {
		for _, row := range x.holding(p) {
			excluded[row] = true
		}
	}
	return func(row int) bool { return missing[row] == 0 && !excluded[row] && match(&x.records[row]) }
}

// holding are the rows that hold a phrase: those that have all its lexemes are
// read again.
func (x *index) holding(p store.Phrase) []int32 {
	var out []int32
	seen := map[int32]bool{}
	for _, lexemes := range p {
		rarest := x.postings[lexemes[0]]
		for _, l := range lexemes[1:] {
			if list := x.postings[l]; len(list) < len(rarest) {
				rarest = list
			}
		}
		for _, at := range rarest {
			if !seen[at.row] && x.hasAll(at.row, lexemes) && p.In(x.fields(&x.records[at.row])) {
				seen[at.row] = true
				out = append(out, at.row)
			}
		}
	}
	return out
}

func (x *index) hasAll(row int32, lexemes []string) bool {
	return !slices.ContainsFunc(lexemes, func(l string) bool {
		_, has := slices.BinarySearchFunc(x.postings[l], row, func(p posting, row int32) int { return cmp.Compare(p.row, row) })
		return !has
	})
}

// vocabulary is what an index holds.
type vocabulary struct {
	ctx context.Context
	of  *index
}

// Count implements store.Vocabulary.
func (v vocabulary) Count(lexeme string) (int, error) {
	return len(v.of.postings[lexeme]), v.ctx.Err()
}

// CountPhrase implements store.Vocabulary.
func (v vocabulary) CountPhrase(p store.Phrase) (int, error) {
	return len(v.of.holding(p)), v.ctx.Err()
}

// Lexemes implements store.Vocabulary.
func (v vocabulary) Lexemes(prefix string) iter.Seq2[store.Occurring, error] {
	return func(yield func(store.Occurring, error) bool) {
		for l, list := range v.of.postings {
			if strings.HasPrefix(l, prefix) && !yield(store.Occurring{Lexeme: l, Records: len(list)}, v.ctx.Err()) {
				return
			}
		}
	}
}

// add adds what the terms of one step give to the scores of the records.
func (x *index) add(scores []float64, terms []store.Term, late bool) {
	for _, t := range terms {
		if t.Late != late {
			continue
		}
		for _, p := range x.postings[t.Lexeme] {
			scores[p.row] += t.Weight(float64(p.tf), int(x.lengths[p.row]), x.mean)
		}
	}
}

// rerank adds what the late terms give to records found by the others.
func (x *index) rerank(found []scored, terms []store.Term) []scored {
	added := make([]float64, len(x.records))
	x.add(added, terms, true)
	for i := range found {
		found[i].score += added[found[i].row]
	}
	slices.SortFunc(found, x.compare)
	return found
}

// scored is a record with its score.
type scored struct {
	row   int32
	score float64
}

// compare orders by score, and equal scores by id.
func (x *index) compare(a, b scored) int {
	if c := cmp.Compare(store.Round(b.score), store.Round(a.score)); c != 0 {
		return c
	}
	return cmp.Compare(x.records[a.row].ID, x.records[b.row].ID)
}

// best returns the depth best records with a score that match lets pass, best
// first.
func (x *index) best(scores []float64, depth int, match func(row int) bool) []scored {
	h := &worst{compare: x.compare}
	for row, score := range scores {
		s := scored{int32(row), score}
		switch {
		case score <= 0 || !match(row):
		case len(h.list) < depth:
			heap.Push(h, s)
		case x.compare(s, h.list[0]) < 0:
			h.list[0] = s
			heap.Fix(h, 0)
		}
	}
	slices.SortFunc(h.list, x.compare)
	return h.list
}

// worst is a heap with the worst of the best on top.
type worst struct {
	list    []scored
	compare func(a, b scored) int
}

func (h *worst) Len() int           { return len(h.list) }
func (h *worst) Less(i, j int) bool { return h.compare(h.list[i], h.list[j]) > 0 }
func (h *worst) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }

// Push implements heap.Interface.
func (h *worst) Push(x any) { h.list = append(h.list, x.(scored)) }

// Pop implements heap.Interface; nothing is taken out by it.
func (h *worst) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}
