package cut

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

// The cutters below go over a span from its start, as a person would: what the
// cursors find from anywhere must be the same.

func slowAfter(sep string) chunk.CutFunc {
	return func(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
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
	}
}

func slowBlankLines(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
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

func slowLines(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
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

func slowWords(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		prev := rune(-1)
		for i, r := range d.Slice(s) {
			if i > 0 && breaks(prev, r) && !yield(s.Start+i, nil) {
				return
			}
			prev = r
		}
	}
}

func slowLeafLongLines(d *doc.Document, leaf, s doc.Span) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := s.Start; at < s.End; {
			i := strings.IndexByte(d.Text[at:s.End], '\n')
			if i < 0 {
				return
			}
			end := at + i
			at = end + 1
			if at < s.End && (longBefore(d.Text, leaf, end) || longAfter(d.Text, leaf, at)) && !doc.IsBlank(d.Text[at:min(at+longestWrapped, s.End)]) && !yield(at) {
				return
			}
		}
	}
}

func slowLongLines(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if len(d.Blocks) == 0 {
			for at := range slowLeafLongLines(d, d.Whole(), s) {
				if !yield(at, nil) {
					return
				}
			}
			return
		}
		for _, b := range leaves(d, s) {
			if !prose(b.Kind) {
				continue
			}
			for at := range slowLeafLongLines(d, b.Span, b.Span.Intersect(s)) {
				if !yield(at, nil) {
					return
				}
			}
		}
	}
}

func slowHeadings(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i, b := range leaves(d, s) {
			prev := d.LeafBefore(i)
			if b.Kind != doc.Heading || prev < 0 || d.Blocks[prev].Kind != doc.Heading {
				continue
			}
			if at, ok := before(d, i, s); ok && !yield(at, nil) {
				return
			}
		}
	}
}

func slowBlocks(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		depth, found := shallowest(d, s)
		if !found {
			if !slowInsideLeaf(d, s, yield) {
				slowLoosen(d, s, yield)
			}
			return
		}
		for i := d.BlockFrom(s.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < s.End; i++ {
			if d.Depth(i) != depth || glued(d, i) {
				continue
			}
			if at, ok := before(d, i, s); ok && !yield(at, nil) {
				return
			}
		}
	}
}

func slowLoosen(d *doc.Document, s doc.Span, yield func(int, error) bool) {
	for i := range leaves(d, s) {
		prev := d.LeafBefore(i)
		if prev < 0 || d.Blocks[prev].Kind == doc.Heading {
			continue
		}
		if at, ok := before(d, i, s); ok && !yield(at, nil) {
			return
		}
	}
}

func slowInsideLeaf(d *doc.Document, s doc.Span, yield func(int, error) bool) bool {
	last, n := doc.Block{}, 0
	for _, b := range leaves(d, s) {
		if last = b; b.Kind != doc.Heading {
			n++
		}
	}
	if n != 1 {
		return false
	}
	in := last.Span.Intersect(s)
	switch last.Kind {
	case doc.Row:
		slowCells(d, in, yield)
	case doc.Code:
		if cuts := codeCuts(d.Text, in, last.Span, last.Label); len(cuts) > 0 {
			given(cuts, yield)
			return true
		}
		slowLeafLines(d, last, in, yield)
	case doc.HTML:
		if cuts, ok := insideHTML(d, last, in, s.End).(listed); ok {
			given(cuts.cuts, yield)
			return true
		}
		if tags := htmlTags(d.Text, in); len(tags) == 1 && tags[0].span.Contains(doc.Trim(d.Text, in)) {
			slowLeafLines(d, last, in, yield)
		}
	case doc.Math, doc.FrontMatter, doc.Record:
		slowLeafLines(d, last, in, yield)
	}
	return true
}

func given(cuts []int, yield func(int, error) bool) {
	for _, at := range cuts {
		if !yield(at, nil) {
			return
		}
	}
}

func slowLeafLines(d *doc.Document, b doc.Block, in doc.Span, yield func(int, error) bool) {
	first, last := fences(d, b)
	for _, way := range []struct {
		cutter chunk.Cutter
		keep   func(int) bool
	}{
		{chunk.CutFunc(slowBlankLines), func(at int) bool { return at > first && at < last }},
		{chunk.CutFunc(slowLines), func(at int) bool { return at > first && at < last }},
		{chunk.CutFunc(slowLines), func(int) bool { return true }},
	} {
		found := false
		for at := range way.cutter.Cuts(context.Background(), d, in) {
			if way.keep(at) {
				if found = true; !yield(at, nil) {
					return
				}
			}
		}
		if found {
			return
		}
	}
}

