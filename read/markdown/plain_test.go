package markdown_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

// TestPlainAsInQuote checks the short ways that lines outside all containers
// take, over fences, paragraphs and tables, against the long way of the same
// lines in a quote, which must find the same blocks.
func TestPlainAsInQuote(t *testing.T) {
	pieces := []string{"```", "````", "```go", "~~~", "``", "  ```", "   ~~~ ", "    ```", "a ``` b", "```a`", "", "", " ", "text", "# title",
		"| a | b |", "|-|-|", "-|-", "a | b", "[x]: /y", "- item", "===", "> quote", "<div>", "<p", "$$", "&"}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		var plain, quoted strings.Builder
		end := []string{"\n", "\r", "\r\n"}[r.IntN(3)]
		for range 1 + r.IntN(8) {
			line := pieces[r.IntN(len(pieces))] + end
			plain.WriteString(line)
			quoted.WriteString("> " + line)
		}
		want, got := kinds(quoted.String(), 2, end), kinds(plain.String(), 0, end)
		if got != want {
			t.Fatalf("%q:\n%s\nin a quote:\n%s", plain.String(), got, want)
		}
	}
}

// kinds writes the blocks of text down, one a line, without the first quote,
// whose mark takes mark bytes of each line; spans count as lines.
func kinds(text string, mark int, end string) string {
	var b strings.Builder
	blocks := markdown.Scan(text)
	shift := int32(0)
	if mark > 0 {
		if len(blocks) == 0 || blocks[0].Kind != doc.Quote || blocks[0].Span.End < len(strings.TrimRight(text, "\r\n")) {
			return fmt.Sprintf("not one quote: %v", blocks)
		}
		blocks, shift = blocks[1:], 1
	}
	line := func(at int) int { return strings.Count(text[:at], end) }
	for _, k := range blocks {
		fmt.Fprintln(&b, k.Kind, k.Level, max(-1, k.Parent-shift), line(k.Span.Start), line(k.Span.End), k.Label)
	}
	return b.String()
}

// TestLongLines checks line ends around the borders of what is looked at at
// once, and texts that mix them.
func TestLongLines(t *testing.T) {
	ends := []string{"\n", "\r", "\r\n"}
	for _, n := range []int{1, 4094, 4095, 4096, 4097, 8191, 8192, 8193, 20_000} {
		for i := range 9 {
			first, second := ends[i%3], ends[i/3]
			long := strings.Repeat("x", n)
			var want []string
			text := ""
			for _, s := range []string{long, first, first, "# h", second, long, second, second, long, first, first, "a"} {
				if strings.Trim(s, "\r\n") != "" {
					want = append(want, doc.Span{Start: len(text), End: len(text) + len(s)}.String())
				}
				text += s
			}
			var got []string
			for _, b := range markdown.Scan(text) {
				got = append(got, b.Span.String())
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("lines of %d that end in %q and %q: %v, want %v", n, first, second, got, want)
			}
		}
	}
}
