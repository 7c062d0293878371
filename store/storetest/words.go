package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
)

// asked is found of a question with operators.
func asked(t *testing.T, s Full, query string) string {
	t.Helper()
	text, f := store.Filter{}.Ask(query)
	return found(t, s, text, f)
}

// testOperators: what a question says of words, by words and by vectors.
func testOperators(t *testing.T, s Full) {
	v := []float32{1, 0}
	for _, d := range [][3]string{
		{"a", "es", "El silencio administrativo es positivo; la administración calla"},
		{"b", "es", "Silencio: nada administrativo se dice aquí de recursos"},
		{"c", "es", "Los silencios\n administrativos, negativos; cabe recurso"},
		{"d", "en", "The administrative silence of covid-19 and an e-mail"},
		{"e", "", "Administratoren und Verwaltung"},
	} {
		doc, rs := Doc(d[0], d[1], d[2])
		ok(t, s.Replace(t.Context(), "", doc, embedded(rs, v)))
	}
	doc, rs := Doc("h", "es", "Texto sobre otra cosa")
	rs[0].Headings = []string{"Del silencio", "Administrativo y positivo"}
	ok(t, s.Replace(t.Context(), "", doc, embedded(rs, v)))
	for _, c := range [][2]string{
		{`"silencio administrativo"`, "a#1 c#1 h#1"},
		{`"SILENCIO   administrátivo" nada`, "a#1 c#1 h#1"},
		{`"administrativo silencio"`, ""},
		{`"silencio positivo"`, ""},
		{`"covid-19"`, "d#1"}, {`"e-mail"`, "d#1"}, {`+email silencio`, "d#1"},
		{`silencio -positivo`, "b#1 c#1"},
		{`silencio -"silencio administrativo"`, "b#1"},
		{`silencio -recurso -"positivo la"`, "h#1"},
		{`silencio +recurso`, "b#1 c#1"},
		{`admini*`, "a#1 b#1 c#1 d#1 e#1 h#1"}, {`administrato*`, "e#1"}, {`administrac*`, "a#1 b#1 c#1 d#1 h#1"}, {`administxyz*`, ""}, {`ADMINISTRÁTO*`, "e#1"},
		{`-positivo`, "a#1 h#1"},
		{`¿silencio "nada administrativo"?`, "a#1 b#1 c#1 d#1 h#1"},
		{`nadie -silencio`, ""},
	} {
		got := strings.Fields(asked(t, s, c[0]))
		slices.Sort(got)
		equal(t, c[0], strings.Join(got, " "), c[1])
	}
	equal(t, "a phrase lifts", strings.Fields(asked(t, s, `¿silencio "nada administrativo"?`))[0], "b#1")
	for _, c := range [][2]string{
		{`algo "silencio administrativo"`, "a#1 c#1 h#1"}, {"algo -silencio", "d#1 e#1"}, {`algo +recurso -nada`, "c#1"}, {`algo +nadie`, ""}, {"algo", "a#1 b#1 c#1 d#1 e#1 h#1"},
	} {
		_, f := store.Filter{}.Ask(c[0])
		equal(t, "near, "+c[0], near(t, s, v, 10, f), c[1])
	}
}

// testTypos: a word that no record holds stands for those written nearly so.
func testTypos(t *testing.T, s Full) {
	put(t, s, "a", "es", "El recargo por demora", "La vacación pagada", "Un decargo", "Los permisos retribuidos")
	f := store.Filter{Words: store.Words{Typos: true}}
	for _, c := range [][2]string{
		{"vacacoines", "a#2"}, {"recarga", "a#1"}, {"ecargo", "a#1 a#3"}, {"demroa", "a#1"}, {"retribudos", "a#4"}, {"rtibuidos", ""},
		{"pgo", ""}, {"p4gada", ""}, {"demora", "a#1"}, {"zzzzzz", ""}, {"permysos demora", "a#1 a#4"},
	} {
		got := strings.Fields(found(t, s, c[0], f))
		slices.Sort(got)
		equal(t, c[0], strings.Join(got, " "), c[1])
	}
	equal(t, "not asked for", found(t, s, "demroa", store.Filter{}), "")
	counts, err := s.CountTerms(t.Context(), "demroa de", f)
	ok(t, err)
	equal(t, "terms", len(counts.Terms), 1)
	equal(t, "of", counts.Terms[0].Of, "demroa")
}

