package manifest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/store"
)

func stored(id, root, hash, recipe string, state store.State) store.DocState {
	return store.DocState{DocID: id, Source: root + "/" + id, Root: root, Hash: hash, Recipe: recipe, State: state}
}

func source(id, root, hash, recipe string) Source {
	return Source{DocID: id, Source: root + "/" + id, Root: root, Hash: hash, Recipe: recipe}
}

func TestDiff(t *testing.T) {
	failed := stored("a", "/x", "1", "r", store.Failed)
	failed.Stage, failed.Error = "read", "no es un PDF"
	relative := stored("a", "/x", "1", "r", store.Indexed)
	relative.Source = "docs/a"
	for _, c := range []struct {
		name   string
		stored []store.DocState
		wanted []Source
		scope  []string
		want   string
	}{
		{"nothing", nil, nil, []string{"/x"}, ""},
		{"new", nil, []Source{source("b", "/x", "1", "r"), source("a", "/x", "1", "r")}, []string{"/x"}, "add a: new; add b: new"},
		{"unchanged", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, []Source{source("a", "/x", "1", "r")}, []string{"/x"}, "skip a: unchanged"},
		{"edited", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, []Source{source("a", "/x", "2", "r")}, []string{"/x"}, "replace a: source changed"},
		{"other recipe", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, []Source{source("a", "/x", "1", "s")}, []string{"/x"}, "replace a: recipe changed"},
		{"both", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, []Source{source("a", "/x", "2", "s")}, []string{"/x"}, "replace a: source and recipe changed"},
		{"gone", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, nil, []string{"/x"}, "retire a: its source is gone"},
		{"gone, root with a slash", []store.DocState{stored("a", "/x", "1", "r", store.Failed)}, nil, []string{"/x/"}, "retire a: its source is gone"},
		{"gone under the whole disk", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, nil, []string{"/"}, "retire a: its source is gone"},
		{"outside", []store.DocState{stored("a", "/x", "1", "r", store.Indexed), stored("b", "/xy", "1", "r", store.Indexed)}, nil, []string{"/x/b", "/y"}, ""},
		{"a folder of the root", []store.DocState{stored("s/a", "/x", "1", "r", store.Indexed), stored("b", "/x", "1", "r", store.Indexed)}, nil, []string{"/x/s"}, "retire s/a: its source is gone"},
		{"one file", []store.DocState{stored("a", "/x", "1", "r", store.Indexed), stored("b", "/x", "1", "r", store.Indexed)}, nil, []string{"/x/a"}, "retire a: its source is gone"},
		{"no scope", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, nil, nil, ""},
		{"an address", []store.DocState{stored("a", "https://e.org/d", "1", "r", store.Indexed)}, nil, []string{"https://e.org"}, "retire a: its source is gone"},
		{"failed", []store.DocState{failed}, []Source{source("a", "/x", "1", "r")}, []string{"/x"}, "retry a: failed last time (read): no es un PDF"},
		{"failed, edited", []store.DocState{failed}, []Source{source("a", "/x", "2", "r")}, []string{"/x"}, "replace a: source changed"},
		{"unfinished", []store.DocState{stored("a", "/x", "1", "r", store.Chunked)}, []Source{source("a", "/x", "1", "r")}, []string{"/x"}, "retry a: left unfinished: silver_chunked"},
		{"deleted", []store.DocState{stored("a", "/x", "1", "r", store.Deleted)}, nil, []string{"/x"}, ""},
		{"back again", []store.DocState{stored("a", "/x", "1", "r", store.Deleted)}, []Source{source("a", "/y", "1", "r")}, []string{"/y"}, "add a: new"},
		{"moved", []store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, []Source{source("a", "/y", "1", "r")}, []string{"/x", "/y"}, "replace a: moved from /x/a"},
		{"relative source", []store.DocState{relative}, []Source{{DocID: "a", Source: "../docs/a", Root: "/x", Hash: "1", Recipe: "r"}}, []string{"/x"}, "skip a: unchanged"},
	} {
		steps, err := Diff(c.stored, c.wanted, c.scope...)
		var got []string
		for _, s := range steps {
			got = append(got, fmt.Sprintf("%s %s: %s", s.Action, s.DocID, s.Reason))
			if s.Action == Retire != (s.Wanted < 0) || s.Wanted >= 0 && c.wanted[s.Wanted].DocID != s.DocID {
				t.Errorf("%s: %+v points to the wrong source", c.name, s)
			}
		}
		if err != nil || strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

func TestDuplicate(t *testing.T) {
	_, err := Diff(nil, []Source{source("a", "/x", "1", "r"), source("a", "/y", "1", "r")}, "/x", "/y")
	if !errors.Is(err, ErrDuplicate) || !strings.Contains(err.Error(), "/x/a") || !strings.Contains(err.Error(), "/y/a") || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("two sources: %v", err)
	}
	_, err = Diff([]store.DocState{stored("a", "/x", "1", "r", store.Indexed)}, []Source{source("a", "/y", "1", "r")}, "/y")
	if !errors.Is(err, ErrDuplicate) || !strings.Contains(err.Error(), "/x/a") || !strings.Contains(err.Error(), "/y/a") {
		t.Errorf("stored and wanted: %v", err)
	}
}

// TestPlanReachesWanted applies plans to a model of the index: inside the scope
// it then holds what is wanted, outside what it held, and nothing is left to do.
func TestPlanReachesWanted(t *testing.T) {
	roots := []string{"/x", "/y", "/x/sub"}
	rapid.Check(t, func(t *rapid.T) {
		pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
		index := map[string]store.DocState{}
		for range rapid.IntRange(0, 6).Draw(t, "stored") {
			d := stored(pick("id", "a", "b", "sub/c", "d"), pick("root", roots...), pick("hash", "1", "2"), pick("recipe", "r", "s"),
				rapid.SampledFrom([]store.State{store.Indexed, store.Failed, store.Chunked, store.Deleted}).Draw(t, "state"))
			index[d.DocID] = d
		}
		scope := rapid.SliceOfDistinct(rapid.SampledFrom(roots), rapid.ID).Draw(t, "scope")
		var wanted []Source
		if len(scope) > 0 {
			for range rapid.IntRange(0, 5).Draw(t, "wanted") {
				wanted = append(wanted, source(pick("id", "a", "b", "sub/c", "d", "e"), pick("root", scope...), pick("hash", "1", "2"), pick("recipe", "r", "s")))
			}
		}
		steps, err := Diff(values(index), wanted, scope...)
		if err != nil {
			if !errors.Is(err, ErrDuplicate) {
				t.Fatal(err)
			}
			return
		}
		after := apply(t, index, wanted, steps)
		checkReached(t, index, after, wanted, scope)
		again, err := Diff(values(after), wanted, scope...)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range again {
			if s.Action != Skip {
				t.Fatalf("left to do: %+v", s)
			}
		}
	})
}

func values(m map[string]store.DocState) []store.DocState {
	var out []store.DocState
	for _, d := range m {
		out = append(out, d)
	}
	return out
}

func apply(t *rapid.T, index map[string]store.DocState, wanted []Source, steps []Step) map[string]store.DocState {
	after := map[string]store.DocState{}
	for id, d := range index {
		after[id] = d
	}
	seen := map[string]bool{}
	for _, s := range steps {
		if seen[s.DocID] {
			t.Fatalf("%s twice in the plan", s.DocID)
		}
		seen[s.DocID] = true
		_, there := after[s.DocID]
		switch s.Action {
		case Add:
			if there && after[s.DocID].State != store.Deleted {
				t.Fatalf("%s added twice", s.DocID)
			}
		case Replace, Retry, Skip, Retire:
			if !there {
				t.Fatalf("%s %s, which isn't there", s.Action, s.DocID)
			}
		}
		switch s.Action {
		case Add, Replace, Retry:
			w := wanted[s.Wanted]
			after[s.DocID] = stored(w.DocID, w.Root, w.Hash, w.Recipe, store.Indexed)
		case Retire:
			delete(after, s.DocID)
		}
	}
	return after
}

func checkReached(t *rapid.T, before, after map[string]store.DocState, wanted []Source, scope []string) {
	ids := map[string]bool{}
	for _, w := range wanted {
		ids[w.DocID] = true
		if d := after[w.DocID]; d.Hash != w.Hash || d.Recipe != w.Recipe || d.Source != w.Source || d.State != store.Indexed {
			t.Fatalf("%s is %+v, wanted %+v", w.DocID, d, w)
		}
	}
	for id, d := range before {
		under := slices.ContainsFunc(scope, func(s string) bool { return strings.HasPrefix(d.Source, s+"/") })
		_, kept := after[id]
		if !ids[id] && kept == under && d.State != store.Deleted {
			t.Fatalf("%s (%s), scope %v: kept %v", id, d.Source, scope, kept)
		}
	}
}
