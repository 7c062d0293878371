package output

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// jsonl writes one object a line, in UTF-8 and without escaping what only HTML
// would need escaped. What some readers take for the end of a line (U+2028,
// U+2029, U+0085) is escaped, so that a line is a line for everybody. Lines of a document are flushed when the next begins, so
// that a reader at the other end of a pipe can start.
type jsonl struct {
	w    *bufio.Writer
	line bytes.Buffer // the object being written
	e    *json.Encoder
}

func newJSONL(w io.Writer) Writer {
	j := &jsonl{w: bufio.NewWriterSize(w, 1<<16)}
	j.e = json.NewEncoder(&j.line)
	j.e.SetEscapeHTML(false)
	return j
}

func (j *jsonl) Begin(*doc.Document) error { return j.w.Flush() }

func (j *jsonl) Write(r store.Record) error {
	if r.Headings == nil {
		r.Headings = []string{} // the field is always a list
	}
	j.line.Reset()
	if err := j.e.Encode(&r); err != nil {
		return err
	}
	// encoding/json escapes the other two itself. In JSON a U+0085 can only
	// stand in a string.
	_, err := j.w.Write(bytes.ReplaceAll(j.line.Bytes(), []byte("\u0085"), []byte(`\u0085`)))
	return err
}

func (j *jsonl) Close() error { return j.w.Flush() }
