package pildora_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/retrieve"
)

func TestPassages(t *testing.T) {
	ctx := context.Background()
	ix, err := pildora.Open(ctx, t.TempDir(), pildora.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Sync(ctx, "examples/es"); err != nil {
		t.Fatal(err)
	}
	ps, err := ix.Passages(ctx, "¿Cuántos días de vacaciones tengo si me incorporo en julio?", pildora.PassageOptions{})
	if err != nil || len(ps) == 0 || len(ps) > pildora.DefaultPassages {
		t.Fatalf("%d passages, %v", len(ps), err)
	}
	spent := 0
	for _, p := range ps {
		spent += p.Tokens
		text, err := os.ReadFile(filepath.Join("examples/es", p.Records[0].DocID))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(text[p.Span.Start:p.Span.End]); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(p.Text), " ") {
			t.Errorf("%s holds %q there, not %q", p.Records[0].DocID, got, p.Text)
		}
	}
	if spent > pildora.DefaultBudget || !strings.Contains(ps[0].Text, "tienes 12 días de vacaciones") {
		t.Errorf("%d tokens; first %q", spent, ps[0].Text)
	}
	if ps, err = ix.Passages(ctx, "vacaciones", pildora.PassageOptions{Passages: 1, Budget: 40}, "lang=en"); err != nil || len(ps) > 0 && ps[0].Records[0].Lang != "en" {
		t.Errorf("%v, %v", ps, err)
	}
	if _, err = ix.Passages(ctx, "vacaciones", pildora.PassageOptions{Diversity: 7}); err == nil {
		t.Error("a diversity of 7")
	}
}

func TestPassagesNeedWords(t *testing.T) {
	ctx := context.Background()
	ix, err := pildora.Open(ctx, t.TempDir(), pildora.Options{Embedder: fake.Embedder{}, Mode: retrieve.DenseLeg})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Passages(ctx, "gato", pildora.PassageOptions{}); err == nil || !strings.Contains(err.Error(), "dense") {
		t.Errorf("got %v", err)
	}
}

// Passages are whole sentences, with what is needed to cite them.
func ExampleIndex_Passages() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "pildora")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ix, err := pildora.Open(ctx, dir, pildora.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ix.Close()
	if _, err := ix.Sync(ctx, "examples/es"); err != nil {
		fmt.Println(err)
		return
	}
	passages, err := ix.Passages(ctx, "plazo de devolución", pildora.PassageOptions{Passages: 1, Budget: 40})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range passages {
		fmt.Printf("%s:%d-%d\n%s\n", p.Records[0].DocID, p.StartLine, p.EndLine, p.Text)
	}
	// Output:
	// politicas/devoluciones.md:5-9
	// ## Plazo
	//
	// El plazo de devolución es de 30 días.
	//
	// Salvo en productos personalizados.
}
