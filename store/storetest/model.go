package storetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// checkModel runs random operations on a store and on store/mem and compares
// all that can be asked after each of them.
func checkModel(t *testing.T, fresh func(*testing.T) Full) {
	rapid.Check(t, func(rt *rapid.T) {
		m := &model{s: fresh(t), model: mem.New(), ctx: context.Background()}
		defer m.s.Close()
		rt.Repeat(map[string]func(*rapid.T){
			"replace":  m.replace,
			"replace2": m.replace,
			"mark":     m.mark,
			"delete":   m.delete,
			"create":   m.create,
			"promote":  m.promote,
			"drop":     m.drop,
			"":         m.compare,
		})
	})
}

type model struct {
	s     Full
	model *mem.Store
	ctx   context.Context
}

var (
	genDoc      = rapid.SampledFrom([]string{"a", "b", "c/d", "ñ"})
	genGen      = rapid.SampledFrom([]string{"", "", "", store.First, "2", "3"})
	genLang     = rapid.SampledFrom([]string{"es", "en", "", "zh"})
	genVector   = rapid.SliceOfN(rapid.SampledFrom([]float32{-1, -0.5, 0, 0.5, 1}), 3, 3)
	genEmbedder = rapid.SampledFrom([]string{"", "m@1", "m@2"})
	genText     = rapid.Custom(func(t *rapid.T) string {
		words := rapid.SampledFrom([]string{"perro", "perros", "gato", "los", "the", "dog", "dogs", "año", "ano", "北京大学", "v1.2", "e-mail", "día", "días", "\x00", "."})
		return strings.Join(rapid.SliceOfN(words, 0, 8).Draw(t, "words"), " ")
	})
)

func (m *model) both(t *rapid.T, what string, f func(Full) error) {
	a, b := f(m.s), f(m.model)
	for _, e := range []error{store.ErrGeneration, store.ErrConflict, store.ErrInvalid, store.ErrExists, store.ErrLive} {
		if errors.Is(a, e) != errors.Is(b, e) {
			t.Fatalf("%s: store says %v, model %v", what, a, b)
		}
	}
	if (a == nil) != (b == nil) {
		t.Fatalf("%s: store says %v, model %v", what, a, b)
	}
}

func (m *model) replace(t *rapid.T) {
	d, rs := Doc(genDoc.Draw(t, "doc"), genLang.Draw(t, "lang"), rapid.SliceOfN(genText, 0, 5).Draw(t, "texts")...)
	d.Embedder = genEmbedder.Draw(t, "embedder")
	collection := rapid.SampledFrom([]string{"", "", "", "x"}).Draw(t, "collection")
	for i := range rs {
		rs[i].Collection = collection
		rs[i].Headings = []string{genText.Draw(t, "heading")}
		rs[i].Meta = map[string]string{"k": rs[i].Lang}
		if rapid.Bool().Draw(t, "embedded") {
			embedded(rs[i:], genVector.Draw(t, "vector"))
		}
		if rapid.IntRange(0, 3).Draw(t, "parent") == 0 {
			rs[i].Role = store.RoleParent
		}
		if rapid.IntRange(0, 30).Draw(t, "taken") == 0 {
			rs[i].ID = "a#1"
		}
	}
	g := genGen.Draw(t, "generation")
	m.both(t, "replace", func(s Full) error { return s.Replace(m.ctx, g, d, rs) })
}

func (m *model) mark(t *rapid.T) {
	d, _ := Doc(genDoc.Draw(t, "doc"), "es")
	d.State = rapid.SampledFrom([]store.State{store.Failed, store.Discovered}).Draw(t, "state")
	g := genGen.Draw(t, "generation")
	m.both(t, "mark", func(s Full) error { return s.Mark(m.ctx, g, d) })
}

func (m *model) delete(t *rapid.T) {
	docs := rapid.SliceOfN(genDoc, 0, 2).Draw(t, "docs")
	g := genGen.Draw(t, "generation")
	m.both(t, "delete", func(s Full) error { return s.Delete(m.ctx, g, docs...) })
}

