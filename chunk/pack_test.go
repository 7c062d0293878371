package chunk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// naive hides what a measure can prepare, so that both ways are tested.
type naive struct{ size.Measure }

// shrinking is neither additive nor monotone: every seventh byte it falls.
var shrinking = size.Func(func(text string) int { return max(0, len(text)/2-len(text)%7) })

var measures = map[string]size.Measure{
	"bytes": size.Bytes, "runes": size.Runes, "words": size.Words,
	"naive runes": naive{size.Runes}, "shrinking": shrinking,
}

var fragments = []string{
	"casa ", "perro, ", "El fin. ", "¿Qué? ", "\n\n", "\n", "\r\n", "\r\n\r\n", "  ", "\t", "a", "é", "e\u0301", "n\u0303",
	"👩‍👩‍👧‍👦", "👍🏽", "🇪🇸🇫🇷", "山谷里的小火车。", "ภาษาไทย", "नमस्ते ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "\u200d", "\u0301", "\ufeff",
	"\x00", "- item\n", "# Title\n", "| a | b |\n", "```\n", "\u2028", "العربية ", ". . . ", "         ", "\ufffd",
}

func genText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 60).Draw(t, "text"), "")
}

func genCutters(t *rapid.T) []chunk.Cutter {
	known := []chunk.Cutter{cut.After("\n\n"), cut.After("\n"), cut.After(". "), cut.After(" "), cut.Words, cut.Segments, cut.Lines}
	n := rapid.IntRange(0, 4).Draw(t, "cutters")
	var out []chunk.Cutter
	for range n {
		out = append(out, rapid.SampledFrom(known).Draw(t, "cutter"))
	}
	return out
}

func genLimits(t *rapid.T) (chunk.Limits, string) {
	name := rapid.SampledFrom([]string{"bytes", "runes", "words", "naive runes", "shrinking"}).Draw(t, "measure")
	l := chunk.Limits{Measure: measures[name], Max: rapid.IntRange(1, 60).Draw(t, "max")}
	if rapid.Bool().Draw(t, "soft") {
		l.Target = rapid.IntRange(1, l.Max).Draw(t, "target")
		l.Min = rapid.IntRange(0, l.Target).Draw(t, "min")
	}
	if rapid.Bool().Draw(t, "overlapping") {
		l.Overlap.Max = rapid.IntRange(0, l.Max-1).Draw(t, "overlap")
		l.Overlap.Firm = rapid.Bool().Draw(t, "firm")
		l.Overlap.Units = rapid.SampledFrom([][]chunk.Cutter{nil, {cut.Words}, {cut.After("\n\n"), cut.After(". "), cut.Words}}).Draw(t, "units")
	}
	if rapid.Bool().Draw(t, "framed") {
		frame := rapid.SampledFrom([]string{"A > B", "x", "Título > Capítulo"}).Draw(t, "frame")
		most := l.Max / 4
		l.Frame = func(*doc.Document, doc.Span) ([]chunk.Part, []chunk.Part) {
			if l.Measure.Size(frame+"\n\n") > most {
				return []chunk.Part{{Role: chunk.Breadcrumb, Short: true}}, nil
			}
			return []chunk.Part{{Role: chunk.Breadcrumb, Text: frame}}, nil
		}
	}
	return l, name
}

// mostLevels is how many levels the splitters of tests have.
const mostLevels = 4

// split collects the chunks of the whole document.
func split(t rapid.TB, s chunk.Splitter, d *doc.Document) []chunk.Chunk {
	t.Helper()
	var out []chunk.Chunk
	for c, err := range s.Split(context.Background(), d, d.Whole()) {
		if err != nil {
			t.Fatalf("split: %v", err)
		}
		out = append(out, c)
		if len(out) > mostLevels*(len(d.Text)+1) {
			t.Fatal("more chunks than bytes, on each level")
		}
	}
	return out
}

func TestPackTilesAndKeepsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		l, _ := genLimits(t)
		chunks := split(t, chunk.Pack(l, genCutters(t)...), d)
		checkTiles(t, d, d.Whole(), chunks)
		checkMax(t, d, l, chunks)
		checkGraphemes(t, d, chunks)
		checkOverlap(t, d, l, chunks)
	})
}

func checkTiles(t rapid.TB, d *doc.Document, s doc.Span, chunks []chunk.Chunk) {
	t.Helper()
	checkSpans(t, s, chunks)
	for i, c := range chunks {
		if i > 0 && d.Body(c.Span).Empty() {
			t.Fatalf("chunk %d %v is blank", i, c.Span)
		}
	}
}

func checkSpans(t rapid.TB, s doc.Span, chunks []chunk.Chunk) {
	t.Helper()
	at := s.Start
	for i, c := range chunks {
		if c.Span.Start != at || c.Span.End <= at {
			t.Fatalf("chunk %d is %v, expected to begin at %d", i, c.Span, at)
		}
		at = c.Span.End
	}
	if at != s.End {
		t.Fatalf("chunks end at %d of %d", at, s.End)
	}
}

