package store_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/store"
)

func TestOperators(t *testing.T) {
	for _, c := range []struct {
		query, text string
		want        store.Words
	}{
		{`"silencio administrativo" plazo`, "silencio administrativo plazo", store.Words{Required: []string{"silencio administrativo"}}},
		{`plazo «silencio administrativo», recurso`, "plazo silencio administrativo, recurso", store.Words{Required: []string{"silencio administrativo"}}},
		{`plazo -recurso -"alzada previa" +mes`, "plazo   mes", store.Words{Required: []string{"mes"}, Excluded: []string{"recurso", "alzada previa"}}},
		{`administra* pública`, "administra pública", store.Words{Prefixes: []string{"administra"}}},
		{`¿Qué es el "silencio administrativo"?`, `¿Qué es el "silencio administrativo"?`, store.Words{Boosted: []string{"silencio administrativo"}}},
		{`¿"silencio" es +"acto firme" -"de oficio" -palabra otra*?`, `¿"silencio" es acto firme  -palabra otra*?`,
			store.Words{Required: []string{"acto firme"}, Excluded: []string{"de oficio"}, Boosted: []string{"silencio"}}},
		{`vacuna e-mail-correo -e-mail`, "vacuna e-mail-correo", store.Words{Excluded: []string{"e-mail"}}},
	} {
		text, w := store.ParseQuery(c.query)
		if text != c.text || !reflect.DeepEqual(w, c.want) {
			t.Errorf("%s\n got %q %+v\nwant %q %+v", c.query, text, w, c.text, c.want)
		}
	}
}

func TestWhatIsNoOperatorIsText(t *testing.T) {
	for _, q := range []string{
		"", " ", `"`, `""`, `" "`, `"...":`, "-", "+", "*", "covid-19", "vacuna covid-19", "a -5 °C bajo cero", "e-mail", "kubectl --all-namespaces", "tar - z", "uno - dos", "ls -l",
		`24" de pantalla y 27" de ancho`, `plazo "sin cerrar`, `dicho" plazo`, "-perro", `-"el perro"`, "!!! -perro", "**negrita** a* ab*", "5 * 3", "C++ c+ +34 600", "a+b", `"abc"def ghi`,
		"tel. +34", "¿Qué hace -rf?", "what does select * do?", "wild*card", "-/--", "prueba -Dfile=x", strings.Repeat("x", 5000), `"` + strings.Repeat("x ", 2000) + `"`,
	} {
		if text, w := store.ParseQuery(q); text != q || !reflect.DeepEqual(w, store.Words{}) {
			t.Errorf("%.60q: %.60q %+v", q, text, w)
		}
	}
}

// The text of a question without the characters of operators is itself; and any
// text is read without a panic, within its bounds.
func TestAnyQueryIsRead(t *testing.T) {
	part := rapid.SampledFrom([]string{"perro", "a", `"`, "“", "”", "«", "»", "„", "-", "+", "*", " ", "  ", "?", "¿", "(", "5", "\x00", "\xff", "ñ", ".", "e-mail"})
	rapid.Check(t, func(t *rapid.T) {
		q := strings.Join(rapid.SliceOfN(part, 0, 60).Draw(t, "parts"), "")
		text, w := store.ParseQuery(q)
		if len(text) > len(q) || len(w.Required) > store.MaxPhrases || len(w.Boosted) > store.MaxPhrases || len(w.Excluded) > store.MaxExcluded || len(w.Prefixes) > store.MaxPrefixes {
			t.Fatalf("%q: %q %+v", q, text, w)
		}
		if !strings.ContainsAny(q, `"“«„*+-`) && text != q {
			t.Fatalf("%q became %q", q, text)
		}
	})
}

func TestReadingQueriesGrowsLinearly(t *testing.T) {
	for _, part := range []string{`"a `, `“a `, `«`, `-word `, `+word `, `word* `, `-"a b" `, `(`, `¿“`, `„ `, `- `, "a"} {
		small, large := strings.Repeat(part, 2_000), strings.Repeat(part, 20_000)
		if err := cputime.Grows(10, func() { store.ParseQuery("text " + small) }, func() { store.ParseQuery("text " + large) }); err != nil {
			t.Errorf("%q: %v", part, err)
		}
	}
}

func ExampleParseQuery() {
	text, words := store.ParseQuery(`plazo "silencio administrativo" recur* -alzada`)
	fmt.Printf("%s\n%q %q %q\n", text, words.Required, words.Prefixes, words.Excluded)
	// Output:
	// plazo silencio administrativo recur
	// ["silencio administrativo"] ["recur"] ["alzada"]
}
