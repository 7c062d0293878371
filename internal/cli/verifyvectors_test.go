package cli

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
)

// TestVectorProblems: what is wrong with vectors is named, and nothing else is.
func TestVectorProblems(t *testing.T) {
	one := []float32{1, 0}
	record := func(v []float32) store.Record {
		r := store.Record{ID: "d#1", DocID: "d", Role: store.RoleChunk, EmbedText: "x"}
		if v != nil {
			r.Vectors = map[string][]float32{store.Embedding: v}
		}
		return r
	}
	parent := record(nil)
	parent.Role = store.RoleParent
	for _, c := range []struct {
		name, by string
		records  []store.Record
		want     string
	}{
		{"all well", "m@1", []store.Record{record(one), record(one), parent}, ""},
		{"empty", "m@1", nil, ""},
		{"one lacks", "m@1", []store.Record{record(one), record(nil)}, "1 chunk of it without a vector"},
		{"none", "", []store.Record{record(nil)}, "has no vectors, while most of the index has some by m (1)"},
		{"only a parent", "", []store.Record{parent}, ""},
		{"another length", "m@1", []store.Record{record(one), record([]float32{1, 0, 0})}, "its vector has 3 numbers, the others of m (1) have 2 numbers"},
		{"not of length 1", "m@1", []store.Record{record([]float32{3, 4})}, "isn't of length 1"},
		{"another model", "n@2", []store.Record{record(one)}, "its vectors are by n (2), most of the index by m (1)"},
		{"of nobody", "", []store.Record{record(one)}, "nobody knows who made its vectors"},
	} {
		v := newVectorSurvey()
		v.by["other"], v.by["d"] = "m@1", c.by
		for range 5 {
			r := record(one)
			r.DocID = "other"
			v.add(r)
		}
		for _, r := range c.records {
			v.add(r)
		}
		problems := v.problems(store.DocState{DocID: "d", Embedder: c.by}, c.records)
		switch {
		case c.want == "" && len(problems) > 0, c.want != "" && len(problems) != 1:
			t.Errorf("%s: %v", c.name, problems)
		case c.want != "" && !strings.Contains(problems[0].String(), c.want):
			t.Errorf("%s: %v, want %s", c.name, problems[0], c.want)
		}
	}
}
