package storetest

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// embedded gives records vectors, in their order.
func embedded(rs []store.Record, vectors ...[]float32) []store.Record {
	for i, v := range vectors {
		rs[i].Vectors = map[string][]float32{store.Embedding: v}
	}
	return rs
}

// putVectors replaces a document of the live generation whose records have
// vectors.
func putVectors(t *testing.T, s store.Store, id, embedder string, vectors ...[]float32) {
	t.Helper()
	d, rs := Doc(id, "es", make([]string, len(vectors))...)
	d.Embedder = embedder
	ok(t, s.Replace(t.Context(), "", d, embedded(rs, vectors...)))
}

func near(t *testing.T, s store.VectorSearcher, v []float32, k int, f store.Filter) string {
	t.Helper()
	hits, err := s.SearchVector(t.Context(), v, k, f)
	ok(t, err)
	var rs []store.Record
	for i, h := range hits {
		equal(t, "rank", h.Rank, i+1)
		rs = append(rs, h.Record)
	}
	return ids(rs)
}

// testVectors: the nearest first, with the product as score and the whole record
// beside it; what can't be compared isn't found.
func testVectors(t *testing.T, s Full) {
	equal(t, "empty", near(t, s, []float32{1, 0}, 9, store.Filter{}), "")
	putVectors(t, s, "a", "m@1", []float32{1, 0}, []float32{0.6, 0.8}, nil, []float32{-1, 0})
	putVectors(t, s, "b", "m@1", []float32{0.8, 0.6})
	putVectors(t, s, "c", "m@2", []float32{1, 0, 0})
	d, rs := Doc("p", "es", "uno", "dos")
	rs[0].Role = store.RoleParent
	ok(t, s.Replace(t.Context(), "", d, embedded(rs, []float32{1, 0}, []float32{0, 1})))

	equal(t, "all", near(t, s, []float32{1, 0}, 9, store.Filter{}), "a#1 b#1 a#2 p#2 a#4")
	equal(t, "the other way", near(t, s, []float32{-1, 0}, 2, store.Filter{}), "a#4 p#2")
	equal(t, "of three numbers", near(t, s, []float32{1, 0, 0}, 9, store.Filter{}), "c#1")
	equal(t, "of four", near(t, s, []float32{1, 0, 0, 0}, 9, store.Filter{}), "")
	equal(t, "of none", near(t, s, nil, 9, store.Filter{}), "")
	equal(t, "k < 1", near(t, s, []float32{1, 0}, 0, store.Filter{}), "")
	hits, err := s.SearchVector(t.Context(), []float32{1, 0}, 2, store.Filter{})
	ok(t, err)
	equal(t, "score", hits[1].Score, store.Round(embed.Dot([]float32{1, 0}, []float32{0.8, 0.6})))
	want, err := s.Get(t.Context(), "b#1")
	ok(t, err)
	same(t, "record", hits[1].Record, want[0])
	by, err := s.Embedders(t.Context(), "")
	ok(t, err)
	same(t, "embedders", by, map[string]int{"m@1": 4, "m@2": 1, "": 1})
	st, err := s.Stats(t.Context(), "")
	ok(t, err)
	same(t, "embedders of stats", st.Embedders, by)
	equal(t, "searched", st.Searched, 7)

	d, _ = Doc("a", "es")
	d.State, d.Embedder = store.Failed, "m@9"
	ok(t, s.Mark(t.Context(), "", d)) // changes no vector
	equal(t, "by who made them", near(t, s, []float32{1, 0}, 9, store.Filter{Embedder: "m@1"}), "a#1 b#1 a#2 a#4")
	putVectors(t, s, "a", "m@1", []float32{0, 1})
	equal(t, "replaced", near(t, s, []float32{1, 0}, 9, store.Filter{}), "b#1 a#1 p#2")
	put(t, s, "b", "es", "sin vector")
	equal(t, "without vectors now", near(t, s, []float32{1, 0}, 9, store.Filter{}), "a#1 p#2")
	ok(t, s.Delete(t.Context(), "", "p", "nadie"))
	equal(t, "deleted", near(t, s, []float32{1, 0}, 9, store.Filter{}), "a#1")
	putVectors(t, s, "p", "m@1", []float32{1, 0})
	equal(t, "back", near(t, s, []float32{1, 0}, 9, store.Filter{}), "p#1 a#1")
	_, err = s.SearchVector(cancelled(), []float32{1, 0}, 1, store.Filter{})
	if err == nil {
		t.Error("no error of a search whose context is done")
	}
}

