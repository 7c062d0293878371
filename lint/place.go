package lint

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// orphanHeading finds chunks that end with a heading whose content stands in
// the next one.
func orphanHeading(s *subject) {
	for i := range s.records {
		r := &s.records[i]
		last := s.lastLeaf(body(r))
		if last < 0 || s.doc.Blocks[last].Kind != doc.Heading {
			continue
		}
		next := s.nextLeaf(last)
		if next < 0 || s.doc.Blocks[next].Kind == doc.Heading || s.doc.Blocks[next].Span.Start < r.End {
			continue
		}
		s.report(r, s.doc.Blocks[last].Span, "the heading is parted from what stands under it: %q", s.excerpt(s.doc.Blocks[last].Span))
	}
}

// lastLeaf is the last block without children that begins in span.
func (s *subject) lastLeaf(span doc.Span) int {
	i := s.doc.BlockFrom(span.End) - 1
	for ; i >= 0 && (!s.doc.Leaf(i) || s.doc.Blocks[i].Span.Start >= span.End); i-- {
	}
	if i >= 0 && s.doc.Blocks[i].Span.End <= span.Start {
		return -1
	}
	return i
}

func (s *subject) nextLeaf(i int) int {
	for i++; i < len(s.doc.Blocks); i++ {
		if s.doc.Leaf(i) {
			return i
		}
	}
	return -1
}

// danglingReference finds chunks which open with an exception, a contrast or a
// reference back, and stand in one section with the chunk before.
func danglingReference(s *subject) {
	words := cue.For(s.doc.Language)
	for i := 1; i < len(s.records); i++ {
		r, before := &s.records[i], &s.records[i-1]
		if r.Overlap > 0 || words.Opens(r.Text)&cue.Bound == 0 || !slices.Equal(r.Headings, before.Headings) {
			continue
		}
		if s.opensSection(r.Start) {
			continue
		}
		s.report(r, body(r), "it opens with %q, which needs the chunk before", excerpt(r.Text, 40))
	}
}

// opensSection reports whether a heading begins at at.
func (s *subject) opensSection(at int) bool {
	i := s.doc.BlockFrom(at)
	return i < len(s.doc.Blocks) && s.doc.Blocks[i].Kind == doc.Heading && s.doc.Blocks[i].Span.Start-at < 4
}

// overlapAcrossSection finds chunks that repeat text from before the heading
// that is in force at them.
func overlapAcrossSection(s *subject) {
	for i := range s.records {
		r := &s.records[i]
		if r.Overlap == 0 {
			continue
		}
		h := s.doc.SectionAt(r.Start)
		if h < 0 {
			continue
		}
		heading := s.doc.Blocks[s.doc.Outline()[h].Block]
		if from := r.Start - r.Overlap; from < heading.Span.Start {
			s.report(r, doc.Span{Start: from, End: r.Start}, "the overlap reaches back before the heading %q", heading.Label)
		}
	}
}

// incompleteBreadcrumb finds chunks whose breadcrumb lacks a heading in force,
// where breadcrumbs are asked for.
func incompleteBreadcrumb(s *subject) {
	if len(s.opts.Frame) > 0 && !slices.Contains(s.opts.Frame, chunk.Breadcrumb) {
		return
	}
	for i := range s.records {
		r := &s.records[i]
		if r.Frame.Breadcrumb == "" && len(s.opts.Frame) == 0 {
			continue // nothing says that there should be one
		}
		for _, h := range s.doc.Headings(body(r)) {
			if h = strings.Join(strings.Fields(h), " "); !strings.Contains(r.Frame.Breadcrumb, h) {
				s.report(r, body(r), "the breadcrumb %q lacks %q", r.Frame.Breadcrumb, h)
				break
			}
		}
	}
}

// excerpt is the first n code points of text, in one line.
func excerpt(text string, n int) string {
	text = strings.Join(strings.Fields(text[:min(len(text), 8*n)]), " ")
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}
