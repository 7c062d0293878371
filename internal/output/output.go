// Package output writes chunk records to files and streams: JSON Lines, Parquet,
// CSV, the nodes of LangChain and LlamaIndex, Markdown for people, and one HTML
// page that shows each source with its chunks coloured. [Read] reads JSON Lines
// back.
//
// A [Writer] gets the records document by document: Begin, then the records
// of that document in order. It holds at most one document. [File] writes to a
// file that appears only when it is whole.
package output

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// Writer takes the records of one document after the other. It is not safe for
// concurrent use. After an error only Close may be called.
type Writer interface {
	// Begin says that the records that follow are those of d, which must not
	// change before the next Begin or Close. A document may have no records.
	Begin(d *doc.Document) error
	// Write takes the next record of the document, in the order of its text.
	Write(r store.Record) error
	// Close writes what is still held. It doesn't close what is written to.
	Close() error
}

// Encoder is a Writer of records that don't depend on each other, so that those
// of several documents can be encoded at once and be written in order.
type Encoder interface {
	Writer
	// Append appends a record as Write writes it. It is safe for concurrent use.
	Append(b []byte, r *store.Record) []byte
	// WriteEncoded takes the next records of the document as Append made them.
	WriteEncoded(b []byte) error
}

// EncoderOf is the Encoder that w is or, as a file, has; nil where it is none.
func EncoderOf(w Writer) Encoder {
	if f, ok := w.(*FileWriter); ok {
		w = f.Writer
	}
	e, _ := w.(Encoder)
	return e
}

// ErrFormat is wrapped by errors about a format that can't be written.
var ErrFormat = errors.New("unknown output format")

// format is one kind of output.
type format struct {
	name       string
	extensions []string // none: it is asked for by its name alone
	open       func(io.Writer, Options) Writer
	sources    bool // it shows the documents, which an index doesn't keep
	vectors    bool // it has a place for vectors
	content    bool // it has one place for text
}

// Options say what of records is written. The zero value leaves out nothing
// that a format has a place for, but the vectors.
type Options struct {
	// Vectors writes the vector of each record where it has one.
	Vectors bool
	// Body makes the body the text of formats that have one, instead of what is
	// embedded.
	Body bool
}

// plain is for formats without options.
func plain(open func(io.Writer) Writer) func(io.Writer, Options) Writer {
	return func(w io.Writer, _ Options) Writer { return open(w) }
}

func formats() []format {
	return []format{
		{name: "jsonl", extensions: []string{".jsonl", ".ndjson"}, open: plain(newJSONL)},
		{name: "parquet", extensions: []string{".parquet"}, open: newParquet, vectors: true},
		{name: "csv", extensions: []string{".csv"}, open: plain(newCSV)},
		{name: "markdown", extensions: []string{".md", ".markdown"}, open: plain(newMarkdown), sources: true},
		{name: "html", extensions: []string{".html", ".htm"}, open: plain(newHTML), sources: true},
		{name: "langchain", open: newLangChain, content: true},
		{name: "llamaindex", open: newLlamaIndex, vectors: true, content: true},
	}
}

// Formats returns the names that [New] knows.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// IndexFormats returns the names of the formats that need no documents beside
// the records.
func IndexFormats() []string {
	var names []string
	for _, f := range formats() {
		if !f.sources {
			names = append(names, f.name)
		}
	}
	return names
}

// New returns a writer of a format, by the name that [Formats] has, to w. An
// unknown name, or an option that the format has no place for, is an error
// wrapping [ErrFormat].
func New(name string, w io.Writer, o Options) (Writer, error) {
	for _, f := range formats() {
		switch {
		case f.name != name:
		case o.Vectors && !f.vectors:
			return nil, fmt.Errorf("%w: %s has no place for vectors; parquet and llamaindex have", ErrFormat, name)
		case o.Body && !f.content:
			return nil, fmt.Errorf("%w: %s has both what is embedded and the body; which of them is for langchain and llamaindex", ErrFormat, name)
		default:
			return f.open(w, o), nil
		}
	}
	return nil, fmt.Errorf("%w %q (known: %s)", ErrFormat, name, strings.Join(Formats(), ", "))
}

// FormatFor returns the format that a file's name asks for by its ending. The
// error wraps [ErrFormat], names the file and lists the endings.
func FormatFor(path string) (string, error) {
	ext := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range formats() {
		for _, e := range f.extensions {
			if e == ext {
				return f.name, nil
			}
		}
		known = append(known, f.extensions[:min(1, len(f.extensions))]...)
	}
	list := strings.Join(known, ", ")
	switch ext {
	case "":
		return "", fmt.Errorf("%s: %w: the name has no ending; give it one of %s", path, ErrFormat, list)
	case ".json":
		return "", fmt.Errorf("%s: %w .json: records are written one a line, as .jsonl (known: %s)", path, ErrFormat, list)
	}
	return "", fmt.Errorf("%s: %w %s (known: %s)", path, ErrFormat, ext, list)
}
