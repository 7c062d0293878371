// Package cut holds the cutters that strategies are composed of: separators,
// blocks, sections, sentences, words.
//
// Every cutter finds its cuts as they are asked for, keeps no state between
// calls, and leaves nothing out: a separator stays with the text before it.
package cut

import (
	"context"
	"iter"
	"regexp"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// After cuts after each run of sep. For "\n\n" a run of blank lines of any
// kind of line end counts. An empty sep never cuts.
func After(sep string) chunk.Cutter {
	if sep == "\n\n" {
		return BlankLines
	}
	return chunk.CutFunc(func(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			text := d.Slice(s)
			for at := 0; sep != ""; {
				i := strings.Index(text[at:], sep)
				if i < 0 {
					return
				}
				for at += i + len(sep); strings.HasPrefix(text[at:], sep); {
					at += len(sep)
				}
				if at >= len(text) || !yield(s.Start+at, nil) {
					return
				}
			}
		}
	})
}

// Match cuts after each match of re that is not empty. Matches are sought
// inside the span only: ^, $ and \b see its ends, and what stands before a match
// as it is in the text, never the cut before it. So they are all sought at
// once, when the first is asked for.
func Match(re *regexp.Regexp) chunk.Cutter {
	return chunk.CutFunc(func(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			text := d.Slice(s)
			for _, m := range re.FindAllStringIndex(text, -1) {
				if m[1] > m[0] && m[1] < len(text) && !yield(s.Start+m[1], nil) {
					return
				}
			}
		}
	})
}

// BlankLines cuts after each run of blank lines.
var BlankLines chunk.Cutter = chunk.CutFunc(blankLines)

func blankLines(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		text := d.Slice(s)
		for at := 0; at < len(text); {
			i := strings.IndexByte(text[at:], '\n')
			if i < 0 {
				return
			}
			at += i + 1
			line := at // start of the first line that isn't blank
			for {
				end := line
				for end < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r') {
					end++
				}
				if end == len(text) || text[end] != '\n' {
					break
				}
				line = end + 1
			}
			if line > at && line < len(text) && !yield(s.Start+line, nil) {
				return
			}
			at = line
		}
	}
}

// Lines cuts after each line end, blank lines going with the line before.
var Lines chunk.Cutter = chunk.CutFunc(lines)

func lines(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		text := d.Slice(s)
		for at := 0; ; {
			i := strings.IndexByte(text[at:], '\n')
			if i < 0 {
				return
			}
			for at += i + 1; at < len(text) && (text[at] == '\n' || text[at] == '\r'); {
				at++
			}
			if at >= len(text) || !yield(s.Start+at, nil) {
				return
			}
		}
	}
}
