package record_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/record"
)

var yamlContract = readtest.Format{
	Media: record.YAML,
	Seeds: map[string]string{
		"mapping":   "# Birds.\nname: gulls\n\n# Where.\nplaces:\n  - name: Vigo # a port\n    note: |\n      many\n\n      # of them\n  - Lima\n",
		"stream":    "%YAML 1.2\n---\na: 1\n...\n# two\n---\n- b\n- c: {d: [e, f], g: \"h\\n\"}\n---\njust text\n---\n",
		"anchors":   "base: &b {x: 1}\nuse:\n  <<: *b\n  y: *b\n",
		"flow":      "{\"a\": [1, 2, {\"b\": \"ñ\"}], c: d, # e\n  f: [],}\n",
		"keys":      "? [a, b]\n: c\n? d\n: e\n!!str f: &g h\n'i': j\n",
		"dashes":    "- - a\n  - b\n-\n  # c\n  d: e\n-\n- ? f\n",
		"indent":    "a:\n- b\n- c\nd:\n    - e\n",
		"bom":       "\ufeffa: ñ\nb: 港\n",
		"crlf":      "a: 1\r\n\r\n# x\r\nb:\r\n  - c\r\n",
		"scalars":   "folded: >-\n  some\n  words\nquoted: \"two\n  lines\"\nplain: some\n  more\nempty:\nnull: ~\n",
		"separator": "a: \"x\u2028b\"\nc: 1\n",
		"empty":     "",
		"comments":  "# only\n# comments\n",
		"windows":   "a: se\xf1or\nb: a\xf1os\n",
	},
	Capped: contract.Capped,
}

func TestYAMLContract(t *testing.T) { readtest.Run(t, reader(), yamlContract) }
func FuzzYAMLContract(f *testing.F) { readtest.Fuzz(f, reader(), yamlContract) }

func TestYAML(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"mapping", "a: 1\nb:\n  c: 2\n", "\n: a: 1\nb:\n  c: 2\n"},
		{"members", "# A.\na: 1\n\n# B.\n\n# C.\nb: some more words, to be long enough\nc: d\n", `
: # A.|a: 1||# B.||# C.|b: some more words, to be long enough|c: d
  a: # A.|a: 1
  b: # B.||# C.|b: some more words, to be long enough
  c: c: d`},
		{"list", "- name: gull\n  long: words and words and words and more words\n  # what it eats\n  food:\n  - fish, and much else that it finds on the beach\n  - bread\n- {id: 7}\n- x\n- y\n", `
gull: - name: gull|  long: words and words and words and more words|  # what it eats|  food:|  - fish, and much else that it finds on the beach|  - bread
  name: - name: gull
  long:   long: words and words and words and more words
  food:   # what it eats|  food:|  - fish, and much else that it finds on the beach|  - bread
    :   # what it eats|  food:|  - fish, and much else that it finds on the beach
    :   - bread
7: - {id: 7}
: - x|- y`},
		{"a comment in a scalar", "run: |\n  echo, and a long line of it to be sure\n  # not a comment\nnext: 1\n", `
: run: ||  echo, and a long line of it to be sure|  # not a comment|next: 1
  run: run: ||  echo, and a long line of it to be sure|  # not a comment
  next: next: 1`},
		{"a comment that is indented belongs above", "run:\n  - echo, and a long line of it to be sure\n  # of run\nnext: 1\n", `
: run:|  - echo, and a long line of it to be sure|  # of run|next: 1
  run: run:|  - echo, and a long line of it to be sure|  # of run
    : run:|  - echo, and a long line of it to be sure|  # of run
  next: next: 1`},
		{"flow", `{"name": "Ana", "list": ["a rather long text", "and another one of the kind", 3 ], }`, `
: {"name": "Ana", "list": ["a rather long text", "and another one of the kind", 3 ], }
  name: {"name": "Ana"
  list: "list": ["a rather long text", "and another one of the kind", 3 ]
    : "list": ["a rather long text"
    : "and another one of the kind", 3`},
		{"stream", "--- # one\na: 1\n# two\n---\nkind: Service\nmetadata: {name: web}\n...\n---\njust text\n", `
[0]: --- # one|a: 1
Service/web: # two|---|kind: Service|metadata: {name: web}|...
  kind: # two|---|kind: Service
  metadata: metadata: {name: web}|...
[2]: ---|just text`},
		{"dashes", "- - a long text of more than forty-eight bytes, it is\n  - b\n-\n  # c\n  d: e\n  f: a long text of more than forty-eight bytes, it is\n", `
[0]: - - a long text of more than forty-eight bytes, it is|  - b
  : - - a long text of more than forty-eight bytes, it is
  :   - b
[1]: -|  # c|  d: e|  f: a long text of more than forty-eight bytes, it is
  d: -|  # c|  d: e
  f:   f: a long text of more than forty-eight bytes, it is`},
		{"explicit keys", "? a\n: a long text of more than forty-eight bytes, it is\n? [b, c]\n: d\n", `
: ? a|: a long text of more than forty-eight bytes, it is|? [b, c]|: d
  a: ? a|: a long text of more than forty-eight bytes, it is
  [b, c]: ? [b, c]|: d`},
		{"scalar", "just text\n", "\n: just text"},
		{"nothing", "# only a comment\n---\n", "\n"},
	} {
		d := document(t, record.YAML, c.in)
		got := ""
		for i, b := range d.Blocks {
			got += "\n" + strings.Repeat("  ", d.Depth(i)) + b.Label + ": " + strings.ReplaceAll(d.Slice(b.Span), "\n", "|")
		}
		if got != strings.TrimSuffix(strings.Replace(c.want, "a: 1\nb:\n  c: 2", "a: 1|b:|  c: 2", 1), "\n") {
			t.Errorf("%s:%s\nwant%s", c.name, got, c.want)
		}
	}
}

