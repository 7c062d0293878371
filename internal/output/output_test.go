package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestJSONLRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []store.Record
		for range rapid.IntRange(0, 4).Draw(t, "n") {
			want = append(want, anyRecord(t))
		}
		out, err := written("jsonl", &doc.Document{}, want...)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(out, "\n") != len(want) {
			t.Fatalf("%d lines for %d records", strings.Count(out, "\n"), len(want))
		}
		var got []store.Record
		for r, err := range Read(strings.NewReader(out)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("read back\n%+v\nwritten\n%+v", got, want)
		}
	})
}

func TestJSONLIsPlain(t *testing.T) {
	out, err := written("jsonl", &doc.Document{}, store.Record{ID: "a", Text: "<b>&ñ", Vectors: map[string][]float32{"secret": {1}}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, `"text":"<b>&ñ"`) || strings.Contains(out, "secret") || !strings.Contains(out, `"headings":[]`) {
		t.Error(out)
	}
}

// TestJSONLLinesAreLinesForEveryone: readers that take more than "\n" for the
// end of a line (Python's splitlines) see one object a line too.
func TestJSONLLinesAreLinesForEveryone(t *testing.T) {
	want := store.Record{ID: "a", Headings: []string{}, Text: "a\u0085b\u2028c\u2029d\v\f\x1c\x1d\x1e\re"}
	out, err := written("jsonl", &doc.Document{}, want)
	if err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexAny(strings.TrimSuffix(out, "\n"), "\u0085\u2028\u2029\v\f\x1c\x1d\x1e\r\n"); i >= 0 {
		t.Errorf("a line end inside the object, at byte %d of %q", i, out)
	}
	for got, err := range Read(strings.NewReader(out)) {
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("read back %+v, %v", got, err)
		}
	}
}

func TestReadNamesTheLine(t *testing.T) {
	good := `{"id":"a","later":1}` + "\n"
	for in, want := range map[string]string{
		good + "\n" + "{":             "line 3: ",
		good + `{"id":""}`:            "line 2: no chunk record: id",
		good + `{"id":"b"} {}`:        "line 2: ",
		good + `[1]`:                  "line 2: ",
		good + `{"id":"b","num":"x"}`: "num",
		good + "{\"id\":\"\xff\"}":    "line 2: no chunk record: not valid UTF-8",
	} {
		n, errs := 0, 0
		for _, err := range Read(strings.NewReader(in)) {
			if err == nil {
				n++
				continue
			}
			errs++
			if !strings.Contains(err.Error(), want) || !errors.Is(err, ErrRecord) {
				t.Errorf("%q: %v, want %q", in, err, want)
			}
		}
		if n != 1 || errs != 1 {
			t.Errorf("%q: %d records and %d errors, want one each", in, n, errs)
		}
	}
	for r, err := range Read(strings.NewReader("\ufeff" + good + "\r\n")) {
		if err != nil || r.ID != "a" {
			t.Error(r.ID, err)
		}
	}
	for _, err := range Read(io.MultiReader(strings.NewReader(good), failing{})) {
		if err != nil && !errors.Is(err, errDisk) {
			t.Error(err)
		}
	}
}

var errDisk = errors.New("disk is gone")

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errDisk }
func (failing) Write([]byte) (int, error) { return 0, errDisk }

// Every field of the record is a column under its JSON name, in its order, and
// each scalar comes back.
func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyRecord(t)
		out, err := written("csv", &doc.Document{}, want)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d rows: %v", len(rows), err)
		}
		v, col := reflect.ValueOf(want), 0
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			if rows[0][col] != name {
				t.Fatalf("column %d is %s, want %s", col, rows[0][col], name)
			}
			if cell, ok := cellOf(v.Field(i)); ok && rows[1][col] != cell {
				t.Fatalf("%s is %q, want %q", name, rows[1][col], cell)
			}
			col++
		}
		if col != len(rows[0]) {
			t.Fatalf("%d columns, want %d", len(rows[0]), col)
		}
	})
}

