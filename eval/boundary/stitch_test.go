package boundary_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

func parse(t testing.TB, uri, text string) *doc.Document {
	t.Helper()
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// library makes documents of paragraphs that name their document, a list and
// headings in between.
func library(t testing.TB, docs, paragraphs int) []*doc.Document {
	all := make([]*doc.Document, docs)
	for i := range all {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: t%d\n---\n\n# Head%d\n\n", i, i)
		for p := range paragraphs {
			fmt.Fprintf(&b, "Paragraph d%d p%d is about subject%d and its theme%d.\n\n", i, p, i, i)
			if p%3 == 1 {
				fmt.Fprintf(&b, "- item d%d p%d\n- second\n  - nested\n\n## Part%d-%d\n\n***\n\n", i, p, i, p)
			}
		}
		all[i] = parse(t, fmt.Sprintf("d%d.md", i), b.String())
	}
	return all
}

func TestStitch(t *testing.T) {
	docs := library(t, 4, 12)
	d, truth := boundary.Stitch(slices.Values(docs), boundary.Stitching{Seed: 7})
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	if len(truth) < 6 {
		t.Fatalf("only %d boundaries", len(truth))
	}
	checkPieces(t, d, truth)
	if strings.Contains(d.Text, "Head") || strings.Contains(d.Text, "title:") || strings.Contains(d.Text, "***") {
		t.Error("headings, front matter or rules were kept")
	}
	again, same := boundary.Stitch(slices.Values(library(t, 4, 12)), boundary.Stitching{Seed: 7})
	if again.Text != d.Text || !slices.Equal(same, truth) || !reflect.DeepEqual(again.Blocks, d.Blocks) {
		t.Error("the same seed gave another document")
	}
	if other, _ := boundary.Stitch(slices.Values(docs), boundary.Stitching{Seed: 8}); other.Text == d.Text {
		t.Error("another seed gave the same document")
	}
}

// checkPieces checks that each piece is of one source, neighbours are of two,
// and origins lead back to the same text, used once.
func checkPieces(t testing.TB, d *doc.Document, truth []int) {
	t.Helper()
	seen, last := map[string]bool{}, ""
	at := 0
	for _, o := range d.Origins {
		key := fmt.Sprint(o.Part, o.Source)
		if seen[key] {
			t.Errorf("%s is used twice", key)
		}
		seen[key] = true
		border := at < len(truth) && truth[at] == o.Text.Start
		if border {
			at++
		}
		if border != (last != "" && o.Part != last) {
			t.Errorf("boundary at %v: %v, from %q to %q", o.Text, border, last, o.Part)
		}
		last = o.Part
	}
	if at != len(truth) {
		t.Errorf("%d of %d boundaries are where a piece begins", at, len(truth))
	}
}

func TestStitchedOriginsAndBlocks(t *testing.T) {
	docs := library(t, 3, 9)
	byURI := map[string]*doc.Document{}
	for _, d := range docs {
		byURI[d.URI] = d
	}
	d, _ := boundary.Stitch(slices.Values(docs), boundary.Stitching{Headings: true})
	for _, o := range d.Origins {
		if got, want := d.Slice(o.Text), byURI[o.Part].Slice(o.Source); got != want {
			t.Errorf("%v: %q, in %s %q", o.Text, got, o.Part, want)
		}
	}
	if !strings.Contains(d.Text, "# Head1") {
		t.Error("headings were left out")
	}
	nested := 0
	for _, b := range d.Blocks {
		if b.Kind == doc.Item && b.Parent >= 0 && d.Blocks[b.Parent].Kind == doc.List && strings.HasPrefix(d.Slice(b.Span), "- ") {
			nested++
		}
	}
	if nested < 9*3 {
		t.Errorf("%d items with their list, want at least %d", nested, 9*3)
	}
}

func TestStitchOptions(t *testing.T) {
	docs := library(t, 3, 9)
	if _, truth := boundary.Stitch(slices.Values(docs), boundary.Stitching{Pieces: 4, Min: 1, Max: 1}); len(truth) != 3 {
		t.Errorf("4 pieces have %d boundaries", len(truth))
	}
	if d, truth := boundary.Stitch(slices.Values(docs[:1]), boundary.Stitching{}); len(truth) != 0 || d.Text == "" {
		t.Errorf("one source has boundaries %v and text %q", truth, d.Text)
	}
	d, truth := boundary.Stitch(slices.Values(docs[:1]), boundary.Stitching{Sections: true, Min: 1, Max: 2})
	if len(truth) < 2 {
		t.Errorf("the sections of one document have %d boundaries", len(truth))
	}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
	none, truth := boundary.Stitch(slices.Values([]*doc.Document{{}, {Text: " \n"}}), boundary.Stitching{})
	if none.Text != "" || truth != nil {
		t.Errorf("nothing gave %q", none.Text)
	}
}

func TestStitchAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab \n\n\n# ->é")), 0, 80, -1), 0, 5).Draw(t, "texts")
		bare := rapid.Bool().Draw(t, "bare")
		var docs []*doc.Document
		for i, text := range texts {
			d := &doc.Document{URI: fmt.Sprint(i), Text: text}
			if !bare {
				var err error
				d, err = markdown.Reader{}.Read(context.Background(), read.Source{URI: fmt.Sprint(i), Data: []byte(text)})
				if err != nil {
					t.Fatal(err)
				}
			}
			docs = append(docs, d)
		}
		o := boundary.Stitching{Seed: rapid.Uint64().Draw(t, "seed"), Min: rapid.IntRange(0, 2).Draw(t, "min"),
			Headings: rapid.Bool().Draw(t, "headings"), Sections: rapid.Bool().Draw(t, "sections")}
		d, truth := boundary.Stitch(slices.Values(docs), o)
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		s, err := boundary.EvaluateCuts(d.Text, truth, truth, boundary.Options{Unit: boundary.Runes})
		if err != nil || s.Pk != 0 || s.WindowDiff != 0 || s.AMI != 1 || s.F1 != 1 || s.True != len(truth) {
			t.Fatalf("the truth against itself: %+v, %v", s, err)
		}
	})
}

