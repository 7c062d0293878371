package storetest

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/store"
)

// testConditions: each kind of condition chooses the same records of All and of
// searches by words and by vectors.
func testConditions(t *testing.T, s Full) {
	for i, id := range []string{"hr/a.md", "hr/old/b.md", "it/c.md", "d.md"} {
		d, rs := Doc(id, []string{"es", "en", "es", ""}[i], "perro", "perro")
		for j := range rs {
			r := &rs[j]
			r.Collection = []string{"", "x", "y", "y"}[i]
			r.Date = []string{"2023-12-31T23:30:00-01:00", "2024-02-29T00:00:00Z", "2025-01-01T00:00:00Z", ""}[i]
			r.Meta = []map[string]string{
				{"tags": "rrhh, vacaciones", "access": "internal"}, {"tags": "rrhh", "access": "internal, board"},
				{"tags": `a\, b`, "author": "García, Ana", "weird \"key": "v"}, nil}[i]
			r.Profile = []string{"legal", "manual", "", "manual"}[i]
			r.Headings = []string{"Título", []string{"Uno", "Dos"}[j]}
			r.Kind = []string{"text", "table"}[j]
		}
		ok(t, s.Replace(t.Context(), "", d, embedded(rs, []float32{1, 0}, []float32{1, 0})))
	}
	for _, c := range []struct {
		conditions []string
		want       string
	}{
		{[]string{"lang=es,en", "kind=table"}, "hr/a.md#2 hr/old/b.md#2 it/c.md#2"},
		{[]string{"lang!=es", "kind=text"}, "d.md#1 hr/old/b.md#1"},
		{[]string{"collection=x,y", "kind!=text"}, "d.md#2 hr/old/b.md#2 it/c.md#2"},
		{[]string{"path=hr/**", "section=Uno"}, "hr/a.md#1 hr/old/b.md#1"},
		{[]string{"path=*/*.md,d*", "section=Uno"}, "d.md#1 hr/a.md#1 it/c.md#1"},
		{[]string{"path!=hr/**", "section!=Uno"}, "d.md#2 it/c.md#2"},
		{[]string{"path=[", "path=x"}, "error"},
		{[]string{"tags=rrhh", "section=Dos"}, "hr/a.md#2 hr/old/b.md#2"},
		{[]string{"tags=vacaciones,a\\, b", "section=Dos"}, "hr/a.md#2 it/c.md#2"},
		{[]string{"tags!=rrhh", "section=Dos"}, "d.md#2 it/c.md#2"},
		{[]string{"access=board"}, "hr/old/b.md#1 hr/old/b.md#2"},
		{[]string{"access=board,internal", "access!=board"}, "hr/a.md#1 hr/a.md#2"},
		{[]string{`author=García\, Ana`, "kind=text"}, "it/c.md#1"},
		{[]string{`weird "key=v`, "kind=text"}, "it/c.md#1"},
		{[]string{"date>=2024", "date<2025"}, "hr/a.md#1 hr/a.md#2 hr/old/b.md#1 hr/old/b.md#2"},
		{[]string{"date=2024-01-01", "kind=text"}, "hr/a.md#1"},
		{[]string{"date>2024", "kind=text"}, "it/c.md#1"},
		{[]string{"date!=2024", "kind=text"}, "d.md#1 it/c.md#1"},
		{[]string{"profile=manual", "doc=d.md", "doc=it/c.md"}, "d.md#1 d.md#2"},
		{[]string{"doc!=d.md,it/c.md", "profile!=legal"}, "hr/old/b.md#1 hr/old/b.md#2"},
		{[]string{"source=**/old/*", "role=chunk"}, "hr/old/b.md#1 hr/old/b.md#2"},
		{[]string{"lang=' OR 1=1 --"}, ""},
	} {
		f, err := store.ParseFilter(c.conditions...)
		if c.want == "error" {
			if err == nil {
				t.Errorf("%q: no error", c.conditions)
			}
			continue
		}
		ok(t, err)
		equal(t, "All", ids(collect(t, s.All(t.Context(), f))), c.want)
		equal(t, "SearchText", found(t, s, "perro", f), c.want)
		equal(t, "SearchVector", near(t, s, []float32{1, 0}, 10, f), c.want)
	}
}

