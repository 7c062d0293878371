// Package output writes chunk records to files and streams: JSON Lines, CSV,
// Markdown for people, and one HTML page that shows each source with its
// chunks coloured. [Read] reads JSON Lines back.
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
	extensions []string
	open       func(io.Writer) Writer
}

func formats() []format {
	return []format{
		{"jsonl", []string{".jsonl", ".ndjson"}, newJSONL},
		{"csv", []string{".csv"}, newCSV},
		{"markdown", []string{".md", ".markdown"}, newMarkdown},
		{"html", []string{".html", ".htm"}, newHTML},
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

// New returns a writer of a format, by the name that [Formats] has, to w. An
// unknown name is an error wrapping [ErrFormat].
func New(name string, w io.Writer) (Writer, error) {
	for _, f := range formats() {
		if f.name == name {
			return f.open(w), nil
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
		known = append(known, f.extensions[0])
	}
	list := strings.Join(known, ", ")
	switch ext {
	case "":
		return "", fmt.Errorf("%s: %w: the name has no ending; give it one of %s", path, ErrFormat, list)
	case ".parquet":
		return "", fmt.Errorf("%s: %w: Parquet can't be written yet; .jsonl has the same columns (known: %s)", path, ErrFormat, list)
	case ".json":
		return "", fmt.Errorf("%s: %w .json: records are written one a line, as .jsonl (known: %s)", path, ErrFormat, list)
	}
	return "", fmt.Errorf("%s: %w %s (known: %s)", path, ErrFormat, ext, list)
}
