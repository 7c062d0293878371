package plain_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/lex/plain"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                                    "",
		"  plain\n words ":                    "plain words",
		"**bold** and *so* and __also__ _it_": "bold and so and also it",
		"snake_case_name and 2*3*4":           "snake_case_name and 2*3*4",
		"a * b and a _ b":                     "a * b and a _ b",
		"in**ten**se":                         "intense",
		"~~gone~~ ~5":                         "gone ~5",
		"`a*b*` and ``x ` y``":                "a*b* and x ` y",
		"[text](http://x.org/a_(b) \"t\"), [other][ref] and [none]": "text, other and [none]",
		"![badge](b.svg) [![b](c)](d) Text":                         "Text",
		"in 1959,[12] for":                                          "in 1959, for",
		"see [1] and [2](x)":                                        "see [1] and 2",
		"a note[^1] here":                                           "a note here",
		"> quoted\n> text":                                          "quoted text",
		"## Heading {#name}":                                        "Heading",
		"Name {/*name*/}":                                           "Name",
		"<b>bold</b><br>line <https://x.org> <a@b.org>":             "bold line https://x.org a@b.org",
		"a < b and c > d":                                           "a < b and c > d",
		`\*kept\* \| 5 &amp; 6 &nbsp; 7`:                            "*kept* | 5 & 6 7",
		"{* ../../docs/a.py hl[1] *} After":                         "After",
		"{{< ref \"x\" >}} After":                                   "After",
		"By: ____________ Name":                                     "By: Name",
		"- [ ] task":                                                "- task",
		"¿Qué **es**?":                                              "¿Qué es?",
		"<!-- no --> yes":                                           "yes",
		"[unclosed](x":                                              "[unclosed](x",
	} {
		if got := plain.Text(in); got != want {
			t.Errorf("%q: %q, wanted %q", in, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("**a** [b](c) `d` <e> {#f} \\g &amp;")
	f.Add("[[[[]]]](((")
	f.Fuzz(func(t *testing.T, text string) {
		got := plain.Text(text)
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q: %q is not UTF-8", text, got)
		}
		if strings.ContainsAny(got, "\n\r\t") || got != strings.TrimSpace(got) {
			t.Errorf("%q: %q is not one line", text, got)
		}
	})
}

// TestGrowth holds that what opens and never closes is read once.
func TestGrowth(t *testing.T) {
	for _, piece := range []string{"[", "[a](", "`", "<a ", "![a](b)", "{/*", "**a", "_ ", "``` `", "\\", "> ", "[^"} {
		text := func(n int) func() {
			s := strings.Repeat(piece, n)
			return func() { plain.Text(s) }
		}
		if err := cputime.Grows(16, text(1000), text(16000)); err != nil {
			t.Errorf("%q: %v", piece, err)
		}
	}
}
