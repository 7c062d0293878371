package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"

	"github.com/pildora/pildora/read"
)

// Mailboxes opens mailboxes of the mbox family: their messages, by number from
// 1. The zero value is ready.
type Mailboxes struct{}

var _ read.Container = Mailboxes{}

// postmark is the line before each message: who it came from, and when.
var postmark = regexp.MustCompile(`^From (?:\S+ )*.*\b\d{1,2}:\d\d(?::\d\d)?\b.*\d{4}`)

// Open is that of read.Container.
func (Mailboxes) Open(ctx context.Context, s read.Source, _ int64) iter.Seq2[read.Entry, error] {
	return func(yield func(read.Entry, error) bool) {
		n := 0
		for data := range messages(s.Data) {
			if ctx.Err() != nil {
				return
			}
			n++
			if !yield(read.Entry{Name: strconv.Itoa(n), Media: Message, Size: int64(len(data)),
				Open: func() (io.Reader, error) { return bytes.NewReader(unquoted(data)), nil }}, nil) {
				return
			}
		}
		if n == 0 && len(bytes.TrimSpace(s.Data)) > 0 {
			yield(read.Entry{}, fmt.Errorf("no mailbox: %w", errors.New(`no line begins with "From " and a date`)))
		}
	}
}

// messages yields the messages without the lines before them. A message ends at
// a postmark after a blank line.
func messages(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		start, blank := -1, true
		for at := 0; at < len(data); {
			end := len(data)
			if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
				end = at + i + 1
			}
			l := data[at:end]
			if blank && bytes.HasPrefix(l, []byte("From ")) && postmark.Match(l[:min(len(l), 400)]) {
				if start >= 0 && !yield(data[start:at]) {
					return
				}
				start = end
			}
			blank = len(bytes.TrimRight(l, "\r\n")) == 0
			at = end
		}
		if start >= 0 {
			yield(data[start:])
		}
	}
}

var quotedFrom = regexp.MustCompile(`(?m)^>(>*From )`)

// unquoted takes one quote mark off the lines that would have looked like the
// start of a message.
func unquoted(data []byte) []byte {
	if !bytes.Contains(data, []byte(">From ")) {
		return data
	}
	return quotedFrom.ReplaceAll(data, []byte("$1"))
}
