package models_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/embed/models"
)

// TestLazy: a model that is read later says of itself what it will be, and gives
// the same vectors.
func TestLazy(t *testing.T) {
	s := models.Store{Dir: filepath.Join(t.TempDir(), "models")}
	if _, err := s.Lazy("mi-modelo", encoder.Options{}); !errors.Is(err, models.ErrNotFound) {
		t.Errorf("a model that isn't there: %v", err)
	}
	if _, err := s.Add(ctx, tiny(t), models.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []encoder.Precision{encoder.Float32, encoder.Int8} {
		o := encoder.Options{Precision: p}
		m, err := s.Open("mi-modelo", o)
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.Lazy("mi-modelo", o)
		if err != nil || l.Model() != m.Model() {
			t.Fatalf("%v: %+v, want %+v: %v", p, l.Model(), m.Model(), err)
		}
		want, err := m.Embed(ctx, embed.Query, []string{"uno dos"})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := l.Embed(ctx, embed.Query, []string{"uno dos"}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %v, want %v: %v", p, got, want, err)
		}
		if got, err := l.EmbedSpans(ctx, "uno dos", []doc.Span{{Start: 0, End: 3}}); err != nil || len(got) != 1 {
			t.Errorf("%v: %v, %v", p, got, err)
		}
	}
	l, err := s.Lazy("mi-modelo", encoder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(s.Dir, "mi-modelo", "config.json")
	data, err := os.ReadFile(config)
	if err == nil {
		err = os.WriteFile(config, append(data, ' '), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Embed(ctx, embed.Query, []string{"uno"}); !errors.Is(err, models.ErrChanged) {
		t.Errorf("a model that changed meanwhile: %v", err)
	}
}
