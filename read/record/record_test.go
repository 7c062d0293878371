package record_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/record"
)

func source(media, text string) read.Source {
	return read.Source{URI: "a.json", Media: media, Data: []byte(text)}
}

func document(t testing.TB, media, text string) *doc.Document {
	t.Helper()
	d, err := record.Reader{}.Read(context.Background(), source(media, text))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// tree writes the blocks one a line, with their label and text.
func tree(d *doc.Document) string {
	var b strings.Builder
	for i, block := range d.Blocks {
		fmt.Fprintf(&b, "%s%s: ", strings.Repeat("  ", d.Depth(i)), block.Label)
		if block.Kind != doc.Record {
			fmt.Fprintf(&b, "(%s) ", block.Kind)
		}
		b.WriteString(d.Slice(block.Span) + "\n")
	}
	return b.String()
}

// filler makes an object too long to be one record.
const filler = `"filler": "so that it is long enough to be cut"`

func TestRecords(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"array", `[{"bird": "gull"}, {"bird": "tern"}]`, `
[0]: [{"bird": "gull"}
[1]: {"bird": "tern"}`},
		{"labels", `[{"id": 7}, {"id": 8, "name": "Ana"}, {"Title": "T", "id": 1}, {"id": null}, {"name": {"x": 1}}]`, `
7: [{"id": 7}
Ana: {"id": 8, "name": "Ana"}
T: {"Title": "T", "id": 1}
[3]: {"id": null}
[4]: {"name": {"x": 1}}`},
		{"members", `{"a": 1, "b": {"c": {}, ` + filler + `}, "d": [], "é\n": ""}`, `
: {"a": 1, "b": {"c": {}, ` + filler + `}, "d": [], "é\n": ""}
  a: {"a": 1
  b: "b": {"c": {}, ` + filler + `}
    c: "b": {"c": {}
    filler: ` + filler + `
  d: "d": []
  é
: "é\n": ""`},
		{"wrapper", `{"items": [{"id": 1, ` + filler + `}, {"id": 2}], "total": 2}`, `
: {"items": [{"id": 1, ` + filler + `}, {"id": 2}], "total": 2}
  items: {"items": [{"id": 1, ` + filler + `}, {"id": 2}]
    1: {"items": [{"id": 1, ` + filler + `}
      id: {"items": [{"id": 1
      filler: ` + filler + `
    2: {"id": 2}
  total: "total": 2`},
		{"short elements share a record", `[1, 2, [3, 4], "five", "a string of its own, for it is longer than those around it", 6]`, `
: [1, 2, [3, 4], "five"
: "a string of its own, for it is longer than those around it"
: 6`},
		{"scalar", ` 17 `, `
: 17`},
		{"empty", ` [ ] `, `
: [ ]`},
		{"several values", "{\"a\": 1} [2]\n3", `
[0]: {"a": 1}
[1]: [2]
[2]: 3`},
		{"duplicate keys", `{"a": 1, "a": {"b": 2}, ` + filler + `}`, `
: {"a": 1, "a": {"b": 2}, ` + filler + `}
  a: {"a": 1
  a: "a": {"b": 2}
  filler: ` + filler},
	} {
		if got := tree(document(t, record.JSON, c.in)); got != c.want[1:]+"\n" {
			t.Errorf("%s: got\n%swant%s", c.name, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, in, want, warning string }{
		{"lines", "{\"id\": 1}\r\n\r\n{\"x\": 2}\n[3, 4]\n", `
1: {"id": 1}
[1]: {"x": 2}
[2]: [3, 4]`, ""},
		{"a broken line", "{\"id\": 1}\n{\"id\": 2\n{\"id\": 3}\n{\"id\": 4} 5\n", `
1: {"id": 1}
: (paragraph) {"id": 2
3: {"id": 3}
: (paragraph) {"id": 4} 5`, "2 lines are no valid JSON, the first: line 2, column 9: ends inside an object"},
		{"values in several lines", "{\n\"id\": 1\n}\n{\n\"id\": 2\n}\n", `
1: {
"id": 1
}
2: {
"id": 2
}`, ""},
		{"broken first", "x\n{\"id\": 2}", `
: (paragraph) x
2: {"id": 2}`, "1 line is no valid JSON, the first: line 1, column 1: expected a value, found 'x'"},
	} {
		d := document(t, record.Lines, c.in)
		if got := tree(d); got != c.want[1:]+"\n" {
			t.Errorf("%s: got\n%swant%s", c.name, got, c.want)
		}
		if got := strings.Join(d.Warnings, "|"); got != c.warning {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.warning)
		}
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]string{
		`{"a": 1`:             "line 1, column 8: ends inside an object",
		"{\n \"a\": [\n1, 2":  "line 3, column 5: ends inside an array that begins in line 2",
		"[\"ñé\n":             `line 1, column 2: a string that is never closed`,
		`{"a" 1}`:             `line 1, column 6: expected : after a key, found '1'`,
		`{a: 1}`:              `line 1, column 2: expected a key in quotes, found 'a'`,
		`["ñ" 2]`:             `line 1, column 6: expected , or ], found '2'`,
		`{"a": 1]`:            `line 1, column 8: expected , or }, found ']'`,
		"[1,\n2,,3]":          `line 2, column 3: expected a value, found ','`,
		`[-]`:                 `line 1, column 2: a number without an end`,
		`{"a": 1} }`:          `line 1, column 10: expected a value, found '}'`,
		doc.BOM + `x`:         `line 1, column 1: expected a value, found 'x'`,
		`{"a":`:               `line 1, column 6: ends inside an object`,
		`{"a"`:                `line 1, column 5: ends inside an object`,
		"[\n" + deep(200, ""): `line 2, column 201: ends inside brackets`,
		"{\n\"a\": 1":         `line 2, column 7: ends inside an object that begins in line 1`,
		deep(100, "}"):        `line 1, column 101: expected ], found }`,
	} {
		_, err := record.Reader{}.Read(context.Background(), source(record.JSON, in))
		if !errors.Is(err, record.ErrSyntax) || !strings.HasPrefix(err.Error(), "a.json: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
	if _, err := (record.Reader{}).Read(context.Background(), source(record.Lines, "x\ny\n")); !errors.Is(err, record.ErrSyntax) {
		t.Errorf("lines of which none is a value: %v", err)
	}
}

func deep(n int, tail string) string { return strings.Repeat("[", n) + tail }

func TestLenient(t *testing.T) {
	d := document(t, record.JSON, "// one\n{\"a\": NaN, /* two */\n\"b\": [1, -Infinity,], }\n")
	want := "not strictly JSON: 2 comments, the first in line 1|not strictly JSON: 2 commas before closing brackets, the first in line 3|" +
		"not strictly JSON: 2 times NaN or Infinity, the first in line 2"
	if got := strings.Join(d.Warnings, "|"); got != want {
		t.Errorf("%q", got)
	}
}

func TestTitle(t *testing.T) {
	if d := document(t, record.JSON, `{"title": "Birds", "items": [{"title": "gull"}]}`); d.Title != "Birds" {
		t.Errorf("title %q", d.Title)
	}
	if d := document(t, record.JSON, `[{"title": "gull"}]`); d.Title != "" {
		t.Errorf("title %q", d.Title)
	}
}

// TestDeep: depth costs neither stack nor blocks.
func TestDeep(t *testing.T) {
	const n = 100_000
	for _, text := range []string{
		deep(n, "1"+strings.Repeat("]", n)),
		strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n),
	} {
		d := document(t, record.JSON, text)
		if len(d.Blocks) > 70 {
			t.Errorf("%d blocks", len(d.Blocks))
		}
	}
}

// value draws any JSON value.
func value(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		switch rapid.IntRange(0, 5+min(depth, 2)).Draw(t, "kind") {
		case 0:
			return nil
		case 1:
			return rapid.Bool().Draw(t, "bool")
		case 2:
			return rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
		case 3, 4, 5:
			return rapid.StringOfN(rapid.SampledFrom([]rune("ab \"\\\n{}[],:ñ港/*")), 0, 40, -1).Draw(t, "string")
		case 6:
			return rapid.SliceOfN(value(depth-1), 0, 5).Draw(t, "array")
		}
		return rapid.MapOfN(rapid.SampledFrom([]string{"a", "name", "id", "x\"y", "largo", ""}), value(depth-1), 0, 5).Draw(t, "object")
	})
}

