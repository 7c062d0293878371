package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
)

// teiServer speaks as Text Embeddings Inference does, unless it is down.
type teiServer struct {
	down  atomic.Bool
	texts atomic.Int64 // that were embedded
}

func (s *teiServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.down.Load() {
		w.Header().Set("Retry-After", "0.01")
		http.Error(w, "loading", http.StatusServiceUnavailable)
		return
	}
	var question struct{ Inputs []string }
	if err := json.NewDecoder(r.Body).Decode(&question); err != nil || r.URL.Path != "/embed" {
		http.Error(w, fmt.Sprint(r.URL.Path, err), http.StatusBadRequest)
		return
	}
	s.texts.Add(int64(len(question.Inputs)))
	vectors, err := fake.Embedder{}.Embed(r.Context(), embed.Passage, question.Inputs)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := json.NewEncoder(w).Encode(vectors); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// TestEmbedderOnAServer: an embedder on a server that goes away and comes back.
// What can't be embedded waits, the version before stays, and search goes on by
// words.
func TestEmbedderOnAServer(t *testing.T) {
	tei := &teiServer{}
	server := httptest.NewServer(tei)
	defer server.Close()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, "docs", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(code int, args ...string) (out, errs string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		got := Run(context.Background(), args, Env{Stdout: &stdout, Stderr: &stderr, Dir: dir, Vars: []string{
			"XDG_CACHE_HOME=" + filepath.Join(dir, "cache"), "HOME=" + dir, "PILDORA_EMBEDDER=tei:", "PILDORA_EMBEDDER_URL=" + server.URL}})
		if got != code {
			t.Fatalf("%v: exit code %d, want %d:\n%s%s", args, got, code, &stdout, &stderr)
		}
		return stdout.String(), stderr.String()
	}
	has := func(text string, parts ...string) {
		t.Helper()
		for _, p := range parts {
			if !strings.Contains(text, p) {
				t.Errorf("%q isn't in\n%s", p, text)
			}
		}
	}
	write("a.md", "# Perros\n\nLos perros ladran.\n")
	write("b.md", "# Gatos\n\nLos gatos maúllan.\n")
	run(0, "sync", "docs")
	out, _ := run(0, "search", "--explain", "perros")
	has(out, "fused: lexical", "dense")

	tei.down.Store(true)
	write("a.md", "# Perros\n\nLos perros ladran de noche.\n\n# Lobos\n\nLos lobos aúllan.\n")
	write("c.md", "# Peces\n\nLos peces callan.\n")
	out, errs := run(1, "sync", "docs")
	has(out, "failed    a.md (embed)", "failed    c.md (embed)", "1 unchanged", "2 failed")
	has(errs, "a.md: no vectors yet: ", "503", "2 of 3 documents could not be indexed")
	out, errs = run(0, "search", "perros lobos")
	has(out, "Los perros ladran.")
	has(errs, "words are searched, and no vectors")
	if strings.Contains(out, "noche") || strings.Contains(out, "aúllan") {
		t.Errorf("what waits is found:\n%s", out)
	}
	_, errs = run(1, "search", "--mode", "fused", "perros")
	has(errs, "503")
	out, _ = run(0, "status")
	has(out, "silver_chunked 2", "waiting     a.md: embed: ", "waiting     c.md: embed: ")
	out, _ = run(1, "verify", ".pildora")
	has(out, "a.md: waiting: waits for its vectors", "c.md: waiting:")
	out, _ = run(1, "sync", "docs") // still down
	has(out, "2 failed")

	tei.down.Store(false)
	before := tei.texts.Load()
	out, _ = run(0, "sync", "docs")
	has(out, "replaced  a.md", "replaced  c.md", "1 unchanged, 0 failed")
	if n := tei.texts.Load() - before; n > 4 { // one to find out the dimension, and three new chunks
		t.Errorf("%d texts were embedded", n)
	}
	out, _ = run(0, "search", "--explain", "lobos")
	has(out, "aúllan", "fused: lexical")
	out, _ = run(0, "verify", ".pildora")
	has(out, "0 problems")

	before = tei.texts.Load()
	write("a.md", "# Perros\n\nLos perros ladran de noche.\n\n# Zorros\n\nLos zorros también.\n\n# Lobos\n\nLos lobos aúllan.\n")
	run(0, "sync", "docs")
	if n := tei.texts.Load() - before; n > 2 {
		t.Errorf("an edit of one chunk embedded %d texts", n)
	}
	server.Close() // nobody listens any more
	write("c.md", "# Peces\n\nLos peces nadan.\n")
	out, errs = run(1, "sync", "docs")
	has(out, "failed    c.md (embed)")
	has(errs, "c.md: no vectors yet: ")
}
