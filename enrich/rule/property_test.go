package rule_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
)

// fragments are what documents of the property are made of.
var fragments = []string{
	"# Manual\n\n", "## Uso\n\n", "### Detalle\n\n", "CONTRATO DE OBRA\n\n", "Exhibit 10.1\n\n", "SUPPLY AGREEMENT\n\n", "\n\n", "\x00\a", "\u202e",
	"This Supply Agreement (this \"Agreement\") is made on 3 March 2025 by and between Harrow Mills Ltd (the \"Seller\"), and Oatcake plc (the \"Buyer\").\n\n",
	"De una parte, Molinos Ribera, S. L., en adelante «el Vendedor»; y de otra, doña Ana Pérez, en adelante «la Cliente».\n\n", "En vigor desde el 1 de enero de 2026.\n\n",
	"\"Flour\" means wheat. ", "**Harina** significa trigo molido.\n\n", "Se entiende por dieta la comida de un día. ", "**Dieta:** comida.\n\n**Viaje:** salida.\n\n**Zona:** lugar.\n\n",
	"the European Economic Area (EEA), ", "Ley de Aguas (LA) ", "API (Application Programming Interface). ", "The Seller sells Flour in the EEA by its API. ", "El Vendedor paga la dieta y la harina. ",
	"Tabla 1. Precios\n\n", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n", "Se piden:\n\n- uno\n- dos\n- tres\n\n", "1. Abra la tapa.\n2. Saque la pieza.\n\n", "a) uno;\n\nb) dos;\n\n",
	"\"Bran\" means what is \u202eleft of \u0007 the wheat. Bran is fed to hens. ", "\"Long\" means " + strings.Repeat("uno dos tres ", 30) + ". A Long thing. ",
	"En tal caso, se paga.\n\n", "However, it may end. ", "Esto vale siempre.\n\n", "palabra ", "«", "»", "\"", "“", "(", ")", "**", "(the \"", "; y ", "\n", "entre ",
}

// TestProperties draws documents and bodies.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 1, 40).Draw(t, "text"), "")
		name := rapid.SampledFrom([]string{"a.md", "a.txt", "plan-de-obra-b.txt"}).Draw(t, "name")
		d := document(t, name, rapid.SampledFrom([]string{"", "es", "en", "fr"}).Draw(t, "language"), text)
		spans := bodies(t, d, rapid.SampledFrom([]int{40, 120, 400}).Draw(t, "max"))
		if rapid.Bool().Draw(t, "any") { // also bodies that no cutter would make
			spans = nil
			for at := 0; at < len(d.Text); {
				end := at + rapid.IntRange(1, 90).Draw(t, "length")
				for end < len(d.Text) && d.Text[end]&0xc0 == 0x80 {
					end++
				}
				end = min(end, len(d.Text))
				spans, at = append(spans, doc.Span{Start: at, End: end}), end
			}
		}
		pieces := rapid.SliceOfDistinct(rapid.SampledFrom(all()), func(s string) string { return s }).Draw(t, "pieces")
		got := contexts(t, d, spans, pieces...)
		check(t, d, spans, got)
		slices.Reverse(pieces)
		if again := contexts(t, d, spans, pieces...); !reflect.DeepEqual(got, again) {
			t.Errorf("first %q, then %q", got, again)
		}
	})
}
