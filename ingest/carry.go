package ingest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

func (p Pipeline) workers() int {
	if p.Workers > 0 {
		return p.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// hash reads every source once for its digest, but for files that the file
// system says are unchanged. One that can't be read fails, and what was indexed
// of it stays.
func (s *syncing) hash(ctx context.Context) error {
	var mu sync.Mutex // guards the report and what failed
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.workers())
	kept := make([][]found, len(s.found))
	for i, f := range s.found {
		group.Go(func() error {
			f.stamp = f.file.Stamp(time.Now())
			if s.stamped(f) {
				kept[i] = s.asStored(f)
				return nil
			}
			src, err := f.file.Changed(ctx, s.version(f))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if errors.Is(err, read.ErrUnchanged) {
				kept[i] = s.asStored(f)
				return nil
			}
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				s.fail(f.file.ID, f.file.Path, StageRead, err)
				return nil
			}
			f.hash, f.media, f.version = HashOf(src), src.Media, src.Version
			if kept[i] = []found{f}; f.file.Holds(src) {
				kept[i] = s.lookInto(ctx, &mu, f, src)
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	s.found = slices.Concat(kept...)
	return nil
}

// carryOut does what the plan says: documents are read and cut by several
// workers, and written one after the other.
func (s *syncing) carryOut(ctx context.Context) error {
	if err := s.markFailures(ctx); err != nil {
		return err
	}
	if err := s.restamp(ctx); err != nil {
		return err
	}
	var work []manifest.Step
	for _, step := range s.report.Plan {
		switch step.Action {
		case manifest.Skip:
			s.report.Unchanged = append(s.report.Unchanged, step.DocID)
		case manifest.Retire:
			if s.renames.gone[step.DocID] {
				continue // once it is there by its new id
			}
			if err := s.retire(ctx, step.DocID); err != nil {
				return err
			}
		default:
			work = append(work, step)
		}
	}
	if s.Progress != nil {
		s.Progress.Start(int64(len(work)))
		defer s.Progress.Done()
	}
	var mu sync.Mutex // one writer; guards the report
	s.stage = s.newEmbedding(&mu)
	last, err := s.stages(ctx, &mu, work)
	for _, c := range last {
		if err == nil {
			err = s.close(ctx, &mu, c)
		}
	}
	if err == nil {
		err = s.retireRenamed(ctx)
	}
	s.sortReport()
	return err
}

// retire takes a document out of the store.
func (s *syncing) retire(ctx context.Context, docID string) error {
	if err := s.Store.Delete(ctx, s.Generation, docID); err != nil {
		return fmt.Errorf("retire %s: %w", docID, err)
	}
	s.report.Retired = append(s.report.Retired, docID)
	return nil
}

// stages reads and cuts documents by several workers, and embeds and writes
// them. What it returns is left for the end.
func (s *syncing) stages(ctx context.Context, mu *sync.Mutex, work []manifest.Step) (last []closing, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	outer, ctx := errgroup.WithContext(ctx)
	if s.stage != nil {
		outer.Go(func() error { return s.stage.run(ctx) })
	}
	group, working := errgroup.WithContext(ctx) // done once all have worked
	group.SetLimit(s.workers())
	var anew []manifest.Step
	for _, step := range work {
		if !s.cutAlready(step) {
			anew = append(anew, step)
			continue
		}
		group.Go(func() error {
			done, ok, err := s.takeAgain(working, step.DocID)
			if err != nil {
				return fmt.Errorf("%s: %w", step.DocID, err)
			}
			if !ok {
				done = s.take(working, s.byID[step.DocID])
			}
			return s.pass(working, mu, step, done)
		})
	}
	single, inside := s.byContainer(anew)
	for _, step := range single {
		group.Go(func() error { return s.pass(working, mu, step, s.take(working, s.byID[step.DocID])) })
	}
	for _, c := range inside {
		last = append(last, s.carryOutInside(working, group, mu, c)...)
	}
	if err = group.Wait(); err != nil {
		stop()
	}
	if s.stage != nil {
		close(s.stage.queue)
	}
	if stopped := outer.Wait(); stopped != nil && (err == nil || errors.Is(err, context.Canceled)) {
		err = stopped // what stopped the workers
	}
	return last, err
}

// taken is a document read and cut, or the stage at which it failed.
type taken struct {
	state    store.DocState
	records  []store.Record
	warnings []string
	stage    string
	err      error
	again    bool // the records were in the store
}

// take reads and cuts one document.
func (s *syncing) take(ctx context.Context, f found) taken {
	t := taken{stage: StageRead, state: store.DocState{DocID: f.file.ID, Source: f.source, Root: f.root, Hash: f.hash, Media: f.media,
		Size: f.file.Size, Mod: f.file.Mod, Time: time.Now().UTC(), Stamp: f.stamp}}
	if f.pure {
		t.state.Recipe, t.state.State, t.state.Version = f.holds, store.Indexed, f.version
		return t
	}
	src, err := f.file.Read(ctx)
	if err != nil {
		t.err = err
		return t
	}
	t.state.Hash, t.state.Size, t.state.Media, t.state.Version = HashOf(src), int64(len(src.Data)), src.Media, src.Version
	d, cutting, err := s.Document(ctx, src)
	if err != nil {
		t.err = err
		return t
	}
	t.stage, t.warnings = StageCut, d.Warnings
	t.state.Recipe, t.state.Title, t.state.Lang, t.state.Meta = cutting.Recipe.Hash()+f.holds, d.Title, d.Language, d.Meta
	if d, t.state.Summary, t.err = s.summed(ctx, d, cutting, t.state.Recipe); t.err != nil {
		return t
	}
	t.records, t.err = cutting.Records(ctx, d, f.source)
	t.state.Said, t.state.Rules, t.state.Sketch = d.Said, s.Rules.effect(d.URI, src.Media, d.Said), sketchOf(d.Text)
	t.state.State, t.state.Chunks, t.state.Collection = store.Indexed, len(t.records), cutting.Collection
	return t
}

// write puts one document into the store. Only what is wrong with the store as
// a whole is an error.
func (s *syncing) write(ctx context.Context, step manifest.Step, t taken) error {
	if s.Progress != nil {
		s.Progress.Add(1)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	id := step.DocID
	if t.err == nil {
		t.stage = StageStore
		t.err = s.Store.Replace(ctx, s.Generation, t.state, t.records)
		if t.err != nil && !errors.Is(t.err, store.ErrInvalid) && !errors.Is(t.err, store.ErrConflict) {
			return fmt.Errorf("%s: %w", id, t.err)
		}
	}
	if errors.Is(t.err, llm.ErrBudget) { // nothing is wrong with the document
		s.report.Left = append(s.report.Left, id)
		return nil
	}
	if t.err != nil {
		s.fail(id, step.Source, t.stage, t.err)
		return s.mark(ctx, t.state, t.stage, t.err)
	}
	for _, w := range t.warnings {
		s.report.Warnings = append(s.report.Warnings, id+": "+w)
	}
	s.report.Chunks += len(t.records)
	s.written = append(s.written, t.state)
	if step.Action == manifest.Add {
		s.report.Added = append(s.report.Added, id)
	} else {
		s.report.Replaced = append(s.report.Replaced, id)
	}
	return nil
}

// mark records a failure beside what was indexed before.
func (s *syncing) mark(ctx context.Context, d store.DocState, stage string, cause error) error {
	if have, ok := s.stored[d.DocID]; ok { // what is indexed stays, and so does what is known of it
		d.Chunks, d.Collection, d.Title, d.Lang, d.Meta = have.Chunks, have.Collection, have.Title, have.Lang, have.Meta
		d.Said, d.Rules, d.Sketch = have.Said, have.Rules, have.Sketch
		d.Embedder, d.Summary = have.Embedder, have.Summary
	}
	d.State, d.Stage, d.Error = store.Failed, stage, cause.Error()
	if err := s.Store.Mark(ctx, s.Generation, d); err != nil {
		return fmt.Errorf("%s: record its failure: %w", d.DocID, err)
	}
	return nil
}

// markFailures records what failed before the plan was made, where it was a
// document that is known or could be read once.
func (s *syncing) markFailures(ctx context.Context) error {
	for _, f := range s.report.Failed {
		have, ok := s.stored[f.DocID]
		if entry, known := s.entries[f.DocID]; !ok && known {
			have, ok = entry, true
		}
		if !ok {
			continue
		}
		if err := s.mark(ctx, have, f.Stage, f.Err); err != nil {
			return err
		}
	}
	return nil
}

func (s *syncing) sortReport() {
	for _, list := range [][]string{s.report.Added, s.report.Replaced, s.report.Retired, s.report.Unchanged, s.report.Warnings} {
		sort.Strings(list)
	}
	sort.SliceStable(s.report.Failed, func(i, j int) bool { return s.report.Failed[i].Source < s.report.Failed[j].Source })
}