func checkMax(t rapid.TB, d *doc.Document, l chunk.Limits, chunks []chunk.Chunk) {
	t.Helper()
	for i, c := range chunks {
		text := chunk.Embed(d, c)
		n := l.Measure.Size(text)
		if c.Size != n {
			t.Fatalf("chunk %d says that it measures %d, it is %d: %q", i, c.Size, n, text)
		}
		if n <= l.Max {
			continue
		}
		clusters := 0
		for g := graphemes.FromString(d.Slice(d.Body(c.Span))); g.Next(); {
			clusters++
		}
		if clusters != 1 || len(c.Warnings) == 0 {
			t.Fatalf("chunk %d measures %d, max %d: %q", i, n, l.Max, text)
		}
	}
}

func checkGraphemes(t rapid.TB, d *doc.Document, chunks []chunk.Chunk) {
	t.Helper()
	border, at := map[int]bool{0: true}, 0
	for g := graphemes.FromString(d.Text); g.Next(); {
		at += len(g.Value())
		border[at] = true
	}
	for i, c := range chunks {
		if !border[c.Span.End] {
			t.Fatalf("chunk %d ends at %d inside a grapheme: %q|%q", i, c.Span.End, tail(d.Text[:c.Span.End]), d.Text[c.Span.End:])
		}
	}
}

func tail(s string) string { return s[max(0, len(s)-20):] }

func checkOverlap(t rapid.TB, d *doc.Document, l chunk.Limits, chunks []chunk.Chunk) {
	t.Helper()
	for i, c := range chunks {
		for _, p := range c.Before {
			if p.Role != chunk.Overlap {
				continue
			}
			body := d.Body(c.Span)
			if i == 0 || p.Span.End != body.Start || p.Span.Start <= chunks[i-1].Span.Start {
				t.Fatalf("chunk %d: overlap %v of body %v after %v", i, p.Span, body, chunks[i-1].Span)
			}
			if n := l.Measure.Size(d.Slice(p.Span)); n > l.Overlap.Max {
				t.Fatalf("chunk %d: overlap measures %d, asked %d", i, n, l.Overlap.Max)
			}
			if !utf8.ValidString(d.Slice(p.Span)) {
				t.Fatalf("chunk %d: overlap cuts a character", i)
			}
		}
	}
}

// TestPackEndsAtBestCut recomputes greedy packing by its definition: a chunk
// ends at the furthest of a row of cuts of the best rank that fit.
func TestPackEndsAtBestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		name := rapid.SampledFrom([]string{"bytes", "runes", "words", "naive runes", "shrinking"}).Draw(t, "measure")
		l := chunk.Limits{Measure: measures[name], Max: rapid.IntRange(1, 60).Draw(t, "max")}
		cutters := genCutters(t)
		got := ends(split(t, chunk.Pack(l, cutters...), d))
		if want := model(t, d, l, append(cutters, chunk.Graphemes)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func ends(chunks []chunk.Chunk) []int {
	var out []int
	for _, c := range chunks {
		out = append(out, c.Span.End)
	}
	return out
}

func model(t *rapid.T, d *doc.Document, l chunk.Limits, cutters []chunk.Cutter) []int {
	border, at := map[int]bool{}, 0
	for g := graphemes.FromString(d.Text); g.Next(); {
		at += len(g.Value())
		border[at] = true
	}
	fits := func(a, e int) bool {
		return l.Measure.Size(d.Slice(doc.Trim(d.Text, doc.Span{Start: a, End: e}))) <= l.Max
	}
	// cuts of a rank are those of the cutter over the unit of the rank above.
	type unit struct {
		end  int
		cuts []int
	}
	units := make([]unit, len(cutters))
	var out []int
	for a := 0; a < len(d.Text); {
		end := 0
		if fits(a, len(d.Text)) {
			end = len(d.Text)
		}
		hi := len(d.Text)
		for rank := 0; end == 0 && rank < len(cutters); rank++ {
			if u := units[rank]; u.end != hi || u.end <= a {
				cuts, err := chunk.CutsOf(context.Background(), cutters[rank], d, doc.Span{Start: a, End: hi})
				if err != nil {
					t.Fatal(err)
				}
				units[rank] = unit{end: hi}
				for _, c := range append(cuts, hi) {
					if c == hi || border[c] {
						units[rank].cuts = append(units[rank].cuts, c)
					}
				}
				for r := rank + 1; r < len(units); r++ {
					units[r] = unit{}
				}
			}
			first := true
			for _, c := range units[rank].cuts {
				if c <= a {
					continue
				}
				if !fits(a, c) {
					if first {
						hi = c
					}
					break
				}
				end, first = c, false
			}
			if end == 0 && rank == len(cutters)-1 {
				end = hi
			}
		}
		if len(out) > 0 && doc.IsBlank(d.Text[a:end]) {
			out[len(out)-1] = end
		} else {
			out = append(out, end)
		}
		a = end
	}
	return out
}

func TestEdgesEqualTrim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genText(t)
		l := chunk.Limits{Measure: size.Func(func(string) int { return 0 }), Max: 1}
		d := &doc.Document{Text: text}
		// A measure of nothing packs all into one chunk: the body is Trim's.
		for _, c := range split(t, chunk.Pack(l), d) {
			if got, want := chunk.Embed(d, c), d.Slice(doc.Trim(text, d.Whole())); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	})
}
