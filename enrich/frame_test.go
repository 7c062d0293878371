package enrich_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

const sample = "---\ntitle: Manual\nsummary: |\n  uno\n  dos\n  tres\n  cuatro\n---\n# Viajes\n\n## Dietas\n\n### Con   pernocta\n\nTexto.\n\n| País | Euros |\n| --- | --- |\n| Perú | 40 |\n| Chile | 50 |\n"

func frame(t *testing.T, most int, at string, roles ...chunk.Role) (string, bool) {
	t.Helper()
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "m.md", Data: []byte(sample)})
	if err != nil {
		t.Fatal(err)
	}
	start := strings.Index(sample, at)
	f := enrich.Framer{Max: most, Measure: size.Runes, Roles: roles}
	before, _ := f.Frame(d, doc.Span{Start: start, End: start + len(at)})
	short := false
	for _, p := range before {
		short = short || p.Short
	}
	head := chunk.Head(d, before)
	if size.Runes.Size(head) > most/4 {
		t.Errorf("%q is more than a quarter of %d", head, most)
	}
	return head, short
}

func TestFrame(t *testing.T) {
	for _, tt := range []struct {
		name  string
		most  int
		at    string
		roles []chunk.Role
		want  string
		short bool
	}{
		{"whole breadcrumb", 400, "Texto.", []chunk.Role{chunk.Breadcrumb}, "Manual > Viajes > Dietas > Con pernocta\n\n", false},
		{"the middle gives way", 160, "Texto.", []chunk.Role{chunk.Breadcrumb}, "Manual > … > Dietas > Con pernocta\n\n", true},
		{"more of it", 130, "Texto.", []chunk.Role{chunk.Breadcrumb}, "Manual > … > Con pernocta\n\n", true},
		{"then the first", 90, "Texto.", []chunk.Role{chunk.Breadcrumb}, "… > Con pernocta\n\n", true},
		{"then all but the last", 64, "Texto.", []chunk.Role{chunk.Breadcrumb}, "Con pernocta\n\n", true},
		{"then the last", 40, "Texto.", []chunk.Role{chunk.Breadcrumb}, "", true},
		{"the header of a row", 400, "| Chile | 50 |", []chunk.Role{chunk.Header}, "| País | Euros |\n| --- | --- |\n", false},
		{"without its delimiter line", 80, "| Chile | 50 |", []chunk.Role{chunk.Header}, "| País | Euros |\n", true},
		{"no header where the table begins", 400, "| País | Euros |", []chunk.Role{chunk.Header}, "", false},
		{"no header outside a table", 400, "Texto.", []chunk.Role{chunk.Header}, "", false},
		{"three lines of summary", 400, "Texto.", []chunk.Role{chunk.Summary}, "uno\ndos\ntres\n", false},
		{"its last lines give way first", 180, "Texto.", []chunk.Role{chunk.Summary, chunk.Breadcrumb}, "uno\nManual > Viajes > Dietas > Con pernocta\n\n", true},
		{"summary gives way before breadcrumb", 168, "Texto.", []chunk.Role{chunk.Summary, chunk.Breadcrumb}, "Manual > Viajes > Dietas > Con pernocta\n\n", true},
		{"breadcrumb gives way before the header", 240, "| Chile | 50 |", []chunk.Role{chunk.Breadcrumb, chunk.Header},
			"Manual > … > Con pernocta\n\n| País | Euros |\n| --- | --- |\n", true},
		{"nothing asked for", 400, "Texto.", nil, "", false},
	} {
		got, short := frame(t, tt.most, tt.at, tt.roles...)
		if got != tt.want || short != tt.short {
			t.Errorf("%s: got %q, short %v; want %q, %v", tt.name, got, short, tt.want, tt.short)
		}
	}
}

func TestBreadcrumbOfATitleThatIsTheFirstHeading(t *testing.T) {
	text := "# Viajes\n\n## Dietas\n\nTexto.\n"
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "m.md", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if got := enrich.Breadcrumb(d, doc.Span{Start: strings.Index(text, "Texto"), End: len(text)}); got != "Viajes > Dietas" {
		t.Errorf("got %q", got)
	}
}