// cellOf is what a cell must hold: for JSON, decoding must give the value back.
func cellOf(v reflect.Value) (string, bool) {
	crlf := strings.NewReplacer("\r\n", "\n") // encoding/csv reads quoted line ends so
	switch x := v.Interface().(type) {
	case string:
		return crlf.Replace(x), true
	case int:
		return strconv.Itoa(x), true
	case []string:
		return "", false
	case store.Frame:
		if x == (store.Frame{}) {
			return "", true
		}
	default:
		if v.IsZero() {
			return "", true
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v.Interface()); err != nil {
		return "", false
	}
	return strings.TrimSuffix(b.String(), "\n"), true
}

// A CommonMark parser finds in the Markdown exactly the headings and code that
// were meant, whatever stands in the records.
func TestMarkdownCantBeBrokenOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, r := &doc.Document{URI: "u", Title: anyText().Draw(t, "title")}, anyRecord(t)
		out, err := written("markdown", d, r)
		if err != nil {
			t.Fatal(err)
		}
		src := []byte(out)
		headings, fences := 0, []string{}
		root := goldmark.DefaultParser().Parse(text.NewReader(src))
		err = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.Heading:
				headings++
			case *ast.FencedCodeBlock:
				fences = append(fences, string(n.Lines().Value(src)))
			case *ast.Document, *ast.Paragraph, *ast.Text, *ast.CodeSpan, *ast.String:
			default:
				t.Fatalf("a %s in\n%s", n.Kind(), out)
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{}
		for _, body := range []string{r.Frame.Header, r.Text} {
			if body != "" && !strings.HasSuffix(body, "\n") {
				body += "\n"
			}
			if body != "" || len(want) == 0 && r.Frame.Header != "" {
				want = append(want, body)
			}
		}
		if r.Text == "" {
			want = append(want, "")
		}
		if headings != 2 || !slices.Equal(fences, want) {
			t.Fatalf("%d headings, code %q, want 2 and %q in\n%s", headings, fences, want, out)
		}
	})
}

// Golden: one small document with two chunks, in each format.
func TestGolden(t *testing.T) {
	d := &doc.Document{URI: "leaves/vacaciones.md", Title: "Vacaciones", Text: "# Vacaciones\n\nTienes 23 días <laborables>.\n\n## Excepciones\n\n```\nx\n```\n"}
	head, next, over := strings.Index(d.Text, "\n\n##"), strings.Index(d.Text, "## "), strings.Index(d.Text, "23")
	one, two := d.Text[:head], strings.TrimSpace(d.Text[next:])
	rs := []store.Record{
		{ID: "leaves/vacaciones.md#a1", DocID: d.URI, Source: "/s/leaves/vacaciones.md", Title: d.Title, Num: 1, Of: 2, Role: "chunk", Headings: []string{"Vacaciones"},
			Start: 0, End: head, EndRune: head - 1, StartLine: 1, EndLine: 3, Tokens: 12, Chars: head - 1, Text: one, EmbedText: one,
			Next: "leaves/vacaciones.md#b2", Digest: "d1", Recipe: "r"},
		{ID: "leaves/vacaciones.md#b2", DocID: d.URI, Source: "/s/leaves/vacaciones.md", Title: d.Title, Num: 2, Of: 2, Role: "chunk",
			Headings: []string{"Vacaciones", "Excepciones"}, Kind: "code", Start: next, End: next + len(two), StartRune: next - 1, EndRune: next + len(two) - 1,
			StartLine: 5, EndLine: 9, Overlap: next - over, Tokens: 15, Chars: len(two), Text: two,
			Frame:     store.Frame{Breadcrumb: "Vacaciones > Excepciones", Overlap: d.Text[over:next]},
			EmbedText: "Vacaciones > Excepciones\n\n" + d.Text[over:next] + two, Prev: "leaves/vacaciones.md#a1", Digest: "d2", Recipe: "r",
			Meta: map[string]string{"scope": "ES"}, Warnings: []string{"one grapheme is longer than max"}},
	}
	for _, f := range Formats() {
		if f == "parquet" { // no text; it is read back elsewhere
			continue
		}
		got, err := written(f, d, rs...)
		if err != nil {
			t.Fatal(err)
		}
		// Style and script have tests of their own.
		got = strings.Replace(strings.Replace(got, pageCSS, "…", 1), pageJS, "…", 1)
		got = strings.Replace(strings.Replace(got, hash(pageCSS), "…", 1), hash(pageJS), "…", 1)
		path := filepath.Join("testdata", "golden."+f)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s changed; look at it and run go test -update:\n%s", f, got)
		}
	}
}

func TestEmptyOutput(t *testing.T) {
	for _, f := range Formats() {
		var b strings.Builder
		w, err := New(f, &b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if got := b.Len() > 0; got == (f == "jsonl" || f == "markdown") {
			t.Errorf("%s: %d bytes for nothing", f, b.Len())
		}
	}
}

func TestWriteErrorsComeBack(t *testing.T) {
	for _, f := range Formats() {
		w, err := New(f, failing{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(w.Begin(&doc.Document{Text: "abc"}), w.Write(store.Record{ID: "a", Start: 0, End: 3, Text: "abc"}), w.Close())
		if !errors.Is(err, errDisk) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestFormatFor(t *testing.T) {
	for path, want := range map[string]string{"a.jsonl": "jsonl", "a/b.CSV": "csv", "x.md": "markdown", "x.html": "html", "x.parquet": "parquet"} {
		if got, err := FormatFor(path); got != want || err != nil {
			t.Errorf("%s: %s %v", path, got, err)
		}
	}
	for path, want := range map[string]string{"a": "no ending", "a.xml": ".jsonl, .parquet, .csv, .md, .html", "a.json": ".jsonl"} {
		if _, err := FormatFor(path); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := New("xml", io.Discard, Options{}); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
}