// TestReadsWhatIsWritten: what the standard library writes is read without a
// warning; blocks cover all of it but brackets, commas and blanks; and what
// lies between neighbours is no part of a string.
func TestReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := value(4).Draw(rt, "value")
		data, err := json.Marshal(v)
		if rapid.Bool().Draw(rt, "pretty") {
			data, err = json.MarshalIndent(v, "", "  ")
		}
		if err != nil {
			rt.Skip()
		}
		text := string(data)
		d := document(t, record.JSON, text)
		if len(d.Warnings) > 0 {
			rt.Fatalf("%s: %q", text, d.Warnings)
		}
		at := 0
		for i, b := range d.Blocks {
			if !d.Leaf(i) {
				continue
			}
			if strings.Trim(text[at:b.Span.Start], "]}, \n") != "" {
				rt.Fatalf("%s: %q is in no record", text, text[at:b.Span.Start])
			}
			at = b.Span.End
		}
		if strings.Trim(text[at:], "]} \n") != "" {
			rt.Fatalf("%s: %q is in no record", text, text[at:])
		}
	})
}

// TestAgreesOnValidity: what the standard library takes is taken, and nothing
// that it refuses but what we say so of.
func TestAgreesOnValidity(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"{", "}", "[", "]", ",", ":", `"a"`, `"\""`, "1", "-2.5", "true", "null", " ", "\n"})
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 1, 12).Draw(rt, "pieces"), "")
		d, err := record.Reader{}.Read(context.Background(), source(record.JSON, text))
		if json.Valid([]byte(text)) != (err == nil) && !(err == nil && (len(d.Warnings) > 0 || len(d.Blocks) != 1)) {
			rt.Fatalf("%q: %v", text, err)
		}
	})
}

