package ingest

import (
	"context"

	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/store"
)

// Rename is a document whose source stands elsewhere now, with the same bytes.
// By its new id it is a document of its own: it is added, and the other one
// retired once it is there. What was paid for stays: vectors, and a summary.
type Rename struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// renames are the documents of a plan that were renamed.
type renames struct {
	list []Rename          // by To
	from map[string]string // by To
	gone map[string]bool   // what From is
}

// findRenamed pairs documents that the plan retires with those of the same hash
// that it adds: each of a hash with one, in the order of their ids.
func (s *syncing) findRenamed() {
	s.renames = renames{from: map[string]string{}, gone: map[string]bool{}}
	byHash := map[string][]string{}
	for _, step := range s.report.Plan {
		if have := s.stored[step.DocID]; step.Action == manifest.Retire && have.State == store.Indexed && have.Chunks > 0 {
			byHash[have.Hash] = append(byHash[have.Hash], step.DocID)
		}
	}
	for i, step := range s.report.Plan {
		hash := s.byID[step.DocID].hash
		from := byHash[hash]
		if step.Action != manifest.Add || len(from) == 0 {
			continue
		}
		byHash[hash] = from[1:]
		s.renames.list = append(s.renames.list, Rename{From: from[0], To: step.DocID})
		s.renames.from[step.DocID], s.renames.gone[from[0]] = from[0], true
		s.report.Plan[i].Reason = "renamed from " + from[0]
	}
}

// before is what the manifest has of a document, or of the one that it was until
// it was renamed.
func (s *syncing) before(docID string) store.DocState {
	if have, ok := s.stored[docID]; ok && have.State != store.Deleted {
		return have
	}
	return s.stored[s.renames.from[docID]]
}

// retireRenamed takes out what is there by another id.
func (s *syncing) retireRenamed(ctx context.Context) error {
	for _, r := range s.renames.list {
		if err := s.retire(ctx, r.From); err != nil {
			return err
		}
	}
	s.tellRenamed()
	return nil
}

// tellRenamed puts into the report what was added and retired as one document.
func (s *syncing) tellRenamed() {
	added := map[string]bool{}
	for _, id := range s.report.Added {
		added[id] = true
	}
	for _, r := range s.renames.list {
		if added[r.To] {
			s.report.Renamed = append(s.report.Renamed, r)
		}
	}
}
