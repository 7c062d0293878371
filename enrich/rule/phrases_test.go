package rule

import (
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/lex"
)

// TestFiles holds what every phrase must be: folded, under a section once, and
// found; and that no language lacks what another knows.
func TestFiles(t *testing.T) {
	for _, lang := range languages {
		data, err := files.ReadFile(lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		in, seen := sections, map[string]bool{}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || line[0] == ';':
			case line[0] == '[':
				in = section(slices.Index(names[:], strings.Trim(line, "[]")))
			case seen[names[in]+line]:
				t.Errorf("%s: %q stands twice under %s", lang, line, names[in])
			default:
				seen[names[in]+line] = true
				for word := range strings.FieldsSeq(line) {
					if lex.Fold(word) != word {
						t.Errorf("%s: %q is not folded", lang, line)
					}
				}
				for _, l := range []string{lang, "", "fr"} {
					text := "x, " + strings.ToUpper(line) + "."
					if got := phrasesOf(l).at(in, text, 3); got != len(text)-1 {
						t.Errorf("%s: %q ends at %d by the phrases of %q", lang, text, got, l)
					}
				}
			}
		}
		for i, name := range names {
			if len(phrasesOf(lang)[i]) == 0 {
				t.Errorf("%s has no [%s]", lang, name)
			}
		}
	}
}

func TestParseRejects(t *testing.T) {
	for text, want := range map[string]string{"[nonsense]\nx\n": "unknown section", "x\n": "before any section"} {
		if err := new(phrases).parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestLongForm(t *testing.T) {
	r := &reading{phrases: phrasesOf("")}
	for text, want := range map[string]string{
		"We used magnetic resonance imaging|MRI":                 "magnetic resonance imaging",
		"La Delegada de Protección de Datos|DPD":                 "Delegada de Protección de Datos",
		"la interfaz de programación de aplicaciones|API":        "interfaz de programación de aplicaciones",
		"by high-throughput screening|HTS":                       "high-throughput screening",
		"el Índice de Precios de Consumo|IPC":                    "Índice de Precios de Consumo",
		"nothing like it here|XYZ":                               "",
		"a word|AW":                                              "a word",
		"word|W2":                                                "",
		"many words that stand before a distant zebra here|MZEB": "",
	} {
		text, acronym, _ := strings.Cut(text, "|")
		got := ""
		if at := r.longForm(text, 0, acronym); at >= 0 {
			got = text[at:]
		}
		if got != want {
			t.Errorf("%s: %q, wanted %q", acronym, got, want)
		}
	}
}