// TestTextIsSource: the text is what was read, whatever it is.
func TestTextIsSource(t *testing.T) {
	for name, text := range contract.Seeds {
		d, err := reader().Read(context.Background(), source(record.JSON, text))
		if err != nil || len(d.Origins) == 0 && d.Text != text {
			t.Errorf("%s: %v", name, err)
		}
	}
}

var hostile = map[string]func(n int) string{
	"records":          func(n int) string { return "[" + strings.Repeat(`{"id": 1, "name": "Ana", "n": [1, 2]},`, n/38) + "1]" },
	"numbers":          func(n int) string { return "[" + strings.Repeat("1,", n/2) + "1]" },
	"one number":       func(n int) string { return strings.Repeat("1", n) },
	"one string":       func(n int) string { return `["` + strings.Repeat("a", n) + `"]` },
	"backslashes":      func(n int) string { return `["` + strings.Repeat(`\\`, n/2) + `"]` },
	"escaped quotes":   func(n int) string { return `["` + strings.Repeat(`\"`, n/2) + `"]` },
	"open brackets":    func(n int) string { return deep(n, "") },
	"brackets":         func(n int) string { return deep(n/2, strings.Repeat("]", n/2)) },
	"objects":          func(n int) string { return strings.Repeat(`{"a":`, n/6) + "1" + strings.Repeat("}", n/6) },
	"comments":         func(n int) string { return strings.Repeat("/**/", n/4) + "1" },
	"open comments":    func(n int) string { return "[" + strings.Repeat("/*", n/2) },
	"scalars":          func(n int) string { return strings.Repeat("1 ", n/2) },
	"empty objects":    func(n int) string { return "[" + strings.Repeat("{},", n/3) + "1]" },
	"strings unclosed": func(n int) string { return strings.Repeat("[\"a\n", n/4) },
	"cut lines":        func(n int) string { return "{}\n" + strings.Repeat("{\"a\":[\n", n/7) },
	"deep lines":       func(n int) string { return "{}\n" + strings.Repeat(deep(100, "\n"), n/101) },
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1 << 16
	for _, media := range []string{record.JSON, record.Lines, record.YAML} {
		inputs := hostile
		if media == record.YAML {
			inputs = hostileYAML
		}
		reads := func(text string) func() {
			return func() { _, _ = record.Reader{}.Read(context.Background(), source(media, text)) }
		}
		for name, text := range inputs {
			if err := cputime.Grows(16, reads(text(n)), reads(text(16*n))); err != nil {
				t.Errorf("%s, %s: %v", name, media, err)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	one := `{"id": 1042, "name": "Ana Ruiz", "mail": "ana@example.org", "bio": "` + strings.Repeat("Some words of prose. ", 10) + `", "tags": ["a", "b"], "address": {"city": "Lima", "zip": "15001"}}`
	for name, c := range map[string]struct{ media, text string }{
		"array":  {record.JSON, "[" + strings.Repeat(one+",\n", 4<<20/len(one)) + one + "]"},
		"lines":  {record.Lines, strings.Repeat(one+"\n", 4<<20/len(one))},
		"floats": {record.JSON, "[" + strings.Repeat("0.123456,", 4<<20/9) + "1]"},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (record.Reader{}).ReadText(context.Background(), read.Source{URI: "a", Media: c.media}, c.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
