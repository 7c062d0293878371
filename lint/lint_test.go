package lint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lint"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// cutAt reads text, whose ¦ say where its chunks begin, and makes its records.
func cutAt(t *testing.T, marked string) (*doc.Document, []store.Record) {
	t.Helper()
	parts := strings.Split(marked, "¦")
	text := strings.Join(parts, "")
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Media: "text/markdown", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	var records []store.Record
	at := 0
	for i, p := range parts {
		body := d.Body(doc.Span{Start: at, End: at + len(p)})
		at += len(p)
		text := d.Slice(body)
		records = append(records, store.Record{ID: "t.md#" + strconv.Itoa(i), DocID: "t.md", Start: body.Start, End: body.End, Text: text,
			Headings: d.Headings(body), Tokens: len(strings.Fields(text)) + 20})
	}
	return d, records
}

func rules(found []lint.Finding) string {
	var ids []string
	for _, f := range found {
		ids = append(ids, f.Rule)
	}
	return strings.Join(ids, " ")
}

var limits = lint.Options{Limits: chunk.Limits{Measure: size.Words, Max: 60}}

func TestRules(t *testing.T) {
	long := strings.Repeat("palabra distinta número uno dos tres ", 12)
	var numbers []string
	for i := range 70 {
		numbers = append(numbers, "n"+strconv.Itoa(i*i))
	}
	varied := strings.Join(numbers, " ")
	for _, tt := range []struct{ name, text, want string }{
		{"whole sections", "# A\n\nUno dos tres cuatro.\n\n¦## B\n\nCinco seis siete ocho.\n", ""},
		{"a pill is split", "# A\n\nUno dos tres cuatro.\n\n¦Otra frase del mismo apartado, nada larga.\n", "split-pill"},
		{"two questions in one", "# P\n\n## ¿Cómo pago?\n\nCon tarjeta o en caja.\n\n## ¿Puedo devolver?\n\nSí, en treinta días.\n", "mosaic"},
		{"a sentence", long + "\n\nUna frase corta que ¦se corta sin razón alguna.\n", "split-sentence"},
		{"a row", "# A\n\n" + long + "\n\n| a | b |\n|---|---|\n| uno dos | ¦tres cuatro |\n", "split-pill split-row"},
		{"a fence", "# A\n\n" + long + "\n\n```\nuno dos tres\n¦cuatro cinco seis\n```\n", "split-fence split-pill"},
		{"an item", "# A\n\n" + long + "\n\n- uno dos tres ¦cuatro cinco\n- seis siete ocho\n", "split-item split-pill split-sentence"},
		{"a heading alone", "# A\n\n" + long + "\n\n## B uno dos\n\n¦" + long + "\n", "orphan-heading"},
		{"an exception", "# A\n\n" + long + "El plazo es de treinta días naturales. ¦Salvo en productos hechos a medida del cliente.\n", "dangling-reference"},
		{"links", "# A\n\n" + long + "\n\n¦[uno](https://a.example) [dos](https://b.example) [tres](https://c.example)\n", "boilerplate"},
		{"a notice", "# A\n\n" + long + "\n\n¦Todos los derechos reservados. Almadía.\n", "boilerplate"},
		{"too short", "# A\n\n" + long + "\n\n¦Fin ya.\n", "tiny"},
		{"twins", "# A\n\n" + varied + "\n\n# A\n\n¦" + varied + "\n", "orphan-heading near-duplicate"},
	} {
		l, err := lint.New()
		if err != nil {
			t.Fatal(err)
		}
		d, records := cutAt(t, tt.text)
		d.Language = "es"
		if got := rules(l.Document(d, records, limits)); got != tt.want {
			t.Errorf("%s: found %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRulesOfFrames(t *testing.T) {
	d, records := cutAt(t, "# Manual\n\nUno dos tres cuatro.\n\n¦## Dietas\n\nCinco seis siete ocho.\n")
	records[0].Frame.Breadcrumb, records[1].Frame.Breadcrumb = "Manual", "Manual > …"
	records[1].Overlap = records[1].Start - 15
	l, err := lint.New("incomplete-breadcrumb", "overlap-across-section", "huge")
	if err != nil {
		t.Fatal(err)
	}
	records[0].Tokens = 2000
	found := l.Document(d, records, limits)
	if got := rules(found); got != "huge overlap-across-section incomplete-breadcrumb" {
		t.Errorf("found %q", got)
	}
	if f := found[len(found)-1]; f.Line != 5 || !strings.Contains(f.Message, "Dietas") || f.Chunk != "t.md#1" || f.Mend == "" {
		t.Errorf("got %+v", f)
	}
}

func TestUnknownRule(t *testing.T) {
	if _, err := lint.New("split-pil"); err == nil || !strings.Contains(err.Error(), "split-pill") {
		t.Errorf("got %v", err)
	}
}

func TestSARIF(t *testing.T) {
	d, records := cutAt(t, "# A\n\nUno dos tres cuatro.\n\n¦Otra frase del mismo apartado, nada larga.\n")
	l, _ := lint.New()
	var b bytes.Buffer
	if err := lint.SARIF(&b, "1.0", l.Document(d, records, limits)); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string `json:"ruleId"`
				Level     string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	r := got.Runs[0]
	if got.Version != "2.1.0" || len(r.Tool.Driver.Rules) != len(lint.Rules()) || len(r.Results) != 1 || r.Results[0].RuleID != "split-pill" ||
		r.Results[0].Level != "error" || r.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "t.md" ||
		r.Results[0].Locations[0].PhysicalLocation.Region.StartLine != 1 {
		t.Errorf("got %s", b.String())
	}
}
