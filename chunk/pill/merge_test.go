package pill_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// TestMergeUnder joins neighbours whose own text is small, however long their
// frame; the first may begin with the headings above it.
func TestMergeUnder(t *testing.T) {
	d := parse(t, "# Uno\n\n## a\n\nbreve\n\n## b\n\ncorta\n\n## c\n\nuna sección que es más larga\n\n## d\n\nfin\n\n# Dos\n\n## e\n\nfin\n\n## f\n\nya\n")
	frame := func(*doc.Document, doc.Span) (before, after []chunk.Part) {
		return []chunk.Part{{Role: chunk.Breadcrumb, Text: strings.Repeat("x", 40)}}, nil
	}
	l := chunk.Limits{Max: 200, Measure: size.Runes, Frame: frame}
	for _, tt := range []struct {
		merge pill.Merge
		want  string
	}{
		{pill.Merge{}, "# Uno/## a|## b|## c|## d|# Dos/## e|## f"},
		{pill.Merge{Under: 25}, "# Uno/## a/## b|## c|## d|# Dos/## e/## f"},
		{pill.Merge{Under: 12}, "# Uno/## a|## b|## c|## d|# Dos/## e|## f"},
		{pill.Merge{Siblings: true}, "# Uno/## a/## b/## c/## d|# Dos/## e/## f"},
	} {
		var got []string
		for _, c := range bodies(t, splitter(l, tt.merge), d) {
			var titles []string
			for line := range strings.Lines(d.Slice(c.Span)) {
				if strings.HasPrefix(line, "#") {
					titles = append(titles, strings.TrimSpace(line))
				}
			}
			got = append(got, strings.Join(titles, "/"))
		}
		if text := strings.Join(got, "|"); text != tt.want {
			t.Errorf("%+v: got %s, want %s", tt.merge, text, tt.want)
		}
	}
}