func (m *model) create(t *rapid.T) {
	g := genGen.Draw(t, "generation")
	m.both(t, "create", func(s Full) error { return s.Create(m.ctx, g, "r") })
}

func (m *model) promote(t *rapid.T) {
	g := genGen.Draw(t, "generation")
	m.both(t, "promote", func(s Full) error { return s.Promote(m.ctx, g) })
}

func (m *model) drop(t *rapid.T) {
	g := genGen.Draw(t, "generation")
	m.both(t, "drop", func(s Full) error { return s.Drop(m.ctx, g) })
}

// compare asks both a question, and every third time everything.
func (m *model) compare(t *rapid.T) {
	f := store.Filter{
		Generation: rapid.SampledFrom([]string{"", "", "2"}).Draw(t, "generation"),
		Docs:       rapid.SliceOfN(genDoc, 0, 2).Draw(t, "docs"),
		Lang:       rapid.SampledFrom([]string{"", "", "es"}).Draw(t, "lang"),
		Collection: rapid.SampledFrom([]string{"", "", "x"}).Draw(t, "collection"),
	}
	query, k := genText.Draw(t, "query"), rapid.IntRange(0, 8).Draw(t, "k")
	m.nearest(t, genVector.Draw(t, "vector"), k, f)
	if rapid.IntRange(0, 2).Draw(t, "all") == 0 { // it takes most of the time
		got, want := m.ask(m.s, f), m.ask(m.model, f)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v:\nstore %v\nmodel %v", f, got, want)
		}
	}
	a, errA := m.s.SearchText(m.ctx, query, k, f)
	b, errB := m.model.SearchText(m.ctx, query, k, f)
	if (errA == nil) != (errB == nil) || len(a) != len(b) {
		t.Fatalf("%q: store %d hits, %v; model %d hits, %v", query, len(a), errA, len(b), errB)
	}
	for i := range a {
		if a[i].Record.ID != b[i].Record.ID || a[i].Rank != b[i].Rank || math.Abs(a[i].Score-b[i].Score) > 1e-6*b[i].Score {
			t.Fatalf("%q, rank %d: store %s %v, model %s %v", query, i+1, a[i].Record.ID, a[i].Score, b[i].Record.ID, b[i].Score)
		}
	}
}

// nearest asks both for what is near to a vector: of so few all are found.
func (m *model) nearest(t *rapid.T, v []float32, k int, f store.Filter) {
	f.Embedder = genEmbedder.Draw(t, "of")
	f.Meta = rapid.SampledFrom([]map[string]string{nil, nil, {"k": "es"}}).Draw(t, "meta")
	a, errA := m.s.SearchVector(m.ctx, v, k, f)
	b, errB := m.model.SearchVector(m.ctx, v, k, f)
	if (errA == nil) != (errB == nil) || !reflect.DeepEqual(a, b) {
		t.Fatalf("%v in %+v: store %v, %v; model %v, %v", v, f, a, errA, b, errB)
	}
}

// ask writes down all that a store says, errors by their kind.
func (m *model) ask(s Full, f store.Filter) []string {
	var out []string
	note := func(err error, v any) {
		if errors.Is(err, store.ErrGeneration) {
			v = "unknown generation"
		} else if err != nil {
			v = err
		}
		out = append(out, fmt.Sprintf("%+v", v))
	}
	live, err := s.Live(m.ctx)
	note(err, live)
	gs, err := s.Generations(m.ctx)
	for _, g := range gs {
		note(err, fmt.Sprint(g.Name, g.Recipe, g.Live, g.Chunks))
	}
	for r, err := range s.All(m.ctx, f) {
		note(err, r)
	}
	for d, err := range s.Docs(m.ctx, f.Generation) {
		note(err, d)
	}
	st, err := s.Stats(m.ctx, f.Generation)
	note(err, st)
	rs, err := s.Get(m.ctx, "a#1")
	note(nil, fmt.Sprint(rs, errors.Is(err, store.ErrNotFound)))
	return out
}
