package notebook

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

// writer puts cells down as Markdown.
type writer struct {
	ctx       context.Context
	maxOutput int
	kernel    string

	text     []byte
	blocks   []doc.Block
	origins  []doc.Origin
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

// gap parts what comes from what stands before it by a blank line.
func (w *writer) gap() {
	if len(w.text) > 0 {
		ends := len(w.text) - len(bytes.TrimRight(w.text, "\n"))
		w.text = append(w.text, "\n\n"[min(2, ends):]...)
	}
}

// put writes the pieces with where they come from. Blanks need no origin.
func (w *writer) put(part string, pieces []piece) {
	for _, p := range pieces {
		start := len(w.text)
		w.text = append(w.text, p.text...)
		if !doc.IsBlank(p.text) {
			w.origins = append(w.origins, doc.Origin{Text: doc.Span{Start: start, End: len(w.text)}, Source: p.from, Part: part})
		}
	}
}

// markdown writes Markdown and the blocks in it.
func (w *writer) markdown(part string, pieces []piece) error {
	body := join(pieces)
	if doc.IsBlank(body) {
		return nil
	}
	w.gap()
	start := len(w.text)
	first := start == 0
	before := ""
	if !first {
		before = "\n" // what isn't at the start is no front matter
	}
	d, err := markdown.Reader{}.ReadText(w.ctx, read.Source{URI: part}, before+body)
	if err != nil {
		return err
	}
	w.put(part, pieces)
	w.graft(d.Blocks, start-len(before))
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
	if first+1 >= len(w.blocks) {
		return
	}
	for i := first; i < len(w.blocks); i++ {
		if b := &w.blocks[i]; b.Parent < 0 {
			b.Parent = int32(first)
		} else {
			b.Parent++
		}
	}
	whole := doc.Span{Start: w.blocks[first].Span.Start, End: len(w.text)}
	w.blocks = slices.Insert(w.blocks, first, doc.Block{Kind: doc.Figure, Parent: -1, Span: whole})
}

// introduction is the index of the paragraph that ends the Markdown cell right
// before, else of the block that comes next.
func (w *writer) introduction() int {
	last := len(w.blocks) - 1
	if w.prose && last >= 0 && w.blocks[last].Kind == doc.Paragraph && w.blocks[last].Parent < 0 {
		return last
	}
	return last + 1
}

// graft adds blocks of a text that stands at byte at.
func (w *writer) graft(blocks []doc.Block, at int) {
	base := int32(len(w.blocks))
	for _, b := range blocks {
		if b.Parent >= 0 {
			b.Parent += base
		}
		b.Span.Start += at
		b.Span.End += at
		w.blocks = append(w.blocks, b)
	}
}

// code writes fenced code; mark is where its fences come from.
func (w *writer) code(part, language string, mark doc.Span, pieces []piece) {
	pieces = trimLines(pieces)
	if len(pieces) == 0 {
		return
	}
	w.gap()
	start := len(w.text)
	fence := fenceFor(join(pieces))
	w.put(part, []piece{{fence + language, mark}})
	w.text = append(w.text, '\n')
	w.put(part, pieces)
	w.text = append(w.text, '\n')
	w.put(part, []piece{{fence, mark}})
	w.blocks = append(w.blocks, doc.Block{Kind: doc.Code, Parent: -1, Span: doc.Span{Start: start, End: len(w.text)}, Label: language})
}

// fenceFor is a fence that no line of code closes.
func fenceFor(code string) string {
	longest := 2
	for at := 0; at < len(code); {
		i := strings.IndexByte(code[at:], '`')
		if i < 0 {
			break
		}
		at += i
		run := len(code[at:]) - len(strings.TrimLeft(code[at:], "`"))
		longest = max(longest, run)
		at += run
	}
	return strings.Repeat("`", longest+1)
}
