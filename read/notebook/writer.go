package notebook

import (
	"context"
	"maps"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/record/assemble"
)

// writer puts cells down as Markdown.
type writer struct {
	ctx       context.Context
	maxOutput int
	kernel    string

	assemble.Builder
	meta     map[string]string
	title    string // of front matter or the first heading of level 1
	language string
	cut      int  // outputs that were too long
	prose    bool // the cell before is Markdown
}

func (w *writer) set(key, value string) {
	if w.meta == nil {
		w.meta = map[string]string{}
	}
	w.meta[key] = value
}

// markdown writes Markdown and the blocks in it.
func (w *writer) markdown(part string, pieces []assemble.Piece) error {
	body := assemble.Join(pieces)
	if doc.IsBlank(body) {
		return nil
	}
	w.Gap()
	start := len(w.Text)
	first := start == 0
	before := ""
	if !first {
		before = "\n" // what isn't at the start is no front matter
	}
	d, err := markdown.Reader{}.ReadText(w.ctx, read.Source{URI: part}, before+body)
	if err != nil {
		return err
	}
	w.Put(part, pieces...)
	w.Graft(d.Blocks, start-len(before), -1)
	if w.title == "" {
		w.title = d.Title
	}
	if first {
		w.language = d.Language
		w.meta = maps.Clone(d.Meta)
	}
	return nil
}

// listing makes one figure of the blocks from index first on, which are code
// with what introduces it and what it printed, where they are several.
func (w *writer) listing(first int) {
	if first+1 >= len(w.Blocks) {
		return
	}
	for i := first; i < len(w.Blocks); i++ {
		if b := &w.Blocks[i]; b.Parent < 0 {
			b.Parent = int32(first)
		} else {
			b.Parent++
		}
	}
	whole := doc.Span{Start: w.Blocks[first].Span.Start, End: len(w.Text)}
	w.Blocks = slices.Insert(w.Blocks, first, doc.Block{Kind: doc.Figure, Parent: -1, Span: whole})
}

// introduction is the index of the paragraph that ends the Markdown cell right
// before, else of the block that comes next.
func (w *writer) introduction() int {
	last := len(w.Blocks) - 1
	if w.prose && last >= 0 && w.Blocks[last].Kind == doc.Paragraph && w.Blocks[last].Parent < 0 {
		return last
	}
	return last + 1
}
