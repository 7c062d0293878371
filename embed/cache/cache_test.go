package cache_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/cache"
	"github.com/pildora/pildora/embed/embedtest"
	"github.com/pildora/pildora/embed/fake"
)

var ctx = context.Background()

// counting counts the texts that it is asked for. Only texts are embedded.
type counting struct {
	embed.Embedder
	asked *atomic.Int64
}

func (c counting) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	c.asked.Add(int64(len(texts)))
	return c.Embedder.Embed(ctx, k, texts)
}

func open(t *testing.T, path string, e embed.Embedder) *cache.Cache {
	t.Helper()
	c, err := cache.Open(ctx, path, e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestCache(t *testing.T) {
	embedtest.Run(t, open(t, filepath.Join(t.TempDir(), "v.sqlite"), fake.Embedder{}), 0)
}

func TestAsksOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "v 1%.sqlite")
	asked := new(atomic.Int64)
	texts := []string{"uno", "dos", "uno", "uno"}
	c := open(t, path, counting{fake.Embedder{}, asked})
	want, err := c.Embed(ctx, embed.Passage, texts)
	if err != nil || asked.Load() != 2 {
		t.Fatalf("%d asked for, %v", asked.Load(), err)
	}
	other := open(t, path, counting{fake.Embedder{}, asked})
	got, err := other.Embed(ctx, embed.Passage, append(texts, "tres"))
	if err != nil || asked.Load() != 3 || !reflect.DeepEqual(got[:4], want) {
		t.Errorf("%d asked for, %v", asked.Load(), err)
	}
	for what, ask := range map[string]func() error{
		"a query": func() error { _, err := other.Embed(ctx, embed.Query, texts[:1]); return err },
		"another model": func() error {
			_, err := open(t, path, counting{fake.Embedder{Dim: 32}, asked}).Embed(ctx, embed.Passage, texts[:1])
			return err
		},
	} {
		before := asked.Load()
		if err := ask(); err != nil || asked.Load() != before+1 {
			t.Errorf("%s: %d asked for, %v", what, asked.Load()-before, err)
		}
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.sqlite")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 500)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(ctx, path, fake.Embedder{}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

// TestWrongVectors: what a model gets wrong isn't kept.
func TestWrongVectors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.sqlite")
	c := open(t, path, wrong{fake.Embedder{}})
	if _, err := c.Embed(ctx, embed.Passage, []string{"uno"}); err == nil {
		t.Fatal("vectors of the wrong dimension: no error")
	}
	asked := new(atomic.Int64)
	if _, err := open(t, path, counting{fake.Embedder{}, asked}).Embed(ctx, embed.Passage, []string{"uno"}); err != nil || asked.Load() != 1 {
		t.Errorf("%d asked for, %v", asked.Load(), err)
	}
}

type wrong struct{ embed.Embedder }

func (wrong) Embed(_ context.Context, _ embed.Kind, texts []string) ([][]float32, error) {
	return make([][]float32, len(texts)), nil
}