func TestEvaluate(t *testing.T) {
	docs := library(t, 5, 12)
	d, truth := boundary.Stitch(slices.Values(docs), boundary.Stitching{Seed: 3})
	sp := chunk.Pack(chunk.Limits{Max: 60, Measure: size.Words}, cut.Blocks, cut.Words)
	got, err := boundary.Evaluate(t.Context(), sp, d, truth, boundary.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.True != len(truth) || got.Cuts == 0 || got.Pk <= 0 || got.Pk >= 1 || got.Recall <= 0 || got.Recall > 1 {
		t.Errorf("%+v", got)
	}
	perfect, err := boundary.EvaluateCuts(d.Text, truth, truth, boundary.Options{})
	if err != nil || perfect.Pk != 0 || perfect.BoundaryAMI != 1 {
		t.Errorf("%+v, %v", perfect, err)
	}
	bad := splitFunc(func(yield func(chunk.Chunk, error) bool) { yield(chunk.Chunk{}, errors.New("no luck")) })
	if _, err := boundary.Evaluate(t.Context(), bad, d, truth, boundary.Options{}); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("a splitter's error became %v", err)
	}
	if _, err := boundary.EvaluateCuts("abc", []int{9}, nil, boundary.Options{}); err == nil {
		t.Error("a true boundary outside of the text was taken")
	}
}

type splitFunc iter.Seq2[chunk.Chunk, error]

func (f splitFunc) Split(context.Context, *doc.Document, doc.Span) iter.Seq2[chunk.Chunk, error] {
	return iter.Seq2[chunk.Chunk, error](f)
}
