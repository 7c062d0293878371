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

const family = "# Viajes\n\nPrólogo.\n\n## Dietas\n\nUna.\n\n### Con pernocta\n\nDos.\n\n## Alojamiento\n\nTres.\n\n## Kilometraje\n\nCuatro.\n\n# Otros\n\nCinco.\n"

// TestJoinedSectionsAreNamed asks for the breadcrumb of bodies that reach over
// several sections.
func TestJoinedSectionsAreNamed(t *testing.T) {
	for _, tt := range []struct {
		name, title, from, to string
		most                  int
		joined                bool
		want                  string
	}{
		{"siblings", "Manual", "## Dietas", "Tres.", 400, true, "Manual > Viajes > Dietas + Alojamiento"},
		{"with the heading above", "Manual", "Una.", "Cuatro.", 400, true, "Manual > Viajes > Dietas + Alojamiento + Kilometraje"},
		{"from inside a deeper one", "Manual", "Dos.", "Tres.", 400, true, "Manual > Viajes > Dietas + Alojamiento"},
		{"at the top", "Manual", "Tres.", "Cinco.", 400, true, "Manual > Viajes + Otros"},
		{"the title is the first of them", "Viajes", "Prólogo.", "Cinco.", 400, true, "Viajes + Otros"},
		{"a section with what is below it", "Manual", "## Dietas", "Dos.", 400, true, "Manual > Viajes > Dietas"},
		{"that begins with its own text", "Manual", "Prólogo.", "Tres.", 400, true, "Manual > Viajes"},
		{"one section", "Manual", "Tres.", "Tres.", 400, true, "Manual > Viajes > Alojamiento"},
		{"not where nothing is joined", "Manual", "## Dietas", "Tres.", 400, false, "Manual > Viajes > Dietas"},
		{"the middle gives way", "Manual", "## Dietas", "Cuatro.", 200, true, "Manual > … > Dietas + Alojamiento + Kilometraje"},
		{"then what is above", "Manual", "## Dietas", "Cuatro.", 148, true, "Dietas + Alojamiento + Kilometraje"},
		{"then the middle of the joined", "Manual", "## Dietas", "Cuatro.", 110, true, "Dietas + … + Kilometraje"},
		{"then all but the first", "Manual", "## Dietas", "Cuatro.", 60, true, "Dietas + …"},
		{"then the first", "Manual", "## Dietas", "Cuatro.", 40, true, ""},
	} {
		d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "m.md", Data: []byte(family)})
		if err != nil {
			t.Fatal(err)
		}
		d.Title = tt.title
		body := doc.Span{Start: strings.Index(family, tt.from), End: strings.Index(family, tt.to) + len(tt.to)}
		f := enrich.Framer{Max: tt.most, Measure: size.Runes, Roles: []chunk.Role{chunk.Breadcrumb}, Joined: tt.joined}
		before, _ := f.Frame(d, body)
		if got := strings.TrimSpace(chunk.Head(d, before)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
