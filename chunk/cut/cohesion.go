package cut

import (
	"context"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// Cohesive leaves out the cuts of sentences that part a sentence from what it
// needs: one that opens with an exception, a contrast or a reference back
// ("Salvo …", "No obstante …", "In that case …") from the one before, and what
// ends with a colon from what it announces. The words are those of lang, or of
// the document's language where lang is empty.
func Cohesive(lang string, sentences chunk.Cutter) chunk.Cutter {
	return chunk.CutFunc(func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		words := cue.For(language(lang, d))
		return func(yield func(int, error) bool) {
			for at, err := range sentences.Cuts(ctx, d, s) {
				if err == nil && binds(words, d, s, at, cue.Bound) {
					continue
				}
				if !yield(at, err) {
					return
				}
			}
		}
	})
}

// CohesiveBlocks is [Blocks] without the cuts before a block that opens with an
// exception or a contrast, and without those between what ends with a colon
// and what it announces. Where a level has no other cuts, the cuts inside its
// blocks are given.
func CohesiveBlocks(lang string) chunk.Nester { return cohesiveBlocks{lang} }

type cohesiveBlocks struct{ lang string }

// Nests marks the cutter as a Nester.
func (cohesiveBlocks) Nests() {}

// Cuts yields the cuts of the outermost level that has any left in s.
func (c cohesiveBlocks) Cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	words := cue.For(language(c.lang, d))
	return func(yield func(int, error) bool) { c.level(ctx, words, d, s, yield) }
}

// level yields the cuts in s, and reports whether to go on.
func (c cohesiveBlocks) level(ctx context.Context, words *cue.Lexicon, d *doc.Document, s doc.Span, yield func(int, error) bool) bool {
	var bound []int
	found := false
	for at, err := range Blocks.Cuts(ctx, d, s) {
		if err == nil && binds(words, d, s, at, cue.Exception|cue.Contrast) {
			if !found {
				bound = append(bound, at)
			}
			continue
		}
		if found = true; !yield(at, err) {
			return false
		}
	}
	if found || len(bound) == 0 {
		return true
	}
	start := s.Start
	for _, end := range append(bound, s.End) {
		if !c.level(ctx, words, d, doc.Span{Start: start, End: end}, yield) {
			return false
		}
		start = end
	}
	return true
}

// opening is how much of a text is read to know its first words, in bytes.
const opening = 160

// binds reports whether a cut at at, inside s, would part what belongs
// together: what stands after it opens with one of the marks, or what stands
// before it ends with a colon.
func binds(words *cue.Lexicon, d *doc.Document, s doc.Span, at int, marks cue.Mark) bool {
	if words.Opens(d.Text[at:min(at+opening, s.End)])&marks != 0 {
		return true
	}
	return announces(d.Text[max(s.Start, at-opening):at])
}

// announces reports whether text ends with a colon, but for blanks and marks of
// emphasis.
func announces(text string) bool {
	end := len(text)
	for end > 0 && trails(text[end-1]) {
		end--
	}
	return strings.HasSuffix(text[:end], ":") || strings.HasSuffix(text[:end], "：")
}

func trails(c byte) bool {
	return c == '\n' || c == ' ' || c == '\r' || c == '\t' || c == '*' || c == '_'
}
