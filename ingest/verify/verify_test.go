package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

const sample = "# Año\n\nUna frase. Otra frase más. Y una tercera, algo más larga.\n\n## Mes\n\nCuarta frase. Quinta frase de este texto.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"

func fixture(t *testing.T, r ingest.Recipe) (*doc.Document, ingest.Cutting, []store.Record) {
	t.Helper()
	f, err := catalog.FormatOf("markdown")
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.Reader.Read(context.Background(), read.Source{URI: "d.md", Data: []byte(sample)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Cutting(r, "")
	if err != nil {
		t.Fatal(err)
	}
	records, err := c.Records(context.Background(), d, "d.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(records) < 4 {
		t.Fatalf("%d records are too few to damage", len(records))
	}
	return d, c, records
}

// TestFindsPlantedDamage damages records in one way after the other; each must
// be found by the check that is there for it.
func TestFindsPlantedDamage(t *testing.T) {
	cascade := ingest.Recipe{Strategy: "cascade", Unit: "chars", Max: 60, Overlap: ingest.Overlap{Size: 14}, Frame: []string{"breadcrumb"}}
	for check, damage := range map[string]func([]store.Record) []store.Record{
		"numbers":  func(rs []store.Record) []store.Record { return append(rs[:1:1], rs[2:]...) },
		"ids":      func(rs []store.Record) []store.Record { rs[2].ID = rs[1].ID; return rs },
		"tile":     func(rs []store.Record) []store.Record { rs[1].Start += 4; return rs },
		"slice":    func(rs []store.Record) []store.Record { rs[1].StartRune++; return rs },
		"lines":    func(rs []store.Record) []store.Record { rs[2].StartLine++; return rs },
		"grapheme": func(rs []store.Record) []store.Record { rs[0].Start = 4; return rs }, // inside ñ
		"overlap": func(rs []store.Record) []store.Record {
			for i := range rs {
				if rs[i].Overlap > 0 {
					rs[i].Overlap--
					break
				}
			}
			return rs
		},
		"assembly": func(rs []store.Record) []store.Record { rs[1].EmbedText += "!"; return rs },
		"headings": func(rs []store.Record) []store.Record { rs[0].Headings = []string{"Otro"}; return rs },
		"max": func(rs []store.Record) []store.Record {
			rs[1].EmbedText += strings.Repeat("x", 60)
			return rs
		},
		"again": func(rs []store.Record) []store.Record { rs[1].Digest = rs[0].Digest; return rs },
	} {
		d, c, records := fixture(t, cascade)
		if problems := verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}); len(problems) > 0 {
			t.Fatalf("sound records: %v", problems[0])
		}
		found := map[string]bool{}
		for _, p := range verify.Document(context.Background(), d, damage(records), verify.Options{Cutting: &c}) {
			found[p.Check] = true
		}
		if !found[check] {
			t.Errorf("%s: planted damage was not found by it, but by %v", check, found)
		}
	}
}

// TestFindsWrongDescription: only place and text were compared when cut again.
func TestFindsWrongDescription(t *testing.T) {
	for name, damage := range map[string]func(*store.Record){
		"title": func(r *store.Record) { r.Title = "Otro" },
		"kind":  func(r *store.Record) { r.Kind = "zz" },
		"role":  func(r *store.Record) { r.Role = "zz" },
		"lang":  func(r *store.Record) { r.Lang = "zz" },
		"date":  func(r *store.Record) { r.Date = "1999-01-01" },
		"pages": func(r *store.Record) { r.Pages = []int{7} },
		"meta":  func(r *store.Record) { r.Meta = map[string]string{"a": "b"} },
	} {
		d, c, records := fixture(t, ingest.Recipe{Strategy: "cascade", Unit: "chars", Max: 60})
		damage(&records[1])
		problems := verify.Document(context.Background(), d, records, verify.Options{Cutting: &c})
		if len(problems) != 1 || problems[0].Check != "again" || !strings.HasPrefix(problems[0].Message, name) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestFindsAPartedHeading: only greedy packing that doesn't know headings
// parts them.
func TestFindsAPartedHeading(t *testing.T) {
	recursive := ingest.Recipe{Strategy: "recursive", Unit: "chars", Max: 22}
	d, c, records := fixture(t, recursive)
	c.Recipe.Strategy = "cascade" // say that it promised more
	found := false
	for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
		found = found || p.Check == "parted"
	}
	if !found {
		t.Errorf("no parted heading among %d records", len(records))
	}
}

// TestOriginsAreChecked damages the way back to the source.
func TestOriginsAreChecked(t *testing.T) {
	d := &doc.Document{URI: "p", Text: "uno\fdos", Origins: []doc.Origin{
		{Text: doc.Span{Start: 0, End: 4}, Source: doc.Span{Start: 0, End: 4}, Page: 1},
		{Text: doc.Span{Start: 4, End: 7}, Source: doc.Span{Start: 4, End: 7}, Page: 2},
	}}
	c, err := catalog.Cutting(ingest.Recipe{Strategy: "fixed", Unit: "chars", Max: 4}, "")
	if err != nil {
		t.Fatal(err)
	}
	records, err := c.Records(context.Background(), d, "p")
	if err != nil {
		t.Fatal(err)
	}
	if problems := verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}); len(problems) > 0 {
		t.Fatalf("sound records: %v", problems)
	}
	records[1].Pages = []int{1, 2}
	if problems := verify.Document(context.Background(), d, records, verify.Options{}); len(problems) != 1 || !strings.Contains(problems[0].String(), "origins: pages are [1 2], expected [2]") {
		t.Errorf("got %v", problems)
	}
	records[1].Pages = []int{2}
	records[1].Origins[0].Page = 7
	if problems := verify.Document(context.Background(), d, records, verify.Options{}); len(problems) != 1 || problems[0].Check != "origins" {
		t.Errorf("got %v", problems)
	}
}

func TestEveryCheckIsNamed(t *testing.T) {
	for _, c := range verify.Checks() {
		if c.Name == "" || c.Doc == "" || c.Invariant < 1 || c.Invariant > 10 {
			t.Errorf("%+v", c)
		}
	}
}
