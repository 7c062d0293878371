package cut

import (
	"context"
	"iter"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/sentence"
)

// Sentences cuts between sentences, by the rules of lang, or of the document's
// language where lang is empty. In a document with blocks it cuts the prose
// between blocks too, but never a heading from what follows it, and never
// inside code, formulas, raw HTML or table rows, unless it is asked about what
// lies in one cell. The line ends of [LongLines]
// end sentences too.
func Sentences(lang string) chunk.Cutter {
	return chunk.CutFunc(func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		rules := sentence.New(language(lang, d))
		return func(yield func(int, error) bool) {
			if len(d.Blocks) == 0 {
				proseCuts(rules, d, d.Whole(), s, s.Start, yield)
				return
			}
			for i, b := range leaves(d, s) {
				if at, ok := before(d, i, s); ok && !glued(d, i) && !yield(at, nil) {
					return
				}
				if !prose(b.Kind) && !oneCell(d, b, s) {
					continue
				}
				if in := b.Span.Intersect(s); !proseCuts(rules, d, b.Span, in, insideOf(d, b, in), yield) {
					return
				}
			}
		}
	})
}

func language(lang string, d *doc.Document) string {
	if lang != "" {
		return lang
	}
	return d.Language
}

// proseCuts yields the sentence ends, behind from, of the part of leaf that lies in s; a line
// end that nobody wrapped ends a sentence too.
func proseCuts(rules sentence.Segmenter, d *doc.Document, leaf, s doc.Span, from int, yield func(int, error) bool) bool {
	piece := func(from, to int) bool {
		for end := range rules.Ends(d.Text[from:to]) {
			if !yield(from+end, nil) {
				return false
			}
		}
		return true
	}
	for from < s.End {
		at := nextLongLine(d, leaf, s, from)
		if !piece(from, at) || at < s.End && !yield(at, nil) {
			return false
		}
		from = at
	}
	return true
}

func prose(k doc.Kind) bool {
	switch k {
	case doc.Paragraph, doc.Caption, doc.Turn, doc.Term, doc.Figure, doc.Record:
		return true
	}
	return false
}

// oneCell reports whether s lies in one cell of the table row b.
func oneCell(d *doc.Document, b doc.Block, s doc.Span) bool {
	if b.Kind != doc.Row || s.Start < b.Span.Start || s.End > b.Span.End && !doc.IsBlank(d.Text[b.Span.End:s.End]) {
		return false
	}
	in := b.Span.Intersect(s)
	cells := rowCells(d, b, in, in.End)
	return cells.Next(in.Start) >= in.End
}

// leaves yields the index and block of each block without children that
// overlaps s, in order.
func leaves(d *doc.Document, s doc.Span) iter.Seq2[int, doc.Block] {
	return func(yield func(int, doc.Block) bool) {
		for i := d.BlockFrom(s.Start); i < len(d.Blocks); i++ {
			b := d.Blocks[i]
			if b.Span.Start >= s.End {
				return
			}
			if d.Leaf(i) && b.Span.End > s.Start && !yield(i, b) {
				return
			}
		}
	}
}
