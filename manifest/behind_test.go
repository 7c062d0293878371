package manifest_test

import (
	"slices"
	"testing"

	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/store"
)

func TestBehind(t *testing.T) {
	doc := func(id, hash string, state store.State, chunks int) store.DocState {
		return store.DocState{DocID: id, Hash: hash, State: state, Chunks: chunks, Stage: "read", Error: "torn"}
	}
	live := []store.DocState{doc("a", "1", store.Indexed, 2), doc("b", "1", store.Indexed, 2), doc("c", "1", store.Indexed, 2),
		doc("d", "1", store.Indexed, 2), doc("e", "1", store.Failed, 0), doc("f", "1", store.Failed, 3), doc("g", "1", store.Indexed, 0)}
	next := []store.DocState{doc("a", "1", store.Indexed, 9), doc("c", "2", store.Indexed, 2), doc("d", "1", store.Failed, 0),
		doc("f", "1", store.Failed, 0), doc("g", "1", store.Chunked, 0), doc("new", "1", store.Failed, 0)}
	want := []string{"b is missing", "c is of another version of its source", "d failed (read: torn)", "g is only silver_chunked"}
	if got := manifest.Behind(live, next); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := manifest.Behind(live, live); got != nil {
		t.Errorf("behind itself: %q", got)
	}
}
