package boundary

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// source is what pieces of one topic are taken of.
type source struct {
	d      *doc.Document
	blocks []unitBlock // what hasn't been taken yet
}

// unitBlock is a top-level block and those in it, Blocks[from:to]; from equals
// to where the document has no blocks.
type unitBlock struct {
	span     doc.Span
	from, to int
}

// newSources returns the sources of a document, those without text left out.
func newSources(d *doc.Document, o Stitching) []*source {
	if len(d.Blocks) == 0 {
		if bare := paragraphs(d.Text); len(bare) > 0 {
			return []*source{{d, bare}}
		}
		return nil
	}
	var all []*source
	open := &source{d: d}
	closeSource := func() {
		if len(open.blocks) > 0 {
			all = append(all, open)
		}
		open = &source{d: d}
	}
	for i, to := range topLevel(d) {
		b := d.Blocks[i]
		if b.Kind == doc.Heading {
			if o.Sections && b.Level <= 2 {
				closeSource()
			}
			if !o.Headings {
				continue
			}
		}
		if !doc.IsBlank(d.Slice(b.Span)) {
			open.blocks = append(open.blocks, unitBlock{b.Span, i, to})
		}
	}
	closeSource()
	return all
}

// topLevel yields the blocks that pieces are built of, with the index behind
// the last block in each.
func topLevel(d *doc.Document) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(d.Blocks); {
			switch d.Blocks[i].Kind {
			case doc.Page:
				i++ // its blocks come next
				continue
			case doc.FrontMatter, doc.Rule, doc.Definition:
				i = behind(d, i)
				continue
			}
			to := behind(d, i)
			if !yield(i, to) {
				return
			}
			i = to
		}
	}
}

// behind returns the index of the first block after i that doesn't lie in it.
func behind(d *doc.Document, i int) int {
	j := i + 1
	for j < len(d.Blocks) && int(d.Blocks[j].Parent) >= i {
		j++
	}
	return j
}

// paragraphs returns the runs of lines of a bare text that aren't blank.
func paragraphs(text string) []unitBlock {
	var all []unitBlock
	start, at := -1, 0
	for line := range strings.Lines(text) {
		blank := doc.IsBlank(line)
		if blank && start >= 0 {
			all, start = append(all, unitBlock{span: doc.Trim(text, doc.Span{Start: start, End: at})}), -1
		}
		if !blank && start < 0 {
			start = at
		}
		at += len(line)
	}
	if start >= 0 {
		all = append(all, unitBlock{span: doc.Trim(text, doc.Span{Start: start, End: at})})
	}
	return all
}
