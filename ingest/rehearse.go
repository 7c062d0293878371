package ingest

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/manifest"
)

// rehearse reads and cuts what the plan takes in, and drops it: whatever was
// asked for that has been asked. Documents that can't be read or cut are in the
// report as they would be, and are returned.
func (s *syncing) rehearse(ctx context.Context) (failed map[string]bool, err error) {
	failed = map[string]bool{}
	var mu sync.Mutex // guards failed and the report
	g, working := errgroup.WithContext(ctx)
	g.SetLimit(s.workers())
	for _, step := range s.report.Plan {
		if step.Action == manifest.Skip || step.Action == manifest.Retire || s.cutAlready(step) {
			continue
		}
		g.Go(func() error {
			t := s.take(working, s.byID[step.DocID])
			if t.err != nil && working.Err() == nil {
				mu.Lock()
				defer mu.Unlock()
				failed[step.DocID] = true
				s.fail(step.DocID, step.Source, t.stage, t.err)
			}
			return working.Err()
		})
	}
	err = g.Wait()
	s.sortReport()
	return failed, err
}
