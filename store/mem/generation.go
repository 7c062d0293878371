package mem

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pildora/pildora/store"
)

// Live implements store.Store.
func (s *Store) Live(ctx context.Context) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.live.info.Name, ctx.Err()
}

// Generations implements store.Generations.
func (s *Store) Generations(ctx context.Context) ([]store.Generation, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []store.Generation
	for _, g := range s.generations {
		info := g.info
		info.Live, info.Chunks = g == s.live, len(g.ids)
		out = append(out, info)
	}
	return out, ctx.Err()
}

// Create implements store.Generations.
func (s *Store) Create(ctx context.Context, name, recipe string) error {
	if name == "" {
		return fmt.Errorf("%w: a generation needs a name", store.ErrInvalid)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := s.find(name); err == nil {
		return fmt.Errorf("%w: %q", store.ErrExists, name)
	}
	s.generations = append(s.generations, newGeneration(name, recipe))
	return nil
}

// Promote implements store.Generations.
func (s *Store) Promote(ctx context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	g, err := s.find(name)
	if err != nil {
		return err
	}
	s.live = g
	g.info.Promoted = time.Now().UTC()
	return nil
}

// Drop implements store.Generations.
func (s *Store) Drop(ctx context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	g, err := s.find(name)
	if err != nil {
		return err
	}
	if g == s.live {
		return fmt.Errorf("%w: %q; promote another one first", store.ErrLive, g.info.Name)
	}
	s.generations = slices.DeleteFunc(s.generations, func(x *generation) bool { return x == g })
	return nil
}

// Stats implements store.Statser.
func (s *Store) Stats(ctx context.Context, generation string) (store.Stats, error) {
	out := store.Stats{Generation: generation, States: map[store.State]int{}, Collections: map[string]int{}, Languages: map[string]int{}}
	if generation == "" {
		out.Generation, _ = s.Live(ctx)
	}
	docs, err := s.snapshot(ctx, generation)
	if err != nil {
		return store.Stats{}, err
	}
	for _, d := range docs {
		out.Documents++
		out.States[d.state]++
		for _, r := range d.rows {
			out.Chunks++
			out.Collections[r.head.Collection]++
			out.Languages[r.head.Lang]++
			if r.head.Searched() {
				out.Searched++
			}
		}
	}
	out.Embedders, err = s.Embedders(ctx, generation)
	return out, err
}
