package enrich_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/source"
	"github.com/pildora/pildora/size"
)

func TestScopes(t *testing.T) {
	const text = "import os\n\n# class Bird:\n@frozen\nclass Bird:\n    wings = 2\n\n    # Flies.\n    def fly(self):\n        a()\n        if a:\n            for b in a:\n                c()\n\n    def land(self):\n        d()\n\ndef g(): pass\n"
	d, err := source.Reader{}.Read(context.Background(), read.Source{URI: "b.py", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ body, want string }{
		{"import os", ""},
		{"# class Bird:", ""},
		{"    wings", "class Bird:\n"},
		{"    # Flies.", "class Bird:\n"},
		{"        a()", "class Bird:\n    def fly(self):\n"},
		{"                c()", "    def fly(self):\n        if a:\n            for b in a:\n"},
		{"    def land", "class Bird:\n"},
		{"        d()", "class Bird:\n    def land(self):\n"},
		{"def g", ""},
	} {
		f := enrich.Framer{Max: 400, Measure: size.Runes, Roles: []chunk.Role{chunk.Header}}
		at := strings.Index(text, tt.body)
		parts, _ := f.Frame(d, doc.Span{Start: at, End: at + len(tt.body)})
		got := chunk.Head(d, parts)
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.body, got, tt.want)
		}
	}
}
