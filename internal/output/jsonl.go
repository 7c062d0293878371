package output

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// jsonl writes one object a line, in UTF-8 and without escaping what only HTML
// would need escaped. Lines of a document are flushed when the next begins, so
// that a reader at the other end of a pipe can start.
type jsonl struct {
	w *bufio.Writer
	e *json.Encoder
}

func newJSONL(w io.Writer) Writer {
	b := bufio.NewWriterSize(w, 1<<16)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return &jsonl{b, e}
}

func (j *jsonl) Begin(*doc.Document) error { return j.w.Flush() }

func (j *jsonl) Write(r store.Record) error {
	if r.Headings == nil {
		r.Headings = []string{} // the field is always a list
	}
	return j.e.Encode(&r)
}

func (j *jsonl) Close() error { return j.w.Flush() }
