package whole_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/whole"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

const marked = "# Guía\n\n## Plazo\n\nEl plazo es de diez días.\n\n- uno\n- dos\n"

func document(t *testing.T, text string) *doc.Document {
	t.Helper()
	d, err := markdown.Reader{}.Read(t.Context(), read.Source{URI: "g.md", Media: "text/markdown", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestMarks(t *testing.T) {
	d := document(t, marked)
	list := strings.Index(marked, "- uno")
	section := strings.Index(marked, "El plazo")
	marks, err := whole.ReadMarks(strings.NewReader(`{"doc":"g.md","kind":"list","start":` + strconv.Itoa(list) + `,"end":` + strconv.Itoa(len(marked)) + `,"series":3}

{"doc":"g.md","kind":"section","start":` + strconv.Itoa(section) + `,"end":` + strconv.Itoa(len(marked)) + `}`))
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	pills, err := marks["g.md"].Pills(d, func(s doc.Span) bool { asked = append(asked, d.Slice(s)); return s.Start == 0 })
	if err != nil {
		t.Fatal(err)
	}
	if len(pills) != 2 || pills[0].Kind != "section" || pills[0].Parent != -1 || !pills[0].Fits ||
		pills[1].Kind != "list" || pills[1].Parent != 0 || pills[1].Series != 3 || pills[1].Fits || d.Slice(pills[1].Span) != "- uno\n- dos" {
		t.Errorf("got %+v", pills)
	}
	if len(asked) != 2 || !strings.HasPrefix(asked[0], "# Guía\n\n## Plazo\n\nEl plazo") || asked[1] != "- uno\n- dos" {
		t.Errorf("asked about %q, want the first with the headings right before it", asked)
	}
}

// What stands before the first word of a line is a part of what must fit, but a
// chunk that leaves it out holds the pill as well.
func TestIndentation(t *testing.T) {
	text := "Uno:\n\n  - dos\n  - tres\n"
	d := document(t, text)
	var asked string
	fits := func(s doc.Span) bool { asked = d.Slice(s); return true }
	m := whole.Marked{Marks: []whole.Mark{{Kind: "list", Span: doc.Span{Start: 8, End: len(text)}}}}
	pills, err := m.Pills(d, fits)
	if err != nil || asked != "  - dos\n  - tres" || d.Slice(pills[0].Span) != "- dos\n  - tres" {
		t.Errorf("asked about %q, got %+v, %v", asked, pills, err)
	}
	code := document(t, "Uno.\n\n    dos\n\n# Tres\n\nCuatro.\n")
	for _, p := range whole.Find(code, func(doc.Span) bool { return true }) {
		if p.Kind == "code" && (code.Slice(p.Span) != "dos" || p.Span.Start != 10) {
			t.Errorf("found %+v", p)
		}
	}
}

func TestMarksThatCannotBe(t *testing.T) {
	d := document(t, marked)
	for _, tt := range []struct{ lines, want string }{
		{`{"doc":"g.md","kind":"a","start":0,"end":999}`, "line 1: g.md, 0:999 lies outside the text"},
		{`{"doc":"g.md","kind":"a","start":5,"end":5}`, "lies outside the text"},
		{`{"doc":"g.md","kind":"a","start":-1,"end":5}`, "lies outside the text"},
		{`{"doc":"g.md","kind":"a","start":0,"end":5}`, "cuts a character"}, // the second byte of í
		{`{"doc":"g.md","kind":"a","start":7,"end":9}`, "is blank"},
		{"{\"doc\":\"g.md\",\"kind\":\"a\",\"start\":0,\"end\":12}\n{\"doc\":\"g.md\",\"kind\":\"a\",\"start\":9,\"end\":20}", "line 2: g.md, 9:20 crosses another mark"},
		{`{"kind":"a","start":0,"end":5}`, "line 1: no doc"},
		{`{"doc":"g.md"}`, "line 1: neither kind nor sha256"},
		{`{"doc":"g.md","kind":"a","begin":3}`, "unknown field"},
		{`kind: a`, "line 1"},
	} {
		marks, err := whole.ReadMarks(strings.NewReader(tt.lines))
		if err == nil {
			_, err = marks["g.md"].Pills(d, func(doc.Span) bool { return true })
		}
		if !errors.Is(err, whole.ErrMarks) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.lines, err, tt.want)
		}
	}
	m := whole.Marked{SHA256: strings.Repeat("0", 64)}
	if _, err := m.Pills(d, nil); !errors.Is(err, whole.ErrChanged) {
		t.Errorf("a changed document: %v", err)
	}
}

func TestFind(t *testing.T) {
	d := document(t, "# P\n\n## ¿Cómo pago?\n\nCon tarjeta.\n\n## ¿Puedo devolver?\n\nSí.\n")
	d.Language = "es"
	pills := whole.Find(d, func(s doc.Span) bool { return s.Len() < 35 })
	got := ""
	for _, p := range pills {
		if p.Parent >= 0 && !pills[p.Parent].Span.Contains(p.Span) {
			t.Errorf("%+v does not lie in its parent", p)
		}
		if p.Kind == "faq" {
			got += d.Slice(p.Span) + "|"
			if p.Fits != strings.HasSuffix(d.Slice(p.Span), "Sí.") {
				t.Errorf("%q fits: %v", d.Slice(p.Span), p.Fits)
			}
		}
	}
	if want := "# P\n\n## ¿Cómo pago?\n\nCon tarjeta.|## ¿Puedo devolver?\n\nSí.|"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
