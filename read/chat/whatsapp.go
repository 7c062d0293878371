package chat

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// checkEvery is how many lines or messages are read between two looks at the
// context.
const checkEvery = 1 << 12

// whatsApp makes a turn of each message of an exported chat: a line that begins
// with date and time, and the lines after it up to the next of the kind. What
// the program itself says, without a name, is a paragraph.
func whatsApp(ctx context.Context, d *doc.Document) error {
	text := d.Text
	open := -1
	n := 0
	for at := 0; at < len(text); n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := strings.TrimRight(text[at:end], " \t\r")
		start := at
		if at == 0 {
			start += len(line) - len(strings.TrimPrefix(line, doc.BOM))
		}
		name, isMessage, ok := head(text[start:max(start, at+len(line))])
		switch {
		case ok:
			kind := doc.Paragraph
			if isMessage {
				kind = doc.Turn
			}
			open = len(d.Blocks)
			d.Blocks = append(d.Blocks, doc.Block{Kind: kind, Parent: -1, Span: doc.Span{Start: start, End: at + len(line)}, Label: name})
		case line == "" || start >= at+len(line):
		case open < 0: // before the first message
			open = len(d.Blocks)
			d.Blocks = append(d.Blocks, doc.Block{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: start, End: at + len(line)}})
		default:
			d.Blocks[open].Span.End = at + len(line)
		}
		at = end + 1
	}
	return ctx.Err()
}

// longestName bounds, in bytes, the name of who wrote a message.
const longestName = 100

// head reads the beginning of a message: date, time, and who wrote it, where it
// is no notice of the program.
func head(line string) (name string, isMessage, ok bool) {
	n := read.WhatsAppStamp(line)
	if n == 0 {
		return "", false, false
	}
	rest := line[n:]
	i := strings.Index(rest, ":")
	if i <= 0 || i > longestName || i+1 < len(rest) && rest[i+1] != ' ' {
		return "", false, true
	}
	name = strings.Trim(rest[:i], marks)
	return name, name != "", name != ""
}

// marks are those that WhatsApp puts around names for the direction of writing.
const marks = " \u200e\u200f\u202a\u202c~\u00a0\u202f"
