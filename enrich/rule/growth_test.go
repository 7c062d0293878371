package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
)

// TestGrowth reads documents of many definitions, and such as are made to take
// long, with bodies of 200 bytes.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	repeated := func(pieces ...string) func(n int) string {
		return func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				b.WriteString(strings.ReplaceAll(pieces[i%len(pieces)], "#", fmt.Sprint(i)))
			}
			return b.String()
		}
	}
	for name, text := range map[string]func(n int) string{
		"definitions":          repeated("\"Term#\" means the thing number #. ", "The Term# of Term1 is a Term2. "),
		"one definition":       repeated("\"Term\" means the thing. "),
		"long terms":           repeated("\"One Two Three Four Five Six Seven N#\" means it. ", "One Two Three Four Five Six Seven "),
		"entries":              repeated("**Voz#.** Lo que dice #.\n\n", "**Otra#.** Lo que dice Voz#.\n\n"),
		"acronyms":             repeated("the Great Old House of # (GOH#), ", "GOH1 and GOH2 "),
		"short for":            repeated("the thing number # (the \"Thing#\"), "),
		"quotation marks":      repeated("\""),
		"opening marks":        repeated("«a"),
		"opening brackets":     repeated("(AB "),
		"brackets":             repeated("(AB)"),
		"bold":                 repeated("**a "),
		"capitals":             repeated("AGREEMENT "),
		"between":              repeated("between A and "),
		"parties":              repeated("SUPPLY AGREEMENT\n\nbetween ", "Ann Lee (\"Seller\") and ", "Bob Roe and "),
		"one long word":        repeated("palabra"),
		"references back":      repeated("En tal caso, sí.\n\n"),
		"items":                repeated("- uno\n"),
		"lists":                repeated("Se piden:\n\n- uno\n- dos\n\n"),
		"a table":              repeated("| a | b |\n|---|---|\n| 1 | 2 |\n", "| 3 | 4 |\n"),
		"headings":             repeated("# Uno\n\n", "## Dos\n\nTres.\n\nCuatro.\n\n"),
		"a paragraph on end":   repeated("In such case, it ends. "),
		"blanks":               repeated("\"a\"                              "),
		"what is short for it": repeated("(hereinafter \""),
	} {
		read := func(n int) func() {
			d := document(t, "a.md", "", text(n))
			var spans []doc.Span
			for at := 0; at < len(d.Text); {
				end := min(at+200, len(d.Text))
				for end < len(d.Text) && d.Text[end]&0xc0 == 0x80 {
					end++
				}
				spans, at = append(spans, doc.Span{Start: at, End: end}), end
			}
			return func() { contexts(t, d, spans, all()...) }
		}
		const n = 1 << 15
		if err := cputime.Grows(16, read(n), read(16*n)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestManyDefinitions reads a document of 100,000 definitions.
func TestManyDefinitions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	read := func(n int) func() {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\"Widget%d\" means a widget of kind %d. ", i, i)
		}
		defined := b.Len()
		for i := range n {
			fmt.Fprintf(&b, "A Widget%d isn't a Widget%d. ", i, n-1-i)
		}
		d := document(t, "a.txt", "en", b.String())
		spans := []doc.Span{{End: defined}}
		for at := defined; at < len(d.Text); at += 500 {
			spans = append(spans, doc.Span{Start: at, End: min(at+500, len(d.Text))})
		}
		return func() {
			if got := contexts(t, d, spans, "definitions"); len(got[1]) != 3 {
				t.Fatalf("got %q", got[1])
			}
		}
	}
	if err := cputime.Grows(10, read(10_000), read(100_000)); err != nil {
		t.Error(err)
	}
}
