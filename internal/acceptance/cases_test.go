package acceptance

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// sample is one input with settings and what must hold of its chunks. Each has
// the property that broke some other chunker; the texts are our own.
type sample struct {
	ID       string           `json:"id"`
	Kind     string           `json:"kind"`
	Why      string           `json:"what_went_wrong"`
	Format   string           `json:"format"`
	Input    string           `json:"input"`
	Bytes    []byte           `json:"input_b64"`
	Gen      *generator       `json:"input_gen"`
	Settings sampleSettings   `json:"settings"`
	Variants []sampleSettings `json:"settings_variants"`
	Expect   []expectation    `json:"expect"`
}

// generator makes an input of any size.
type generator struct{ Prefix, Repeat, Suffix string }

func (g generator) make(n int) string {
	return g.Prefix + strings.Repeat(g.Repeat, max(1, n/len(g.Repeat))) + g.Suffix
}

type sampleSettings struct {
	Strategy   string            `json:"strategy"`
	Limit      json.RawMessage   `json:"limit"`
	Overlap    json.RawMessage   `json:"overlap"`
	Min        json.RawMessage   `json:"min_len"`
	Unit       string            `json:"unit"`
	Separators []json.RawMessage `json:"separators"`
}

// names of strategies and units as cases have them.
var (
	caseStrategies = map[string]string{"markdown": "structural", "token": "fixed"}
	caseUnits      = map[string]string{"char": "chars", "byte": "bytes", "word": "words", "token": "tokens"}
)

// values are the settings as a person would write them in a flag.
func (s sampleSettings) values() (map[string][]config.Item, error) {
	out := map[string][]config.Item{"frame": {{Text: "none"}}}
	set := func(name, v string) {
		if v = strings.Trim(v, `"`); v != "" {
			out[name] = []config.Item{{Text: v}}
		}
	}
	strategy, unit := s.Strategy, s.Unit
	if to, ok := caseStrategies[strategy]; ok {
		strategy = to
	}
	if to, ok := caseUnits[unit]; ok {
		unit = to
	}
	set("strategy", strategy)
	set("unit", unit)
	set("max", string(s.Limit))
	set("overlap", string(s.Overlap))
	set("min", string(s.Min))
	for _, raw := range s.Separators {
		var text string
		var re struct{ Regex string }
		if json.Unmarshal(raw, &text) == nil {
			out["separators"] = append(out["separators"], config.Item{Text: text})
		} else if err := json.Unmarshal(raw, &re); err != nil {
			return nil, err
		} else {
			out["separators"] = append(out["separators"], config.Item{Text: re.Regex, Regex: true})
		}
	}
	return out, nil
}

// cutting resolves the settings as the program does.
func (s sampleSettings) cutting() (ingest.Cutting, error) {
	values, err := s.values()
	if err != nil {
		return ingest.Cutting{}, err
	}
	table := config.Fields()
	settings := config.Default(table)
	for name, items := range values {
		f, ok := table.Field(name)
		if !ok {
			return ingest.Cutting{}, fmt.Errorf("no setting %q", name)
		}
		if err := f.Set(&settings, items); err != nil {
			return ingest.Cutting{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := settings.Validate(); err != nil {
		return ingest.Cutting{}, err
	}
	return catalog.Cutting(settings.Recipe.Resolve(), "")
}

// data is the input of a sample; a generated one has about n bytes.
func (s sample) data(n int) []byte {
	switch {
	case s.Gen != nil:
		return []byte(s.Gen.make(n))
	case s.Bytes != nil:
		return s.Bytes
	}
	return []byte(s.Input)
}

// result is what came of a sample.
type result struct {
	sample  sample
	doc     *doc.Document
	cutting ingest.Cutting
	records []store.Record
	pieces  []piece
	err     error
}

// piece is what is embedded of the document: the overlap and the body.
type piece struct {
	span doc.Span
	text string
	rec  store.Record
}

func (s sample) run(ctx context.Context, settings sampleSettings, n int) result {
	r := result{sample: s}
	if r.cutting, r.err = settings.cutting(); r.err == nil {
		r.doc, r.records, r.err = cutData(ctx, r.cutting, s.Format, s.data(n))
	}
	for _, rec := range r.records {
		span := doc.Span{Start: rec.Start - rec.Overlap, End: rec.End}
		r.pieces = append(r.pieces, piece{span, r.doc.Slice(span), rec})
	}
	return r
}

func cutData(ctx context.Context, c ingest.Cutting, format string, data []byte) (*doc.Document, []store.Record, error) {
	f, err := catalog.FormatOf(format)
	if err != nil {
		return nil, nil, err
	}
	media := f.Media[0]
	if slices.Contains(f.Media, format) { // of those that one format reads
		media = format
	}
	d, err := reading().Document(ctx, read.Source{URI: "case", Media: media, Data: data})
	if err != nil {
		return nil, nil, err
	}
	records, err := c.Records(ctx, d, "case")
	return d, records, err
}

func samples(t testing.TB) []sample {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []sample
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s sample
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// generatedBytes is the size of generated inputs: what is quadratic takes far
// longer at it than a case allows.
const generatedBytes = 20000

// TestCases holds every case's expectations, and verifies its records.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples(t) {
		if seen[s.ID] {
			t.Errorf("%s stands twice", s.ID)
		}
		seen[s.ID] = true
		t.Run(s.ID, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), s.seconds())
			defer cancel()
			if s.Variants != nil {
				for _, v := range s.Variants {
					s.judge(t, s.run(ctx, v, generatedBytes))
				}
				return
			}
			s.judge(t, s.run(ctx, s.Settings, generatedBytes))
		})
	}
}

