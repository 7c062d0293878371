package ingest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/store"
)

// Embedding is a stage of its own between cutting and writing: documents come to
// it from all workers, and the records of several go to the model together. It
// takes no more of them than it can hold, so that workers wait for it.
//
// Only what has no vector yet is embedded: a record keeps the one that the
// version before had for the same text by the same model. While the embedder
// can't be asked, the new records of a document are staged, and what was indexed
// of it stays.

// batchTexts is how many records are embedded together, as far as documents are
// there.
const batchTexts = 256

// hopeless is how often in a row the embedder may fail until it isn't asked any
// more.
const hopeless = 3

// Why a document that is unchanged is written again.
const (
	withoutVectors = "it has no vectors yet"
	otherVectors   = "its vectors are of another model"
	needlessly     = "its vectors are not wanted any more"
)

// outdated says what is wrong with the vectors of an indexed document, "" where
// nothing is.
func (p *Pipeline) outdated(have store.DocState) string {
	switch {
	case have.State != store.Indexed:
		return ""
	case p.Embedder == nil:
		if p.NoVectors && have.Embedder != "" {
			return needlessly
		}
		return ""
	case have.Embedder == "":
		return withoutVectors
	case have.Embedder != p.Embedder.Model().ID():
		return otherVectors
	}
	return ""
}

// cutAlready reports whether the records of a document can be taken as they are,
// because nothing but its vectors is wanting.
func (s *syncing) cutAlready(step manifest.Step) bool {
	f, have := s.byID[step.DocID], s.stored[step.DocID]
	if f.holds != "" || have.Hash != f.hash || have.Source != f.source || have.Root != f.root {
		return false // the entry of a container is written when all that it holds is
	}
	switch have.State {
	case store.Chunked:
		return step.Action == manifest.Retry
	case store.Indexed:
		return step.Reason == withoutVectors || step.Reason == otherVectors || step.Reason == needlessly
	}
	return false
}

// takeAgain is take for a document whose records are there: staged, or indexed
// with other vectors. ok is false where they are not.
func (s *syncing) takeAgain(ctx context.Context, docID string) (t taken, ok bool, err error) {
	t = taken{state: s.stored[docID], again: true}
	if t.state.State == store.Chunked {
		stager, can := s.Store.(store.Stager)
		if !can {
			return t, false, nil
		}
		if t.records, err = stager.Staged(ctx, s.Generation, docID); err != nil || len(t.records) == 0 {
			return t, false, err
		}
	} else {
		for r, err := range s.Store.All(ctx, store.Filter{Generation: s.Generation, Docs: []string{docID}}) {
			if err != nil {
				return t, false, err
			}
			delete(r.Vectors, store.Embedding)
			t.records = append(t.records, r)
		}
	}
	t.state.State, t.state.Stage, t.state.Error, t.state.Embedder = store.Indexed, "", "", ""
	t.state.Chunks, t.state.Time = len(t.records), time.Now().UTC()
	if len(t.records) > 0 {
		t.state.Collection = t.records[0].Collection
	}
	return t, true, nil
}

// reuse gives records the vectors that the version before has of the same texts.
func (s *syncing) reuse(ctx context.Context, t *taken) error {
	have := s.before(t.state.DocID)
	if s.Embedder == nil || have.Embedder == "" || have.Embedder != s.Embedder.Model().ID() || len(t.records) == 0 {
		return nil
	}
	known := map[string][]float32{}
	for r, err := range s.Store.All(ctx, store.Filter{Generation: s.Generation, Docs: []string{have.DocID}}) {
		if err != nil {
			return err
		}
		if v := r.Vectors[store.Embedding]; len(v) > 0 {
			known[r.Digest] = v
		}
	}
	for i := range t.records {
		if v, ok := known[t.records[i].Digest]; ok && t.records[i].Searched() {
			setVector(&t.records[i], v)
		}
	}
	return nil
}

func setVector(r *store.Record, v []float32) {
	if r.Vectors == nil {
		r.Vectors = map[string][]float32{}
	}
	r.Vectors[store.Embedding] = v
}

// wanting are the records that have no vector and are to have one.
func wanting(rs []store.Record) (out []*store.Record) {
	for i := range rs {
		if r := &rs[i]; r.Searched() && r.EmbedText != "" && len(r.Vectors[store.Embedding]) == 0 {
			out = append(out, r)
		}
	}
	return out
}

// embedding is the stage.
type embedding struct {
	*syncing
	mu     *sync.Mutex // guards the store and the report
	queue  chan passing
	failed int   // how often in a row
	cause  error // of the last time
}

// passing is a document on its way through the stage.
type passing struct {
	step manifest.Step
	done taken
}