// testVectorsRefused: vectors that can't be compared are refused, and nothing of
// the write stays.
func testVectorsRefused(t *testing.T, s Full) {
	putVectors(t, s, "a", "m", []float32{1, 0})
	for name, vectors := range map[string][][]float32{
		"no number":      {{1, 0}, {float32(math.NaN()), 0}},
		"infinite":       {{1, 0}, {0, float32(math.Inf(1))}},
		"two dimensions": {{1, 0}, {1, 0, 0}},
	} {
		d, rs := Doc("a", "es", "uno", "dos")
		if err := s.Replace(t.Context(), "", d, embedded(rs, vectors...)); err == nil || !strings.Contains(err.Error(), "a#2") {
			t.Errorf("%s: error %v", name, err)
		}
		equal(t, name, near(t, s, []float32{1, 0}, 9, store.Filter{}), "a#1")
	}
}

// where is the filter of conditions.
func where(t *testing.T, conditions ...string) store.Filter {
	t.Helper()
	f, err := store.ParseFilter(conditions...)
	ok(t, err)
	return f
}

// testVectorFilter: filters hold, those that only records can answer too, also
// where they leave few of many.
func testVectorFilter(t *testing.T, s Full) {
	const docs, each = 300, 10
	for i := range docs {
		d, rs := Doc(fmt.Sprintf("d%03d", i), "", make([]string, each)...)
		d.Embedder = []string{"m@1", "m@2"}[i/2%2]
		for j := range rs {
			r, n := &rs[j], i*each+j
			r.ID, r.Num = fmt.Sprintf("%s#%d", d.DocID, j), j
			r.Collection, r.Lang, r.Meta = []string{"x", "y"}[i%2], []string{"es", "en", ""}[n%3], map[string]string{"n": fmt.Sprint(n % 1000)}
			if n%100 == 7 {
				r.Role = store.RoleDerived
			}
			a := float64(n) / docs / each * math.Pi / 2 // further away from (1, 0) with each
			embedded(rs[j:], []float32{float32(math.Cos(a)), float32(math.Sin(a))})
		}
		ok(t, s.Replace(t.Context(), "", d, rs))
	}
	v := []float32{1, 0}
	for _, c := range []struct {
		name string
		f    store.Filter
		want string
	}{
		{"none", store.Filter{}, "d000#0 d000#1 d000#2"},
		{"documents", store.Filter{Docs: []string{"d299", "nadie", "d299"}, Lang: "en"}, "d299#2 d299#5 d299#8"},
		{"collection", store.Filter{Collection: "y"}, "d001#0 d001#1 d001#2"},
		{"language", store.Filter{Lang: "en"}, "d000#1 d000#4 d000#7"},
		{"role", store.Filter{Role: store.RoleDerived}, "d000#7 d010#7 d020#7"},
		{"embedder", store.Filter{Embedder: "m@2"}, "d002#0 d002#1 d002#2"},
		{"metadata", store.Filter{Meta: map[string]string{"n": "999"}}, "d099#9 d199#9 d299#9"},
		{"both", store.Filter{Meta: map[string]string{"n": "999"}, Collection: "y", Lang: "es"}, "d099#9"},
		{"conditions", where(t, "path=d2*", "lang!=es,en", "role=chunk"), "d200#0 d200#3 d200#6"},
		{"conditions, few", where(t, "doc=d001,d299", "collection=y", "n=999"), "d299#9"},
		{"conditions, none", where(t, "path=e*"), ""},
		{"nothing", store.Filter{Meta: map[string]string{"n": "x"}}, ""},
		{"no such language", store.Filter{Lang: "fr"}, ""},
	} {
		equal(t, c.name, near(t, s, v, 3, c.f), c.want)
	}
	_, err := s.SearchVector(t.Context(), v, 3, store.Filter{Generation: "otra"})
	wantErr(t, err, store.ErrGeneration, "otra")
}

// testVectorGenerations: each generation has vectors of its own.
func testVectorGenerations(t *testing.T, s Full) {
	ctx, v := t.Context(), []float32{1, 0}
	putVectors(t, s, "a", "m", []float32{1, 0})
	ok(t, s.Create(ctx, "dos", ""))
	equal(t, "new", near(t, s, v, 9, store.Filter{Generation: "dos"}), "")
	d, rs := Doc("b", "es", "uno", "dos")
	ok(t, s.Replace(ctx, "dos", d, embedded(rs, []float32{0, 1}, []float32{1, 0})))
	equal(t, "live", near(t, s, v, 9, store.Filter{}), "a#1")
	equal(t, "the other", near(t, s, v, 9, store.Filter{Generation: "dos"}), "b#2 b#1")
	ok(t, s.Promote(ctx, "dos"))
	equal(t, "promoted", near(t, s, v, 9, store.Filter{}), "b#2 b#1")
	ok(t, s.Drop(ctx, store.First))
	_, err := s.SearchVector(ctx, v, 9, store.Filter{Generation: store.First})
	wantErr(t, err, store.ErrGeneration)
	ok(t, s.Create(ctx, store.First, ""))
	equal(t, "made anew", near(t, s, v, 9, store.Filter{Generation: store.First}), "")
}

