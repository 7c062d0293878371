package mem

import (
	"context"

	"github.com/pildora/pildora/store"
)

var _ store.Stager = (*Store)(nil)

// Stage implements store.Stager.
func (s *Store) Stage(ctx context.Context, generation string, d store.DocState, rs []store.Record) error {
	if err := store.Check(d, rs); err != nil {
		return err
	}
	next, err := s.build(d, nil)
	if err != nil {
		return err
	}
	for i := range rs {
		row, err := s.row(&rs[i])
		if err != nil {
			return err
		}
		row.vectors = nil
		next.staged = append(next.staged, row)
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
	if old := g.docs[d.DocID]; old != nil {
		next.rows, next.embedder = old.rows, old.embedder
	}
	g.docs[d.DocID] = next
	return nil
}

// Staged implements store.Stager.
func (s *Store) Staged(ctx context.Context, generation, docID string) ([]store.Record, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g, err := s.find(generation)
	if err != nil || g.docs[docID] == nil {
		return nil, err
	}
	var out []store.Record
	for _, r := range g.docs[docID].staged {
		rec, err := r.record()
		if err != nil {
			return nil, err
		}
		out = append(out, rec)
	}
	return out, nil
}