// newEmbedding makes the stage; nil where nothing is embedded.
func (s *syncing) newEmbedding(mu *sync.Mutex) *embedding {
	if s.Embedder == nil {
		return nil
	}
	return &embedding{syncing: s, mu: mu, queue: make(chan passing, s.workers())}
}

// pass hands a document that was read and cut on: to the stage where it needs
// vectors, else to the store.
func (s *syncing) pass(ctx context.Context, mu *sync.Mutex, step manifest.Step, done taken) error {
	if done.err == nil {
		if err := s.reuse(ctx, &done); err != nil {
			return fmt.Errorf("%s: %w", step.DocID, err)
		}
	}
	if s.stage != nil && done.err == nil && len(wanting(done.records)) > 0 {
		select {
		case s.stage.queue <- passing{step, done}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	mu.Lock()
	defer mu.Unlock()
	return s.write(ctx, step, s.named(done))
}

// named notes who made the vectors of a document: all that it wants are there.
func (s *syncing) named(done taken) taken {
	if s.Embedder != nil && done.err == nil && !s.byID[done.state.DocID].pure {
		done.state.Embedder = s.Embedder.Model().ID()
	}
	return done
}

// run embeds and writes what comes until the queue is closed.
func (e *embedding) run(ctx context.Context) error {
	for {
		batch, err := e.next(ctx)
		if err != nil || len(batch) == 0 {
			return err
		}
		if err := e.embed(ctx, batch); err != nil {
			return err
		}
	}
}

// next waits for a document, and takes those along that are there already, up to
// a batch; none are left where the queue was closed.
func (e *embedding) next(ctx context.Context) (batch []passing, err error) {
	n := 0
	take := func(p passing, open bool) bool {
		if open {
			batch = append(batch, p)
			n += len(wanting(p.done.records))
		}
		return open && n < batchTexts
	}
	select {
	case p, open := <-e.queue:
		if !take(p, open) {
			return batch, nil
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for {
		select {
		case p, open := <-e.queue:
			if !take(p, open) {
				return batch, nil
			}
		default:
			return batch, nil
		}
	}
}

// embed gives the documents of a batch their vectors and writes them. Where that
// fails, each is tried by itself: what one of them holds must not keep the others
// waiting.
func (e *embedding) embed(ctx context.Context, batch []passing) error {
	err := e.vectors(ctx, batch)
	for i := range batch {
		alone := err
		if err != nil && len(batch) > 1 {
			alone = e.vectors(ctx, batch[i:i+1])
		}
		if err := e.finish(ctx, batch[i], alone); err != nil {
			return err
		}
	}
	return nil
}

// vectors makes the vectors that documents want.
func (e *embedding) vectors(ctx context.Context, batch []passing) error {
	var all []*store.Record
	for _, p := range batch {
		all = append(all, wanting(p.done.records)...)
	}
	for len(all) > 0 {
		if e.failed >= hopeless {
			return fmt.Errorf("after %d failures in a row the embedder isn't asked any more: %w", e.failed, e.cause)
		}
		some := all[:min(batchTexts, len(all))]
		texts := make([]string, len(some))
		for i, r := range some {
			texts[i] = r.EmbedText
		}
		vectors, err := embed.Checked(ctx, e.Embedder, embed.Passage, texts)
		if err != nil {
			e.failed++
			e.cause = err
			return err
		}
		e.failed = 0
		for i, r := range some {
			setVector(r, vectors[i])
		}
		all = all[len(some):]
	}
	return nil
}

// finish writes a document, or where it has no vectors because of cause sets it
// aside.
func (e *embedding) finish(ctx context.Context, p passing, cause error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if cause == nil {
		return e.write(ctx, p.step, e.named(p.done))
	}
	return e.setAside(ctx, p.step, p.done, cause)
}

// setAside keeps the records of a document that can't be embedded now, so that
// they needn't be cut again, and names it.
func (s *syncing) setAside(ctx context.Context, step manifest.Step, t taken, cause error) error {
	if s.Progress != nil {
		s.Progress.Add(1)
	}
	s.fail(step.DocID, step.Source, StageEmbed, fmt.Errorf("%s: no vectors yet: %w", step.Source, cause))
	stager, can := s.Store.(store.Stager)
	switch {
	case t.again: // they are there already
		return nil
	case !can:
		return s.mark(ctx, t.state, StageEmbed, cause)
	}
	d, have := t.state, s.stored[step.DocID]
	d.State, d.Stage, d.Error = store.Chunked, StageEmbed, cause.Error()
	d.Chunks, d.Collection, d.Embedder = have.Chunks, have.Collection, have.Embedder // of what is indexed
	err := stager.Stage(ctx, s.Generation, d, t.records)
	if errors.Is(err, store.ErrInvalid) {
		return s.mark(ctx, t.state, StageStore, err)
	}
	if err != nil {
		return fmt.Errorf("%s: keep its records: %w", step.DocID, err)
	}
	return nil
}
