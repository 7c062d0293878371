package pildora

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
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
}

// Open opens the index in dir, and makes one where there is none. Options are
// those of later syncs; what is indexed was cut by its own.
func Open(ctx context.Context, dir string, o Options) (*Index, error) {
	c, err := o.cutting()
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &Index{store: s, cutting: c, readers: catalog.Readers{PDF: o.PDF}, rules: o.Meta}, nil
}

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
		Store:  ix.store,
		Recipe: func(store.DocState, string) string { return ix.cutting.Recipe.Hash() },
		Rules:  ix.rules,
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

// Search returns the k records that best match the words of the query, best
// first, among those that pass every filter: "lang=es,en", "path=hr/**",
// "date>=2024", see [store.ParseCondition]. No match is no error.
//
// What was derived of a chunk delivers it, a chunk its parent, once for all that
// were found, and a sentence its window, those that overlap as one: then Hit.By
// says what was found.
func (ix *Index) Search(ctx context.Context, query string, k int, filters ...string) ([]Hit, error) {
	f, err := store.ParseFilter(filters...)
	if err != nil {
		return nil, err
	}
	search := retrieve.Lexical(ix.store, f).Filled(retrieve.Deliver(ix.store), retrieve.Parents(ix.store))
	return search.Then(retrieve.Stitch())(ctx, query, k)
}
