package enrich_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

// counted counts how often it is asked.
type counted struct {
	size.Measure
	asked *int
}

func (c counted) Size(text string) int {
	*c.asked++
	return c.Measure.Size(text)
}

// TestRemembering asks about bodies of two documents in any order: the memory
// must not show in the frames.
func TestRemembering(t *testing.T) {
	pieces := []string{"# Uno\n\n", "## Dos\n\n", "### \n\n", "Texto.\n\n", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n", "| c |\n|---|\n| 5 |\n\n", "> # Cita\n\n",
		"<table><tr><th>d<tr><td>6<td>7<tr><td>8</table>\n\n", "```py\ndef f():\n    a()\n\n    b()\n```\n\n", "- uno\n  - dos\n    - tres\n\n"}
	rapid.Check(t, func(t *rapid.T) {
		docs := make([]*doc.Document, 2)
		for i := range docs {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "text"), "")
			d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "m.md", Data: []byte("---\ntitle: T\nsummary: S\n---\n" + text)})
			if err != nil {
				t.Fatal(err)
			}
			docs[i] = d
		}
		f := enrich.Framer{Max: rapid.IntRange(1, 80).Draw(t, "max"), Measure: size.Runes, Roles: []chunk.Role{chunk.Summary, chunk.Breadcrumb, chunk.Header},
			Joined: rapid.Bool().Draw(t, "joined")}
		remembering := f.Remembering()
		for range 30 {
			d := rapid.SampledFrom(docs).Draw(t, "document")
			start := rapid.IntRange(0, len(d.Text)-1).Draw(t, "start")
			body := doc.Span{Start: start, End: rapid.IntRange(start+1, len(d.Text)).Draw(t, "end")}
			want, _ := f.Frame(d, body)
			if got, _ := remembering(d, body); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: got %v, want %v", body, got, want)
			}
		}
	})
}

func TestRememberingMeasuresOnce(t *testing.T) {
	asked := 0
	f := enrich.Framer{Max: 400, Measure: counted{size.Runes, &asked}, Roles: []chunk.Role{chunk.Breadcrumb}}
	remembering := f.Remembering()
	d := &doc.Document{Title: "T", Text: strings.Repeat("uno ", 100)}
	for end := 1; end < len(d.Text); end++ {
		remembering(d, doc.Span{Start: 0, End: end})
	}
	if asked > 200 { // a pool may forget, and does so at random under the race detector
		t.Errorf("measured %d times", asked)
	}
}
