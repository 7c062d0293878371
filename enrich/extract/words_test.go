package extract

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/lex/cue"
)

// TestWords holds that every language of the cues has the same words, in both
// numbers.
func TestWords(t *testing.T) {
	want := slices.Sorted(maps.Keys(wordsOf("es")))
	for _, lang := range cue.Languages {
		w := wordsOf(lang)
		if got := slices.Sorted(maps.Keys(w)); !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s has %v, es %v", lang, got, want)
		}
		for key, forms := range w {
			if forms[0] == "" || forms[1] == "" {
				t.Errorf("%s: %s is %q", lang, key, forms)
			}
		}
	}
	if got := wordsOf("es").counted("row", 1) + ", " + wordsOf("en").counted("row", 2) + ", " + wordsOf("fr").counted("row", 2); got != "1 fila, 2 rows, " {
		t.Errorf("%q", got)
	}
	if _, err := parseWords("row: fila\n"); err == nil || !strings.Contains(err.Error(), "singular | plural") {
		t.Errorf("a word without a plural: %v", err)
	}
}

func TestClipped(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 5, ""},
		{"short", 5, "short"},
		{"ñandú", 5, "ñandú"},
		{"one two three", 8, "one two…"},
		{"one, two three four", 18, "one, two three…"},
		{"one two three, four five", 22, "one two three…"},
		{"unbroken", 5, "unbr…"},
		{"añoañoaño", 5, "añoa…"},
	} {
		if got := clipped(c.text, c.limit); got != c.want {
			t.Errorf("%q in %d: %q, wanted %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestUnnumbered(t *testing.T) {
	for text, want := range map[string]string{
		"1. Objeto": "Objeto", "2.1 Plazo": "Plazo", "3) Casa": "Casa", "a) Casa": "Casa", "(ii) the seller": "the seller", "A. The buyer": "The buyer", "IV. Fin": "Fin",
		"24 días": "24 días", "2026": "2026", "1.5": "1.5", "Casa 3": "Casa 3", "": "", "(see 2)": "(see 2)", "1/2 taza": "1/2 taza",
	} {
		if got := unnumbered(text); got != want {
			t.Errorf("%q: %q, wanted %q", text, got, want)
		}
	}
}

func TestDeclared(t *testing.T) {
	for label, want := range map[string]string{
		"func Grows(times int) error {": "Grows", "func (p *Page) Has(c Cue) bool": "Has", "type Map[K comparable] struct": "Map", "const (": "", "const most = 3": "most",
		"var files embed.FS": "files", "class Canal extends Obra {": "Canal", "def caudal(canal):": "caudal", "pub fn run<T>(x: T)": "run", "public static void main(String[] a)": "main",
		"export default function App() {": "App", "interface Shape {": "Shape", "": "",
	} {
		if got := declared(label); got != want {
			t.Errorf("%q declares %q, wanted %q", label, got, want)
		}
	}
}

func TestComments(t *testing.T) {
	for text, want := range map[string]string{
		"// One\n// two.\n\n// Three.\ncode()\n": "One two.|Three.",
		"/*\n * Block\n * text.\n */\nx\n":       "Block text.",
		"\"\"\"Doc.\n\nMore.\n\"\"\"\n":          "Doc.|More.",
		"r\"\"\"Raw doc.\n\"\"\"\nimport x\n":    "Raw doc.",
		"#!/bin/sh\n# Runs.\n":                   "Runs.",
		"<!-- A page. -->\n":                     "A page.",
		"x = 1\n":                                "",
	} {
		if got := strings.Join(comments(text), "|"); got != want {
			t.Errorf("%q: %q, wanted %q", text, got, want)
		}
	}
}

// TestCentrality holds the rank of sentences against that of the power method over
// all pairs.
func TestCentrality(t *testing.T) {
	var s Summarizer
	found := []candidate{{text: "La piscina abre a las ocho"}, {text: "La piscina cierra a las nueve"}, {text: "El bar de la piscina cierra a las nueve"}, {text: "Mañana llueve"}}
	g := s.terms(found, "es")
	got := centrality(g, len(found))
	n := len(found)
	rank := []float64{1, 1, 1, 1}
	for range 200 {
		next := make([]float64, n)
		for i := range n {
			next[i] = 0.15
			for j := range n {
				degree := 0.0
				for k := range n {
					if k != j {
						degree += g.alike(j, k)
					}
				}
				if i != j && degree > 0 {
					next[i] += 0.85 * g.alike(j, i) / degree * rank[j]
				}
			}
		}
		rank = next
	}
	top := slices.Max(rank)
	for i := range rank {
		if d := got[i] - rank[i]/top; d > 0.01 || d < -0.01 {
			t.Errorf("%q: %.3f, wanted %.3f", found[i].text, got[i], rank[i]/top)
		}
	}
	if got[1] <= got[3] || got[3] > 0.5 {
		t.Errorf("%v: what shares nothing is central", got)
	}
}
