package catalog_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/cut/semantic"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/read"
)

// pieces of Markdown, good and bad, that documents are drawn from.
var pieces = []string{
	"# Uno\n\n", "## Dos\n\n", "### Tres `x`\n\n", "Setext\n======\n\n", "Una frase corta. Otra más larga, con coma.\n\n",
	"La Sra. Gil llegó a las 3.15 p. m. ¿Y luego? «Nada», dijo.\nSigue la línea.\n\n", "- uno\n- dos\n  - dos a\n  - dos b\n\n    más\n- tres\n\n",
	"1. primero\n2. segundo\n\n", "| a | b |\n| --- | --- |\n| 1 | 2 |\n| tres cosas | cuatro |\n| 5 | 6 |\n\n", "```go\nfunc f() {\n\n\treturn\n}\n```\n\n",
	"    código sangrado\n    más\n\n", "> cita\n> más cita\n\n", "<div>\n<p>hola</p>\n</div>\n\n", "$$\nx^2\n$$\n\n", "---\n\n", "[^1]: nota al pie\n\n",
	"palabra ", "e\u0301n\u0303 ", "👩‍👩‍👧‍👦👍🏽 ", "山谷里的小火车。每天早上。", "\n", "\r\n", "\t", "\x00", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"https://example.org/a/b?c=d#e ", "```\nsin cerrar\n", "|", "* * *\n", "\ufeff", "###### seis\n", "ภาษาไทยไม่มีช่องว่าง ", "العربية. ", "   ",
}

func drawDocument(t *rapid.T) *doc.Document {
	parts := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces")
	format := rapid.SampledFrom([]string{"markdown", "text"}).Draw(t, "format")
	return parse(t, format, strings.Join(parts, ""))
}

func parse(t rapid.TB, format, text string) *doc.Document {
	f, err := catalog.FormatOf(format)
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.Reader.Read(context.Background(), read.Source{URI: "dir/t", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

func drawRecipe(t *rapid.T) ingest.Recipe {
	r := ingest.Recipe{
		Strategy: rapid.SampledFrom(catalog.StrategyNames()).Draw(t, "strategy"),
		Unit:     rapid.SampledFrom(catalog.UnitNames()).Draw(t, "unit"),
		Max:      rapid.IntRange(1, 60).Draw(t, "max"),
		Frame:    rapid.SampledFrom([][]string{nil, {"breadcrumb", "header"}, {"all"}}).Draw(t, "frame"),
	}
	switch rapid.IntRange(0, 4).Draw(t, "overlapping") {
	case 1:
		r.Overlap.Size = rapid.IntRange(0, r.Max-1).Draw(t, "overlap")
	case 2:
		r.Overlap.Percent = float64(rapid.IntRange(1, 50).Draw(t, "percent"))
	case 3:
		r.Overlap.Sentences = rapid.IntRange(1, 3).Draw(t, "sentences")
	case 4:
		r.Overlap.Paragraphs = rapid.IntRange(1, 2).Draw(t, "paragraphs")
	}
	if rapid.Bool().Draw(t, "soft") {
		r.Target = rapid.IntRange(1, r.Max).Draw(t, "target")
		r.Min = rapid.IntRange(0, r.Target).Draw(t, "min")
	}
	switch r.Strategy {
	case "parent-child":
		r.Parent = r.Max + rapid.IntRange(1, 200).Draw(t, "parent")
	case "sentence-window":
		r.Window = rapid.IntRange(1, 4).Draw(t, "sentences around")
	}
	if r.Strategy == "cascade" || r.Strategy == "parent-child" {
		r.Packing = rapid.SampledFrom(catalog.PackingNames()).Draw(t, "packing")
		r.Merge = rapid.SampledFrom([]ingest.Merge{{}, {Siblings: true}, {Under: 10}}).Draw(t, "merge")
	}
	if r.Strategy == "semantic" || r.Packing != "" && rapid.Bool().Draw(t, "vectors") {
		r.Drift = &ingest.Drift{Embedder: "fake", Threshold: rapid.SampledFrom(semantic.Kinds()).Draw(t, "threshold"),
			Window: rapid.IntRange(0, 3).Draw(t, "window"), Smooth: rapid.IntRange(0, 2).Draw(t, "smooth")}
	}
	return r
}

// cutting makes a recipe ready, with an embedder without a model, and a language
// model that says something else each time, of which half will do.
func cutting(r ingest.Recipe) (ingest.Cutting, error) {
	var n atomic.Int32
	says := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: []string{`{"after": [2, 3]}`, "no", `{"after": [1]}`, `{"after": [99]}`, "", `{"after": []}`}[n.Add(1)%6]}, nil
	})
	ts := catalog.Tokenizers{Embedder: func(string) (embed.Embedder, error) { return fake.Embedder{Dim: 8}, nil },
		Completer: func() (llm.Completer, string, error) { return says, "fake:model", nil }}
	return ts.Cutting(r, "")
}

