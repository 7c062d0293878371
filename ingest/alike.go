package ingest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/similar"
	"github.com/pildora/pildora/store"
)

// Alike is a document most of whose word sequences another one has too: often
// two versions of one.
type Alike struct {
	DocID  string  `json:"doc_id"`
	Other  string  `json:"other"`           // the one that is most alike
	Shared float64 `json:"shared"`          // of the word sequences that either has, from 0 to 1
	Newer  string  `json:"newer,omitempty"` // the one of both that supersedes the other, or has the later date
}

// sketchOf is what the manifest keeps of a text, to find what is alike.
func sketchOf(text string) []byte {
	s, ok := similar.Of(text)
	if !ok {
		return nil
	}
	return s.Bytes()
}

// AlikeIn finds the documents of a manifest that are alike, each once with the
// one before it, by id, that is most alike.
func AlikeIn(docs []store.DocState) []Alike { return alike(nil, docs) }

// alike finds for each of changed the document of others, or of changed before
// it, that is most alike. Time
// and memory are those of what changed, but for one look at each of the others.
func alike(others, changed []store.DocState) []Alike {
	byID := map[string]store.DocState{}
	best := map[string]similar.Match{} // by the one that changed
	found := func(id, other string, shared float64) {
		if m, ok := best[id]; !ok || shared > m.Shared {
			best[id] = similar.Match{Name: other, Shared: shared}
		}
	}
	x := similar.NewIndex(similar.Versions)
	for _, d := range changed {
		if s, ok := similar.Read(d.Sketch); ok && d.State == store.Indexed {
			byID[d.DocID] = d
			for _, m := range x.Near(&s) {
				found(d.DocID, m.Name, m.Shared)
			}
			x.Add(d.DocID, &s)
		}
	}
	for _, d := range others {
		if s, ok := similar.Read(d.Sketch); ok && d.State == store.Indexed {
			for _, m := range x.Near(&s) {
				byID[d.DocID] = d
				found(m.Name, d.DocID, m.Shared)
			}
		}
	}
	out := make([]Alike, 0, len(best))
	for id, m := range best {
		out = append(out, Alike{id, m.Name, m.Shared, newer(byID[id], byID[m.Name])})
	}
	slices.SortFunc(out, func(a, b Alike) int { return cmp.Compare(a.DocID, b.DocID) })
	return out
}

// newer is the id of the newer one of two documents, empty where that isn't
// known.
func newer(a, b store.DocState) string {
	x, y := versionOf(a), versionOf(b)
	switch {
	case x.NewerThan(y):
		return x.ID
	case y.NewerThan(x):
		return y.ID
	}
	return ""
}

func versionOf(d store.DocState) doc.Version {
	return doc.Version{ID: d.DocID, Date: d.Meta["date"], Meta: d.Meta}
}

// findAlike puts into the report which of the documents that were written are
// alike others of the index.
func (s *syncing) findAlike() {
	if len(s.written) == 0 {
		return
	}
	fresh := map[string]bool{}
	for _, d := range s.written {
		fresh[d.DocID] = true
	}
	gone := map[string]bool{}
	for _, id := range s.report.Retired {
		gone[id] = true
	}
	var others []store.DocState
	for id, d := range s.stored {
		if !fresh[id] && !gone[id] {
			others = append(others, d)
		}
	}
	byID := func(a, b store.DocState) int { return strings.Compare(a.DocID, b.DocID) }
	slices.SortFunc(others, byID)
	slices.SortFunc(s.written, byID)
	s.report.Alike = alike(others, s.written)
}
