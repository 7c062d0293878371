package chunk_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

// TestPackGrowsLinearly cuts hostile texts of n and 16n bytes.
func TestPackGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	hostile := map[string]string{
		"one line of words": "palabra ", "one run": "a", "blanks": " ", "line ends": "\n", "han": "山", "marks": "e\u0301", "flags": "🇪🇸",
		"sentences": "Una frase. ", "blank lines": "a\n\n", "open quotes": "«", "dots": ".", "joiners": "\u200d",
	}
	cutters := []chunk.Cutter{cut.BlankLines, cut.Lines, cut.Sentences(""), cut.Words, cut.Segments}
	for name, piece := range hostile {
		for measure, m := range map[string]size.Measure{"runes": size.Runes, "naive": naive{size.Runes}} {
			l := chunk.Limits{Max: 100, Measure: m, Overlap: chunk.Overlapping{Max: 10, Units: []chunk.Cutter{cut.Words}}}
			const n = 1 << 15
			if err := cputime.Grows(16, packs(t, l, cutters, piece, n), packs(t, l, cutters, piece, 16*n)); err != nil {
				t.Errorf("%s, %s: %v", name, measure, err)
			}
		}
	}
}

// TestStructuralGrowsLinearly does the same with Markdown that nests, and with
// what no block or word parts.
func TestStructuralGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var lists strings.Builder
	for depth := range 40 {
		lists.WriteString(strings.Repeat("  ", depth) + "- punto uno dos tres.\n")
	}
	hostile := map[string]string{
		"towers": strings.Repeat("> ", 100) + "x y\n\n", "one tower": "> ", "lists": lists.String(), "rows": "| uno | dos \\| tres |\n",
		"headings": "# a\n", "headings and text": "# a\nUna frase.\n", "code": "\tx := 1\n\n\ty()\n", "a long line": strings.Repeat("línea.\n", 100) + strings.Repeat("x", 1<<14) + "\n\n",
		"base64": "QmFzZTY0/+", "cells": "| a ",
	}
	strategy := benchmarked[len(benchmarked)-1]
	const n = 1 << 17
	for name, piece := range hostile {
		for _, limit := range []int{20, 1500} {
			splitter := strategy.build(chunk.Limits{Max: limit, Measure: size.Runes})
			splits := func(n int) func() {
				text := strings.Repeat(piece, n/len(piece)+1)
				if strings.HasPrefix(piece, "|") {
					text = "| a | b |\n|---|---|\n" + text
				}
				blocks := markdown.Scan(text)
				return func() { count(t, splitter, &doc.Document{Text: text, Blocks: blocks}) }
			}
			if err := cputime.Grows(16, splits(n), splits(16*n)); err != nil {
				t.Errorf("%s by %d: %v", name, limit, err)
			}
		}
	}
}

// packs returns the packing of a text of n bytes.
func packs(t *testing.T, l chunk.Limits, cutters []chunk.Cutter, piece string, n int) func() {
	d := &doc.Document{Text: strings.Repeat(piece, n/len(piece))}
	return func() {
		for _, err := range chunk.Pack(l, cutters...).Split(context.Background(), d, d.Whole()) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
