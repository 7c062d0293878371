// Package notebook reads Jupyter notebooks (nbformat 2, 3 and 4).
//
// The document's text is Markdown, made of the cells one after the other: a
// Markdown cell as it is, a code cell as fenced code with the language of the
// kernel, what it printed as fenced code of the language "output" or, where it
// is a table of HTML or Markdown, as that. Images, widgets and attachments are
// left out.
//
// Each cell is read by itself, so that one with an unclosed fence swallows no
// other. Origins lead from what was written in a cell back to its bytes in the
// file, and name the cell, counted from 1: "cell 3", "cell 3 output 1".
package notebook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/record/jsontree"
)

// Media is the media type of notebooks.
const Media = "application/x-ipynb+json"

// ErrNoNotebook is wrapped by the error for JSON that holds no cells.
var ErrNoNotebook = errors.New("no notebook")

// DefaultMaxOutput is up to how many bytes of one output are kept.
const DefaultMaxOutput = 2 << 10

// Reader reads notebooks in UTF-8; wrap it in [read.Decoding] for other
// charsets. The zero value is ready.
//
// The title is that of the metadata or of front matter, else the first heading
// of level 1. Meta holds title, author (of metadata.authors), what front matter
// in the first cell says, and kernel, the programming language. What is cut
// from outputs becomes a warning.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
	// MaxOutput is how many bytes of one output are kept, the beginning and the
	// end of longer ones; 0 means DefaultMaxOutput, less than 0 none.
	MaxOutput int
}

var _ read.TextReader = Reader{}

// Read makes a document of s, which is UTF-8. Errors name s.URI; they wrap
// jsontree.ErrSyntax, with line and column, [ErrNoNotebook], read.ErrTooLarge
// or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	root, err := jsontree.Parse(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	cells, found := cellsOf(root)
	if !found {
		return nil, fmt.Errorf(`%s: %w: the JSON has neither "cells" nor "worksheets"; read it with --format json`, s.URI, ErrNoNotebook)
	}
	w := writer{ctx: ctx, maxOutput: r.MaxOutput, kernel: kernel(root.Get("metadata"))}
	if w.maxOutput == 0 {
		w.maxOutput = DefaultMaxOutput
	}
	for i, cell := range cells {
		if err := w.cell(i+1, cell); err != nil {
			return nil, fmt.Errorf("%s: cell %d: %w", s.URI, i+1, err)
		}
	}
	d := w.document(root.Get("metadata"))
	d.URI = s.URI
	return d, nil
}

// cellsOf returns the cells of a notebook of any version.
func cellsOf(root jsontree.Value) (cells []jsontree.Value, found bool) {
	if v := root.Get("cells"); v.Kind == jsontree.Array {
		return v.Elements, true
	}
	sheets := root.Get("worksheets")
	for _, sheet := range sheets.Elements {
		cells = append(cells, sheet.Get("cells").Elements...)
	}
	return cells, sheets.Kind == jsontree.Array
}

// kernel is the programming language that a notebook's metadata name.
func kernel(meta jsontree.Value) string {
	for _, v := range []jsontree.Value{meta.At("language_info", "name"), meta.At("kernelspec", "language"), meta.At("kernel_info", "language")} {
		if name := strings.ToLower(strings.TrimSpace(v.String())); name != "" {
			return word(name)
		}
	}
	if name := strings.ToLower(meta.At("kernelspec", "name").String()); strings.HasPrefix(name, "python") {
		return "python"
	}
	return ""
}

// word is the name of a language fit for an info string.
func word(name string) string {
	if i := strings.IndexAny(name, "` \t\r\n~"); i >= 0 {
		name = name[:i]
	}
	return name
}

// authors are the names in the metadata.
func authors(meta jsontree.Value) string {
	var names []string
	for _, a := range meta.Get("authors").Elements {
		name := a.String()
		if a.Kind == jsontree.Object {
			name = a.Get("name").String()
		}
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// document is what was written, with its metadata.
func (w *writer) document(meta jsontree.Value) *doc.Document {
	d := &doc.Document{Media: Media, Text: string(w.Text), Blocks: w.Blocks, Origins: w.Origins, Title: w.title, Language: w.language}
	title := strings.TrimSpace(meta.Get("title").String())
	if title != "" {
		d.Title = title
	}
	for key, value := range map[string]string{"title": title, "author": authors(meta), "kernel": w.kernel} {
		if value != "" {
			w.set(key, value)
		}
	}
	d.Meta = w.meta
	if w.cut > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d outputs longer than %d bytes are cut", w.cut, w.maxOutput))
	}
	return d
}
