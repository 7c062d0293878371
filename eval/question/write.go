package question

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Write writes questions as JSON Lines, as [Read] reads them. The same
// questions give the same bytes.
func Write(w io.Writer, qs []Question) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, q := range qs {
		if q.Spans == nil {
			q.Spans = []Span{} // the field is never null
		}
		if err := enc.Encode(q); err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
	}
	return out.Flush()
}
