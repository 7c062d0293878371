package pildora_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/size"
)

func ExampleSplit() {
	text := "# Devoluciones\n\n## Plazo\n\nEl plazo de devolución es de 30 días.\n\n## Gastos\n\nLos paga la tienda.\n"
	records, err := pildora.Split(context.Background(), "devoluciones.md", []byte(text), pildora.Options{Max: 40, Unit: "words"})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range records {
		fmt.Printf("%d/%d lines %d–%d %s\n", r.Num, r.Of, r.StartLine, r.EndLine, r.Frame.Breadcrumb)
	}
	// Output:
	// 1/2 lines 1–5 Devoluciones > Plazo
	// 2/2 lines 7–9 Devoluciones > Gastos
}

func ExampleIndex() {
	dir, err := os.MkdirTemp("", "pildora")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	ix, err := pildora.Open(ctx, dir, pildora.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Sync(ctx, "examples/es"); err != nil {
		log.Fatal(err)
	}
	hits, err := ix.Search(ctx, "¿Cuántos días de vacaciones tengo si me incorporo en julio?", 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hits[0].Record.DocID, hits[0].Record.Headings)
	// Output:
	// politicas/vacaciones.md [Política de vacaciones y permisos Capítulo I. Vacaciones Artículo 2. Incorporación a lo largo del año]
}

func TestSplitNamesWhatIsWrong(t *testing.T) {
	for want, o := range map[string]pildora.Options{
		"max":             {Max: -1},
		`strategy "semi"`: {Strategy: "semi"},
		"overlap":         {Overlap: "muchos"},
		`format "wrod"`:   {Format: "wrod"},
		"merge":           {Merge: "all"},
		`profile "lega"`:  {Profile: "lega"},
		`packing "tight"`: {Packing: "tight"},
		`tables "cells"`:  {Tables: "cells"},
	} {
		if _, err := pildora.Split(context.Background(), "a.md", []byte("a"), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
}

func TestProfilesMergesAndTables(t *testing.T) {
	text := []byte("# Manual\n\n## Uno\n\nTexto de uno.\n\n## Dos\n\nTexto de dos.\n\n## Tres\n\n| país | euros |\n|---|---|\n| Perú | 40 |\n")
	split := func(o pildora.Options) []pildora.Record {
		t.Helper()
		records, err := pildora.Split(context.Background(), "m.md", text, o)
		if err != nil {
			t.Fatal(err)
		}
		return records
	}
	if apart, joined := split(pildora.Options{}), split(pildora.Options{Merge: "siblings"}); len(apart) != 3 || len(joined) != 1 {
		t.Errorf("%d sections apart, %d joined", len(apart), len(joined))
	}
	for _, r := range split(pildora.Options{Profile: "textbook-characters", Max: 40}) {
		if r.Chars > 40 || r.Profile != "textbook-characters" {
			t.Errorf("%q has %d characters, profile %s", r.Text, r.Chars, r.Profile)
		}
	}
	fields := split(pildora.Options{Tables: "fields"})
	if last := fields[len(fields)-1]; !strings.Contains(last.EmbedText, "euros: 40") || strings.Contains(last.Text, "euros: 40") {
		t.Errorf("got %q, embedded %q", last.Text, last.EmbedText)
	}
}

func TestSyncErrors(t *testing.T) {
	ctx := context.Background()
	ix, err := pildora.Open(ctx, t.TempDir(), pildora.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Sync(ctx); err == nil {
		t.Error("a sync of nothing is no error")
	}
	missing := filepath.Join(t.TempDir(), "nada")
	if _, err := ix.Sync(ctx, missing); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("got %v", err)
	}
}

// lengths counts a token each three bytes.
type lengths struct{}

func (lengths) Size(text string) int { return (len(text) + 2) / 3 }

// TestOptionsTakeAnyMeasure: it bounds chunks, and records count by it, special
// tokens included.
func TestOptionsTakeAnyMeasure(t *testing.T) {
	text := []byte(strings.Repeat("Una frase de prueba. ", 50))
	s, err := pildora.NewSplitter(pildora.Options{Max: 20, Measure: size.Plus(lengths{}, 2), MeasureID: "thirds 1"})
	if err != nil {
		t.Fatal(err)
	}
	records, err := s.Split(context.Background(), "a.txt", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if want := (len(r.EmbedText)+2)/3 + 2; r.Tokens != want || want > 20 {
			t.Errorf("%d tokens, counted %d", r.Tokens, want)
		}
	}
	other, err := pildora.Split(context.Background(), "a.txt", text, pildora.Options{Max: 20, Measure: size.Plus(lengths{}, 2), MeasureID: "thirds 2"})
	if err != nil || len(records) < 10 || other[0].Recipe == records[0].Recipe {
		t.Errorf("%d records; another measure is no other recipe: %v", len(records), err)
	}
	for want, o := range map[string]pildora.Options{
		"MeasureID": {Measure: lengths{}},
		"Unit":      {Measure: lengths{}, MeasureID: "x", Unit: "chars"},
		"gone.json": {Tokenizer: "gone.json"},
	} {
		if _, err := pildora.NewSplitter(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// What is said of a chunk's document is found with the chunk, though it is not
// embedded with it. Texts are derived through a language model, here one that
// says always the same.
func ExampleSplit_context() {
	text := "# Alquiler\n\n«Servicio» significa el mantenimiento de las máquinas del edificio, averías incluidas.\n\n" +
		"## Avisos\n\nQuien necesite el Servicio llama por teléfono, y el retén acude antes de dos días laborables.\n"
	asked := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: `{"questions": ["¿Cuándo acude el retén a una avería?"]}`, Stop: llm.Done}, nil
	})
	records, err := pildora.Split(context.Background(), "alquiler.md", []byte(text), pildora.Options{
		Frame: []string{"breadcrumb", "context"}, Context: []string{"definitions"}, Embed: []string{"breadcrumb", "text"}, Lexical: []string{"headings", "context", "text"},
		Derive: []string{"questions"}, LLM: asked, LLMID: "example:1",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range records {
		fmt.Printf("%s %d/%d %q\n", r.Role, r.Num, r.Of, r.Frame.Context)
	}
	fmt.Println(records[len(records)-1].Text)
	// Output:
	// chunk 1/2 ""
	// chunk 2/2 "«Servicio» significa el mantenimiento de las máquinas del edificio, averías incluidas."
	// derived 1/2 ""
	// derived 2/2 ""
	// ¿Cuándo acude el retén a una avería?
}
