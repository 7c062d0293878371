package extract_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/enrich/extract"
	"github.com/pildora/pildora/internal/cputime"
)

// blocks are what texts are drawn from: prose, what isn't central, and what isn't
// prose.
var blocks = []string{
	"# Reglamento de la piscina", "## Horario", "## Socios {#socios}", "### Artículo 4. Menores",
	"Este reglamento regula el uso de la **piscina** municipal de Arenas.", "Vigente desde el 3 de mayo de 2026.",
	"La piscina abre [todos los días](horario.md) de diez a ocho, salvo los lunes de invierno.",
	"Los socios entran con su carné[^2] y pueden traer a dos invitados cada mes.", "Este plazo no se amplía nunca por ningún motivo.",
	"Utilizamos cookies para mejorar el sitio. Todos los derechos reservados.", "- [Inicio](/)\n- [Contacto](/contacto)",
	"- Una toalla para cada bañista.\n- El gorro, que es obligatorio en la piscina cubierta.", "1. Pulse el timbre.\n2. Espere al socorrista.",
	"| Día | Hora |\n| --- | --- |\n| lunes | 10:00 |", "```go\nfunc main() {}\n```", "> Se ruega silencio en los vestuarios de la piscina.",
	"¿Cuándo cierra la piscina?", "P: ¿Hay taquillas?\nR: Sí, junto a la entrada de los vestuarios.", "**Ana:** La piscina pequeña pierde agua.", "**Luis:** La arreglamos en marzo.",
	strings.Repeat("El agua de la piscina se analiza cada mañana y ", 20) + "se anota.", "<div>Publicidad</div>", "Página 3 de 12", "***", "........ 12", "泳池每天早上十点开门。游客需要戴泳帽。",
}

// TestProperties holds what is true of every summary over texts of any blocks.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom([]string{"a.md", "a.txt"}).Draw(rt, "name")
		lang := rapid.SampledFrom([]string{"es", "en", "fr", ""}).Draw(rt, "lang")
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(blocks), 0, 40).Draw(rt, "blocks"), rapid.SampledFrom([]string{"\n\n", "\n"}).Draw(rt, "between"))
		d := document(t, name, lang, text)
		got := summary(t, d)
		if len(text) < 240 && got != "" {
			rt.Fatalf("%q of a text of %d bytes", got, len(text))
		}
		checkSummary(rt, d, got)
	})
}

// TestShortTexts holds that a summary of a short text is no copy of it.
func TestShortTexts(t *testing.T) {
	text := "# Aviso\n\n"
	for i := range 8 {
		text += fmt.Sprintf("La calle %c estará cortada al tráfico por las obras del colector.\n\n", 'A'+i)
		got := summary(t, document(t, "a.md", "es", text))
		_, body, _ := strings.Cut(got, "\n")
		if len(body) > len(text)/2 {
			t.Errorf("%d of %d bytes: %s", len(body), len(text), got)
		}
	}
}

// TestEmbedder holds that sentences are compared by vectors where there is an
// embedder, and that its error is the summary's.
func TestEmbedder(t *testing.T) {
	d := document(t, "a.md", "es", strings.Join(blocks, "\n\n"))
	s := extract.Summarizer{Embedder: fake.Embedder{}}
	got, err := s.Summary(context.Background(), d)
	if err != nil || strings.Count(got, "\n") != 2 {
		t.Errorf("%q, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Summary(ctx, d); err != context.Canceled {
		t.Errorf("of a context that has ended: %v", err)
	}
}

// hostile are texts that ask for much work: many blocks, one long one, and marks that
// open and don't close.
var hostile = map[string]func(n int) string{
	"paragraphs": func(n int) string {
		return strings.Repeat("El almacén abre a las ocho y cierra a las tres de la tarde.\n\n", n)
	},
	"one paragraph": func(n int) string { return strings.Repeat("El almacén abre a las ocho. ", n) },
	"no blanks":     func(n int) string { return strings.Repeat("almacén", n) },
	"headings":      func(n int) string { return strings.Repeat("## ¿Abre el almacén?\n\nSí, a las ocho.\n\n", n) },
	"speakers":      func(n int) string { return strings.Repeat("**Ana:** Abre.\n\n**Luis:** Cierra.\n\n", n) },
	"questions":     func(n int) string { return strings.Repeat("P: ¿Abre?\nR: Sí.\n\n", n) },
	"brackets":      func(n int) string { return strings.Repeat("[", n) + "\n\n" + strings.Repeat("**a", n) },
	"csv":           func(n int) string { return "a,b,c\n" + strings.Repeat("1,2,3\n", n) },
	"jsonl":         func(n int) string { return strings.Repeat("{\"a\": 1, \"b\": 2}\n", n) },
	"go":            func(n int) string { return "package a\n\n" + strings.Repeat("// f does.\nfunc f() {}\n\n", n) },
	"vtt": func(n int) string {
		return "WEBVTT\n\n" + strings.Repeat("00:01.000 --> 00:02.000\n<v Ana>Abre.\n\n", n)
	},
	"labels":   func(n int) string { return strings.Repeat("Autor: Ana\n", n) },
	"rows":     func(n int) string { return "| a | b |\n| --- | --- |\n" + strings.Repeat("| 1 | 2 |\n", n) },
	"capitals": func(n int) string { return strings.Repeat("EL ALMACÉN ", n) },
}

// formats are what hostile texts are read as; Markdown where nothing is said.
var formats = map[string]string{"csv": "csv", "jsonl": "jsonl", "go": "go", "vtt": "vtt", "labels": "txt", "capitals": "txt"}

func TestGrowth(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			work := func(n int) func() {
				d := document(t, "a."+cmp.Or(formats[name], "md"), "es", text(n))
				var s extract.Summarizer
				return func() {
					if _, err := s.Summary(context.Background(), d); err != nil {
						t.Fatal(err)
					}
					extract.StateOf(d)
				}
			}
			if err := cputime.Grows(8, work(2000), work(16000)); err != nil {
				t.Error(err)
			}
		})
	}
}

func FuzzSummary(f *testing.F) {
	f.Add("# Título\n\nEl presente contrato se celebra entre A y B.\n\nPor Ana")
	f.Add("ß P: ¿?\n**: a\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.md", "a.txt", "a.csv", "a.go"} {
			d := document(t, name, "es", text)
			got := summary(t, d)
			if strings.Count(got, "\n") > 2 {
				t.Errorf("%q: %q", text, got)
			}
			extract.StateOf(d)
		}
	})
}
