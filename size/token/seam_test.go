package token_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

// TestSeams joins heads and bodies that meet in every way that the patterns
// know of.
func TestSeams(t *testing.T) {
	pieces := []string{"\n", "\n\n", "\r\n", " ", "   ", "\t", "\u00a0", "\u3000", "\u2028", "\u0085", "Título > Sección", "palabra", "A", "é", "e\u0301", "\u0301", "漢字", "123", "1",
		"!", "?!", "/", "//", "|", "| a | b |", "'", "'s", "don't", "#", "# ", "- ", "…", "👩‍👩‍👧", "\u200d", "\xff", "\xc3", "\xa9", "<|endoftext|>", "\x00", "٣", "Ⅷ"}
	for _, name := range token.Names() {
		tok, err := token.New(name)
		if err != nil {
			t.Fatal(err)
		}
		sure, asked := 0, 0
		rapid.Check(t, func(t *rapid.T) {
			part := func(label string) string {
				return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 4).Draw(t, label), "")
			}
			head, body := part("head"), part("body")
			if rapid.Bool().Draw(t, "line") {
				head += rapid.SampledFrom([]string{"\n", "\n\n", "!\n", " \n", "\n \n"}).Draw(t, "end")
			}
			a, b, both := tok.Size(head), tok.Size(body), tok.Size(head+body)
			n, ok := tok.Seam(head, body)
			if ok && n != both-a-b {
				t.Fatalf("%s: the seam of %q and %q is %d, want %d", name, head, body, n, both-a-b)
			}
			if got := size.Joined(tok, head, body, a, b); got != both {
				t.Fatalf("%s: %q and %q joined: %d, want %d", name, head, body, got, both)
			}
			asked++
			if ok {
				sure++
			}
		})
		if sure < asked/5 {
			t.Errorf("%s: knows only %d seams of %d", name, sure, asked)
		}
		for _, head := range []string{"Título > Sección\n\n", "| a | b |\n|---|---|\n", "¿Qué?\n\n"} {
			for _, body := range []string{"Una frase.", "# Título", "| 1 | 2 |", "- a", "```go"} {
				if _, ok := tok.Seam(head, body); !ok {
					t.Errorf("%s: doesn't know the seam of %q and %q", name, head, body)
				}
			}
		}
	}
}
