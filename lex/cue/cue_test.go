package cue

import (
	"fmt"
	"strings"
	"testing"
)

// TestFiles holds what every phrase must be: folded, under one section once, and
// found by the lexicon that it stands in.
func TestFiles(t *testing.T) {
	for _, lang := range Languages {
		data, err := files.ReadFile(lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		section, n := "", 0
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || line[0] == ';':
				continue
			case line[0] == '[':
				section = strings.Trim(line, "[]")
				continue
			}
			n++
			if seen[section+line] {
				t.Errorf("%s: %q stands twice under %s", lang, line, section)
			}
			seen[section+line] = true
			if folded := string(appendFolded(nil, line)); folded != line {
				t.Errorf("%s: %q is not folded", lang, line)
			}
			text := strings.ReplaceAll(line, "#", "3")
			for _, text := range []string{text, strings.ToUpper(text), "**" + text} {
				if got := For(lang).Opens(text); got&markNamed(section) == 0 {
					t.Errorf("%s: %q doesn't mark %s", lang, text, section)
				}
				if got := For("").Opens(text); got&markNamed(section) == 0 {
					t.Errorf("%s: %q doesn't mark %s without a language", lang, text, section)
				}
			}
		}
		if n < 300 {
			t.Errorf("%s has %d phrases", lang, n)
		}
	}
}

func TestOpens(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       Mark
		not        Mark
	}{
		{"es", "P: ¿Qué?", Question, Answer},
		{"es", "**P:** ¿Qué?", Question, 0},
		{"es", "P. ej. esto", 0, Question},
		{"es", "Pregunta 3. ¿Qué?", Question, 0},
		{"es", "Pregunta mucho", 0, Question},
		{"es", "Artículo 5. Días", Article, 0},
		{"es", "ARTÍCULO 5 Días", Article, 0},
		{"es", "Artículo 5 bis. Días", Article, 0},
		{"es", "Articulo primero.- Días", Article, 0},
		{"es", "Art. 12.-", Article, 0},
		{"es", "Artículo 5 de la ley", 0, Article},
		{"es", "Artículos varios", 0, Article},
		{"es", "Cláusula segunda. Precio", Article, 0},
		{"es", "Cla\u0301usula segunda. Precio", Article, 0},
		{"es", "Capítulo II. Permisos", Part, Article},
		{"es", "Capítulo aparte merece", 0, Part},
		{"es", "Tabla 3. Tarifas", Caption, 0},
		{"es", "Tabla 3 Tarifas", Caption, 0},
		{"es", "Tabla 3 muestra", 0, Caption},
		{"es", "*Tabla. Dietas*", Caption, 0},
		{"es", "Figura A.1: x", Caption, 0},
		{"es", "Consejo Rector", 0, Warning},
		{"es", "Consejo: no lo haga", Warning, 0},
		{"es", "Salvo en verano", Exception, 0},
		{"es", "Salvoconducto", 0, Exception},
		{"es", "No obstante lo anterior", Contrast, 0},
		{"es", "En tal caso", Back, Contrast},
		{"es", "Dicho plazo", Back, 0},
		{"es", "Año tras año", 0, Back | Article},
		{"es", "escribió", Reply, 0},
		{"es", "", 0, ^Mark(0)},
		{"es", "«»", 0, ^Mark(0)},
		{"en", "Q: What?", Question, 0},
		{"en", "A: That.", Answer, 0},
		{"en", "A thing: that", 0, Answer},
		{"en", "Section 2.1 Notices", Clause, Article},
		{"en", "Section 2.1 applies", 0, Clause},
		{"en", "Article IV. Term", Article, 0},
		{"en", "Annex", Part, 0},
		{"en", "Annexes are long", 0, Part},
		{"en", "Fig. 2: x", Caption, 0},
		{"en", "Except for fluids", Exception, 0},
		{"en", "Exceptional weather", 0, Exception},
		{"en", "However, it may", Contrast, 0},
		{"en", "For the purposes of this", Defines, 0},
		{"en", "Click it", Act, 0},
		{"en", "Clicks count", 0, Act},
		{"fr", "Salvo en verano", Exception, 0},
		{"fr", "Except for fluids", Exception, 0},
		{"en", "Salvo en verano", 0, Exception},
	} {
		got := For(c.lang).Opens(c.text)
		if got&c.want != c.want || got&c.not != 0 {
			t.Errorf("%s: %q is %s; wanted %s, and none of %s", c.lang, c.text, list(got), list(c.want), list(c.not))
		}
	}
}

func list(m Mark) string {
	var out []string
	for i, name := range names {
		if m>>i&1 != 0 {
			out = append(out, name)
		}
	}
	return fmt.Sprint(out)
}

func TestContains(t *testing.T) {
	for text, want := range map[string]bool{
		"Master Services Agreement": true, "Terms of Supply": true, "Plover 2 field manual": false, "Disagreement": false, "": false, "ñ, agreement": true,
	} {
		if got := For("en").Contains(text)&Legal != 0; got != want {
			t.Errorf("%q is legal: %v", text, got)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int{
		"5": 1, "5.": 1, "2.1.3 x": 5, "12.º": 5, "5º": 3, "5-A": 1, "5a": 2, "12A.": 3, "5 bis.": 5, "5 biscuits": 1, "IV.": 2, "A": 1, "A.1": 3, "b)": 1, "III-2": 5,
		"primera.": 7, "Segundo": 7, "third": 5, "5th": 0, "3D": 2, "5abc": 0, "": 0, "?": 0, "Mixto": 0, "1.5.": 3, "1..2": 1,
	} {
		if got := Number(text); got != want {
			t.Errorf("%q: %d, wanted %d", text, got, want)
		}
	}
}

func TestParseRejects(t *testing.T) {
	for text, want := range map[string]string{"[nonsense]\nx\n": "unknown section", "x\n": "before any section"} {
		if err := newLexicon().parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestEveryMarkHasPhrases holds that no language lacks what another knows.
func TestEveryMarkHasPhrases(t *testing.T) {
	for _, lang := range Languages {
		data, _ := files.ReadFile(lang + ".txt")
		for _, name := range names {
			if !strings.Contains(string(data), "["+name+"]\n") {
				t.Errorf("%s has no [%s]", lang, name)
			}
		}
	}
}

func FuzzOpens(f *testing.F) {
	f.Add("Artículo 5 bis. Días")
	f.Add("**P:** ¿Qué?")
	f.Add("\xff\xfeSection 2.1")
	f.Fuzz(func(t *testing.T, text string) {
		l := For("")
		if all := l.Opens(text); all&^(For("es").Opens(text)|For("en").Opens(text)) != 0 {
			t.Errorf("%q: %s without a language", text, list(all))
		}
		if n := Number(text); n < 0 || n > len(text) {
			t.Errorf("%q: a number of %d bytes", text, n)
		}
		if all := l.Contains(text); len(text) > 0 && letter(text[0]) && l.Opens(text)&^all != 0 {
			t.Errorf("%q opens with %s but contains %s", text, list(l.Opens(text)), list(all))
		}
	})
}
