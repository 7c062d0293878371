package pildora

import (
	"cmp"
	"context"
	"errors"

	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/retrieve/passage"
	"github.com/pildora/pildora/store"
)

// Passage is a run of whole sentences of one document that was assembled for a
// reader, with all that is needed to cite it.
type Passage = passage.Passage

// PassageOptions say how many passages are wanted, of how many tokens in all, in
// which order, and what stands before them.
type PassageOptions = passage.Options

// What [Index.Passages] delivers where its options say nothing.
const (
	DefaultPassages = 5
	DefaultBudget   = 1280
)

// Passages assembles the passages that best answer the query, for a reader or a
// language model: the best sentences in and around the chunks that Search would
// find, grown where that is worth most, within a budget of tokens, nothing twice.
// Where the options name no number of passages and no budget they are
// DefaultPassages and DefaultBudget; where they have no measure, tokens are
// counted as the index counts them. Filters are those of Search.
func (ix *Index) Passages(ctx context.Context, query string, o PassageOptions, filters ...string) ([]Passage, error) {
	if ix.mode == retrieve.DenseLeg {
		return nil, errors.New("sentences are found by words, to which vectors are added: the mode dense is for Search")
	}
	f, err := store.ParseFilter(filters...)
	if err != nil {
		return nil, err
	}
	search, err := ix.searcher(ctx, f)
	if err != nil {
		return nil, err
	}
	finder := passage.Finder{Chunks: search.Filled(retrieve.Deliver(ix.store)), Index: ix.store, Filter: ix.asked(f), Words: 1 - ix.hybrid.Weight, Analyzer: &ix.analyzer}
	found, err := finder.Find(ctx, query)
	if err != nil {
		return nil, err
	}
	if o.Passages == 0 && o.Budget == 0 {
		o.Passages = DefaultPassages
	}
	o.Budget = cmp.Or(o.Budget, DefaultBudget)
	if o.Tokens == nil {
		o.Tokens = ix.cutting.Tokens
	}
	return found.Assemble(o)
}
