package question

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"
)

// ErrSyntax is wrapped by every error about a question file that can't be
// read as one.
var ErrSyntax = errors.New("not a question file")

// Read yields the questions of a JSON Lines file, one object a line, in order
// and one at a time: a line may be as long as memory allows. Blank lines and a
// byte order mark are passed over, fields with unknown names left out. A line
// that is no JSON object, has a value of the wrong type, or isn't valid UTF-8
// ends the sequence with an error that wraps [ErrSyntax] and begins with
// name:line. An empty file yields nothing. Nothing is compared with documents:
// that is [Check].
func Read(r io.Reader, name string) iter.Seq2[Question, error] {
	return func(yield func(Question, error) bool) {
		for line, err := range lines(r, name) {
			var q Question
			if err == nil {
				err = line.object(&q)
			}
			if !yield(q, err) || err != nil {
				return
			}
		}
	}
}

// jsonLine is a line of a JSON Lines file, without its end.
type jsonLine struct {
	name   string
	number int // from 1
	data   []byte
}

// lines yields the lines that aren't blank, until the first error of reading.
func lines(r io.Reader, name string) iter.Seq2[jsonLine, error] {
	return func(yield func(jsonLine, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		for number := 1; ; number++ {
			data, err := in.ReadBytes('\n')
			if number == 1 {
				data = bytes.TrimPrefix(data, []byte("\ufeff"))
			}
			if data = bytes.TrimSpace(data); len(data) > 0 && (err == nil || err == io.EOF) {
				if !yield(jsonLine{name, number, data}, nil) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(jsonLine{}, fmt.Errorf("%s:%d: %w", name, number, err))
				return
			}
		}
	}
}

// object decodes the line, which must be a JSON object, into v.
func (l jsonLine) object(v any) error {
	if !utf8.Valid(l.data) {
		return l.errorf("the line is not valid UTF-8; save the file as UTF-8")
	}
	if l.data[0] != '{' {
		return l.errorf("expected a JSON object a line, found %s", clip(string(l.data), 30))
	}
	if err := json.Unmarshal(l.data, v); err != nil {
		return l.errorf("%s", jsonFault(err))
	}
	return nil
}

func (l jsonLine) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w: %s", l.name, l.number, ErrSyntax, fmt.Sprintf(format, args...))
}

// jsonFault words an error of encoding/json with the place in the line.
func jsonFault(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("broken JSON at byte %d: %v", syntax.Offset, err)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Sprintf("%s is a JSON %s, which doesn't fit", kind.Field, kind.Value)
	case errors.As(err, &kind):
		return fmt.Sprintf("a JSON %s stands where it doesn't fit", kind.Value)
	}
	return err.Error()
}

// clip shortens text to n code points for a message, in quotes.
func clip(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return fmt.Sprintf("%q…", text[:i])
		}
		count++
	}
	return fmt.Sprintf("%q", text)
}
