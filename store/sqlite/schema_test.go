package sqlite_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

// TestOldSchemas: an index of each older schema is brought up to date, and finds
// what it found.
func TestOldSchemas(t *testing.T) {
	noVectors := []string{`ALTER TABLE generation DROP COLUMN promoted`, `DROP TABLE vector`, `DROP TABLE staged`, `ALTER TABLE generation DROP COLUMN vector_version`}
	for version, back := range map[string][]string{
		"1": append(noVectors, `ALTER TABLE generation DROP COLUMN searched`, `DROP INDEX chunk_rules`, `CREATE INDEX chunk_rules ON chunk(generation, rules)`, `PRAGMA user_version = 1`),
		"2": append(noVectors, `PRAGMA user_version = 2`),
		"3": {`ALTER TABLE generation DROP COLUMN promoted`, `PRAGMA user_version = 3`},
	} {
		dir := t.TempDir()
		filled(t, dir)
		want := searched(t, dir)
		sqlOf(t, filepath.Join(dir, sqlite.FileName), back...)
		if got := searched(t, dir); !reflect.DeepEqual(got, want) {
			t.Errorf("schema %s: got %v, want %v", version, got, want)
		}
		if err := use(t, dir); err != nil {
			t.Errorf("schema %s: %v", version, err)
		}
		s := open(t, dir)
		d, rs := storetest.Doc("d", "es", "perro nuevo")
		if err := s.Replace(t.Context(), "", d, rs); err != nil {
			t.Errorf("schema %s: %v", version, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := use(t, dir); err != nil {
			t.Errorf("schema %s, after writing: %v", version, err)
		}
	}
}

// searched asks an index, and closes it.
func searched(t *testing.T, dir string) []store.Hit {
	t.Helper()
	s := open(t, dir)
	defer s.Close()
	hits, err := s.SearchText(t.Context(), "perro b otro", 10, store.Filter{})
	if err != nil || len(hits) == 0 {
		t.Fatalf("%d hits, %v", len(hits), err)
	}
	near, err := s.SearchVector(t.Context(), []float32{1, 0}, 10, store.Filter{})
	if err != nil || len(near) == 0 {
		t.Fatalf("%d near, %v", len(near), err)
	}
	return append(hits, near...)
}
