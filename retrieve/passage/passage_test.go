package passage_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/retrieve/passage"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// library is documents in a store, and their texts.
type library struct {
	store *mem.Store
	texts map[string]string
}

// put cuts a document at its form feeds, each of which begins a chunk; a chunk
// that begins with "# " begins a section.
func (l *library) put(t rapid.TB, id, marked string) {
	t.Helper()
	text := strings.ReplaceAll(marked, "\f", "")
	l.texts[id] = text
	var rs []store.Record
	at, heading := 0, []string{}
	for _, piece := range strings.SplitAfter(marked, "\f") {
		piece = strings.TrimSuffix(piece, "\f")
		body := strings.TrimSpace(piece)
		start := at + strings.Index(piece, body)
		at += len(piece)
		if body == "" {
			continue
		}
		if strings.HasPrefix(body, "# ") {
			first, _, _ := strings.Cut(body, "\n")
			heading = []string{first[2:]}
		}
		r := store.Record{ID: fmt.Sprintf("%s#%d", id, len(rs)+1), DocID: id, Source: id, Role: store.RoleChunk, Lang: "es", Num: len(rs) + 1, Text: body, EmbedText: body,
			Headings: heading, Start: start, End: start + len(body), Tokens: size.Words.Size(body)}
		r.StartRune, r.EndRune = len([]rune(text[:r.Start])), len([]rune(text[:r.End]))
		r.StartLine, r.EndLine = 1+strings.Count(text[:r.Start], "\n"), 1+strings.Count(text[:r.End], "\n")
		rs = append(rs, r)
	}
	for i := range rs {
		rs[i].Of = len(rs)
		if i > 0 {
			rs[i].Prev, rs[i-1].Next = rs[i-1].ID, rs[i].ID
		}
	}
	if err := l.store.Replace(context.Background(), "", store.DocState{DocID: id, Source: id, State: store.Indexed}, rs); err != nil {
		t.Fatal(err)
	}
}

func newLibrary(t rapid.TB, docs map[string]string) *library {
	l := &library{mem.New(), map[string]string{}}
	for id, text := range docs {
		l.put(t, id, text)
	}
	return l
}

func (l *library) find(t rapid.TB, query string) *passage.Found {
	t.Helper()
	f := passage.Finder{Chunks: retrieve.Lexical(l.store, store.Filter{}), Index: l.store, Analyzer: &lex.Analyzer{}}
	found, err := f.Find(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func assemble(t rapid.TB, f *passage.Found, o passage.Options) []passage.Passage {
	t.Helper()
	if o.Tokens == nil {
		o.Tokens = size.Words
	}
	ps, err := f.Assemble(o)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

func texts(ps []passage.Passage) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Text)
	}
	return out
}

var rules = map[string]string{
	"permisos": "# Vacaciones\n\nLas vacaciones son veintitrés días laborables. Se piden con un mes de antelación.\n\n\f" +
		"El calendario se publica en enero. Quien no lo mira se queda sin agosto.\n\n\f" +
		"# Enfermedad\n\nQuien enferma avisa el primer día. El parte se entrega antes de tres días laborables.\n\n\f" +
		"Con el parte se paga el sueldo entero desde el primer día.",
	"cocina": "El horno se limpia los viernes. Nadie deja platos en la pila.\n\n\fEl café lo paga la empresa.",
}

func TestWindowsPointAtTheSentence(t *testing.T) {
	l := newLibrary(t, rules)
	found := l.find(t, "¿cuándo se entrega el parte?")
	w := found.Windows(1)
	if len(w) != 1 || !strings.Contains(w[0].Text(), "El parte se entrega antes de tres días") {
		t.Fatalf("%+v", w)
	}
	if got := l.texts["permisos"][w[0].Span.Start:w[0].Span.End]; got != w[0].Text() {
		t.Errorf("the span holds %q, the window %q", got, w[0].Text())
	}
	hits := found.Hits(2)
	if len(hits) != 2 || hits[0].Record.ID != "permisos#3" || hits[0].Rank != 1 || hits[1].Rank != 2 || hits[0].At == nil || *hits[0].At != w[0].Span || hits[0].Record.ID == hits[1].Record.ID {
		t.Errorf("%+v", hits)
	}
	if len(found.Windows(-1)) < 4 || len(found.Windows(0)) != 0 || len(found.Hits(0)) != 0 {
		t.Errorf("%d windows", len(found.Windows(-1)))
	}
}

func TestNothingFound(t *testing.T) {
	found := newLibrary(t, rules).find(t, "xilófono")
	if n := len(found.Windows(5)) + len(found.Hits(5)) + len(assemble(t, found, passage.Options{Budget: 100})); n != 0 {
		t.Errorf("%d found", n)
	}
}