// checkFilter compares what a store lets pass by random conditions with what
// their matcher does.
func checkFilter(outer *testing.T, fresh func(*testing.T) Full) {
	ctx := context.Background()
	texts := rapid.SampledFrom([]string{"", "a", "b", "a, b", `a\, b`, "c,a", "x\x00a", "ñ\"'%_", `\`, "a/b", "*", "b/**", "2024"})
	dates := rapid.SampledFrom([]string{"", "2024-01-01T00:00:00Z", "2023-12-31T23:59:59.5Z", "2024-01-01T00:30:00+01:00", "2024-06-01", "2024", "2024-05", "mayo", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2024-01-01T00:00:00+20:00"})
	bounds := rapid.SampledFrom([]string{"2024", "2024-01-01", "2023-12-31T23:59:59Z", "2024-05", "0001", "9999"})
	keys := rapid.SampledFrom([]string{"k", "k.x", "ñ", `"`, `\`, "a b", "[0]"})
	fields := rapid.SampledFrom(append(store.FilterFields(), store.MetaField))
	condition := rapid.Custom(func(t *rapid.T) store.Condition {
		c := store.Condition{Field: fields.Draw(t, "field"), Op: store.Equal, Values: rapid.SliceOfN(texts, 1, 2).Draw(t, "values"), Not: rapid.Bool().Draw(t, "not")}
		if c.Field == store.MetaField {
			c.Field += keys.Draw(t, "key")
		}
		if c.Field == store.FieldDate || c.Field == store.MetaField+"k" && rapid.Bool().Draw(t, "dates") {
			c.Op = rapid.SampledFrom([]store.Op{store.Equal, store.Before, store.UpTo, store.After, store.From}).Draw(t, "op")
			c.Values = []string{bounds.Draw(t, "bound")}
			c.Not = c.Not && c.Op == store.Equal
		}
		return c
	})
	rapid.Check(outer, func(t *rapid.T) {
		s := fresh(outer)
		defer s.Close()
		for _, id := range []string{"a", "a/b", "b/a/x", "ñ/a"} {
			d, rs := Doc(id, texts.Draw(t, "lang"), "perro", "perro", "gato")
			title, date, profile, collection := texts.Draw(t, "title"), dates.Draw(t, "date"), texts.Draw(t, "profile"), texts.Draw(t, "collection")
			meta := rapid.MapOfN(keys, rapid.OneOf(texts, dates), 0, 3).Draw(t, "meta")
			for i := range rs {
				r := &rs[i]
				r.Title, r.Date, r.Profile, r.Meta, r.Collection = title, date, profile, meta, collection
				r.Kind, r.Headings = texts.Draw(t, "kind"), rapid.SliceOfN(texts, 0, 2).Draw(t, "headings")
			}
			if err := s.Replace(ctx, "", d, rs); err != nil {
				t.Fatal(err)
			}
		}
		var all []store.Record
		for r, err := range s.All(ctx, store.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
		for range 10 {
			f := store.Filter{Where: rapid.SliceOfN(condition, 1, 3).Draw(t, "where")}
			match := f.Matcher()
			var want, wantFound, got, gotFound []string
			for _, r := range all {
				if match(&r) {
					want = append(want, r.ID)
					if r.Text == "perro" {
						wantFound = append(wantFound, r.ID)
					}
				}
			}
			for r, err := range s.All(ctx, f) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, r.ID)
			}
			hits, err := s.SearchText(ctx, "perro", 100, f)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				gotFound = append(gotFound, h.Record.ID)
			}
			slices.Sort(wantFound)
			slices.Sort(gotFound)
			if !slices.Equal(got, want) || !slices.Equal(gotFound, wantFound) {
				t.Fatalf("%v: All %v, want %v; found %v, want %v", f.Where, got, want, gotFound, wantFound)
			}
		}
	})
}
