package sqlite_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

// TestRepair repairs every damage: what can be made anew is, the rest is named
// and taken in again, and nothing else is touched. A file that can't be read
// stays as it is.
func TestRepair(t *testing.T) {
	lost := map[string][]string{ // documents that must come from their sources again
		"record gone": {"a"}, "entry gone": {"b"}, "garbled record": {"a"}, "nothing live": {"a", "b", "c"},
	}
	beyond := []string{"no database", "cut short", "overwritten", "of another program"}
	for name, harm := range harms() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			filled(t, dir)
			harm(t, filepath.Join(dir, sqlite.FileName))
			s, err := sqlite.Open(t.Context(), dir)
			var again []string
			if err == nil {
				defer s.Close()
				var all []sqlite.Lost
				all, err = s.Repair(t.Context())
				for _, l := range all {
					if again = append(again, l.DocID); l.Generation != store.First || l.What != "records" {
						t.Errorf("lost: %+v", l)
					}
				}
			}
			if slices.Contains(beyond, name) {
				if !errors.Is(err, store.ErrCorrupt) {
					t.Errorf("it was repaired: %v", err)
				}
				return
			}
			if err != nil || !slices.Equal(again, lost[name]) {
				t.Fatalf("to be taken in again: %v, %v; want %v", again, err, lost[name])
			}
			if err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
			checkLost(t, s, again)
			for _, id := range again {
				put(t, s, id)
			}
			if name == "vectors gone" { // nothing brings them back but their model
				return
			}
			if got, want := dumped(t, s), fresh(t); got != want {
				t.Errorf("it holds\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// checkLost checks that of documents that were lost nothing is found, and that
// the manifest says so where it knows them.
func checkLost(t *testing.T, s *sqlite.Store, ids []string) {
	t.Helper()
	for d, err := range s.Docs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(ids, d.DocID) != (d.State == store.Failed) {
			t.Errorf("%s is %s", d.DocID, d.State)
		}
	}
	hits, err := s.SearchText(t.Context(), "perro", 100, store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if want := 3 - len(ids); len(hits) != want {
		t.Errorf("%d found, want %d", len(hits), want)
	}
}

// fresh is what an index holds that was never damaged.
func fresh(t *testing.T) string {
	dir := t.TempDir()
	filled(t, dir)
	s := open(t, dir)
	defer s.Close()
	return dumped(t, s)
}

// dumped is everything that an index holds and finds.
func dumped(t *testing.T, s *sqlite.Store) string {
	t.Helper()
	var b strings.Builder
	add := func(data []byte, err error) {
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(data, '\n'))
	}
	for d, err := range s.Docs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		add(store.Encode(d))
	}
	for r, err := range s.All(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		add(store.Encode(r))
	}
	hits, err := s.SearchText(t.Context(), "perro otro", 100, store.Filter{})
	near, err2 := s.SearchVector(t.Context(), []float32{1, 98}, 100, store.Filter{})
	if err = errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, h := range append(hits, near...) {
		b.WriteString(h.Record.ID + "\n")
	}
	return b.String()
}

// put puts a document of [filled] in.
func put(t *testing.T, s *sqlite.Store, id string) {
	t.Helper()
	d, rs := storetest.Doc(id, "es", strings.Repeat("perro gato "+id+" ", 2000), "otro")
	rs[0].Vectors = map[string][]float32{store.Embedding: {1, float32(id[0])}}
	if err := s.Replace(t.Context(), "", d, rs); err != nil {
		t.Fatal(err)
	}
}

// Vectors that are gone are made by the next sync: the manifest says that there
// are none.
func TestRepairTellsVectorsThatAreGone(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	d, rs := storetest.Doc("a", "es", "perro", "gato")
	d.Embedder = "m@1"
	for i := range rs {
		rs[i].EmbedText, rs[i].Vectors = rs[i].Text, map[string][]float32{store.Embedding: {1, 2}}
	}
	if err := errors.Join(s.Replace(t.Context(), "", d, rs), s.Close()); err != nil {
		t.Fatal(err)
	}
	sqlOf(t, filepath.Join(dir, sqlite.FileName), `UPDATE chunk SET vectors = NULL WHERE num = 2`)
	s = open(t, dir)
	defer s.Close()
	lost, err := s.Repair(t.Context())
	if err != nil || len(lost) != 1 || lost[0] != (sqlite.Lost{Generation: "1", DocID: "a", What: "vectors"}) {
		t.Errorf("lost: %+v, %v", lost, err)
	}
	for d := range s.Docs(t.Context(), "") {
		if d.Embedder != "" || d.State != store.Indexed {
			t.Errorf("the manifest says %+v", d)
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
