package notebook

import (
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/assemble"
	"github.com/pildora/pildora/read/record/jsontree"
)

// cell writes the n-th cell.
func (w *writer) cell(n int, cell jsontree.Value) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	part := fmt.Sprintf("cell %d", n)
	source := cell.Get("source")
	if source.Kind == jsontree.Missing {
		source = cell.Get("input") // before nbformat 4
	}
	text := assemble.Pieces(source)
	kind := cell.Get("cell_type").String()
	var err error
	switch kind {
	case "markdown":
		err = w.markdown(part, text)
	case "heading": // before nbformat 4
		level := min(max(1, int(cell.Get("level").Int())), 6)
		err = w.markdown(part, append([]assemble.Piece{assemble.Mark(strings.Repeat("#", level)+" ", cell.Get("level").Span)}, text...))
	case "code":
		err = w.executed(part, cell, source.Span, text)
	default:
		err = w.raw(part, cell, text)
	}
	w.prose = kind == "markdown"
	return err
}

// executed writes a code cell and its outputs.
func (w *writer) executed(part string, cell jsontree.Value, mark doc.Span, text []assemble.Piece) error {
	first := w.introduction()
	w.Code(part, w.languageOf(cell, assemble.Join(text)), mark, text)
	for i, out := range cell.Get("outputs").Elements {
		if err := w.output(fmt.Sprintf("%s output %d", part, i+1), out); err != nil {
			return err
		}
	}
	w.listing(first)
	return nil
}

// raw writes a cell that is for a converter: front matter before all others,
// text in the format that its metadata name, else as it is.
func (w *writer) raw(part string, cell jsontree.Value, text []assemble.Piece) error {
	format := cell.At("metadata", "raw_mimetype").String()
	if format == "" {
		format = cell.At("metadata", "format").String()
	}
	all := assemble.Join(text)
	if format == "text/markdown" || len(w.Text) == 0 && strings.HasPrefix(all, "---") {
		return w.markdown(part, text)
	}
	_, subtype, _ := strings.Cut(format, "/")
	w.Code(part, word(strings.TrimPrefix(subtype, "x-")), cell.Get("source").Span, text)
	return nil
}

// magics are the programming languages of the magics that name them otherwise.
var magics = map[string]string{"js": "javascript", "python3": "python", "python2": "python", "pypy": "python", "system": "sh", "sx": "sh", "!": "sh",
	"html": "html", "svg": "html", "bash": "bash", "sh": "sh", "javascript": "javascript", "latex": "latex", "perl": "perl", "ruby": "ruby", "r": "r",
	"sql": "sql", "bigquery": "sql", "julia": "julia", "cython": "cython", "cmd": "bat", "powershell": "powershell", "pwsh": "powershell", "sparksql": "sql"}

// languageOf is the programming language of a cell: its own, else the kernel's.
func (w *writer) languageOf(cell jsontree.Value, text string) string {
	if magic, ok := strings.CutPrefix(text, "%%"); ok {
		name := magic[:strings.IndexAny(magic+"\n", " \t\r\n")]
		if language := magics[strings.ToLower(name)]; language != "" {
			return language
		}
	}
	meta := cell.Get("metadata")
	for _, v := range []jsontree.Value{meta.At("vscode", "languageId"), meta.At("polyglot_notebook", "kernelName"), meta.At("dotnet_interactive", "language"), cell.Get("language")} {
		if name := word(strings.ToLower(v.String())); name != "" {
			return name
		}
	}
	return w.kernel
}
