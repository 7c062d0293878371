package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

// FuzzScan checks on any text: it gives blocks that hold the invariants, the
// same ones each time, and the same ones but for their places however the lines
// end.
func FuzzScan(f *testing.F) {
	for _, s := range goldenSamples(f) {
		f.Add(s.text)
	}
	f.Add(strings.Repeat("> ", 1200) + "a\nb\n" + strings.Repeat(">", 600) + "\n")
	f.Add(strings.Repeat("- ", 600) + "a\n\n" + strings.Repeat("  ", 499) + "- b\n")
	f.Add(strings.Repeat("1. > [^a]: ", 300) + "a\n")
	f.Fuzz(func(t *testing.T, text string) { check(t, text, markdown.CommonMark) })
}

// FuzzDialects is FuzzScan for the dialects.
func FuzzDialects(f *testing.F) {
	for _, s := range dialectSamples(f) {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, text, markdown.Extended)
		check(t, text, markdown.MDX)
	})
}

func check(t *testing.T, text string, d markdown.Dialect) {
	text = strings.ToValidUTF8(text, "\ufffd")
	blocks := markdown.ScanAs(text, d)
	if err := invariants(text, blocks); err != nil {
		t.Fatal(err)
	}
	if again := markdown.ScanAs(text, d); !slices.Equal(blocks, again) {
		t.Fatal("two scans of one text differ")
	}
	for _, end := range []string{"\n", "\r\n", "\r"} {
		if err := sameTree(text, blocks, end, d); err != nil {
			t.Fatalf("with line ends %q: %v", end, err)
		}
	}
}

// sameTree checks that text with other line ends has the same blocks, in their
// new places.
func sameTree(text string, blocks []doc.Block, end string, d markdown.Dialect) error {
	var b strings.Builder
	moved := make([]int, len(text)+1)
	for i := 0; i < len(text); i++ {
		moved[i] = b.Len()
		switch {
		case strings.HasPrefix(text[i:], "\r\n"):
			i++
			moved[i] = b.Len()
			b.WriteString(end)
		case text[i] == '\n' || text[i] == '\r':
			b.WriteString(end)
		default:
			b.WriteByte(text[i])
		}
	}
	moved[len(text)] = b.Len()
	got := markdown.ScanAs(b.String(), d)
	if len(got) != len(blocks) {
		return fmt.Errorf("%d blocks, else %d", len(got), len(blocks))
	}
	for i, want := range blocks {
		want.Span = doc.Span{Start: moved[want.Span.Start], End: moved[want.Span.End]}
		if got[i] != want {
			return fmt.Errorf("block %d is %v, else %v", i, got[i], want)
		}
	}
	return nil
}