// TestAsked cuts by a language model: the recipe names it and the prompt, and a
// recipe that does so asks nobody.
func TestAsked(t *testing.T) {
	r := ingest.Recipe{Strategy: "llm", Unit: "chars", Max: 60}
	c, err := cutting(r)
	if err != nil || !strings.HasPrefix(c.Recipe.Model, "fake:model@") || r.Model != "" {
		t.Fatalf("%+v, %v", c.Recipe, err)
	}
	d := &doc.Document{URI: "t", Language: "es", Text: "El gato duerme. El gato caza. La factura vence. La factura sube. Y baja luego."}
	records, err := c.Records(t.Context(), d, "t")
	if err != nil || len(records) < 2 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	again, err := cutting(c.Recipe)
	if err != nil || again.Recipe.Hash() != c.Recipe.Hash() {
		t.Fatalf("made ready again: %+v, %v", again.Recipe, err)
	}
	if _, err := again.Records(t.Context(), d, "t"); err == nil || !strings.Contains(err.Error(), "isn't asked again") {
		t.Errorf("asked again: %v", err)
	}
	if problems := verify.Document(t.Context(), d, records, verify.Options{Cutting: &again}); len(problems) > 0 {
		t.Errorf("not verified without the model: %v", problems)
	}
	records[1].Frame.Header = "x"
	if problems := verify.Document(t.Context(), d, records, verify.Options{Cutting: &again}); len(problems) == 0 {
		t.Error("a spoilt record is found fine")
	}
	if _, err := catalog.Cutting(r, ""); !errors.Is(err, catalog.ErrEnrich) {
		t.Errorf("without any model: %v", err)
	}
}

func TestDrift(t *testing.T) {
	r := ingest.Recipe{Strategy: "semantic", Unit: "chars", Max: 100, Drift: &ingest.Drift{Embedder: "fake", Threshold: "percentile"}}
	c, err := cutting(r)
	if err != nil || c.Recipe.Drift.Embedder != "fake@fake-8-0" || r.Drift.Embedder != "fake" {
		t.Fatalf("%+v, %v", c.Recipe.Drift, err)
	}
	if again, err := cutting(c.Recipe); err != nil || again.Recipe.Hash() != c.Recipe.Hash() {
		t.Errorf("made ready again: %v", err)
	}
	for want, spoil := range map[string]func(r *ingest.Recipe){
		"isn't what it was": func(r *ingest.Recipe) { r.Drift = &ingest.Drift{Embedder: "fake@other", Threshold: "percentile"} },
		`threshold "x"`:     func(r *ingest.Recipe) { r.Drift = &ingest.Drift{Embedder: "fake", Threshold: "x"} },
		"needs an embedder": func(r *ingest.Recipe) { r.Drift = nil },
	} {
		r := r
		spoil(&r)
		if _, err := cutting(r); !errors.Is(err, catalog.ErrDrift) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := catalog.Cutting(r, ""); !errors.Is(err, catalog.ErrDrift) {
		t.Errorf("without any embedder: %v", err)
	}
}

// TestEveryRecipeVerifies cuts documents by any recipe and finds nothing that
// breaks a promise.
func TestEveryRecipeVerifies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		c, err := cutting(drawRecipe(t))
		if err != nil {
			t.Fatal(err)
		}
		records, err := c.Records(context.Background(), d, "dir/t")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
			t.Errorf("%v", p)
		}
	})
}

// TestRunsOfHeadings: a run of headings longer than max is parted between
// headings, and the last of them stays with the content.
func TestRunsOfHeadings(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("# a\n", 6) + "\nend\n",
		strings.Repeat("# a\n", 40) + "\nend of it. More.\n",
		"# A\n\n> # Q\n>\n> quoted\n\nafter\n",
		strings.Repeat("# a\n", 40) + "\n" + strings.Repeat("word ", 30) + "\n",
		strings.Repeat("# a b c d\n", 10) + "\n- one\n- two\n",
	} {
		d := parse(t, "markdown", text)
		for limit := 10; limit < 40; limit++ {
			overlap := ingest.Overlap{Size: limit % 3 * 3} // it doesn't reach across a heading
			c, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Unit: "chars", Max: limit, Overlap: overlap}, "")
			if err != nil {
				t.Fatal(err)
			}
			records, err := c.Records(context.Background(), d, "dir/t")
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
				t.Errorf("max %d: %q: %v", limit, text, p)
			}
		}
	}
}

// TestOverlapLeavesBlanksOut: what begins with the blank in front of the chunk
// before would repeat that chunk whole.
func TestOverlapLeavesBlanksOut(t *testing.T) {
	d := parse(t, "text", "### Tres `x`\n\n")
	for limit := 11; limit < 20; limit++ {
		c, err := catalog.Cutting(ingest.Recipe{Strategy: "fixed", Unit: "tokens", Max: limit, Target: 2, Overlap: ingest.Overlap{Size: 10}}, "")
		if err != nil {
			t.Fatal(err)
		}
		records, err := c.Records(context.Background(), d, "dir/t")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
			t.Errorf("max %d: %v", limit, p)
		}
	}
}