func slowCells(d *doc.Document, in doc.Span, yield func(int, error) bool) {
	text := d.Slice(in)
	for i := 1; i+1 < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '|':
			if doc.IsBlank(text[i+1:]) || !yield(in.Start+i, nil) {
				return
			}
		}
	}
}

var pairs = []struct {
	name string
	fast chunk.Cutter
	slow chunk.CutFunc
}{
	{"blank lines", BlankLines, slowBlankLines},
	{"lines", Lines, slowLines},
	{"full stops", After(". "), slowAfter(". ")},
	{"blanks", After(" "), slowAfter(" ")},
	{"letters", After("a"), slowAfter("a")},
	{"arrows", After("->"), slowAfter("->")},
	{"dashes", After("--"), slowAfter("--")}, // may overlap itself
	{"abab", After("aba"), slowAfter("aba")},
	{"line end, blank", After("\n "), slowAfter("\n ")},
	{"words", Words, slowWords},
	{"long lines", LongLines, slowLongLines},
	{"headings", Headings, slowHeadings},
	{"blocks", Blocks, slowBlocks},
}

var seekFragments = []string{
	"casa ", "a", "aba", ". ", ". . ", "->", "->->", "--", "---", " ", "   ", "\n", "\n", "\r\n", "\r", "\n\r\r", "\n\n", "\n \t\n", "\n  ", "á", "e\u0301", "🇪🇸", "山。", "「",
	"# Uno\n", "## Dos\n", "\n\n- punto\n", "  - otro\n", "> ", "\n\n| a | b |\n|---|---|\n", "| 1 | 2 |\n", "| \\| \\\\| |\n", "\n\n```go\n", "x := 1\n", "```\n", "\u00a0", "\u3000",
	"\n\nTérmino\n: definición\n", "[^1]: nota\n", strings.Repeat("una línea muy larga ", 10), "<div>\n", "</div>\n\n", "\n\n    código\n", "$$\nx\n$$\n", "---\n",
}

// TestCursorsFindWhatThereIs holds each cursor, asked from anywhere in any
// order, to the cuts found one after the other.
func TestCursorsFindWhatThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(seekFragments), 0, 40).Draw(t, "text"), "")
		d := &doc.Document{Text: text}
		if rapid.Bool().Draw(t, "blocks") {
			d.Blocks = markdown.Scan(text)
		}
		borders := []int{len(text)}
		for i := range text {
			borders = append(borders, i)
		}
		slices.Sort(borders)
		place := func(name string, from, to int) int {
			at := rapid.IntRange(from, to).Draw(t, name)
			i, _ := slices.BinarySearch(borders, at)
			return min(borders[i], to)
		}
		s := doc.Span{Start: place("start", 0, len(text))}
		if s.End = place("end", s.Start, len(text)); s.Empty() {
			return
		}
		for _, p := range pairs {
			want := collect(t, p.slow, d, s)
			if got := collect(t, p.fast, d, s); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s in %q: got %v, want %v", p.name, d.Slice(s), got, want)
			}
			seeker, ok := p.fast.(chunk.Seeker)
			if !ok {
				continue
			}
			cursor := seeker.Seek(d, s)
			for range 8 {
				after := place("after", s.Start, s.End)
				most := place("most", after, s.End)
				next, last := s.End, after
				for _, at := range want {
					if at > after && next == s.End {
						next = at
					}
					if at > after && at <= most {
						last = at
					}
				}
				if after < s.End {
					if got := cursor.Next(after); got != next {
						t.Fatalf("%s in %q from %d: after %d comes %d, want %d of %v", p.name, d.Slice(s), s.Start, after, got, next, want)
					}
				}
				if got := cursor.Last(after, most); got != last {
					t.Fatalf("%s in %q from %d: the last in %d to %d is %d, want %d of %v", p.name, d.Slice(s), s.Start, after, most, got, last, want)
				}
			}
		}
	})
}

func collect(t *rapid.T, c chunk.Cutter, d *doc.Document, s doc.Span) []int {
	cuts, err := chunk.CutsOf(context.Background(), c, d, s)
	if err != nil {
		t.Fatal(err)
	}
	var out []int // ascending, as a packer takes them
	for _, at := range cuts {
		if at > s.Start && at < s.End && (len(out) == 0 || at > out[len(out)-1]) {
			out = append(out, at)
		}
	}
	return out
}

func TestLastByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab\x00\x01\x7fé]{0,40}`).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		for _, c := range []byte{'a', 0, 1, 0x80, 0xa9, 0xc3} {
			want := strings.LastIndexByte(text[from:to], c)
			if want >= 0 {
				want += from
			}
			if got := lastByte(text, from, to, c); got != want {
				t.Fatalf("%q[%d:%d], %d: got %d, want %d", text, from, to, c, got, want)
			}
		}
	})
}
