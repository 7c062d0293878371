package pill_test

import (
	"context"
	"testing"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

func TestProper(t *testing.T) {
	text := "# Preguntas\n\n**¿Cómo pago?**\n\nCon tarjeta.\n\n**¿Puedo devolver?**\n\nSí:\n\n| plazo | días |\n|---|---|\n| normal | 30 |\n\n# Horario\n\nDe nueve a dos.\n"
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Media: "text/markdown", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	d.Language = "es"
	f := pill.Find(d, d.Whole())
	got := f.Proper()
	if len(got) != len(f.Pills)-1 {
		t.Fatalf("%d of %d pills are proper, want all but the section of questions: %v", len(got), len(f.Pills), got)
	}
	for i, p := range got {
		if p.Parent >= int32(i) || p.Parent >= 0 && !got[p.Parent].Span.Contains(p.Span) {
			t.Errorf("%v does not lie in its parent %d", p, p.Parent)
		}
		switch p.Kind {
		case pill.FAQ, pill.Section:
			if p.Parent != -1 {
				t.Errorf("%v has a parent, though its container is gone", p)
			}
		case pill.Table:
			if p.Parent < 0 || got[p.Parent].Kind != pill.FAQ {
				t.Errorf("the table lies in %d of %v", p.Parent, got)
			}
		}
	}
}
