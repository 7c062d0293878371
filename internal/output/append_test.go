package output

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/store"
)

// awkward are texts that have to be escaped in one way or another, or look as
// if they had to.
var awkward = []string{"", "a", "palabra ", "12345678", "12345678\"", "\"", "\\", "\n", "\r", "\t", "\b", "\f", "\x00", "\x1f", "\x7f", "<&>", "é", "\u0085", "Â\u0085", "\u0084",
	"\u2027", "\u2028", "\u2029", "\u202a", "漢", "👩‍👧", "\xff", "\xc2", "\x85", "\xe2\x80", "\xed\xa0\x80", "\ufffd", " ", "~", "!#[]"}

func genText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(awkward), 0, 9).Draw(t, "text"), "")
}

// fill sets everything under v, empty values in between.
func fill(t *rapid.T, v reflect.Value) {
	if rapid.IntRange(0, 4).Draw(t, "empty") == 0 && v.Kind() != reflect.Struct {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(genText(t))
	case reflect.Int:
		v.SetInt(int64(rapid.Int().Draw(t, "int")))
	case reflect.Float32, reflect.Float64:
		f := rapid.Float64().Draw(t, "float")
		if rapid.Bool().Draw(t, "power") {
			f = math.Pow(10, float64(rapid.IntRange(-30, 30).Draw(t, "exponent")))
		}
		if v.Kind() == reflect.Float32 {
			f = float64(float32(math.Mod(f, math.MaxFloat32)))
		}
		v.SetFloat(f)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Slice:
		n := rapid.IntRange(0, 3).Draw(t, "length")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rapid.IntRange(0, 3).Draw(t, "entries") {
			if v.Type().Elem().Kind() != reflect.String {
				return // Vectors, which are not written
			}
			v.SetMapIndex(reflect.ValueOf(genText(t)), reflect.ValueOf(genText(t)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	default:
		t.Fatalf("a record has a %v, which this test doesn't fill", v.Kind())
	}
}

// TestAppendRecordIsEncodingJSON compares records with every field set.
func TestAppendRecordIsEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r store.Record
		fill(t, reflect.ValueOf(&r).Elem())
		if rapid.Bool().Draw(t, "framed") {
			r.EmbedText = genText(t) + r.Text
		}
		got := append(appendRecord(nil, &r), '\n')
		if r.Headings == nil {
			r.Headings = []string{} // the field is always a list
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(&r); err != nil {
			t.Fatal(err)
		}
		if want := bytes.ReplaceAll(want.Bytes(), []byte("\u0085"), []byte(`\u0085`)); !bytes.Equal(got, want) {
			t.Fatalf("got\n%swant\n%s", got, want)
		}
	})
}

func TestAppendRecordDoesNotAllocate(t *testing.T) {
	r := store.Record{ID: "a#1", DocID: "a", Headings: []string{"Uno"}, Text: "«Uno»\n\n\"dos\"", EmbedText: "Uno\n\n«Uno»\n\n\"dos\"", Frame: store.Frame{Breadcrumb: "Uno"}}
	b := make([]byte, 0, 1<<12)
	if n := testing.AllocsPerRun(100, func() { appendRecord(b, &r) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAppendRecord(b *testing.B) {
	text := strings.Repeat("Una línea de texto, con «comillas» y \"otras\".\nOtra más, sin nada.\n\n", 8)
	r := store.Record{ID: "a#1", DocID: "a", Headings: []string{"Uno"}, Text: text, EmbedText: "Uno\n\n" + text, Frame: store.Frame{Breadcrumb: "Uno"}}
	out := appendRecord(nil, &r)
	b.SetBytes(int64(len(out)))
	for b.Loop() {
		out = appendRecord(out[:0], &r)
	}
}