// TestCutsInsideOnlyWhatIsTooLarge holds invariant 4: a chunk ends inside a
// sentence, a row or a line of code only where that alone exceeds max.
func TestCutsInsideOnlyWhatIsTooLarge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		r := ingest.Recipe{
			Strategy: rapid.SampledFrom([]string{"cascade", "structural"}).Draw(t, "strategy"),
			Unit:     rapid.SampledFrom([]string{"chars", "words", "tokens", "bytes"}).Draw(t, "unit"),
			Max:      rapid.IntRange(1, 60).Draw(t, "max"),
		}
		c, err := catalog.Cutting(r, "")
		if err != nil {
			t.Fatal(err)
		}
		good := goodCuts(t, d)
		at := 0 // index in good of the last good cut at or before the chunk's end
		for ch, err := range c.Splitter.Split(context.Background(), d, d.Whole()) {
			if err != nil {
				t.Fatal(err)
			}
			for at+1 < len(good) && good[at+1] <= ch.Span.End {
				at++
			}
			if good[at] == ch.Span.End || ch.Span.End == len(d.Text) || r.Strategy == "cascade" && beforeHeading(d, ch.Span.End) {
				continue
			}
			unit := doc.Span{Start: good[at], End: good[at+1]}
			if n := c.Limits.Measure.Size(d.Slice(d.Body(unit))); n <= r.Max {
				t.Fatalf("cut at %d inside %q, which measures %d, max %d", ch.Span.End, d.Slice(unit), n, r.Max)
			}
		}
	})
}

// beforeHeading reports whether a heading is what begins at at, as one may
// behind a pill that ends with a heading of its own.
func beforeHeading(d *doc.Document, at int) bool {
	i := d.BlockFrom(at)
	return i < len(d.Blocks) && d.Blocks[i].Kind == doc.Heading && d.Blocks[i].Span.Start >= at && doc.IsBlank(d.Text[at:d.Blocks[i].Span.Start])
}

// goodCuts are the borders of sentences, rows, lines of code and other blocks
// without parts.
func goodCuts(t rapid.TB, d *doc.Document) []int {
	found := map[int]bool{0: true, len(d.Text): true}
	add := func(c chunk.Cutter, s doc.Span) {
		cuts, err := chunk.CutsOf(context.Background(), c, d, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range cuts {
			found[at] = true
		}
	}
	add(cut.Sentences(""), d.Whole())
	add(cut.Paragraphs, d.Whole())
	for i, b := range d.Blocks {
		if d.Leaf(i) && (b.Kind == doc.Code || b.Kind == doc.HTML) {
			add(cut.Lines, b.Span)
		}
	}
	var out []int
	for at := range len(d.Text) + 1 {
		if found[at] {
			out = append(out, at)
		}
	}
	return out
}

func TestUnknownNames(t *testing.T) {
	for _, tt := range []struct {
		want   string
		recipe ingest.Recipe
	}{
		{`strategy "semantik"; known: cascade`, ingest.Recipe{Strategy: "semantik", Unit: "chars", Max: 5}},
		{`unit "pages"; known: tokens`, ingest.Recipe{Strategy: "fixed", Unit: "pages", Max: 5}},
		{`tokenizer "gpt9"; known: cl100k`, ingest.Recipe{Strategy: "fixed", Unit: "tokens", Tokenizer: "gpt9", Max: 5}},
		{`frame part "title"; known: breadcrumb`, ingest.Recipe{Strategy: "fixed", Unit: "chars", Max: 5, Frame: []string{"title"}}},
	} {
		_, err := catalog.Cutting(tt.recipe, "")
		if !errors.Is(err, catalog.ErrUnknown) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
	if _, err := catalog.Cutting(ingest.Recipe{Strategy: "fixed", Unit: "chars", Max: 5, Overlap: ingest.Overlap{Size: 5}}, ""); !errors.Is(err, chunk.ErrLimits) {
		t.Errorf("overlap as large as max: %v", err)
	}
}

func TestEntriesAreDocumented(t *testing.T) {
	for _, s := range catalog.Strategies() {
		if s.Name == "" || s.Doc == "" {
			t.Errorf("strategy %q has no documentation", s.Name)
		}
	}
	for _, u := range catalog.Units() {
		if u.Name == "" || u.Doc == "" {
			t.Errorf("unit %q has no documentation", u.Name)
		}
	}
	for _, f := range catalog.Formats() {
		if f.Name == "" || f.Doc == "" || len(f.Media) == 0 {
			t.Errorf("format %q has no documentation or no media type", f.Name)
		}
	}
}
