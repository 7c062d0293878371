package chunk_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// unseamed prepares, and knows nothing of seams.
type unseamed struct{ size.Preparer }

// Seam knows nothing.
func (unseamed) Seam(string, string) (int, bool) { return 0, false }

// TestWholeIsMeasuredAtItsSeam packs with frames, overlap and special tokens:
// what a chunk says that it measures is what its embedded string measures, and
// frame and overlap alone have no special tokens.
func TestWholeIsMeasuredAtItsSeam(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		m := size.Plus(rapid.SampledFrom([]size.Measure{size.Words, size.Runes, unseamed{size.Words}, naive{size.Words}}).Draw(t, "measure"), rapid.IntRange(0, 3).Draw(t, "special"))
		part, _ := size.Bare(m)
		l := chunk.Limits{Measure: m, Max: rapid.IntRange(12, 60).Draw(t, "max")}
		l.Overlap = chunk.Overlapping{Max: rapid.IntRange(0, 6).Draw(t, "overlap"), Units: []chunk.Cutter{cut.Words}}
		heads := []string{"uno", "dos > tres", "cuatro\n"}
		l.Frame = func(_ *doc.Document, body doc.Span) (before, after []chunk.Part) {
			if body.Start%7 == 0 {
				after = []chunk.Part{{Role: chunk.Context, Text: "fin"}}
			}
			return []chunk.Part{{Role: chunk.Breadcrumb, Text: heads[body.Start%3]}}, after
		}
		chunks := split(t, chunk.Pack(l, cut.Lines, cut.Words), d)
		checkMax(t, d, l, chunks)
		for i, c := range chunks {
			for _, p := range c.Before {
				if n := part.Size(p.Content(d)); p.Role == chunk.Overlap && n > l.Overlap.Max {
					t.Fatalf("chunk %d: overlap measures %d, asked %d", i, n, l.Overlap.Max)
				}
			}
		}
	})
}

// TestSpecialTokensLeaveOverlapItsRoom: an overlap of so many tokens has so
// many, whatever a model puts around the whole.
func TestSpecialTokensLeaveOverlapItsRoom(t *testing.T) {
	d := &doc.Document{Text: "a b c d e f g h i j k l m"}
	l := chunk.Limits{Measure: size.Plus(size.Words, 2), Max: 8, Overlap: chunk.Overlapping{Max: 2, Units: []chunk.Cutter{cut.Words}}}
	for i, c := range split(t, chunk.Pack(l, cut.Words), d) {
		if i == 0 {
			continue
		}
		if len(c.Before) != 1 || size.Words.Size(c.Before[0].Content(d)) != 2 {
			t.Errorf("chunk %d repeats %v", i, c.Before)
		}
	}
}
