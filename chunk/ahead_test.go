package chunk_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

func TestAheadTilesAndKeepsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		l, _ := genLimits(t)
		chunks := split(t, chunk.Ahead(l, chunk.DefaultCosts, genCutters(t)...), d)
		checkTiles(t, d, d.Whole(), chunks)
		checkMax(t, d, l, chunks)
		checkGraphemes(t, d, chunks)
	})
}

// TestAheadIsTheCheapest compares with every way to cut a small text.
func TestAheadIsTheCheapest(t *testing.T) {
	costs := chunk.Costs{Ranks: []float64{0.05, 0.4}, Off: 1, Runt: 0.7}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"uno ", "dos, ", "tres cuatro ", "fin.\n", "y más texto.\n", "a "}), 1, 11).Draw(t, "words")
		d := &doc.Document{Text: strings.Join(words, "") + "x"}
		l := chunk.Limits{Measure: size.Runes, Max: rapid.IntRange(14, 40).Draw(t, "max")}
		l.Target = rapid.IntRange(10, l.Max).Draw(t, "target")
		l.Min = rapid.IntRange(0, 10).Draw(t, "min")
		if size.Runes.Size(d.Text) <= l.Target {
			t.Skip("one chunk")
		}
		got := 0.0
		chunks := split(t, chunk.Ahead(l, costs, cut.After("\n"), cut.After(" ")), d)
		borders := bordersOf(d, l)
		for _, c := range chunks {
			got += price(d, l, costs, borders, c.Span)
		}
		if want := cheapest(d, l, costs, borders, 0, map[int]float64{}); got > want+1e-9 {
			t.Fatalf("costs %v, the cheapest way %v: %v", got, want, chunks)
		}
	})
}

// bordersOf is where the text may be cut, and what that costs: after lines,
// and after words of lines that are too long.
func bordersOf(d *doc.Document, l chunk.Limits) map[int]float64 {
	borders := map[int]float64{0: 0}
	at := 0
	for line := range strings.Lines(d.Text) {
		if at > 0 {
			borders[at] = 0.05
		}
		if len([]rune(strings.TrimRight(line, " \n"))) > l.Max {
			for i, c := range line {
				if c == ' ' && i+1 < len(line) {
					borders[at+i+1] = 0.4
				}
			}
		}
		at += len(line)
	}
	return borders
}

func body(d *doc.Document, s doc.Span) int { return size.Runes.Size(d.Slice(s)) }

func price(d *doc.Document, l chunk.Limits, c chunk.Costs, borders map[int]float64, s doc.Span) float64 {
	n := float64(body(d, s))
	off := (n - float64(l.Target)) / float64(l.Target)
	least := float64(l.Min)
	if least == 0 {
		least = float64(l.Target) / 4
	}
	return c.Off*off*off + c.Runt*math.Max(0, least-n)/least + borders[s.Start]
}

func cheapest(d *doc.Document, l chunk.Limits, c chunk.Costs, borders map[int]float64, at int, known map[int]float64) float64 {
	if at == len(d.Text) {
		return 0
	}
	if v, ok := known[at]; ok {
		return v
	}
	best := math.Inf(1)
	for end := at + 1; end <= len(d.Text); end++ {
		s := doc.Span{Start: at, End: end}
		if _, ok := borders[end]; !ok && end < len(d.Text) {
			continue
		}
		if size.Runes.Size(d.Slice(d.Body(s))) > l.Max {
			continue
		}
		best = math.Min(best, price(d, l, c, borders, s)+cheapest(d, l, c, borders, end, known))
	}
	known[at] = best
	return best
}

func TestAheadLeavesNoRunt(t *testing.T) {
	d := &doc.Document{Text: strings.Repeat("Una frase de prueba. ", 10) + "Fin ya."}
	l := chunk.Limits{Measure: size.Runes, Max: 110}
	greedy := split(t, chunk.Pack(l, cut.Sentences("es")), d)
	if last := greedy[len(greedy)-1]; last.Span.Len() > 20 {
		t.Fatalf("the greedy packer should leave a runt here: %v", greedy)
	}
	for _, c := range split(t, chunk.Ahead(l, chunk.DefaultCosts, cut.Sentences("es")), d) {
		if c.Span.Len() < 40 {
			t.Errorf("a runt: %q", d.Slice(c.Span))
		}
	}
}

// TestAheadKeepsOverlapsCountedInUnits: they don't give way to fuller chunks.
func TestAheadKeepsOverlapsCountedInUnits(t *testing.T) {
	d := &doc.Document{Text: strings.Repeat("Una frase de prueba. ", 40)}
	l := chunk.Limits{Measure: size.Runes, Max: 110, Overlap: chunk.Overlapping{Count: 1, Units: []chunk.Cutter{cut.Sentences("es")}}}
	for i, c := range split(t, chunk.Ahead(l, chunk.DefaultCosts, cut.Sentences("es")), d) {
		if i > 0 && len(c.Before) == 0 {
			t.Errorf("chunk %d repeats nothing: %q", i, d.Slice(c.Span))
		}
	}
}
