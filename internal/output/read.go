package output

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/pildora/pildora/store"
)

// ErrRecord is wrapped by errors about a line that is no chunk record.
var ErrRecord = errors.New("no chunk record")

// longestLine bounds one line of JSON Lines, in bytes.
const longestLine = 1 << 28

// Read yields the records of JSON Lines. Blank lines are passed over, keys
// that a record doesn't have too (a later version may have more). Errors name
// the line, from 1; the sequence ends after the first one.
func Read(r io.Reader) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 0, 1<<16), longestLine)
		n := 0
		for lines.Scan() {
			n++
			line := lines.Bytes()
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			rec, err := parse(line)
			if err != nil {
				yield(store.Record{}, fmt.Errorf("line %d: %w", n, err))
				return
			}
			if !yield(rec, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(store.Record{}, fmt.Errorf("line %d: %w", n+1, err))
		}
	}
}

func parse(line []byte) (store.Record, error) {
	var r store.Record
	if !utf8.Valid(line) {
		return r, fmt.Errorf("%w: not valid UTF-8", ErrRecord)
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return r, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if r.ID == "" {
		return r, fmt.Errorf("%w: id is missing or empty", ErrRecord)
	}
	return r, nil
}
