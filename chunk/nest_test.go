package chunk_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

// genSplitter draws any splitter of this package but Nest and Window, and pills.
func genSplitter(t *rapid.T) (chunk.Splitter, chunk.Limits) {
	l, _ := genLimits(t)
	pack := chunk.Pack(l, genCutters(t)...)
	switch rapid.IntRange(0, 4).Draw(t, "splitter") {
	case 0:
		return chunk.Ahead(l, chunk.DefaultCosts, cut.Blocks, cut.Sentences(""), cut.Words), l
	case 1:
		return chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack }), l
	case 2:
		return chunk.Each(cut.Sentences(""), func(*doc.Document, doc.Span) chunk.Splitter { return pack }), l
	case 3:
		return pill.Split(pill.Options{Limits: l, Inner: pack}), l
	}
	return pack, l
}

// genNested draws splitters of up to four levels, and says how many there are.
func genNested(t *rapid.T, depth int) (s chunk.Splitter, levels int) {
	if depth == 0 || rapid.IntRange(0, 2).Draw(t, "flat") == 0 {
		s, _ = genSplitter(t)
		return s, 1
	}
	parent, above := genNested(t, depth-1)
	child, below := genNested(t, depth-1)
	return chunk.Nest(parent, child), above + below
}

func genDocument(t *rapid.T) *doc.Document {
	text := genText(t)
	if rapid.Bool().Draw(t, "plain") {
		return &doc.Document{Text: text}
	}
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checkLevels holds that each level tiles s, and each parent is tiled by the
// chunks after it one level below. (A chunk may be blank where a splitter below
// allows that: in the blanks that a span begins with.) It returns the deepest
// level.
func checkLevels(t rapid.TB, s doc.Span, chunks []chunk.Chunk) int {
	t.Helper()
	levels := [][]chunk.Chunk{}
	children := func(i int) []chunk.Chunk {
		var out []chunk.Chunk
		for _, c := range chunks[i+1:] {
			if c.Level <= chunks[i].Level {
				break
			}
			if c.Level == chunks[i].Level+1 {
				out = append(out, c)
			}
		}
		return out
	}
	for i, c := range chunks {
		for len(levels) <= c.Level {
			levels = append(levels, nil)
		}
		levels[c.Level] = append(levels[c.Level], c)
		below := children(i)
		if isParent := c.Kind == chunk.KindParent; isParent != (len(below) > 0) {
			t.Fatalf("chunk %d of kind %q on level %d has %d children", i, c.Kind, c.Level, len(below))
		}
		if len(below) > 0 {
			checkSpans(t, c.Span, below)
		}
	}
	for _, level := range levels {
		checkSpans(t, s, level)
	}
	return len(levels) - 1
}

func TestNestTilesOnEachLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := genDocument(t)
		s, levels := genNested(t, 2)
		chunks := split(t, s, d)
		if deepest := checkLevels(t, d.Whole(), chunks); len(chunks) > 0 && deepest != levels-1 {
			t.Fatalf("%d levels, expected %d", deepest+1, levels)
		}
	})
}

// TestNestIsItsSplitters: parents are those of the one splitter, and children
// what the other makes of each.
func TestNestIsItsSplitters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := genDocument(t)
		parent, _ := genSplitter(t)
		l, _ := genLimits(t)
		child := chunk.Pack(l, genCutters(t)...)
		got := split(t, chunk.Nest(parent, child), d)
		for _, p := range split(t, parent, d) {
			p.Kind = chunk.KindParent
			want := []chunk.Chunk{p}
			for c, err := range child.Split(context.Background(), d, p.Span) {
				if err != nil {
					t.Fatal(err)
				}
				c.Level = 1
				want = append(want, c)
			}
			for i, w := range want {
				if len(got) <= i || got[i].Span != w.Span || got[i].Level != w.Level || got[i].Kind != w.Kind || chunk.Embed(d, got[i]) != chunk.Embed(d, w) {
					t.Fatalf("chunk %d of parent %v: got %v, want %v", i, p.Span, got[:min(len(got), i+1)], w)
				}
			}
			got = got[len(want):]
		}
		if len(got) > 0 {
			t.Fatalf("%v is of no parent", got)
		}
	})
}

// failing yields chunks of three bytes and then an error.
type failing struct{ after int }

var errFailing = errors.New("broken")

func (f failing) Split(_ context.Context, _ *doc.Document, s doc.Span) iter.Seq2[chunk.Chunk, error] {
	return func(yield func(chunk.Chunk, error) bool) {
		for i := range f.after {
			if !yield(chunk.Chunk{Span: doc.Span{Start: s.Start + 3*i, End: s.Start + 3*i + 3}}, nil) {
				return
			}
		}
		yield(chunk.Chunk{}, errFailing)
	}
}

// TestLevelsEndAfterAnError: whichever of the splitters fails, the error is the
// last that is yielded; and whoever stops is asked no more.
func TestLevelsEndAfterAnError(t *testing.T) {
	d := &doc.Document{Text: strings.Repeat("uno dos. ", 20)}
	good := chunk.Pack(chunk.Limits{Max: 20, Measure: size.Bytes}, cut.Words)
	for name, s := range map[string]chunk.Splitter{
		"parent": chunk.Nest(failing{2}, good), "child": chunk.Nest(good, failing{2}), "units": chunk.Window(2, failing{7}),
		"impossible limits": chunk.Nest(good, chunk.Pack(chunk.Limits{})), "window of children": chunk.Window(1, chunk.Nest(good, failing{1})),
	} {
		failed := 0
		for _, err := range s.Split(context.Background(), d, d.Whole()) {
			if failed > 0 {
				t.Fatalf("%s: goes on after an error", name)
			}
			if err != nil {
				failed++
			}
		}
		if failed != 1 {
			t.Errorf("%s: %d errors", name, failed)
		}
	}
	for name, s := range map[string]chunk.Splitter{"nest": chunk.Nest(good, good), "window": chunk.Window(2, good), "both": chunk.Window(1, chunk.Nest(good, good))} {
		for most := range 5 {
			n := 0
			for range s.Split(context.Background(), d, d.Whole()) {
				if n++; n > most {
					break
				}
			}
			if n != most+1 {
				t.Errorf("%s: %d chunks, wanted %d", name, n, most+1)
			}
		}
	}
}

// TestNestGrowsLinearly nests pills in pills: they are found once, and not for
// each parent again.
func TestNestGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	of := func(max int) chunk.Splitter {
		l := chunk.Limits{Max: max, Measure: size.Runes}
		return pill.Split(pill.Options{Limits: l, Inner: chunk.Pack(l, cut.Blocks, cut.Sentences(""), cut.Words)})
	}
	for name, piece := range map[string]string{"sections": "# Uno\n\nUna frase. Otra frase.\n\n", "paragraphs": "Una frase. Otra frase más larga.\n\n", "rows": "| uno | dos |\n"} {
		for kind, s := range map[string]chunk.Splitter{"nest": chunk.Nest(of(200), of(40)), "window": chunk.Window(3, of(40))} {
			splits := func(n int) func() {
				text := strings.Repeat(piece, n/len(piece)+1)
				if piece[0] == '|' {
					text = "| a | b |\n|---|---|\n" + text
				}
				d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Data: []byte(text)})
				if err != nil {
					t.Fatal(err)
				}
				return func() {
					for _, err := range s.Split(context.Background(), d, d.Whole()) {
						if err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			const n = 1 << 16
			if err := cputime.Grows(16, splits(n), splits(16*n)); err != nil {
				t.Errorf("%s of %s: %v", kind, name, err)
			}
		}
	}
}
