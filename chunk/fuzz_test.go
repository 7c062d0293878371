package chunk_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// FuzzPack packs any text by any limit and holds what every packing promises.
func FuzzPack(f *testing.F) {
	for _, text := range fragments {
		f.Add(text+" "+text, uint8(7), uint8(3), uint8(0))
	}
	f.Add(strings.Repeat("🇪🇸", 40), uint8(3), uint8(2), uint8(1))
	f.Add("a\u0301\u0301\u0301\u0301 b", uint8(1), uint8(0), uint8(2))
	f.Fuzz(func(t *testing.T, text string, most, overlap, which uint8) {
		if !utf8.ValidString(text) || len(text) > 1<<14 {
			return
		}
		l := chunk.Limits{Max: int(most)%80 + 1, Measure: []size.Measure{size.Bytes, size.Runes, size.Words, shrinking}[which%4]}
		l.Overlap = chunk.Overlapping{Max: int(overlap) % l.Max, Units: []chunk.Cutter{cut.Words}, Firm: which&4 != 0}
		d := &doc.Document{Text: text}
		chunks := split(t, chunk.Pack(l, cut.BlankLines, cut.Lines, cut.Sentences("es"), cut.Words, cut.Segments), d)
		checkTiles(t, d, d.Whole(), chunks)
		checkMax(t, d, l, chunks)
		checkGraphemes(t, d, chunks)
		checkOverlap(t, d, l, chunks)
	})
}
