// Package mem is a store in memory: the model that every other store is
// compared with. It is simple before it is fast: a search looks at every
// record. Nothing outlives it.
package mem

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
)

// Store implements store.Store and every ability of it. New makes
// one. Writers build new values and never change what a reader may hold, so a
// reader needs the lock only to take hold of a generation.
type Store struct {
	analyzer lex.Analyzer

	mu          sync.RWMutex
	generations []*generation // by age
	live        *generation
}

// generation is one index. Documents are replaced as wholes.
type generation struct {
	info store.Generation
	docs map[string]*document
	ids  map[string]string // record id → document id
}

// document is one document's entry and records, immutable.
type document struct {
	entry    []byte // encoded store.DocState
	rows     []*row // by number, then id
	state    store.State
	embedder string // of the vectors of rows
	staged   []*row // as they were given; none where nothing is
}

// row is one record, immutable: as it came, and as it is searched.
type row struct {
	data    []byte // encoded; every reader decodes its own
	vectors map[string][]float32
	head    store.Record // decoded once, for filters and order; never given out
	fields  store.Fields
	freq    map[string]float64
}

var (
	_ store.Store        = (*Store)(nil)
	_ store.TextSearcher = (*Store)(nil)
	_ store.Generations  = (*Store)(nil)
	_ store.Statser      = (*Store)(nil)
)

// New returns an empty store with one live generation, store.First.
func New() *Store {
	g := newGeneration(store.First, "")
	g.info.Live, g.info.Promoted = true, g.info.Time
	return &Store{generations: []*generation{g}, live: g}
}

func newGeneration(name, recipe string) *generation {
	return &generation{
		info: store.Generation{Name: name, Recipe: recipe, Time: time.Now().UTC()},
		docs: map[string]*document{},
		ids:  map[string]string{},
	}
}

