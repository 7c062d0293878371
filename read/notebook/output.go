package notebook

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/record/assemble"
	"github.com/pildora/pildora/read/record/jsontree"
)

// outputLanguage is the label of the code blocks that hold what a cell printed.
const outputLanguage = "output"

// output writes what is text of one output of a cell.
func (w *writer) output(part string, out jsontree.Value) error {
	if w.maxOutput < 0 {
		return nil
	}
	if v := out.Get("traceback"); len(v.Elements) > 0 {
		w.printed(part, out.Span, stack(v))
		return nil
	}
	if name := out.Get("ename"); name.Kind == jsontree.String {
		text := append(assemble.Pieces(name), assemble.Mark(": ", out.Span))
		w.printed(part, out.Span, append(text, assemble.Pieces(out.Get("evalue"))...))
		return nil
	}
	if kind := out.Get("output_type").String(); kind == "stream" {
		w.printed(part, out.Span, assemble.Pieces(out.Get("text")))
		return nil
	}
	return w.display(part, out.Span, bundleOf(out))
}

// stack is a traceback, an element a line.
func stack(traceback jsontree.Value) []assemble.Piece {
	var out []assemble.Piece
	for _, line := range traceback.Elements {
		out = append(append(out, assemble.Pieces(line)...), assemble.Mark("\n", line.Span))
	}
	return out
}

// bundle is what a cell shows, once a media type.
type bundle struct {
	markdown, html, latex, plain jsontree.Value
	drawn                        bool // there is an image or a widget as well
	alt                          jsontree.Value
}

// bundleOf takes it from an output of any version of the format.
func bundleOf(out jsontree.Value) bundle {
	data := out.Get("data")
	if data.Kind != jsontree.Object { // before nbformat 4
		return bundle{html: out.Get("html"), latex: out.Get("latex"), plain: out.Get("text"),
			drawn: out.Get("png").Kind != jsontree.Missing || out.Get("jpeg").Kind != jsontree.Missing || out.Get("svg").Kind != jsontree.Missing}
	}
	b := bundle{markdown: data.Get("text/markdown"), html: data.Get("text/html"), latex: data.Get("text/latex"), plain: data.Get("text/plain")}
	for _, m := range data.Members {
		switch {
		case strings.HasPrefix(m.Key, "image/"):
			b.drawn = true
			b.alt = out.At("metadata", m.Key, "alt")
		case strings.Contains(m.Key, "widget"), strings.Contains(m.Key, "plotly"), strings.Contains(m.Key, "vega"), strings.Contains(m.Key, "bokeh"):
			b.drawn = true
		}
	}
	return b
}

// repr is what Python prints for an object that has nothing to print.
var repr = regexp.MustCompile(`^<.* (?:object|at 0x[0-9a-f]+|with \d+ \w+).*>$`)

// display writes the form of a bundle that says most: Markdown, a table of
// HTML, a formula, plain text. What stands for a picture says nothing.
func (w *writer) display(part string, mark doc.Span, b bundle) error {
	plain := assemble.Pieces(b.plain)
	bare := repr.MatchString(strings.TrimSpace(assemble.Join(plain)))
	if text := assemble.Pieces(b.markdown); len(text) > 0 {
		return w.rendered(part, mark, text)
	}
	if page := assemble.Pieces(b.html); hasTable.MatchString(assemble.Join(page)) || bare && len(page) > 0 {
		if written, err := w.page(part, mark, page); written || err != nil {
			return err
		}
	}
	if formula := assemble.Pieces(b.latex); strings.HasPrefix(strings.TrimSpace(assemble.Join(formula)), "$") {
		return w.rendered(part, mark, formula)
	}
	if alt := assemble.Pieces(b.alt); len(alt) > 0 {
		return w.markdown(part, append(append([]assemble.Piece{assemble.Mark("![", mark)}, alt...), assemble.Mark("]()", mark)))
	}
	if !bare && !b.drawn {
		w.printed(part, mark, plain)
	}
	return nil
}

var hasTable = regexp.MustCompile(`(?i)<table[\s>]`)