// testVectorTies: equal vectors stand by id, also where they are more than a
// search looks at closely, in whatever order they came.
func testVectorTies(t *testing.T, s Full) {
	const docs = 300
	for _, i := range rand.New(rand.NewSource(1)).Perm(docs) {
		vectors := make([][]float32, 10)
		for j := range vectors {
			vectors[j] = []float32{0.6, 0.8}
		}
		putVectors(t, s, fmt.Sprintf("d%03d", i), "m", vectors...)
	}
	equal(t, "first", near(t, s, []float32{0, 1}, 3, store.Filter{}), "d000#1 d000#10 d000#2")
	putVectors(t, s, "d000", "m", []float32{0, -1})
	putVectors(t, s, "z", "m", []float32{0, 1})
	equal(t, "after a change", near(t, s, []float32{0, 1}, 3, store.Filter{}), "z#1 d001#1 d001#10")
}

// testVectorsLarge compares with store/mem where not every vector is looked at:
// vectors that lie in a cone, as those of models do, in groups of like ones. Of
// ten that are nearest, 99 in 100 are to be found.
func testVectorsLarge(t *testing.T, s Full) {
	const dim, docs, each = 64, 200, 25
	random := rand.New(rand.NewSource(1))
	around := func(c []float32, wide float64) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = c[i] + float32(wide*random.NormFloat64())
		}
		embed.Normalize(v)
		return v
	}
	axis := around(make([]float32, dim), 1)
	var groups [][]float32
	for range 40 {
		groups = append(groups, around(axis, 0.08))
	}
	model := mem.New()
	write := func(from int) {
		for i := from; i < docs; i += 2 {
			d, rs := Doc(fmt.Sprint("d", i), "es", make([]string, each)...)
			for j := range rs {
				embedded(rs[j:], around(groups[random.Intn(len(groups))], 0.05))
			}
			ok(t, s.Replace(t.Context(), "", d, rs))
			ok(t, model.Replace(t.Context(), "", d, rs))
		}
	}
	write(0)
	near(t, s, axis, 1, store.Filter{}) // what comes later is added to what is held
	write(1)
	write(0)
	found, asked := 0, 0
	for range 50 {
		v := around(groups[random.Intn(len(groups))], 0.05)
		got, want := near(t, s, v, 10, store.Filter{}), strings.Fields(near(t, model, v, 10, store.Filter{}))
		for _, id := range strings.Fields(got) {
			asked++
			if slices.Contains(want, id) {
				found++
			}
		}
	}
	if asked != 500 || 100*found < 99*asked {
		t.Errorf("%d of %d found are among the nearest", found, asked)
	}
}

// testStage: what is staged of a document waits beside what is live, and ends
// with the next version.
func testStage(t *testing.T, s Full) {
	ctx := t.Context()
	staged := func(docID string) string {
		t.Helper()
		rs, err := s.Staged(ctx, "", docID)
		ok(t, err)
		return ids(rs)
	}
	put(t, s, "a", "es", "perro")
	d, rs := Doc("a", "es", "gato", "pez")
	d.State, d.Chunks = store.Chunked, 1
	rs[0], rs[1] = rs[1], embedded(rs[:1], []float32{1})[0]
	ok(t, s.Stage(ctx, "", d, rs))
	equal(t, "staged", staged("a"), "a#2 a#1")
	got, err := s.Staged(ctx, "", "a")
	ok(t, err)
	rs[1].Vectors = nil
	same(t, "record", got[1], rs[1])
	same(t, "entry", collect(t, s.Docs(ctx, "")), []store.DocState{d})
	equal(t, "live", found(t, s, "perro gato pez", store.Filter{}), "a#1")
	equal(t, "all", ids(collect(t, s.All(ctx, store.Filter{}))), "a#1")

	d.State, d.Error = store.Failed, "e"
	ok(t, s.Mark(ctx, "", d))
	equal(t, "marked", staged("a"), "a#2 a#1")
	ok(t, s.Stage(ctx, "", d, rs[:1]))
	equal(t, "staged again", staged("a"), "a#2")
	e, es := Doc("nuevo", "es", "uno")
	ok(t, s.Stage(ctx, "", e, es))
	equal(t, "nothing live", found(t, s, "uno", store.Filter{}), "")
	put(t, s, "a", "es", "gato")
	equal(t, "replaced", staged("a"), "")
	ok(t, s.Delete(ctx, "", "nuevo"))
	equal(t, "deleted", staged("nuevo"), "")
	equal(t, "nobody", staged("nadie"), "")

	ok(t, s.Create(ctx, "dos", ""))
	ok(t, s.Stage(ctx, "dos", e, es))
	equal(t, "of another generation", staged("nuevo"), "")
	_, err = s.Staged(ctx, "tres", "nuevo")
	wantErr(t, err, store.ErrGeneration)
	wantErr(t, s.Stage(ctx, "tres", e, es), store.ErrGeneration)
	es[0].DocID = "otro"
	wantErr(t, s.Stage(ctx, "", e, es), store.ErrInvalid)
	wantErr(t, s.Stage(cancelled(), "", d, rs), cancelled().Err())
}
