package storetest

import (
	"testing"
	"time"

	"github.com/pildora/pildora/store"
)

func testGenerations(t *testing.T, s Full) {
	ctx := t.Context()
	put(t, s, "a", "es", "perro viejo")
	ok(t, s.Create(ctx, "dos", "receta"))
	wantErr(t, s.Create(ctx, "dos", ""), store.ErrExists, "dos")
	wantErr(t, s.Create(ctx, "", ""), store.ErrInvalid)
	d, rs := Doc("a", "es", "perro nuevo", "gato nuevo")
	ok(t, s.Replace(ctx, "dos", d, rs))
	equal(t, "live unchanged", found(t, s, "viejo nuevo", store.Filter{}), "a#1")
	equal(t, "the other", found(t, s, "nuevo", store.Filter{Generation: "dos"}), "a#1 a#2")
	equal(t, "all of the other", ids(collect(t, s.All(ctx, store.Filter{Generation: "dos"}))), "a#1 a#2")
	_, err := s.Get(ctx, "a#2")
	wantErr(t, err, store.ErrNotFound)

	wantErr(t, s.Promote(ctx, "tres"), store.ErrGeneration, "tres")
	wantErr(t, s.Drop(ctx, store.First), store.ErrLive)
	ok(t, s.Promote(ctx, "dos"))
	live, err := s.Live(ctx)
	ok(t, err)
	equal(t, "live", live, "dos")
	equal(t, "after", found(t, s, "viejo nuevo", store.Filter{}), "a#1 a#2")
	gs, err := s.Generations(ctx)
	ok(t, err)
	for i := range gs {
		if gs[i].Time.IsZero() {
			t.Error("no time of creation")
		}
		gs[i].Time, gs[i].Promoted = gs[0].Time, time.Time{}
	}
	at, err := s.Generations(ctx)
	ok(t, err)
	if !at[0].Promoted.Before(at[1].Promoted) || at[0].Promoted.IsZero() {
		t.Errorf("promoted at %v, then %v", at[0].Promoted, at[1].Promoted)
	}
	same(t, "generations", gs, []store.Generation{
		{Name: store.First, Chunks: 1, Time: gs[0].Time}, {Name: "dos", Recipe: "receta", Live: true, Chunks: 2, Time: gs[0].Time}})
	if x, is := s.(store.Index); !is {
		t.Error("it can't be pinned")
	} else {
		testPin(t, store.Pin(x, store.First))
	}
	ok(t, s.Promote(ctx, store.First)) // and back
	equal(t, "rolled back", found(t, s, "viejo", store.Filter{}), "a#1")
	if at, err = s.Generations(ctx); err != nil || !at[1].Promoted.Before(at[0].Promoted) {
		t.Errorf("promoted at %v, then %v; %v", at[1].Promoted, at[0].Promoted, err)
	}
	ok(t, s.Drop(ctx, "dos"))
	wantErr(t, s.Drop(ctx, "dos"), store.ErrGeneration)
	ok(t, s.Create(ctx, "dos", ""))
	if at, err = s.Generations(ctx); err != nil || !at[1].Promoted.IsZero() {
		t.Errorf("never promoted, but at %v; %v", at[1].Promoted, err)
	}
	equal(t, "made anew", ids(collect(t, s.All(ctx, store.Filter{Generation: "dos"}))), "")
}

// testPin reads generation "1" while another one is live.
func testPin(t *testing.T, s store.Index) {
	ctx := t.Context()
	rs, err := s.Get(ctx, "a#1")
	ok(t, err)
	equal(t, "pinned text", rs[0].Text, "perro viejo")
	hits, err := s.SearchText(ctx, "viejo nuevo", 5, store.Filter{})
	ok(t, err)
	same(t, "pinned hits", len(hits), 1)
	equal(t, "pinned all", ids(collect(t, s.All(ctx, store.Filter{}))), "a#1")
	equal(t, "asked for another", ids(collect(t, s.All(ctx, store.Filter{Generation: "dos"}))), "a#1 a#2")
	near, err := s.SearchVector(ctx, []float32{1}, 5, store.Filter{})
	ok(t, err)
	same(t, "pinned vectors", len(near), 0)
	live, err := s.Live(ctx)
	ok(t, err)
	equal(t, "pinned live", live, store.First)
	for d, err := range s.Docs(ctx, "") {
		ok(t, err)
		same(t, "pinned manifest", d.Chunks, 1)
	}
}

func testStats(t *testing.T, s Full) {
	put(t, s, "a", "es", "uno", "dos")
	d, rs := Doc("b", "", "three")
	rs[0].Collection = "x"
	ok(t, s.Replace(t.Context(), "", d, rs))
	e, _ := Doc("c", "")
	e.State = store.Failed
	ok(t, s.Mark(t.Context(), "", e))
	got, err := s.Stats(t.Context(), "")
	ok(t, err)
	same(t, "stats", got, store.Stats{Generation: store.First, Documents: 3, Chunks: 3, States: map[store.State]int{store.Indexed: 2, store.Failed: 1},
		Collections: map[string]int{"": 2, "x": 1}, Languages: map[string]int{"es": 2, "": 1}, Searched: 3, Embedders: map[string]int{}})
	_, err = s.Stats(t.Context(), "otra")
	wantErr(t, err, store.ErrGeneration, "otra")
}
