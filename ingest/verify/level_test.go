package verify_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/store"
)

var (
	nested   = ingest.Recipe{Strategy: "parent-child", Unit: "chars", Max: 40, Parent: 90, Frame: []string{"breadcrumb"}}
	windowed = ingest.Recipe{Strategy: "sentence-window", Unit: "chars", Max: 60, Window: 1}
)

// of is the index of the nth record of a role.
func of(t *testing.T, rs []store.Record, role string, nth int) int {
	t.Helper()
	for i := range rs {
		if rs[i].Role == role {
			if nth--; nth < 0 {
				return i
			}
		}
	}
	t.Fatalf("too few records with the role %s", role)
	return 0
}

// TestLevelsAreSound: records of two levels, and windows, keep every promise.
func TestLevelsAreSound(t *testing.T) {
	for _, r := range []ingest.Recipe{nested, windowed} {
		d, c, records := fixture(t, r)
		if r.Parent > 0 && (len(records) <= 2*records[0].Of || records[0].Role != store.RoleParent || records[1].Parent != records[0].ID) {
			t.Fatalf("%d parents in %d records: too few chunks in them to test with", records[0].Of, len(records))
		}
		if problems := verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}); len(problems) > 0 {
			t.Errorf("%s: %v", r.Strategy, problems)
		}
		slices.Reverse(records)
		if problems := verify.Document(context.Background(), d, records, verify.Options{}); len(problems) > 0 {
			t.Errorf("%s, in another order and without its recipe: %v", r.Strategy, problems)
		}
	}
}

// TestFindsDamageOnLevels damages records of two levels, windows and derived
// texts in one way after the other; each is found by the check that is there for
// it, with the recipe and without.
func TestFindsDamageOnLevels(t *testing.T) {
	for name, tt := range map[string]struct {
		recipe ingest.Recipe
		check  string
		damage func(t *testing.T, rs []store.Record) []store.Record
	}{
		"a parent lost": {nested, "tile", func(t *testing.T, rs []store.Record) []store.Record {
			i := of(t, rs, store.RoleParent, 1)
			return slices.Delete(rs, i, i+1)
		}},
		"a child lost": {nested, "tile", func(t *testing.T, rs []store.Record) []store.Record {
			i := of(t, rs, store.RoleChunk, 1)
			return slices.Delete(rs, i, i+1)
		}},
		"numbered through": {nested, "numbers", func(t *testing.T, rs []store.Record) []store.Record {
			rs[of(t, rs, store.RoleChunk, 1)].Num++
			return rs
		}},
		"no parent": {nested, "parents", func(t *testing.T, rs []store.Record) []store.Record {
			rs[of(t, rs, store.RoleChunk, 1)].Parent = ""
			return rs
		}},
		"another parent": {nested, "parents", func(t *testing.T, rs []store.Record) []store.Record {
			rs[of(t, rs, store.RoleChunk, 0)].Parent = rs[of(t, rs, store.RoleParent, 1)].ID
			return rs
		}},
		"window too short": {windowed, "window", func(t *testing.T, rs []store.Record) []store.Record {
			rs[1].Window.End = rs[1].Start + 1
			return rs
		}},
		"window's text": {windowed, "window", func(t *testing.T, rs []store.Record) []store.Record {
			rs[1].Window.Text += "."
			return rs
		}},
		"window's code points": {windowed, "window", func(t *testing.T, rs []store.Record) []store.Record {
			rs[1].Window.EndRune++
			return rs
		}},
		"window's lines": {windowed, "window", func(t *testing.T, rs []store.Record) []store.Record {
			rs[1].Window.StartLine++
			return rs
		}},
		"derived of nothing": {windowed, "derived", func(t *testing.T, rs []store.Record) []store.Record {
			return append(rs, derived(rs[1], "nadie"))
		}},
		"derived from elsewhere": {windowed, "derived", func(t *testing.T, rs []store.Record) []store.Record {
			return append(rs, derived(rs[2], rs[0].ID))
		}},
		"derived outside": {windowed, "derived", func(t *testing.T, rs []store.Record) []store.Record {
			r := derived(rs[1], rs[1].ID)
			r.End = 1 << 20
			return append(rs, r)
		}},
	} {
		for _, with := range []bool{true, false} {
			d, c, records := fixture(t, tt.recipe)
			opt := verify.Options{}
			if with {
				opt.Cutting = &c
			}
			problems := verify.Document(context.Background(), d, tt.damage(t, records), opt)
			if !slices.ContainsFunc(problems, func(p verify.Problem) bool { return p.Check == tt.check }) {
				t.Errorf("%s, recipe %v: %s finds nothing among %v", name, with, tt.check, problems)
			}
		}
	}
}

// TestDerivedTextsAreNoSlices: a derived text is no part of the tiling, and its
// text is not that of its place.
func TestDerivedTextsAreNoSlices(t *testing.T) {
	d, _, records := fixture(t, windowed)
	records = append(records, derived(records[1], records[1].ID))
	records[len(records)-1].Start-- // the blank before it
	if problems := verify.Document(context.Background(), d, records, verify.Options{}); len(problems) > 0 {
		t.Error(problems)
	}
}

// derived is a question about r, which delivers the chunk with an id.
func derived(r store.Record, id string) store.Record {
	const text = "¿Qué es?"
	return store.Record{ID: strings.Split(r.ID, "#")[0] + "#q", DocID: r.DocID, Role: store.RoleDerived, Num: 1, Of: 1, Start: r.Start, End: r.End,
		Headings: r.Headings, Text: text, EmbedText: text, Chars: 8, Digest: ingest.Digest(text), Parent: id}
}
