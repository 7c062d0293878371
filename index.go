package pildora

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// Index is an index in a folder. It is safe for concurrent use; close it when
// done.
type Index struct {
	store   *sqlite.Store
	cutting ingest.Cutting
	readers catalog.Readers
	rules   ingest.MetaRules
	newest  bool
	hybrid  retrieve.Hybrid // without a filter; its Embedder is nil where there are no vectors
	mode    string
	typos   bool

	analyzer lex.Analyzer
}

// Open opens the index in dir, and makes one where there is none. Options are
// those of later syncs; what is indexed was cut by its own.
func Open(ctx context.Context, dir string, o Options) (*Index, error) {
	c, err := o.cutting()
	if err != nil {
		return nil, err
	}
	if o.Prefer != "" && o.Prefer != preferNewest {
		return nil, fmt.Errorf("prefer %q: only %q can be preferred", o.Prefer, preferNewest)
	}
	h, err := o.hybrid()
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	h.Text, h.Vectors = s, s
	return &Index{store: s, cutting: c, readers: catalog.Readers{PDF: o.PDF}, rules: o.Meta, newest: o.Prefer == preferNewest, hybrid: h, mode: o.Mode, typos: o.Typos}, nil
}

// hybrid is how an index is searched, as far as options say it.
func (o Options) hybrid() (retrieve.Hybrid, error) {
	h := retrieve.Hybrid{Embedder: o.Embedder, Weight: cmp.Or(o.DenseWeight, retrieve.DenseWeight)}
	switch o.Vectors {
	case "":
	case "no":
		h.Embedder = nil
	default:
		return h, fmt.Errorf(`vectors %q: only "no" can be said; an Embedder makes them`, o.Vectors)
	}
	var err error
	if h.Fusion, err = retrieve.FusionOf(o.Fusion); err != nil {
		return h, err
	}
	switch o.Mode {
	case "", retrieve.LexicalLeg:
	case retrieve.DenseLeg, retrieve.Fused:
		if h.Embedder == nil {
			return h, fmt.Errorf("mode %s needs vectors, and so an Embedder", o.Mode)
		}
	default:
		return h, fmt.Errorf("mode %q is none of %s, %s, %s", o.Mode, retrieve.LexicalLeg, retrieve.DenseLeg, retrieve.Fused)
	}
	if h.Weight < 0 || h.Weight > 1 {
		return h, fmt.Errorf("dense weight %g is not between 0 and 1", h.Weight)
	}
	return h, nil
}

// preferNewest is the one thing that a search can be told to prefer.
const preferNewest = "newest"

// Close closes the index.
func (ix *Index) Close() error { return ix.store.Close() }

// Store is the store under the index, for whoever needs more than a search.
func (ix *Index) Store() store.Store { return ix.store }

// Sync makes the index agree with what stands under paths: files or folders.
// What is new is added, what changed replaced, what is gone from under these
// paths retired; the rest isn't touched. The error names every document that
// failed; the others are in, and what was indexed of a failed one stays.
func (ix *Index) Sync(ctx context.Context, paths ...string) (Report, error) {
	if len(paths) == 0 {
		return Report{}, fmt.Errorf("sync: %w", ErrPaths)
	}
	p := ingest.Pipeline{
		Store:    ix.store,
		Embedder: ix.hybrid.Embedder,
		Recipe:   func(store.DocState, string) string { return ix.cutting.Recipe.Hash() },
		Rules:    ix.rules,
		Document: func(ctx context.Context, s read.Source) (*doc.Document, ingest.Cutting, error) {
			d, err := document(ctx, ix.cutting, ix.readers, ix.rules, s)
			return d, ix.cutting, err
		},
	}
	r, err := p.Sync(ctx, ingest.SyncOptions{Find: read.Options{Accept: catalog.Readable, Container: catalog.ContainerOf}}, paths...)
	if err != nil {
		return r, err
	}
	return r, sourceErrors(r)
}

// Search returns the k records that best match the query, best first, by their
// words, their vectors or both, see Options.Mode; among those that pass every
// filter: "lang=es,en", "path=hr/**", "date>=2024", see [store.ParseCondition]. No
// match is no error; where vectors are to be searched and none are by the
// Embedder, the error wraps [ErrEmbedder]. Hit.Legs says what a fused score is
// made of.
//
// What was derived of a chunk delivers it, a chunk its parent, once for all that
// were found, and a sentence its window, those that overlap as one: then Hit.By
// says what was found.
func (ix *Index) Search(ctx context.Context, query string, k int, filters ...string) ([]Hit, error) {
	f, err := store.ParseFilter(filters...)
	if err != nil {
		return nil, err
	}
	found, err := ix.searcher(ctx, f)
	if err != nil {
		return nil, err
	}
	search := found.Filled(retrieve.Deliver(ix.store), retrieve.Parents(ix.store))
	return search.Then(retrieve.Stitch())(ctx, query, k)
}

// searcher finds chunks as the index is searched.
func (ix *Index) searcher(ctx context.Context, f store.Filter) (retrieve.Searcher, error) {
	mode, err := ix.searched(ctx, f)
	if err != nil {
		return nil, err
	}
	h := ix.hybrid
	h.Filter = ix.asked(f)
	found := h.By(mode)
	if ix.newest {
		found = retrieve.Newest(found)
	}
	return found, nil
}

// asked is f for a search as the index is searched.
func (ix *Index) asked(f store.Filter) store.Filter {
	f.Words.Typos = ix.typos
	return f
}

// ErrEmbedder is wrapped where an index has no vectors of the model that is to
// search them.
var ErrEmbedder = errors.New("the index has no vectors of this model; sync makes them")

// searched is the mode of a search: words alone where there are no vectors, unless
// those are asked for.
func (ix *Index) searched(ctx context.Context, f store.Filter) (string, error) {
	e := ix.hybrid.Embedder
	if ix.mode == retrieve.LexicalLeg || e == nil {
		return retrieve.LexicalLeg, nil
	}
	by, err := ix.store.Embedders(ctx, f.Generation)
	switch {
	case err != nil:
		return "", err
	case len(by) == 0 && ix.mode == "":
		return retrieve.LexicalLeg, nil
	case by[e.Model().ID()] == 0:
		return "", fmt.Errorf("%w: %s", ErrEmbedder, e.Model().Name)
	}
	return cmp.Or(ix.mode, retrieve.Fused), nil
}
