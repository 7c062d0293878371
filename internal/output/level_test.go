package output

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// TestLevels: for people each text stands once; parents are told by what is
// known of them, windows and derived texts beside their chunk.
func TestLevels(t *testing.T) {
	d := &doc.Document{URI: "d", Text: "Primera frase. Segunda frase."}
	rs := []store.Record{
		{ID: "d#p", DocID: "d", Num: 1, Of: 1, Role: store.RoleParent, End: len(d.Text), StartLine: 1, EndLine: 1, Tokens: 100, Text: d.Text},
		{ID: "d#1", DocID: "d", Num: 1, Of: 2, Role: store.RoleChunk, Parent: "d#p", End: 14, StartLine: 1, EndLine: 1, Tokens: 5, Text: "Primera frase.",
			Window: &store.Window{End: len(d.Text), StartLine: 1, EndLine: 1, Tokens: 9, Text: d.Text}},
		{ID: "d#2", DocID: "d", Num: 2, Of: 2, Role: store.RoleChunk, Parent: "d#p", Start: 15, End: len(d.Text), StartLine: 1, EndLine: 1, Tokens: 7, Text: "Segunda frase."},
		{ID: "d#q", DocID: "d", Num: 1, Of: 1, Role: store.RoleDerived, Parent: "d#2", Start: 15, End: 20, StartLine: 1, EndLine: 1, Tokens: 3, Text: "¿Cuál sigue?"},
	}
	for format, want := range map[string][]string{
		"markdown": {"\n## Parent 1/1\n\n`d#p` · line 1 · 100 tokens\n\n### 1/2\n", "`d#1` · line 1 · 5 tokens · delivers line 1, bytes 0–29, 9 tokens\n",
			"\n### Derived 1/1\n\n`d#q` · line 1 · 3 tokens · of `d#2`\n"},
		"html": {"· 2 chunks in 1 parent · 12 tokens (5–7, 6 on average) · 1 derived text</p></header>\n<div class=two>", `<li class=h title="d#p">parent 1/1 · line 1 · 100 tokens</li>`,
			"<dt>delivers</dt><dd dir=auto>line 1, bytes 0–29, 9 tokens</dd>", "<dt>derived</dt><dd dir=auto>¿Cuál sigue?</dd>", "1 document · 2 chunks in 1 parent"},
	} {
		got, err := written(format, d, rs...)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range append(want, "Primera frase.", "Segunda frase.", "¿Cuál sigue?") {
			if n := strings.Count(got, w); n != 1 {
				t.Errorf("%s: %q stands %d times in\n%s", format, w, n, got)
			}
		}
	}
}
