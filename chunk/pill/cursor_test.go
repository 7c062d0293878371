package pill

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

// TestCursorFindsBlocks holds the cursor to doc.BlockFrom, wherever it is asked.
func TestCursorFindsBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, s := range rapid.SliceOfN(rapid.SampledFrom([]string{"a\n\n", "- b\n", "  - c\n", "> d\n\n", "# e\n\n", "\n"}), 0, 150).Draw(t, "text") {
			text += s
		}
		d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
		c := blockCursor{doc: d}
		for range 20 {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			if got, want := c.from(at), d.BlockFrom(at); got != want {
				t.Fatalf("from %d: block %d, want %d", at, got, want)
			}
		}
	})
}
