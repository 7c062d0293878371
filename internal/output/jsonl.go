package output

import (
	"bufio"
	"io"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// jsonl writes one object a line, in UTF-8, see appendRecord. What some readers
// take for the end of a line (U+2028, U+2029, U+0085) is escaped, so that a
// line is a line for everybody. Lines of a document are flushed when the next
// begins, so that a reader at the other end of a pipe can start.
type jsonl struct {
	w    *bufio.Writer
	line []byte // the object being written
}

func newJSONL(w io.Writer) Writer { return &jsonl{w: bufio.NewWriterSize(w, 1<<16)} }

func (j *jsonl) Begin(*doc.Document) error { return j.w.Flush() }

func (j *jsonl) Write(r store.Record) error {
	j.line = j.Append(j.line[:0], &r)
	_, err := j.w.Write(j.line)
	return err
}

// Append implements Encoder.
func (*jsonl) Append(b []byte, r *store.Record) []byte { return append(appendRecord(b, r), '\n') }

// WriteEncoded implements Encoder.
func (j *jsonl) WriteEncoded(b []byte) error {
	if len(b) >= j.w.Size()/2 { // so that it isn't copied, but written from where it is
		if err := j.w.Flush(); err != nil {
			return err
		}
	}
	_, err := j.w.Write(b)
	return err
}

func (j *jsonl) Close() error { return j.w.Flush() }
