package lint_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/lint"
	"github.com/pildora/pildora/store"
)

// TestLevels: what is delivered is looked at: chunks may part what their parent
// or a window holds whole; and derived texts are no chunks.
func TestLevels(t *testing.T) {
	const marked = "# A\n\n- uno dos tres cuatro. ¦Cinco seis siete.\n- ocho nueve diez\n"
	alone := func(rs []store.Record) []store.Record { return rs }
	parents := func(rs []store.Record) []store.Record {
		p := rs[0]
		p.ID, p.Role, p.End, p.Text = "t.md#p", store.RoleParent, rs[1].End, strings.ReplaceAll(marked, "¦", "")
		for i := range rs {
			rs[i].Role, rs[i].Parent = store.RoleChunk, p.ID
		}
		return append([]store.Record{p}, rs...)
	}
	windows := func(rs []store.Record) []store.Record {
		for i := range rs {
			rs[i].Window = &store.Window{Start: rs[0].Start, End: rs[1].End, Tokens: 40, Text: strings.ReplaceAll(marked, "¦", "")}
		}
		return rs
	}
	derived := func(rs []store.Record) []store.Record {
		q := rs[1]
		q.ID, q.Role, q.Parent, q.Text, q.Tokens = "t.md#q", store.RoleDerived, rs[1].ID, "¿Eh?", 2
		return append(parents(rs), q)
	}
	for name, tt := range map[string]struct {
		levels func([]store.Record) []store.Record
		want   string
	}{
		"alone": {alone, "split-item split-pill"}, "parents": {parents, ""}, "windows": {windows, ""}, "derived": {derived, ""},
	} {
		l, err := lint.New()
		if err != nil {
			t.Fatal(err)
		}
		d, records := cutAt(t, marked)
		d.Language = "es"
		got := rules(l.Document(d, tt.levels(records), limits))
		if tt.want == "" && got != "" || tt.want != "" && !strings.Contains(got, "split-pill") {
			t.Errorf("%s: found %q, want %q", name, got, tt.want)
		}
	}
}

// TestDuplicatesAreSearched: two chunks of one parent that are alike are found
// twice for the same question, whatever is delivered.
func TestDuplicatesAreSearched(t *testing.T) {
	same := strings.Repeat("uno dos tres cuatro cinco seis siete ", 5)
	d, records := cutAt(t, same+"\n\n¦"+same+"\n")
	p := records[0]
	p.ID, p.Role, p.End, p.Text = "t.md#p", store.RoleParent, records[1].End, d.Text
	for i := range records {
		records[i].Parent, records[i].Role = p.ID, store.RoleChunk
	}
	l, err := lint.New("near-duplicate")
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Document(d, append([]store.Record{p}, records...), limits); len(got) != 1 || got[0].Chunk != "t.md#1" {
		t.Errorf("found %v", got)
	}
}
