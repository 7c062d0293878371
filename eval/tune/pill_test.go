package tune

import (
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

const page = `# Guide

Intro.

## Leave

Everybody has leave. There are 23 days a year. Ask early.

- Nothing is paid out.
- Five days are carried over.
  They end in March.

| month | days |
| --- | --- |
| July | 12 |
| August | 10 |

## Travel

Second class.
`

// Each level holds the one before, up to the section.
func TestLevels(t *testing.T) {
	d, err := markdown.Reader{}.Read(t.Context(), read.Source{URI: "a.md", Media: "text/markdown", Data: []byte(page)})
	if err != nil {
		t.Fatal(err)
	}
	section := page[strings.Index(page, "## Leave"):strings.Index(page, "\n## Travel")]
	list := page[strings.Index(page, "- Nothing"):strings.Index(page, "\n| month")]
	table := page[strings.Index(page, "| month"):strings.Index(page, "\n## Travel")]
	for answer, want := range map[string][]string{
		"23 days":   {"23 days", "There are 23 days a year.", "Everybody has leave. There are 23 days a year. Ask early.", "", section},
		"in March":  {"in March", "They end in March.", "Five days are carried over.\n  They end in March.", list, section},
		"July | 12": {"July | 12", "", "| July | 12 |", table, section},
		"Intro":     {"Intro", "Intro.", "Intro.", "Intro.", "# Guide\n\nIntro."},
	} {
		at := strings.Index(page, answer)
		last := doc.Span{Start: at, End: at + len(answer)}
		for i, l := range levels() {
			s := d.Body(l.widen(d, doc.Span{Start: at, End: at + len(answer)}))
			if s.Start > last.Start || s.End < last.End {
				t.Errorf("%s: %s %q doesn't hold %q", answer, l.name, d.Slice(s), d.Slice(last))
			}
			if got := d.Slice(s); want[i] != "" && strings.TrimSpace(got) != strings.TrimSpace(want[i]) {
				t.Errorf("%s: %s is %q, want %q", answer, l.name, got, want[i])
			}
			last = s
		}
	}
}

func TestDistribution(t *testing.T) {
	sizes := make([]int, 100)
	for i := range sizes {
		sizes[i] = i + 1
	}
	slices.Reverse(sizes)
	got := distribution("answer", sizes, ingest.Recipe{Unit: "tokens", Max: 60})
	if want := (Level{"answer", 10, 25, 50, 75, 90, 95, .6}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := distribution("answer", nil, ingest.Recipe{Unit: "tokens", Max: 60}); got != (Level{Name: "answer"}) {
		t.Errorf("of nothing: %+v", got)
	}
	if got := distribution("answer", []int{7}, ingest.Recipe{Unit: "chars", Max: 60}); got.P10 != 7 || got.P95 != 7 || got.Fits != 0 {
		t.Errorf("of one in characters: %+v", got)
	}
}
