package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/internal/cputime"
)

// The time of all but the calls grows linearly with the document: many sections,
// many tables, and one long text.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	for name, part := range map[string]string{
		"sections":  "## Sección\n\nLa empresa revisará el ascensor cada mes. Lo anotará en su libro.\n\n",
		"nested":    "## Sección\n\n### Dentro\n\nLa empresa revisará.\n\n### Otra\n\nLo anotará.\n\n",
		"tables":    "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nTexto.\n\n",
		"sentences": "La empresa revisará el ascensor cada mes. Lo anotará en su libro. ",
	} {
		t.Run(name, func(t *testing.T) {
			work := func(n int) func() {
				d := document(t, "es", "# Manual\n\n"+strings.Repeat(part, n))
				all := bodies(t, d, 400)
				m := answers(good)
				return func() {
					m.asked = m.asked[:0]
					everything(t, model.Options{LLM: m, Window: 2000}, d, all)
				}
			}
			if err := cputime.Grows(8, work(100), work(800)); err != nil {
				t.Error(err)
			}
		})
	}
}

// The deepest nesting that headings have, and levels that jump.
func TestDeepSections(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "%s Nivel %d\n\nTexto %d.\n\n", strings.Repeat("#", []int{1, 6, 3, 5, 2, 4}[i%6]), i, i)
	}
	d := document(t, "es", b.String())
	all := bodies(t, d, 400)
	got := derive(t, model.Options{LLM: answers(good), Strict: true}, d, all, "sections")
	if len(got) < 10 {
		t.Fatalf("%d sections", len(got))
	}
	for i, g := range got {
		if text := d.Slice(g.Span); !strings.HasPrefix(text, "#") || text != strings.TrimSpace(text) {
			t.Errorf("section %d is %q", i, text)
		}
		for _, o := range got[:i] {
			if g.Span.Overlaps(o.Span) && !o.Span.Contains(g.Span) {
				t.Errorf("sections %v and %v cross", o.Span, g.Span)
			}
		}
	}
	if whole := (doc.Span{Start: 0, End: len(strings.TrimSpace(d.Text))}); got[0].Span != whole {
		t.Errorf("the document is %v, not %v", got[0].Span, whole)
	}
}