func TestYAMLErrors(t *testing.T) {
	for in, want := range map[string]string{
		"a: 1\nb: [1\nc: 2\n":         "line 1: ",
		"a: 1\n\tb: 2\n":              "line 2: ",
		"a: {{ x }}\nb: {{- y }}\n":   "line ",
		strings.Repeat("[", 20_000):   "max depth",
		strings.Repeat("- ", 100_000): "max depth",
		"a: \x01\n":                   "control characters",
		"a: b: c\n":                   "mapping values",
	} {
		_, err := record.Reader{}.Read(context.Background(), source(record.YAML, in))
		if !errors.Is(err, record.ErrYAML) || !strings.HasPrefix(err.Error(), "a.json: no valid YAML: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", in, err)
		}
	}
	if _, err := (record.Reader{MaxBytes: 10}).ReadText(context.Background(), read.Source{URI: "a", Media: record.YAML}, "a: 1\nb: 2\nc: 3\n"); !errors.Is(err, read.ErrTooLarge) {
		t.Errorf("too long: %v", err)
	}
}

// TestLaughs: aliases are never followed.
func TestLaughs(t *testing.T) {
	text := "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
	for c := 'b'; c < 'z'; c++ {
		text += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "]\n"
	}
	if d := document(t, record.YAML, text); len(d.Blocks) > 200 {
		t.Errorf("%d blocks", len(d.Blocks))
	}
}

// TestYAMLReadsWhatIsWritten: of what the library writes the blocks are those
// of the values, in the places where they stand: a leaf, parsed by itself, is
// the value again, and what lies between leaves is punctuation.
func TestYAMLReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var n yaml.Node
		if err := n.Encode(value(4).Draw(rt, "value")); err != nil {
			rt.Skip()
		}
		style(rt, &n)
		data, err := yaml.Marshal(&n)
		if err != nil {
			rt.Skip()
		}
		text := string(data)
		d := document(t, record.YAML, text)
		at := 0
		for i, b := range d.Blocks {
			if !d.Leaf(i) {
				continue
			}
			if strings.Trim(text[at:b.Span.Start], "]}, \n") != "" {
				rt.Fatalf("%s: %q is in no record", text, text[at:b.Span.Start])
			}
			if s := d.Slice(b.Span); doc.IsBlank(s) {
				rt.Fatalf("%s: a blank record", text)
			}
			at = b.Span.End
		}
		if strings.Trim(text[at:], "]}, \n") != "" {
			rt.Fatalf("%s: %q is in no record", text, text[at:])
		}
	})
}

// style makes some collections flow and some scalars literal.
func style(rt *rapid.T, n *yaml.Node) {
	switch rapid.IntRange(0, 3).Draw(rt, "style") {
	case 0:
		n.Style |= yaml.FlowStyle
	case 1:
		n.HeadComment = "# a comment"
	case 2:
		if n.Tag == "!!str" {
			n.Style = yaml.LiteralStyle
		}
	}
	for _, c := range n.Content {
		style(rt, c)
	}
}

func repeat(head, unit, tail string) func(n int) string {
	return func(n int) string { return head + strings.Repeat(unit, n/len(unit)) + tail }
}

var hostileYAML = map[string]func(n int) string{
	"brackets":      repeat("", "[", ""),
	"braces":        repeat("", "{", ""),
	"dashes":        repeat("", "- ", ""),
	"bare dashes":   repeat("", "-\n", ""),
	"question":      repeat("", "?\n", ""),
	"items":         repeat("", "- a: ñ\n", ""),
	"flow":          repeat("[", "{ñ: b}, ", "]"),
	"flow lines":    repeat("[", "a,\n", "]"),
	"comments":      repeat("a: 1\n", "# a\n", "b: 1\n"),
	"parted":        repeat("a:\n- b\n", "# a\n\n", "c: 1\n"),
	"item comments": repeat("", "- # a\n\n  b\n", ""),
	"blank lines":   repeat("- a\n", "\n", "- b\n"),
	"documents":     repeat("", "--- a\n", ""),
	"open quote":    repeat("", "\"a\n", ""),
	"anchors":       repeat("- &a b\n", "- *a\n", ""),
	"literal":       repeat("a: |\n", "  b\n", ""),
	"spaces":        repeat("", " ", ""),
	"line ends":     repeat("a: 1\n", "\r", "b: 1\n"),
	"deep": func(n int) string {
		var b strings.Builder
		for depth := 0; b.Len() < n; depth++ {
			b.WriteString(strings.Repeat(" ", depth) + "a:\n")
		}
		return b.String()
	},
}
