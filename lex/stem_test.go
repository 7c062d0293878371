package lex

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestStems: the words of a line have one stem, those of different lines none
// in common.
func TestStems(t *testing.T) {
	for lang, lines := range map[string][]string{
		"es": {"día días dia DIAS", "año años", "ano", "vacación vacaciones vacacion", "ojo ojos", "factura facturas", "trabajador trabajadores trabajadora",
			"vez veces", "luz luces", "ley leyes", "mes meses", "contrato contratos", "pie pies"},
		"en": {"day days", "holiday holidays", "run running runs", "policy policies", "invoice invoices", "naïve naive"},
		"fr": {"facture factures", "congé congés", "jour jours"},
		"de": {"Rechnung Rechnungen", "Tag Tage", "Haus Hauses"},
		"pt": {"opção opções opcao", "férias", "fatura faturas", "dia dias"},
		"it": {"fattura fatture", "giorno giorni"},
		"ca": {"dia dies", "casa cases", "informe informes", "nació nacions"},
	} {
		var a Analyzer
		owner := map[string]string{}
		for _, line := range lines {
			stems := map[string]bool{}
			for l := range a.Lexemes(line, lang) {
				stems[l.Text] = true
				if other, ok := owner[l.Text]; ok && other != line {
					t.Errorf("%s: %q and %q share %q", lang, other, line, l.Text)
				}
				owner[l.Text] = line
			}
			if len(stems) != 1 {
				t.Errorf("%s: %q has stems %v", lang, line, stems)
			}
		}
	}
}

func TestQueryHasEveryForm(t *testing.T) {
	var a Analyzer
	got := a.Query("Las vacaciones en 2.024, vacaciones", []string{"es", "en-GB", "es-MX", "zh"}, 100)
	for _, lang := range []string{"es", "en", "", "zh"} {
		for l := range a.Lexemes("Las vacaciones en 2.024", lang) {
			if !slices.Contains(got, l.Text) {
				t.Errorf("%s: %q is not among %q", lang, l.Text, got)
			}
		}
	}
	if len(a.Query(strings.Repeat("a b c d e ", 100), nil, 3)) != 3 || a.Query("a", nil, 0) != nil {
		t.Error("limit not kept")
	}
}

func TestCacheIsBoundedAndShared(t *testing.T) {
	var a Analyzer
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range generation {
				word := fmt.Sprintf("palabr%sas", strings.Map(func(r rune) rune { return r - '0' + 'b' }, fmt.Sprint(i*(w+1))))
				for l := range a.Lexemes(word, "es") {
					if want := stem(word, "es"); l.Text != want {
						t.Errorf("%s: %s, want %s", word, l.Text, want)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	c := a.stems("es")
	if n := len(c.young) + len(c.old); n > 2*generation || n == 0 {
		t.Errorf("%d words remembered", n)
	}
}

func TestHighlights(t *testing.T) {
	var a Analyzer
	for _, c := range []struct{ query, text, lang, want string }{
		{"¿Cuántos días?", "Son 22 días al año; un día más.", "es", "días día"},
		{"ano", "un año", "es", ""},
		{"dias", "di\u0301as", "es", "di\u0301as"},
		{"mdns_debug", "toque /etc/.mdns_debug ya", "es", "mdns debug"},
		{"/etc/.mdns_debug", "toque /etc/.mdns_debug ya", "es", "etc/.mdns_debug"},
		{"北京大学", "我在北京大学", "zh", "北京大学"},
		{"", "x", "", ""},
		{"…", "…", "", ""},
	} {
		var got []string
		last := 0
		for _, s := range a.Highlights(c.query, c.text, c.lang) {
			if s.Start < last {
				t.Errorf("%q overlaps", c.text)
			}
			got, last = append(got, c.text[s.Start:s.End]), s.End
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
}