// testManyOperators: questions that say very much are answered within their
// bounds.
func testManyOperators(t *testing.T, s Full) {
	put(t, s, "a", "es", "perro gato "+strings.Repeat("pez ", 200), strings.Repeat("casa ", 200))
	for _, part := range []string{"-word%d ", "+perro ", `"perro gato" `, "per* ", `-"w%d x%d" `, "-%[1]dx "} {
		var q strings.Builder
		q.WriteString("perro ")
		for i := range 10_000 {
			fmt.Fprintf(&q, part, i)
		}
		text, f := store.Filter{Words: store.Words{Typos: true}}.Ask(strings.ReplaceAll(q.String(), "%!(EXTRA", " "))
		equal(t, part, found(t, s, text, f), "a#1")
	}
	equal(t, "a long phrase", asked(t, s, `"`+strings.Repeat("pez ", 200)+`"`), "a#1")
	equal(t, "a longer phrase is text", asked(t, s, `"`+strings.Repeat("pez ", 2000)+`"`), "a#1")
}

// checkWords compares what random questions find with what they must, by the
// lexemes of the records.
func checkWords(outer *testing.T, fresh func(*testing.T) Full) {
	ctx := context.Background()
	word := rapid.SampledFrom(strings.Fields("casa casas perro perros el la corren running runs the covid-19 año niño e-mail permiso permisos"))
	text := rapid.Map(rapid.SliceOfN(word, 1, 9), func(w []string) string { return strings.Join(w, " ") })
	phrase := rapid.Map(rapid.SliceOfN(word, 1, 3), func(w []string) string { return strings.Join(w, " ") })
	rapid.Check(outer, func(t *rapid.T) {
		s := fresh(outer)
		defer s.Close()
		var all []store.Record
		var rules []string
		a := &lex.Analyzer{}
		for _, id := range []string{"a", "b", "c"} {
			d, rs := Doc(id, rapid.SampledFrom([]string{"es", "en", ""}).Draw(t, "lang"), text.Draw(t, "text"), text.Draw(t, "text"), text.Draw(t, "text"))
			for i := range rs {
				rs[i].Headings = []string{text.Draw(t, "heading")}
			}
			rs = embedded(rs, []float32{1, 0}, []float32{1, 0}, []float32{1, 0})
			if err := s.Replace(ctx, "", d, rs); err != nil {
				t.Fatal(err)
			}
			all = append(all, rs...)
		}
		for i := range all {
			if r := store.Rules(&all[i]); !slices.Contains(rules, r) {
				rules = append(rules, r)
			}
		}
		w := store.Words{Required: rapid.SliceOfN(phrase, 0, 2).Draw(t, "required"), Excluded: rapid.SliceOfN(phrase, 0, 2).Draw(t, "excluded"),
			Boosted: rapid.SliceOfN(phrase, 0, 1).Draw(t, "boosted"), Typos: rapid.Bool().Draw(t, "typos")}
		if rapid.Bool().Draw(t, "prefix") {
			w.Prefixes = []string{rapid.SampledFrom([]string{"cas", "perr", "run", "emai", "año", "zzz"}).Draw(t, "beginning")}
		}
		query := text.Draw(t, "query")
		f := store.Filter{Words: w}
		passing, holding := map[string]bool{}, map[string]bool{}
		wanted := append(a.Query(query, rules, store.MaxLexemes), w.Prefixes...)
		for i := range all {
			fields := store.Analyse(a, &all[i])
			passing[all[i].ID] = w.Restricted(a, rules).Passes(fields)
			for j, l := range wanted {
				for _, x := range append(slices.Clip(fields.Body), fields.Head...) {
					if x == l || j >= len(wanted)-len(w.Prefixes) && strings.HasPrefix(x, l) {
						holding[all[i].ID] = true
					}
				}
			}
			for _, p := range append(store.PhrasesOf(a, rules, w.Required), store.PhrasesOf(a, rules, w.Boosted)...) {
				if p.In(fields) {
					holding[all[i].ID] = true
				}
			}
		}
		text, err := s.SearchText(ctx, query, 20, f)
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := s.SearchVector(ctx, []float32{1, 0}, 20, f)
		if err != nil {
			t.Fatal(err)
		}
		byText, byVector := map[string]bool{}, map[string]bool{}
		for _, h := range text {
			byText[h.Record.ID] = true
		}
		for _, h := range vectors {
			byVector[h.Record.ID] = true
		}
		for id, pass := range passing {
			if byVector[id] != pass {
				t.Fatalf("%s by its vector: %v, by its words: %v", id, byVector[id], pass)
			}
			if byText[id] && !pass || !byText[id] && pass && holding[id] || byText[id] && !holding[id] && !w.Typos {
				t.Fatalf("%s found: %v, passes: %v, holds a word: %v", id, byText[id], pass, holding[id])
			}
		}
	})
}
