package sqlite_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// filled makes an index of a few documents and closes it.
func filled(t *testing.T, dir string) {
	t.Helper()
	s := open(t, dir)
	defer s.Close()
	for _, id := range []string{"a", "b", "c"} {
		put(t, s, id)
	}
}

// sqlOf runs statements behind the store's back.
func sqlOf(t *testing.T, file string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range statements {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
}

// use opens the index and reads all of it.
func use(t *testing.T, dir string) error {
	s, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, err := range s.All(t.Context(), store.Filter{}) {
		if err != nil {
			return err
		}
	}
	if _, err := s.SearchText(t.Context(), "perro", 3, store.Filter{}); err != nil {
		return err
	}
	return s.Check(t.Context())
}

// harms are ways to damage an index, by name.
func harms() map[string]func(t *testing.T, file string) {
	return map[string]func(t *testing.T, file string){
		"no database": func(t *testing.T, file string) {
			write(t, file, []byte(strings.Repeat("no es una base de datos ", 100)))
		},
		"cut short": func(t *testing.T, file string) {
			if err := os.Truncate(file, 20_000); err != nil {
				t.Fatal(err)
			}
		},
		"overwritten": func(t *testing.T, file string) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := 4096; i < len(data); i += 7 {
				data[i] ^= 0x5a
			}
			write(t, file, data)
		},
		"of another program": func(t *testing.T, file string) {
			os.Remove(file)
			sqlOf(t, file, `CREATE TABLE x (y)`)
		},
		"orphan in the text index": func(t *testing.T, file string) { sqlOf(t, file, `INSERT INTO text_1 (rowid, body) VALUES (999, 'x')`) },
		"record without its text":  func(t *testing.T, file string) { sqlOf(t, file, `DELETE FROM text_1 WHERE rowid = 2`) },
		"record gone":              func(t *testing.T, file string) { sqlOf(t, file, `DELETE FROM chunk WHERE key = 2`) },
		"searched miscounted":      func(t *testing.T, file string) { sqlOf(t, file, `UPDATE generation SET searched = searched + 1`) },
		"entry gone":               func(t *testing.T, file string) { sqlOf(t, file, `DELETE FROM document WHERE id = 'b'`) },
		"codes gone":               func(t *testing.T, file string) { sqlOf(t, file, `DELETE FROM vector WHERE doc_id = 'b'`) },
		"codes of others": func(t *testing.T, file string) {
			sqlOf(t, file, `UPDATE vector SET data = (SELECT data FROM vector WHERE doc_id = 'a')`)
		},
		"codes garbled":    func(t *testing.T, file string) { sqlOf(t, file, `UPDATE vector SET data = x'ff'`) },
		"vectors gone":     func(t *testing.T, file string) { sqlOf(t, file, `UPDATE chunk SET vectors = NULL`) },
		"codes too new":    func(t *testing.T, file string) { sqlOf(t, file, `UPDATE generation SET vector_version = 0`) },
		"staged by nobody": func(t *testing.T, file string) { sqlOf(t, file, `INSERT INTO staged VALUES (1, 'nadie', x'')`) },
		"garbled record":   func(t *testing.T, file string) { sqlOf(t, file, `UPDATE chunk SET data = '{' WHERE key = 1`) },
		"nothing live":     func(t *testing.T, file string) { sqlOf(t, file, `UPDATE chunk SET generation = 7`) },
	}
}

func TestDamage(t *testing.T) {
	for name, harm := range harms() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			filled(t, dir)
			if err := use(t, dir); err != nil {
				t.Fatal("before any damage: ", err)
			}
			harm(t, filepath.Join(dir, sqlite.FileName))
			err := use(t, dir)
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("error %v", err)
			}
			way := "delete index.db and"
			if name == "of another program" { // whose file is not to be deleted
				way = "use another folder"
			}
			if strings.Count(err.Error(), filepath.Join(dir, sqlite.FileName)) != 1 || strings.Contains(err.Error(), "delete the folder") || !strings.Contains(err.Error(), way) {
				t.Errorf("%v: names neither the file nor the way out", err)
			}
		})
	}
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestNewerSchema(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir)
	sqlOf(t, filepath.Join(dir, sqlite.FileName), `PRAGMA user_version = 99`)
	_, err := sqlite.Open(t.Context(), dir)
	if !errors.Is(err, store.ErrSchema) || !strings.Contains(err.Error(), dir) {
		t.Fatalf("error %v", err)
	}
}

// TestEmptyFile: what a crash right after the file's creation leaves is an
// empty index.
func TestEmptyFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, sqlite.FileName), nil)
	if err := use(t, dir); err != nil {
		t.Fatal(err)
	}
}

func TestFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	write(t, file, []byte("x"))
	if _, err := sqlite.Open(t.Context(), file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file for a folder: error %v", err)
	}
	odd := filepath.Join(t.TempDir(), "a ?b#c%20", "ñ&d")
	filled(t, odd)
	if err := use(t, odd); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(odd, sqlite.FileName)); err != nil {
		t.Error(err)
	}
}

// TestSigns: the text index cuts a lexeme at none of the signs it may hold.
func TestSigns(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir)
	for _, c := range lex.IndexSigns {
		word := "zz" + string(c) + "ñz"
		quoted := strings.ReplaceAll(word, "'", "''")
		sqlOf(t, filepath.Join(dir, sqlite.FileName), `INSERT INTO text_1 (rowid, body) VALUES (`+"99"+`, '`+quoted+`')`)
		db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
		if err != nil {
			t.Fatal(err)
		}
		var n, part int
		if err := db.QueryRow(`SELECT count(*) FROM text_1 WHERE text_1 MATCH ?`, `"`+word+`"`).Scan(&n); err != nil || n != 1 {
			t.Errorf("%q: %d, %v", word, n, err)
		}
		if err := db.QueryRow(`SELECT count(*) FROM text_1 WHERE text_1 MATCH 'zz'`).Scan(&part); err != nil || part != 0 {
			t.Errorf("%q is cut: %d, %v", word, part, err)
		}
		db.Exec(`DELETE FROM text_1 WHERE rowid = 99`)
		db.Close()
	}
}
