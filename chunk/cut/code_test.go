package cut_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/source"
)

const goCode = "package p\n\nimport \"fmt\"\n\n// F prints.\n// Twice.\nfunc F(s string) {\n\tfmt.Println(\"{\" + s)\n\n\tif s == \"\" {\n\t\treturn\n\t} else {\n\t\tfmt.Println(s)\n\t}\n}\n\n// T is a type.\ntype T struct {\n\tA int\n\tB int // }\n}\n"

func TestCode(t *testing.T) {
	for _, tt := range []struct{ name, lang, text, want string }{
		{"declarations with their comments", "go", goCode,
			"package p\n\n¦import \"fmt\"\n\n¦// F prints.\n// Twice.\nfunc F(s string) {\n\tfmt.Println(\"{\" + s)\n\n\tif s == \"\" {\n\t\treturn\n\t} else {\n\t\tfmt.Println(s)\n\t}\n}\n\n¦// T is a type.\ntype T struct {\n\tA int\n\tB int // }\n}\n"},
		{"statements of one function, at blank lines first", "go", "func F(s string) {\n\ta()\n\tb()\n\n\tif s == \"\" {\n\t\treturn\n\t} else {\n\t\tc()\n\t}\n}\n",
			"func F(s string) {\n\ta()\n\tb()\n\n¦\tif s == \"\" {\n\t\treturn\n\t} else {\n\t\tc()\n\t}\n}\n"},
		{"statements without blank lines", "go", "func F() {\n\ta()\n\tb(`\n\tx\n`)\n}\n", "func F() {\n¦\ta()\n¦\tb(`\n\tx\n`)\n}\n"},
		{"python", "python", "import os\n\n@wraps\ndef f(x):\n    \"\"\"Doc\n\n    more.\"\"\"\n    return x\n\n\nclass A:\n    # says\n    def g(self):\n        pass\n\n    def h(self):\n        pass\n",
			"import os\n\n¦@wraps\ndef f(x):\n    \"\"\"Doc\n\n    more.\"\"\"\n    return x\n\n\n¦class A:\n    # says\n    def g(self):\n        pass\n\n    def h(self):\n        pass\n"},
		{"methods of a class", "python", "class A:\n    # says\n    def g(self):\n        pass\n\n    def h(self):\n        pass\n",
			"class A:\n    # says\n    def g(self):\n        pass\n\n¦    def h(self):\n        pass\n"},
		{"a try and its except are one", "python", "try:\n    a()\nexcept E:\n    b()\nc()\n", "try:\n    a()\nexcept E:\n    b()\n¦c()\n"},
		{"sql", "sql", "-- clients\nCREATE TABLE a (\n  id int\n);\n\nSELECT 1\nFROM a;\n", "-- clients\nCREATE TABLE a (\n  id int\n);\n\n¦SELECT 1\nFROM a;\n"},
	} {
		d := &doc.Document{Text: tt.text, Meta: map[string]string{"language": tt.lang}}
		if got := pieces(t, cut.Code, d, d.Whole()); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
	fenced := "Texto.\n\n```go\nfunc A() {\n\tx()\n}\n\nfunc B() {\n\ty()\n}\n```\n"
	d := parse(t, fenced)
	if got, want := pieces(t, cut.Code, d, d.Whole()), strings.Replace(fenced, "func B", "¦func B", 1); got != want {
		t.Errorf("a fence: got %q", got)
	}
}

// TestDeclared: the declarations that a reader found are believed.
func TestDeclared(t *testing.T) {
	const text = "import os\n\n# A.\nclass A:\n    x = 1\n    def f(self):\n        a()\n        b()\n    def g(self): pass\n"
	d, err := source.Reader{}.Read(context.Background(), read.Source{URI: "a.py", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ from, want string }{
		{"import", "import os\n\n¦# A.\nclass A:\n    x = 1\n    def f(self):\n        a()\n        b()\n    def g(self): pass\n"},
		{"# A.", "# A.\nclass A:\n    x = 1\n¦    def f(self):\n        a()\n        b()\n¦    def g(self): pass\n"},
	} {
		s := doc.Span{Start: strings.Index(text, tt.from), End: len(text)}
		if got := pieces(t, cut.Code, d, s); got != tt.want {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
	at := strings.Index(text, "    def f")
	s := doc.Span{Start: at, End: strings.Index(text, "    def g")}
	if got, want := pieces(t, cut.Code, d, s), "    def f(self):\n¦        a()\n¦        b()\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestEnclosing(t *testing.T) {
	text := "class A:\n    def g(self):\n        x = 1\n        if x:\n            y = 2\n    def h(self):\n        pass\n"
	d := &doc.Document{Text: text}
	for at, want := range map[string]string{
		"            y = 2": "class A:|    def g(self):|        if x:",
		"        pass":      "class A:|    def h(self):",
		"class A":           "",
	} {
		var got []string
		for _, s := range cut.Enclosing(d, d.Whole(), strings.Index(text, at)) {
			got = append(got, d.Slice(s))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, want %q", at, got, want)
		}
	}
}