// rendered writes Markdown that a cell shows.
func (w *writer) rendered(part string, mark doc.Span, text []assemble.Piece) error {
	d, err := markdown.Reader{}.ReadText(w.ctx, read.Source{URI: part}, "\n"+assemble.Join(text)) // no front matter
	if err != nil {
		return err
	}
	for i := range d.Blocks {
		s := &d.Blocks[i].Span
		s.Start, s.End = max(0, s.Start-1), s.End-1
	}
	w.shown(part, mark, d.Blocks, text)
	return nil
}

// page writes HTML that a cell shows, and reports whether there was anything
// to be seen in it.
func (w *writer) page(part string, mark doc.Span, page []assemble.Piece) (bool, error) {
	d, err := html.Reader{Mode: html.All}.Read(w.ctx, read.Source{URI: part, Data: []byte(assemble.Join(page))})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false, err
	}
	if err != nil || doc.IsBlank(d.Text) {
		return false, nil // the plain text must do
	}
	w.shown(part, mark, d.Blocks, assemble.Made(d, page))
	return true, nil
}

// shown writes text and its blocks, up to the last leaf that ends within what
// is kept of an output.
func (w *writer) shown(part string, mark doc.Span, blocks []doc.Block, text []assemble.Piece) {
	end := 0
	for i, b := range blocks {
		leaf := i+1 == len(blocks) || int(blocks[i+1].Parent) != i
		if leaf && b.Span.End <= w.maxOutput {
			end = max(end, b.Span.End)
		}
	}
	if end == 0 {
		w.printed(part, mark, text)
		return
	}
	var kept []doc.Block
	for _, b := range blocks {
		if b.Span.Start >= end {
			w.cut++
			break
		}
		b.Span.End = min(b.Span.End, end)
		kept = append(kept, b)
	}
	w.Gap()
	start := len(w.Text)
	w.Put(part, assemble.Within(text, doc.Span{End: end})...)
	w.Graft(kept, start, -1)
}

// printed writes plain text as fenced code, its middle left out where it is
// long.
func (w *writer) printed(part string, mark doc.Span, text []assemble.Piece) {
	text = assemble.TrimLines(assemble.Within(text, screen(assemble.Join(text))...))
	all := assemble.Join(text)
	if len(all) > w.maxOutput {
		w.cut++
		head, tail := ends(all, w.maxOutput)
		left := fmt.Sprintf("… %d bytes …\n", tail-head)
		if head > 0 && all[head-1] != '\n' {
			left = "\n" + left
		}
		text = append(append(assemble.Within(text, doc.Span{End: head}), assemble.Mark(left, mark)), assemble.Within(text, doc.Span{Start: tail, End: len(all)})...)
	}
	w.Code(part, outputLanguage, mark, text)
}

// ends are where the first half of limit bytes ends and the last begins, at
// line ends where there are any.
func ends(text string, limit int) (head, tail int) {
	head, tail = limit/2, len(text)-limit/2
	if i := strings.LastIndexByte(text[:head], '\n'); i > 0 {
		head = i + 1
	}
	if i := strings.IndexByte(text[tail:], '\n'); i >= 0 && tail+i+1 < len(text) {
		tail += i + 1
	}
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return head, tail
}

// unseen is what a terminal takes for commands.
var unseen = regexp.MustCompile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[ -/]*[0-~])|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

// screen is what of printed text can be seen at last: without commands to the
// terminal, and of a line that was written over only what stands there at last.
func screen(text string) []doc.Span {
	var kept []doc.Span
	keep := func(start, end int) {
		if start < end {
			kept = append(kept, doc.Span{Start: start, End: end})
		}
	}
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		body := at + len(strings.TrimRight(text[at:end], "\r"))
		at += 1 + strings.LastIndexByte(text[at:body], '\r')
		line := at
		for _, gone := range unseen.FindAllStringIndex(text[line:body], -1) {
			keep(at, line+gone[0])
			at = line + gone[1]
		}
		keep(at, body)
		keep(end, min(end+1, len(text)))
		at = end + 1
	}
	return kept
}
