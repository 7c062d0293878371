package store

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseCondition(t *testing.T) {
	for text, want := range map[string]Condition{
		"lang=es":                 {Field: "lang", Op: Equal, Values: []string{"es"}},
		" lang = es , en ":        {Field: "lang", Op: Equal, Values: []string{"es", "en"}},
		"kind!=table":             {Field: "kind", Op: Equal, Values: []string{"table"}, Not: true},
		`author=García\, Ana`:     {Field: "meta.author", Op: Equal, Values: []string{"García, Ana"}},
		"meta.lang=es":            {Field: "meta.lang", Op: Equal, Values: []string{"es"}},
		"date>=2024-01-01":        {Field: "date", Op: From, Values: []string{"2024-01-01"}},
		"date<2025":               {Field: "date", Op: Before, Values: []string{"2025"}},
		"date=2024,2026":          {Field: "date", Op: Equal, Values: []string{"2024", "2026"}},
		"valid_until>2024-05":     {Field: "meta.valid_until", Op: After, Values: []string{"2024-05"}},
		"path=hr/**,*.md":         {Field: "path", Op: Equal, Values: []string{"hr/**", "*.md"}},
		"formula=a=b":             {Field: "meta.formula", Op: Equal, Values: []string{"a=b"}},
		"section!=Anexo <B>":      {Field: "section", Op: Equal, Values: []string{"Anexo <B>"}, Not: true},
		"access=public,internal ": {Field: "meta.access", Op: Equal, Values: []string{"public", "internal"}},
	} {
		got, err := ParseCondition(text)
		if err != nil || !slices.Equal(got.Values, want.Values) || got.Field != want.Field || got.Op != want.Op || got.Not != want.Not {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if again, err := ParseCondition(got.String()); err != nil || again.String() != got.String() {
			t.Errorf("%q: written %q, read %+v, %v", text, got, again, err)
		}
	}
	for text, want := range map[string]string{
		"":                  "KEY=VALUE",
		"lang":              "KEY=VALUE",
		"=es":               "KEY=VALUE",
		"lang=":             "KEY=VALUE",
		"lang= , ":          "no value for lang",
		"tags!draft":        "KEY=VALUE",
		"lang>es":           "lang has no order",
		"date>=mayo":        `"mayo" is no date`,
		"date=2024,x":       `"x" is no date`,
		"date>2024,2025":    "one date",
		"path=a/[":          "no glob",
		"review<soon":       `"soon" is no date`,
		"source=file:///[x": "no glob",
	} {
		if c, err := ParseCondition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

func TestParseFilter(t *testing.T) {
	f, err := ParseFilter("doc=a", "doc=b,c", "tags=x", "tags=y", "lang=es,en", "lang=es")
	if err != nil || !slices.Equal(f.Docs, []string{"a", "b", "c"}) || len(f.Where) != 4 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := ParseFilter("lang=es", "tags=x", "lang=en"); err == nil || !strings.Contains(err.Error(), `"lang=es" and "lang=en"`) {
		t.Errorf("error %v", err)
	}
}

func TestConditions(t *testing.T) {
	r := Record{DocID: "hr/vacaciones.md", Source: "/docs/hr/vacaciones.md", Collection: "x", Role: "chunk", Kind: "table", Profile: "legal", Lang: "es", Title: "Vacaciones",
		Headings: []string{"Título I", "Artículo 3"}, Date: "2024-05-31T23:30:00+02:00",
		Meta: map[string]string{"tags": "rrhh, vacaciones", "author": "García, Ana", "until": "2025-06", "empty": ""}}
	for text, want := range map[string]bool{
		"path=hr/**": true, "path=*.md": true, "path=it/**,hr/*": true, "path=it/**": false, "path!=it/**": true,
		"doc=hr/vacaciones.md": true, "doc!=hr/vacaciones.md": false, "source=**/hr/*": true,
		"collection=x,y": true, "role=parent": false, "kind=table,list": true, "kind!=table": false, "profile=legal": true, "lang!=en": true, "title=Vacaciones": true,
		"section=Artículo 3": true, "section=Artículo": false, "section!=Anexo": true,
		"tags=vacaciones": true, "tags=rrhh": true, "tags=rrh": false, "tags=x,rrhh": true, "tags!=rrhh": false, "tags!=x": true, "tags=rrhh\\, vacaciones": true,
		"author=García\\, Ana": true, "author=Ana": true, "author=ana": false, "none=x": false, "none!=x": true, "empty=x": false,
		"date=2024": true, "date=2024-05": true, "date=2024-05-31": true, "date=2024-06,2023": false, "date!=2024": false,
		"date>=2024-05-31": true, "date>2024-05-31": false, "date<=2024-05-31": true, "date<2024-05-31": false, "date<2024-06": true, "date>2024-04": true, "date>=2024-05-31T22:00": false,
		"until>2025-05": true, "until<2025": false, "tags>2024": false, "none<2030": false,
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Matcher()(&r); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	for _, c := range []Condition{{}, {Field: "nothing", Values: []string{"x"}, Not: true}, {Field: "lang", Not: true}, {Field: "lang", Op: "~", Values: []string{"es"}}} {
		if (Filter{Where: []Condition{c}}).Matcher()(&r) || c.Valid() == nil {
			t.Errorf("%+v: passes", c)
		}
	}
}

// TestDateOrder: what is compared by <, =, > is in one of them, and <= and >=
// are what they say.
func TestDateOrder(t *testing.T) {
	dates := rapid.SampledFrom([]string{"2023", "2024", "2024-01", "2024-12", "2024-12-31", "2025-01-01", "2024-12-31T23:59:59Z", "2024-12-31T23:59:59-05:00", "2025-01-01 00:00:00"})
	rapid.Check(t, func(t *rapid.T) {
		r := Record{Date: dates.Draw(t, "date")}
		value := dates.Draw(t, "value")
		is := func(op Op) bool {
			return Filter{Where: []Condition{{Field: FieldDate, Op: op, Values: []string{value}}}}.Matcher()(&r)
		}
		n := 0
		for _, op := range []Op{Before, Equal, After} {
			if is(op) {
				n++
			}
		}
		if n != 1 || is(UpTo) == is(After) || is(From) == is(Before) {
			t.Fatalf("%s against %s: %d of <, =, >", r.Date, value, n)
		}
	})
}
