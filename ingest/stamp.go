package ingest

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// A file that has the stamp with which it was read before isn't read again. The
// stamp that the manifest keeps is older than the reading, so that what changes
// meanwhile shows in the next sync.

// stamped reports whether a file is by its stamp what the manifest has of it.
func (s *syncing) stamped(f found) bool {
	have := s.stored[f.file.ID]
	switch {
	case s.opt.Content || f.stamp == "" || f.stamp != have.Stamp || have.Source != f.source:
		return false
	case have.State != store.Indexed && have.State != store.Chunked:
		return false
	case strings.Contains(have.Recipe, lookedInto):
		return strings.HasSuffix(have.Recipe, s.looking())
	}
	return !f.file.Holds(read.Source{URI: f.file.ID, Media: have.Media}) // else it is to be looked into now
}

// restampBatch is how many entries are written together.
const restampBatch = 1000

// restamp writes down the stamps of documents that were read and are unchanged:
// the next sync needn't read them.
func (s *syncing) restamp(ctx context.Context) error {
	var batch []store.DocState
	flush := func() error {
		if err := s.Store.Mark(ctx, s.Generation, batch...); err != nil {
			return fmt.Errorf("manifest: %w", err)
		}
		batch = batch[:0]
		return nil
	}
	for _, step := range s.report.Plan {
		f, have := s.byID[step.DocID], s.stored[step.DocID]
		if step.Action != manifest.Skip || f.outer != nil || f.stamp == "" || f.stamp == have.Stamp {
			continue
		}
		have.Stamp, have.Mod = f.stamp, f.file.Mod
		if batch = append(batch, have); len(batch) == restampBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if len(batch) == 0 {
		return nil
	}
	return flush()
}