// find returns the generation called name, or the live one. The caller holds
// the lock.
func (s *Store) find(name string) (*generation, error) {
	if name == "" {
		return s.live, nil
	}
	for _, g := range s.generations {
		if g.info.Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%w: %q", store.ErrGeneration, name)
}

// Replace implements store.Store.
func (s *Store) Replace(ctx context.Context, generation string, d store.DocState, rs []store.Record) error {
	if err := store.Check(d, rs); err != nil {
		return err
	}
	next, err := s.build(d, rs)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.find(generation)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.conflict(d.DocID, next.rows); err != nil {
		return err
	}
	g.remove(d.DocID)
	g.docs[d.DocID] = next
	for _, r := range next.rows {
		g.ids[r.head.ID] = d.DocID
	}
	return nil
}

func (s *Store) build(d store.DocState, rs []store.Record) (*document, error) {
	entry, err := store.Encode(d)
	if err != nil {
		return nil, err
	}
	next := &document{entry: entry, state: d.State, embedder: d.Embedder}
	for i := range rs {
		r, err := s.row(&rs[i])
		if err != nil {
			return nil, err
		}
		next.rows = append(next.rows, r)
	}
	slices.SortFunc(next.rows, func(a, b *row) int { return order(&a.head, &b.head) })
	return next, nil
}

func (s *Store) row(r *store.Record) (*row, error) {
	data, err := store.Encode(*r)
	if err != nil {
		return nil, err
	}
	head, err := store.Decode[store.Record](data)
	if err != nil {
		return nil, err
	}
	out := &row{data: data, vectors: cloneVectors(r.Vectors), head: head, freq: map[string]float64{}}
	if !r.Searched() {
		return out, nil
	}
	out.fields = store.Analyse(&s.analyzer, r)
	for _, l := range out.fields.Body {
		out.freq[l]++
	}
	for _, l := range out.fields.Head {
		out.freq[l] += store.HeadingWeight
	}
	return out, nil
}

func cloneVectors(v map[string][]float32) map[string][]float32 {
	if len(v) == 0 {
		return nil
	}
	out := make(map[string][]float32, len(v))
	for k, x := range v {
		out[k] = append([]float32{}, x...)
	}
	return out
}

// conflict refuses rows whose ids belong to another document, and a document
// that has records in another collection.
func (g *generation) conflict(docID string, rows []*row) error {
	if len(rows) == 0 {
		return nil
	}
	if old := g.docs[docID]; old != nil && len(old.rows) > 0 && old.rows[0].head.Collection != rows[0].head.Collection {
		return store.CollectionConflict(docID, old.rows[0].head.Collection, rows[0].head.Collection)
	}
	for _, r := range rows {
		if owner, ok := g.ids[r.head.ID]; ok && owner != docID {
			return store.IDConflict(r.head.ID, owner, docID)
		}
	}
	return nil
}

func (g *generation) remove(docID string) {
	if d := g.docs[docID]; d != nil {
		for _, r := range d.rows {
			delete(g.ids, r.head.ID)
		}
	}
	delete(g.docs, docID)
}

// Mark implements store.Store.
func (s *Store) Mark(ctx context.Context, generation string, docs ...store.DocState) error {
	entries := make([][]byte, len(docs))
	for i, d := range docs {
		if err := store.Check(d, nil); err != nil {
			return err
		}
		var err error
		if entries[i], err = store.Encode(d); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.find(generation)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, d := range docs {
		next := &document{entry: entries[i], state: d.State}
		if old := g.docs[d.DocID]; old != nil {
			next.rows, next.embedder, next.staged = old.rows, old.embedder, old.staged
		}
		g.docs[d.DocID] = next
	}
	return nil
}

// Delete implements store.Store.
func (s *Store) Delete(ctx context.Context, generation string, docs ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.find(generation)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, d := range docs {
		g.remove(d)
	}
	return nil
}

// snapshot returns the documents of a generation, by id.
func (s *Store) snapshot(ctx context.Context, name string) ([]*document, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g, err := s.find(name)
	if err != nil {
		return nil, err
	}
	var out []*document
	for _, id := range slices.Sorted(maps.Keys(g.docs)) {
		out = append(out, g.docs[id])
	}
	return out, nil
}

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, ids ...string) ([]store.Record, error) {
	return s.GetIn(ctx, "", ids...)
}

// GetIn implements store.Index.
func (s *Store) GetIn(ctx context.Context, generation string, ids ...string) ([]store.Record, error) {
	docs, err := s.snapshot(ctx, generation)
	if err != nil {
		return nil, err
	}
	rows := map[string]*row{}
	for _, d := range docs {
		for _, r := range d.rows {
			rows[r.head.ID] = r
		}
	}
	var out []store.Record
	for _, id := range ids {
		r := rows[id]
		if r == nil {
			return nil, fmt.Errorf("record %q: %w", id, store.ErrNotFound)
		}
		rec, err := r.record()
		if err != nil {
			return nil, err
		}
		out = append(out, rec)
	}
	return out, nil
}

// record returns a copy that is the caller's own.
func (r *row) record() (store.Record, error) {
	rec, err := store.Decode[store.Record](r.data)
	rec.Vectors = cloneVectors(r.vectors)
	return rec, err
}

// All implements store.Store.
func (s *Store) All(ctx context.Context, f store.Filter) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		docs, err := s.snapshot(ctx, f.Generation)
		if err != nil {
			yield(store.Record{}, err)
			return
		}
		match := f.Matcher()
		for _, d := range docs {
			for _, r := range d.rows {
				if err = ctx.Err(); err != nil {
					yield(store.Record{}, err)
					return
				}
				if !match(&r.head) {
					continue
				}
				rec, err := r.record()
				if !yield(rec, err) || err != nil {
					return
				}
			}
		}
	}
}

// Docs implements store.Store.
func (s *Store) Docs(ctx context.Context, generation string) iter.Seq2[store.DocState, error] {
	return func(yield func(store.DocState, error) bool) {
		docs, err := s.snapshot(ctx, generation)
		if err != nil {
			yield(store.DocState{}, err)
			return
		}
		for _, d := range docs {
			entry, err := store.Decode[store.DocState](d.entry)
			if ctx.Err() != nil {
				entry, err = store.DocState{}, ctx.Err()
			}
			if !yield(entry, err) || err != nil {
				return
			}
		}
	}
}

// Close implements store.Store; there is nothing to close.
func (s *Store) Close() error { return nil }