func (s sample) judge(t *testing.T, r result) {
	t.Helper()
	for _, e := range s.Expect {
		check, ok := checks()[e.Check]
		if !ok {
			t.Errorf("unknown check %q", e.Check)
			continue
		}
		if r.err != nil && !failures[e.Check] {
			t.Fatalf("%s: %v", s.Why, r.err)
		}
		if message := check(r, e); message != "" {
			t.Errorf("%s: %s: %s", s.Why, e.Check, message)
		}
	}
	if r.err != nil {
		return
	}
	for _, p := range verify.Document(context.Background(), r.doc, r.records, verify.Options{Cutting: &r.cutting}) {
		t.Errorf("%s: %v", s.Why, p)
	}
}

// otherSettings are what TestCasesVerifyByOtherSettings cuts by.
func otherSettings() []ingest.Recipe {
	var out []ingest.Recipe
	for _, unit := range []string{"chars", "tokens", "words", "bytes", "sentences"} {
		for _, limit := range []int{1, 2, 7, 24, 90, 400} {
			for i, frame := range [][]string{nil, {"breadcrumb", "header"}, {"all"}} {
				r := ingest.Recipe{Unit: unit, Max: limit, Frame: frame}
				switch (i + limit) % 5 {
				case 1:
					r.Overlap.Size = limit / 3
				case 2:
					r.Overlap.Sentences = 1
				case 3:
					r.Overlap.Percent = 20
				case 4:
					r.Target, r.Min = (limit+1)/2, limit/4
				}
				out = append(out, r)
			}
		}
	}
	return out
}

// TestCasesVerifyByOtherSettings cuts every input by every strategy, under
// settings that change from case to case, and finds no promise broken.
func TestCasesVerifyByOtherSettings(t *testing.T) {
	each, all := 2, otherSettings()
	next := 0
	for _, s := range samples(t) {
		if s.Variants != nil || slices.ContainsFunc(s.Expect, func(e expectation) bool { return e.Check == "error" }) {
			continue
		}
		data := s.data(1500)
		for _, strategy := range catalog.StrategyNames() {
			for range each {
				r := all[next%len(all)]
				next += 7 // all of them, in another order than the strategies
				r.Strategy = strategy
				switch strategy {
				case "semantic":
					r.Drift = &ingest.Drift{Embedder: "fake", Threshold: "percentile"}
				case "parent-child":
					r.Parent = 4 * r.Max
				case "sentence-window":
					r.Window = 2
				}
				ts := catalog.Tokenizers{Embedder: func(string) (embed.Embedder, error) { return fake.Embedder{}, nil },
					Completer: func() (llm.Completer, string, error) { return second, "fake:model", nil }}
				c, err := ts.Cutting(r, "")
				if err != nil {
					t.Fatal(err)
				}
				d, records, err := cutData(context.Background(), c, s.Format, data)
				if err != nil {
					t.Fatalf("%s: %+v: %v", s.ID, r, err)
				}
				for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
					t.Errorf("%s: %+v: %v", s.ID, r, p)
				}
			}
		}
	}
}

// second is a language model for which the topic changes behind each second
// sentence.
var second = llm.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
	after := []string{}
	for i := 2; i < strings.Count(r.Messages[0].Text, "\n["); i += 2 {
		after = append(after, strconv.Itoa(i))
	}
	return llm.Response{Text: `{"after": [` + strings.Join(after, ", ") + `]}`}, nil
})

// recut cuts the document of a result by another recipe.
func recut(r result, recipe ingest.Recipe) ([]store.Record, error) {
	c, err := catalog.Cutting(recipe, "")
	if err != nil {
		return nil, err
	}
	return c.Records(context.Background(), r.doc, "case")
}
