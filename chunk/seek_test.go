package chunk_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

// unreaching hides that a measure's ruler reaches.
type unreaching struct{ size.Preparer }

func (m unreaching) Prepare(text string) size.Ruler {
	return struct{ size.Ruler }{m.Preparer.Prepare(text)}
}

// vague is a measure whose ruler tells little of how far spans reach.
type vague struct{ size.Preparer }

func (m vague) Prepare(text string) size.Ruler {
	return vagueRuler{m.Preparer.Prepare(text).(size.Reacher), len(text)}
}

type vagueRuler struct {
	size.Reacher
	end int
}

func (r vagueRuler) Reach(start, limit int) (fits, over int) {
	fits, over = r.Reacher.Reach(start, limit)
	return start + (fits-start)/2, min(r.end, over+limit%7)
}

// unseeking hides that cutters seek.
func unseeking(cutters []chunk.Cutter) []chunk.Cutter {
	var out []chunk.Cutter
	for _, c := range cutters {
		if n, ok := c.(chunk.Nester); ok {
			out = append(out, onlyNests{n})
		} else {
			out = append(out, chunk.CutFunc(c.Cuts))
		}
	}
	return out
}

type onlyNests struct{ of chunk.Nester }

func (c onlyNests) Cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return c.of.Cuts(ctx, d, s)
}
func (onlyNests) Nests() {}

// TestSeekingChangesNothing packs with all shortcuts, with some, and with
// none: the chunks are the same.
func TestSeekingChangesNothing(t *testing.T) {
	tokens, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	prepared := []size.Preparer{size.Bytes, size.Runes, size.Words, tokens}
	known := []chunk.Cutter{cut.Blocks, cut.LongLines, cut.Sentences("es"), cut.Headings, cut.Words, cut.Segments, cut.After("\n\n"), cut.After("\n"), cut.After(". "), cut.After(" "), cut.After("--"), cut.Lines}
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		if rapid.Bool().Draw(t, "blocks") {
			d.Blocks = markdown.Scan(d.Text)
		}
		l, _ := genLimits(t)
		m := rapid.SampledFrom(prepared).Draw(t, "prepared")
		cutters := rapid.SliceOfN(rapid.SampledFrom(known), 0, 6).Draw(t, "cutters")
		build := func(m size.Measure, cutters []chunk.Cutter) string {
			l := l
			l.Measure = m
			return fmt.Sprint(split(t, chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return chunk.Pack(l, cutters...) }), d))
		}
		want := build(unreaching{m}, unseeking(cutters))
		ways := map[string]string{"all": build(m, cutters), "reaching": build(m, unseeking(cutters)), "seeking": build(unreaching{m}, cutters)}
		if _, ok := m.Prepare("").(size.Reacher); ok {
			ways["vaguely"] = build(vague{m}, cutters)
		}
		for name, got := range ways {
			if got != want {
				t.Fatalf("%s: got %s, want %s", name, got, want)
			}
		}
	})
}

// TestGraphemesFromAnywhere holds the cursor over clusters to a count of all
// from the start.
func TestGraphemesFromAnywhere(t *testing.T) {
	pieces := append([]string{strings.Repeat("🇪🇸", 40), strings.Repeat("\u200d", 80), strings.Repeat("\u0301", 80), "가각", "\u1100\u1161", "क्ष", "👨🏽‍🚒", "\u0600"}, fragments...)
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 20).Draw(t, "text"), "")}
		var borders []int
		at := 0
		for g := graphemes.FromString(d.Text); g.Next(); {
			borders = append(borders, at)
			at += len(g.Value())
		}
		start := rapid.SampledFrom(borders).Draw(t, "start")
		cursor := chunk.Graphemes.Seek(d, doc.Span{Start: start, End: len(d.Text)})
		for range 10 {
			after := rapid.IntRange(start, len(d.Text)-1).Draw(t, "after")
			most := rapid.IntRange(after, len(d.Text)).Draw(t, "most")
			next, last := len(d.Text), after
			for _, b := range borders {
				if b > after {
					next = min(next, b)
					if b <= most {
						last = b
					}
				}
			}
			if got := cursor.Next(after); got != next {
				t.Fatalf("%q from %d: after %d comes %d, want %d", d.Text, start, after, got, next)
			}
			if got := cursor.Last(after, most); got != last {
				t.Fatalf("%q from %d: the last in %d to %d is %d, want %d", d.Text, start, after, most, got, last)
			}
		}
	})
}
