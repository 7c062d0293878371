package model

import (
	"context"
	"slices"
	"sort"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
)

// node is a section of the document, or all of it.
type node struct {
	span     doc.Span
	own      doc.Span // its text before its first child
	children []*node
	depth    int
	summary  string // what it is summed up to; empty where that isn't done
	missing  bool   // that the model has no summary of it, but its parent shall have something
}

// sections are summaries of the sections that are more than one chunk, and of
// the document, from the leaves up: what a section says is its own text and,
// of each section in it, the summary, or where it has none, its text.
func sections(ctx context.Context, a about, bodies []doc.Span) ([]enrich.Derived, error) {
	spans := make([]doc.Span, 0, len(bodies))
	for _, b := range bodies {
		if b = a.doc.Body(b); !b.Empty() {
			spans = append(spans, b)
		}
	}
	nodes := tree(a.doc)
	nodes = slices.DeleteFunc(nodes, func(n *node) bool { return count(n.span, spans) < 2 })
	byDepth := map[int][]*node{}
	deepest := 0
	for _, n := range nodes {
		byDepth[n.depth] = append(byDepth[n.depth], n)
		deepest = max(deepest, n.depth)
	}
	for depth := deepest; depth >= 0; depth-- {
		level := byDepth[depth]
		err := each(ctx, len(level), func(ctx context.Context, i int) error { return a.section(ctx, level[i]) })
		if err != nil {
			return nil, err
		}
	}
	var out []enrich.Derived
	for _, n := range nodes {
		if n.summary != "" {
			out = append(out, enrich.Derived{Kind: "section", Text: n.summary, Span: n.span})
		}
	}
	return out, nil
}

// tree is all sections, parents before their children, the document first. It
// is left out where one section is all of it.
func tree(d *doc.Document) []*node {
	whole := d.Body(d.Whole())
	root := &node{span: whole}
	nodes := []*node{root}
	outline := d.Outline()
	of := make([]*node, len(outline))
	for i, h := range outline {
		start := d.Blocks[h.Block].Span.Start
		n := &node{span: doc.Span{Start: start, End: whole.End}, depth: 1}
		parent := root
		if h.Parent >= 0 {
			parent = of[h.Parent]
			n.depth = parent.depth + 1
		}
		// What stands before it at its level, and all that lies in that, ends.
		for last := parent; len(last.children) > 0; {
			last = last.children[len(last.children)-1]
			last.span = d.Body(doc.Span{Start: last.span.Start, End: start})
		}
		parent.children = append(parent.children, n)
		of[i] = n
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		n.own = n.span
		if len(n.children) > 0 {
			n.own.End = n.children[0].span.Start
		}
		n.own = d.Body(n.own)
	}
	if len(root.children) == 1 && root.own.Empty() {
		return nodes[1:]
	}
	return nodes
}

// count is how many bodies, which are in order, share something with s; at
// most two are counted.
func count(s doc.Span, bodies []doc.Span) int {
	i := sort.Search(len(bodies), func(i int) bool { return bodies[i].End > s.Start })
	n := 0
	for ; n < 2 && i < len(bodies) && bodies[i].Start < s.End; i++ {
		n++
	}
	return n
}

// section sums up what a section says.
func (a about) section(ctx context.Context, n *node) error {
	titles := a.titles(doc.Span{Start: n.span.Start, End: n.span.Start + 1}) // those in force at its heading
	if n.depth == 0 {
		titles = a.Title
	}
	text, notes, err := a.condensed(ctx, titles, n.pieces(a.doc))
	if err == nil {
		text, err = a.sumUp(ctx, n.span, titles, text, notes)
	}
	if err != nil {
		n.missing = true
		return a.failed(ctx, n.span, SectionPrompt, err)
	}
	n.summary = text
	return nil
}

// pieces are what a section says.
func (n *node) pieces(d *doc.Document) []piece {
	var out []piece
	if !n.own.Empty() {
		out = append(out, piece{span: n.own, text: d.Slice(n.own)})
	}
	for _, c := range n.children {
		p := piece{c.span, c.summary, true}
		switch {
		case c.missing:
			p.text = head(d.Slice(c.span), around)
		case c.summary == "":
			p.text, p.note = d.Slice(c.span), false
		}
		out = append(out, p)
	}
	return out
}
