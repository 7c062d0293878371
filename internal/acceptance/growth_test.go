package acceptance

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
)

// hostile are texts that made other tools take quadratic time, by how much of
// them is made of a number of bytes.
var hostile = []struct {
	name string
	text func(n int) string
}{
	{"handbook", func(n int) string { return repeat(handbook, n) }},
	{"one line without spaces", func(n int) string { return repeat("a", n) }},
	{"one line of words", func(n int) string { return repeat("palabra ", n) }},
	{"quote marks", func(n int) string { return repeat("> ", n) + "x" }},
	{"nested lists", nested},
	{"list markers in one line", func(n int) string { return repeat("- ", n) + "x" }},
	{"unclosed fence", func(n int) string { return "```\n" + repeat("x = 1\n", n) }},
	{"blanks", func(n int) string { return repeat(" ", n) + "fin" }},
	{"paragraph break at the very end", func(n int) string { return repeat("sin pausa ninguna\n", n) + "\n\nFIN.\n" }},
	{"headings", func(n int) string { return repeat("# a\n", n) }},
	{"table rows", func(n int) string { return "| a | b |\n|---|---|\n" + repeat("| 1 | 2 |\n", n) }},
	{"brackets", func(n int) string { return repeat("[", n) }},
	{"han", func(n int) string { return repeat("山", n) }},
}

const handbook = "# Título\n\nUna frase corta. Otra más larga, con coma y «comillas».\n\n- uno\n- dos\n  - tres\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\nx := 1\n```\n\n"

func repeat(piece string, n int) string { return strings.Repeat(piece, n/len(piece)+1) }

// nested is lists in lists, fifty deep.
func nested(n int) string {
	var b strings.Builder
	for level := 0; b.Len() < n; level++ {
		b.WriteString(strings.Repeat(" ", min(level, 50)*2) + "- a\n")
	}
	return b.String()
}

// TestDefaultGrowsLinearly reads and cuts hostile documents of n and 16n bytes
// by the default recipe.
// PILDORA_GROWTH=1048576 measures from 1 to 16 MB.
func TestDefaultGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	n := 1 << 16
	if os.Getenv("PILDORA_GROWTH") != "" {
		n = 1 << 20
	}
	c, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Unit: "tokens", Max: 256, Frame: []string{"breadcrumb", "header"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	c.Tokens.Size("warm")
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			if err := cputime.Grows(16, cutting(t, c, h.text(n)), cutting(t, c, h.text(16*n))); err != nil {
				t.Error(err)
			}
		})
	}
}

// cutting reads and cuts text.
func cutting(t *testing.T, c ingest.Cutting, text string) func() {
	data := []byte(text)
	return func() {
		d, err := reading().Document(context.Background(), read.Source{URI: "h.md", Media: "text/markdown", Data: data})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Records(context.Background(), d, "h.md"); err != nil {
			t.Fatal(err)
		}
	}
}
