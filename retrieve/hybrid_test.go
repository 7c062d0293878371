package retrieve_test

import (
	"context"
	"errors"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
	"github.com/pildora/pildora/store/storetest"
)

// mute is an embedder that can't be asked.
type mute struct{ fake.Embedder }

var errMute = errors.New("mute")

func (mute) Embed(context.Context, embed.Kind, []string) ([][]float32, error) { return nil, errMute }

// TestHybrid: both legs are searched, filtered alike, and vectors of another
// model aren't.
func TestHybrid(t *testing.T) {
	s := mem.New()
	e := fake.Embedder{}
	for id, text := range map[string]string{"a": "perro gato", "b": "perro pez", "c": "casa", "d": "gato"} {
		d, rs := storetest.Doc(id, map[string]string{"d": "en"}[id], text)
		v, err := e.Embed(t.Context(), embed.Passage, []string{text})
		if err != nil {
			t.Fatal(err)
		}
		d.Embedder, rs[0].Vectors = e.Model().ID(), map[string][]float32{store.Embedding: v[0]}
		if id == "b" {
			d.Embedder = "another@1"
		}
		if err := s.Replace(t.Context(), "", d, rs); err != nil {
			t.Fatal(err)
		}
	}
	h := retrieve.Hybrid{Text: s, Vectors: s, Embedder: e, Weight: 0.5}
	if got := ids(find(t, h.Dense(), "gato", 9)); got != "d#1 a#1 c#1" {
		t.Errorf("dense: %s", got)
	}
	got := find(t, h.Search(), "gato", 9)
	if ids(got) != "d#1 a#1 c#1" || len(got[0].Legs) != 2 || got[2].Legs[0].Rank != 0 || got[2].Legs[1].Rank != 3 {
		t.Errorf("fused: %s, %+v", ids(got), got)
	}
	h.Filter = store.Filter{Lang: "en"}
	if got := ids(find(t, h.Search(), "gato", 9)); got != "d#1" {
		t.Errorf("filtered: %s", got)
	}
	h.Embedder = mute{}
	if _, err := h.Search()(t.Context(), "gato", 9); !errors.Is(err, retrieve.ErrQuery) || !errors.Is(err, errMute) {
		t.Errorf("mute: %v", err)
	}
}
