package ingest

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/read"
)

// Estimate is what a sync would write and embed, but for documents that would
// fail.
type Estimate struct {
	Chunks int `json:"chunks"` // records that would be written
	Embed  int `json:"embed"`  // texts that have no vector yet; some may be in a cache
	Tokens int `json:"tokens"` // of those texts, as the recipe counts them
}

// rehearse reads and cuts what the plan takes in, and drops it: whatever was
// asked for that has been asked. What would be written is counted in the report;
// documents that can't be read or cut are in it as they would be, and are
// returned.
func (s *syncing) rehearse(ctx context.Context) (failed map[string]bool, err error) {
	r := rehearsal{syncing: s, failed: map[string]bool{}}
	s.report.Estimate = &Estimate{}
	var work []manifest.Step
	g, working := errgroup.WithContext(ctx)
	g.SetLimit(s.workers())
	for _, step := range s.report.Plan {
		switch {
		case step.Action == manifest.Skip || step.Action == manifest.Retire:
		case s.cutAlready(step):
			g.Go(func() error { return r.again(working, step) })
		default:
			work = append(work, step)
		}
	}
	single, inside := s.byContainer(work)
	for _, step := range single {
		g.Go(func() error { return r.count(working, step, s.take(working, s.byID[step.DocID])) })
	}
	for _, o := range inside {
		g.Go(func() error { return r.inside(working, o) })
	}
	err = g.Wait()
	s.sortReport()
	return r.failed, err
}

// rehearsal is what is done for a dry run.
type rehearsal struct {
	*syncing
	mu     sync.Mutex // guards failed and the report
	failed map[string]bool
}

// again takes the records of a document that are there.
func (r *rehearsal) again(ctx context.Context, step manifest.Step) error {
	t, ok, err := r.takeAgain(ctx, step.DocID)
	if err != nil {
		return fmt.Errorf("%s: %w", step.DocID, err)
	}
	if !ok {
		t = r.take(ctx, r.byID[step.DocID])
	}
	return r.count(ctx, step, t)
}

// inside opens a container and takes what the plan has of it. What can't be
// opened any more has failed.
func (r *rehearsal) inside(ctx context.Context, o *opening) error {
	steps := o.steps
	if o.own != nil && !o.top.pure {
		steps[o.top.file.ID] = *o.own
	}
	if len(steps) == 0 {
		return nil
	}
	src, err := o.top.file.Read(ctx)
	if err == nil {
		for d, err := range o.top.file.Documents(ctx, src) {
			step, ok := steps[d.ID]
			if !ok || d.Skipped != "" {
				continue
			}
			delete(steps, d.ID)
			t := taken{stage: StageRead, err: err}
			if err == nil {
				f := r.byID[d.ID]
				f.file = d
				t = r.take(ctx, f)
			}
			if err := r.count(ctx, step, t); err != nil {
				return err
			}
		}
		err = fmt.Errorf("%s: %w; run again when nothing writes to it", o.top.file.Path, read.ErrChanged)
	}
	for _, step := range steps {
		if err := r.count(ctx, step, taken{stage: StageRead, err: err}); err != nil {
			return err
		}
	}
	return nil
}

// count notes what would become of a document.
func (r *rehearsal) count(ctx context.Context, step manifest.Step, t taken) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if t.err == nil {
		if err := r.reuse(ctx, &t); err != nil {
			return fmt.Errorf("%s: %w", step.DocID, err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.err != nil {
		r.failed[step.DocID] = true
		r.fail(step.DocID, step.Source, t.stage, t.err)
		return nil
	}
	r.report.Estimate.add(r.Embedder != nil, t)
	return nil
}

func (e *Estimate) add(embeds bool, t taken) {
	e.Chunks += len(t.records)
	if !embeds {
		return
	}
	for _, r := range wanting(t.records) {
		e.Embed++
		e.Tokens += r.Tokens
	}
}
