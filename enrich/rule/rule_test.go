package rule_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/enrich/rule"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/text"
	"github.com/pildora/pildora/size"
)

// failing is a test that fails, or a property.
type failing interface {
	Helper()
	Errorf(string, ...any)
	Fatal(...any)
}

func document(t failing, name, lang, data string) *doc.Document {
	t.Helper()
	d, err := parse(name, lang, data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func parse(name, lang, data string) (*doc.Document, error) {
	var reader read.Reader = text.Reader{}
	if filepath.Ext(name) == ".md" {
		reader = markdown.Reader{}
	}
	d, err := reader.Read(context.Background(), read.Source{URI: name, Data: []byte(data)})
	if err == nil {
		d.Language = lang
	}
	return d, err
}

// bodies cuts a document into chunks of at most so many runes.
func bodies(t failing, d *doc.Document, most int) []doc.Span {
	t.Helper()
	pack := chunk.Pack(chunk.Limits{Max: most, Measure: size.Runes}, cut.Blocks, cut.Sentences(d.Language), cut.Words)
	s := chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack })
	var out []doc.Span
	for c, err := range s.Split(context.Background(), d, d.Whole()) {
		if err != nil {
			t.Fatal(err)
		}
		if body := d.Body(c.Span); !body.Empty() {
			out = append(out, body)
		}
	}
	return out
}

func contexts(t failing, d *doc.Document, bodies []doc.Span, pieces ...string) [][]string {
	t.Helper()
	c, err := rule.New(rule.Options{Pieces: pieces})
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.Contexts(context.Background(), d, bodies)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// all are the names of all pieces.
func all() []string {
	var names []string
	for _, p := range rule.Pieces() {
		names = append(names, p.Name)
	}
	return names
}

// check reports what no context may be.
func check(t failing, d *doc.Document, bodies []doc.Span, got [][]string) {
	t.Helper()
	if len(got) != len(bodies) {
		t.Errorf("%d lists for %d bodies", len(got), len(bodies))
		return
	}
	known := squeezed(d.Title + " " + d.URI + " " + d.Text)
	for i, lines := range got {
		body := strings.Join(strings.Fields(d.Slice(bodies[i])), " ")
		crumb := strings.ToLower(strings.Join(strings.Fields(enrich.Breadcrumb(d, bodies[i])), " "))
		for k, line := range lines {
			switch bare := strings.TrimSuffix(line, "…"); {
			case line == "" || line != strings.TrimSpace(line):
				t.Errorf("%q is blank or not trimmed", line)
			case utf8.RuneCountInString(line) > 200:
				t.Errorf("%q has %d code points", line, utf8.RuneCountInString(line))
			case strings.IndexFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) >= 0:
				t.Errorf("%q holds control characters", line)
			case strings.Contains(body, bare):
				t.Errorf("%q stands in the body %q", line, body)
			case strings.Contains(crumb, strings.ToLower(bare)):
				t.Errorf("%q stands in the breadcrumb %q", line, crumb)
			case slices.Contains(lines[:k], line):
				t.Errorf("%q is said twice", line)
			}
			for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
				if !strings.Contains(known, squeezed(word)) {
					t.Errorf("%q of %q isn't in the document", word, line)
				}
			}
		}
	}
}

// squeezed is text without marks, as a word may hold some.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`", r) {
			return -1
		}
		return r
	}, text)
}

func TestPieces(t *testing.T) {
	seen := map[string]bool{}
	on := 0
	for _, p := range rule.Pieces() {
		if p.Name == "" || p.Doc == "" || strings.HasSuffix(p.Doc, ".") || seen[p.Name] {
			t.Errorf("%+v", p)
		}
		seen[p.Name] = true
		if p.Default {
			on++
		}
	}
	if on == 0 || on == len(seen) {
		t.Errorf("%d of %d are made by default", on, len(seen))
	}
}

func TestUnknownPiece(t *testing.T) {
	_, err := rule.New(rule.Options{Pieces: []string{"title", "weather"}})
	if err == nil || !strings.Contains(err.Error(), `"weather"`) || !strings.Contains(err.Error(), "antecedent") {
		t.Errorf("got %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, err := rule.New(rule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := document(t, "a.md", "en", "One.\n")
	if _, err := c.Contexts(ctx, d, []doc.Span{d.Whole()}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNothing(t *testing.T) {
	d := document(t, "a.md", "en", "")
	if got := contexts(t, d, nil, all()...); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// TestOnlyChosen asks for one piece after the other: together they give what
// all of them do.
func TestOnlyChosen(t *testing.T) {
	d := document(t, "c.txt", "en", contract)
	spans := bodies(t, d, 160)
	together := contexts(t, d, spans, all()...)
	for i := range spans {
		var lines []string
		for _, name := range all() {
			for _, line := range contexts(t, d, spans, name)[i] {
				if !slices.Contains(lines, line) {
					lines = append(lines, line)
				}
			}
		}
		if !slices.Equal(lines, together[i]) {
			t.Errorf("%d: apart %q, together %q", i, lines, together[i])
		}
	}
}

const contract = `SUPPLY AGREEMENT

This Supply Agreement (this "Agreement") is made on 3 March 2025 by and between Harrow Mills Ltd, a company registered in Leeds (the "Seller"), and Oatcake Bakers plc (the "Buyer").

1. DEFINITIONS

"Flour" means wheat flour of type 550, milled in Leeds. "Depot" means the Buyer's depot in York.

2. DELIVERY

The Seller delivers the Flour to the Depot within the European Economic Area (EEA) every Monday. Such deliveries are free. However, they end at noon.

3. PRICE

The Buyer pays for the Flour within 30 days, also within the EEA.
`
