package output

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

func parquetOf(t interface{ Fatal(...any) }, o Options, rs ...store.Record) []byte {
	var b bytes.Buffer
	w, err := New("parquet", &b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestParquetColumns: they are those of JSON Lines, in their order.
func TestParquetColumns(t *testing.T) {
	var want []string
	for f := range reflect.TypeFor[store.Record]().Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" {
			want = append(want, name)
		}
	}
	var got []string
	for _, f := range parquet.SchemaOf(chunkRow{}).Fields() {
		got = append(got, f.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
}

// TestParquetReadBack: what was written is read, and the same records give the
// same bytes.
func TestParquetReadBack(t *testing.T) {
	text, number := anyText(), rapid.IntRange(0, 1<<40)
	record := rapid.Custom(func(t *rapid.T) store.Record {
		r := store.Record{ID: text.Draw(t, "id"), DocID: text.Draw(t, "doc"), Collection: text.Draw(t, "collection"), Title: text.Draw(t, "title"), Num: number.Draw(t, "num"),
			Headings: rapid.SliceOfN(text, 0, 3).Draw(t, "headings"), Kind: text.Draw(t, "kind"), Start: number.Draw(t, "start"), EndRune: number.Draw(t, "end"),
			Pages: rapid.SliceOfN(number, 0, 2).Draw(t, "pages"), Tokens: number.Draw(t, "tokens"), Text: text.Draw(t, "text"), EmbedText: text.Draw(t, "embed"),
			Frame: store.Frame{Breadcrumb: text.Draw(t, "breadcrumb"), Context: text.Draw(t, "context")}, Parent: text.Draw(t, "parent"), Date: text.Draw(t, "date"),
			Meta: rapid.MapOfN(text, text, 0, 8).Draw(t, "meta"), Warnings: rapid.SliceOfN(text, 0, 2).Draw(t, "warnings")}
		if rapid.Bool().Draw(t, "window") {
			r.Window = &store.Window{Start: 1, End: 2, Pages: []int{3}, Text: text.Draw(t, "in the window")}
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "origins") {
			o := store.Origin{Start: i, Page: number.Draw(t, "page"), Part: text.Draw(t, "part"), From: rapid.Float64Range(0, 9).Draw(t, "from")}
			if i == 0 {
				o.Box = &[4]float32{1, 2.5, 3, 4}
			}
			r.Origins = append(r.Origins, o)
		}
		if rapid.Bool().Draw(t, "embedded") {
			r.Vectors = map[string][]float32{store.Embedding: rapid.SliceOfN(rapid.Float32(), 1, 4).Draw(t, "vector")}
		}
		return r
	})
	rapid.Check(t, func(t *rapid.T) {
		rs := rapid.SliceOfN(record, 0, 4).Draw(t, "records")
		data := parquetOf(t, Options{Vectors: true}, rs...)
		got, err := parquet.Read[embeddedRow](bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		want := []embeddedRow{}
		for i := range rs {
			want = append(want, embeddedRow{rowOf(&rs[i]), rs[i].Vectors[store.Embedding]})
		}
		// A list that is empty and one that isn't there are one.
		if g, w := plainOf(got), plainOf(want); g != w {
			t.Fatalf("got  %s\nwant %s", g, w)
		}
		if again := parquetOf(t, Options{Vectors: true}, rs...); !bytes.Equal(again, data) {
			t.Fatal("other bytes for the same records")
		}
	})
}

// plainOf writes rows down, a window that isn't there as an empty one: so the
// library reads one that holds a list. pyarrow tells them apart, see
// TestExportInPython of internal/cli.
func plainOf(rows []embeddedRow) string {
	var b strings.Builder
	for _, r := range rows {
		window := windowRow{}
		if r.Window != nil {
			window = *r.Window
		}
		r.Window = nil
		fmt.Fprintf(&b, "%+v %+v\n", r, window)
	}
	return b.String()
}

// TestParquetGroups: rows are written in groups, so that memory is bounded.
func TestParquetGroups(t *testing.T) {
	rs := make([]store.Record, 3)
	for i := range rs {
		rs[i] = store.Record{ID: fmt.Sprint(i), Text: strings.Repeat("x", groupBytes/2)}
	}
	data := parquetOf(t, Options{}, rs...)
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(f.RowGroups()) != 2 || f.NumRows() != 3 {
		t.Fatalf("%d groups, %d rows, %v", len(f.RowGroups()), f.NumRows(), err)
	}
}

func TestOptionsWithoutAPlace(t *testing.T) {
	for _, c := range []struct {
		format, want string
		o            Options
	}{{"csv", "no place for vectors", Options{Vectors: true}}, {"langchain", "no place for vectors", Options{Vectors: true}}, {"parquet", "both what is embedded and the body", Options{Body: true}}} {
		if _, err := New(c.format, &bytes.Buffer{}, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.format, err)
		}
	}
}

// TestNodes: metadata are texts and numbers, under names of their own.
func TestNodes(t *testing.T) {
	r := store.Record{ID: "a#1", DocID: "a", Source: "/a", Title: "A", Num: 1, Of: 2, Role: "chunk", Headings: []string{"X", "Y"}, Pages: []int{1, 2}, Text: "body", EmbedText: "X\n\nbody",
		Next: "a#2", Parent: "a#p", Meta: map[string]string{"tags": "x, y", "kind": "animal"}, Vectors: map[string][]float32{store.Embedding: {0.5}}}
	for _, c := range []struct {
		format string
		o      Options
		want   []string
	}{
		{"langchain", Options{}, []string{`"page_content":"X\n\nbody"`, `"headings":"X > Y"`, `"pages":"1,2"`, `"tags":"x, y"`, `"meta.kind":"animal"`, `"id":"a#1"`}},
		{"langchain", Options{Body: true}, []string{`"page_content":"body"`}},
		{"llamaindex", Options{Vectors: true}, []string{`"embedding":[0.5]`, `"1":{"node_id":"a","node_type":"4"`, `"3":{"node_id":"a#2","node_type":"1"`, `"4":{"node_id":"a#p"`}},
		{"llamaindex", Options{}, []string{`"embedding":null`}},
	} {
		var b strings.Builder
		w, err := New(c.format, &b, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Begin(&doc.Document{}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if strings.Count(b.String(), want) != 2 {
				t.Errorf("%s: no %s in\n%s", c.format, want, b.String())
			}
		}
		if strings.Contains(b.String(), `"2":{`) || strings.Contains(b.String(), `"profile"`) || !strings.HasPrefix(b.String(), "[\n{") || !strings.HasSuffix(b.String(), "}\n]\n") {
			t.Errorf("%s:\n%s", c.format, b.String())
		}
	}
}