func TestOptionsRefused(t *testing.T) {
	found := newLibrary(t, rules).find(t, "parte")
	for want, o := range map[string]passage.Options{
		"no measure": {Budget: 1},
		"budget":     {Tokens: size.Words},
		"of them":    {Tokens: size.Words, Budget: 1, Passages: -1},
		"diversity":  {Tokens: size.Words, Budget: 1, Diversity: 2},
	} {
		if _, err := found.Assemble(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := passage.OrderOf("random"); err == nil || !strings.Contains(err.Error(), "best ends document") {
		t.Errorf("%v", err)
	}
}

// TestSectionsAreKeptApart: with room for all of the section, and not for all of
// the document, a passage ends where its section does.
func TestSectionsAreKeptApart(t *testing.T) {
	l := newLibrary(t, rules)
	ps := assemble(t, l.find(t, "parte de enfermedad"), passage.Options{Budget: 40, Passages: 1})
	if len(ps) != 1 || !strings.HasPrefix(ps[0].Text, "# Enfermedad") || !strings.HasSuffix(ps[0].Text, "primer día.") {
		t.Fatalf("%q", texts(ps))
	}
	p := ps[0]
	if len(p.Records) != 2 || p.Records[0].Num != 3 || p.StartLine != 7 || p.EndLine != 11 || p.Rank != 1 || p.Text != l.texts["permisos"][p.Span.Start:p.Span.End] {
		t.Errorf("%+v", p)
	}
}

func TestContextIsPaidAndSaidOnce(t *testing.T) {
	l := newLibrary(t, rules)
	o := passage.Options{Budget: 45, Passages: 3, Context: func(r *store.Record) []string { return []string{"Documento " + r.DocID} }}
	ps := assemble(t, l.find(t, "día laborables parte vacaciones"), o)
	said, total := map[string]int{}, 0
	for _, p := range ps {
		for _, c := range p.Context {
			said[c]++
		}
		total += p.Tokens
		if got := (size.Words).Size(p.Delivered()); got != p.Tokens {
			t.Errorf("%d tokens, counted again %d", p.Tokens, got)
		}
	}
	if len(ps) < 2 || said["Documento permisos"] != 1 || total > 45 {
		t.Errorf("%d passages, %v, %d tokens", len(ps), said, total)
	}
}

func TestCopiesOfOtherDocumentsAreLeftOut(t *testing.T) {
	docs := map[string]string{}
	for _, id := range []string{"v1", "v2", "v3"} {
		docs[id] = "La fianza se devuelve en treinta días naturales tras la entrega de llaves, descontados los daños."
	}
	docs["otro"] = "La fianza es de dos meses."
	ps := assemble(t, newLibrary(t, docs).find(t, "fianza"), passage.Options{Budget: 1000})
	if len(ps) != 2 || ps[0].Text == ps[1].Text {
		t.Errorf("%q", texts(ps))
	}
}

func TestDiversity(t *testing.T) {
	rule := "El plazo de devolución de la tienda es de treinta días para todos los artículos que se venden sin abrir, contados desde "
	docs := map[string]string{
		"a": rule + "la compra hecha en línea por el cliente.",
		"b": rule + "la recogida que hizo después un mensajero.",
		"c": "Toda devolución tiene un plazo, que de sus clientes la tienda cuenta desde el domingo o el lunes, según cómo caiga la fiesta del barrio y quién esté de turno.",
	}
	found := newLibrary(t, docs).find(t, "plazo de devolución de la tienda")
	doc := func(ps []passage.Passage) (out string) {
		for _, p := range ps {
			out += p.Records[0].DocID
		}
		return out
	}
	if got := doc(assemble(t, found, passage.Options{Budget: 60, Passages: 2})); got != "ab" && got != "ba" {
		t.Errorf("without: %s", got)
	}
	if got := doc(assemble(t, found, passage.Options{Budget: 60, Passages: 2, Diversity: 1})); !strings.Contains(got, "c") {
		t.Errorf("with: %s", got)
	}
}

func TestOrders(t *testing.T) {
	l := newLibrary(t, map[string]string{
		"a": "gato gato gato.\n\n\f# B\n\npera.\n\n\f# C\n\ngato.",
		"b": "# D\n\nEl gato de la vecina duerme la siesta entera.",
	})
	found := l.find(t, "gato")
	ranks := func(o passage.Order) (out []int) {
		for _, p := range assemble(t, found, passage.Options{Budget: 100, Order: o}) {
			out = append(out, p.Rank)
		}
		return out
	}
	best := ranks(passage.Best)
	if len(best) < 2 || !slices.IsSorted(best) {
		t.Fatalf("best: %v", best)
	}
	if ends := ranks(passage.Ends); ends[0] != 1 || ends[len(ends)-1] != 2 {
		t.Errorf("ends: %v", ends)
	}
	last := ""
	for _, p := range assemble(t, found, passage.Options{Budget: 100, Order: passage.Document}) {
		if at := fmt.Sprintf("%s %05d", p.Records[0].DocID, p.Span.Start); last[:min(1, len(last))] == at[:1] && at < last {
			t.Errorf("%s after %s", at, last)
		} else {
			last = at
		}
	}
}

// TestPassages: whatever the documents, question and options, passages share no
// text, are slices of their documents with right numbers, keep the budget and
// are the same every time.
func TestPassages(t *testing.T) {
	sentence := rapid.StringMatching(`[A-Z]?[a-dñé]{1,4}( (gato|pera|[a-f]{1,5})){0,8}[.?:]`)
	rapid.Check(t, func(t *rapid.T) {
		docs := map[string]string{}
		for i := range rapid.IntRange(1, 4).Draw(t, "documents") {
			var b strings.Builder
			for range rapid.IntRange(1, 12).Draw(t, "sentences") {
				b.WriteString(sentence.Draw(t, "sentence"))
				b.WriteString(rapid.SampledFrom([]string{" ", "\n", "\n\n", " \f", "\n\n\f", "\n\n\f# Otro\n\n"}).Draw(t, "gap"))
			}
			docs[fmt.Sprint("d", i)] = b.String()
		}
		l := &library{mem.New(), map[string]string{}}
		for id, text := range docs {
			l.put(t, id, text)
		}
		query := rapid.SampledFrom([]string{"gato", "gato pera", "pera a"}).Draw(t, "query")
		o := passage.Options{Tokens: rapid.SampledFrom([]size.Measure{size.Words, size.Runes}).Draw(t, "measure"), Budget: rapid.IntRange(1, 200).Draw(t, "budget"),
			Passages: rapid.IntRange(0, 4).Draw(t, "passages"), Order: rapid.SampledFrom(passage.Orders()).Draw(t, "order"), Diversity: rapid.SampledFrom([]float64{0, .5, 1}).Draw(t, "diversity")}
		if rapid.Bool().Draw(t, "context") {
			o.Context = func(r *store.Record) []string { return append([]string{r.DocID}, r.Headings...) }
		}
		ps := assemble(t, l.find(t, query), o)
		spent, held := 0, map[string][]bool{}
		for _, p := range ps {
			spent += p.Tokens
			if o.Tokens.Size(p.Delivered()) != p.Tokens {
				t.Fatalf("%q has not %d tokens", p.Delivered(), p.Tokens)
			}
			text := l.texts[p.Records[0].DocID]
			if held[p.Records[0].DocID] == nil {
				held[p.Records[0].DocID] = make([]bool, len(text))
			}
			if len(p.Parts) != len(p.Records) || p.Span != (doc.Span{Start: p.Parts[0].Start, End: p.Parts[len(p.Parts)-1].End}) {
				t.Fatalf("parts %v of %v", p.Parts, p.Span)
			}
			if strings.Join(strings.Fields(p.Text), " ") != strings.Join(strings.Fields(text[p.Span.Start:p.Span.End]), " ") {
				t.Fatalf("%q is not %q", p.Text, text[p.Span.Start:p.Span.End])
			}
			for i, part := range p.Parts {
				if r := p.Records[i]; part.Start < r.Start || part.End > r.End || i > 0 && strings.TrimSpace(text[p.Parts[i-1].End:part.Start]) != "" {
					t.Fatalf("part %v of record %d:%d", part, r.Start, r.End)
				}
			}
			if p.StartRune != len([]rune(text[:p.Span.Start])) || p.EndRune != len([]rune(text[:p.Span.End])) ||
				p.StartLine != 1+strings.Count(text[:p.Span.Start], "\n") || p.EndLine != 1+strings.Count(text[:p.Span.End], "\n") {
				t.Fatalf("%+v", p)
			}
			for i := p.Span.Start; i < p.Span.End; i++ {
				if held[p.Records[0].DocID][i] {
					t.Fatalf("byte %d of %s is delivered twice", i, p.Records[0].DocID)
				}
				held[p.Records[0].DocID][i] = true
			}
		}
		if spent > o.Budget || o.Passages > 0 && len(ps) > o.Passages {
			t.Fatalf("%d passages of %d tokens, of %d and %d", len(ps), spent, o.Passages, o.Budget)
		}
		again := assemble(t, l.find(t, query), o)
		if fmt.Sprint(texts(ps)) != fmt.Sprint(texts(again)) {
			t.Fatalf("another time: %q, %q", texts(ps), texts(again))
		}
	})
}
