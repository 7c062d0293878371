// Package mail reads messages (EML) and opens what holds others: messages with
// attachments, and mailboxes (mbox).
//
// A message's document begins with its subject as the heading and who wrote it
// to whom and when as a list; its body follows, out of the best of its
// alternatives. What a message quotes of another below what it says itself is a
// document already where that other one is there, and found twice it takes the
// place of other answers. So it is left out, unless the reader is told to keep
// it; quotes between the lines of an answer, and what is forwarded, stay.
package mail

import (
	"context"
	"errors"
	"fmt"
	"html"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	pages "github.com/pildora/pildora/read/html"
)

// The media types of messages and mailboxes.
const (
	Message = "message/rfc822"
	Mailbox = "application/mbox"
	// MessageAll is a message of which a reader that keeps quotes is asked for:
	// a choice of whoever reads, which no source declares.
	MessageAll = Message + "; quotes=keep"
)

// ErrEncrypted is wrapped by the error for a message whose body is encrypted.
var ErrEncrypted = errors.New("the message is encrypted")

// Quotes says what becomes of the text of other messages below a message's own,
// and of its signature.
type Quotes uint8

// The choices.
const (
	Trim Quotes = iota // left out, where anything else is left
	Keep
)

// Reader reads messages. The zero value is ready.
//
// The document's text is Markdown; its origins name the part of the message
// that a text came from: "headers", or the number and media type of a body's
// part. Meta holds title, author, date, to, cc, message-id, in-reply-to and
// thread, the id of the thread's first message, where the message has them.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
	Quotes   Quotes
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap read.ErrTooLarge,
// [ErrEncrypted] or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	m, err := parse(s.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	if m.encrypted != "" {
		return nil, fmt.Errorf("%s: %w (%s); decrypt it and give what comes out", s.URI, ErrEncrypted, m.encrypted)
	}
	w := writer{forward: m.forwards(), keep: r.Quotes == Keep}
	w.headers(m)
	for _, b := range m.bodies {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.URI, err)
		}
		w.body(b)
	}
	page := read.Source{URI: s.URI, Media: pages.Media, Data: []byte("<meta charset=utf-8>" + w.page.String())}
	d, err := pages.Reader{Mode: pages.All, MaxBytes: int64(len(page.Data))}.Read(ctx, page)
	if err != nil {
		return nil, err
	}
	d.Media, d.Title, d.Meta = Message, m.subject(), m.meta()
	d.Language = m.language()
	d.Warnings = m.warnings
	w.lead(d)
	return d, nil
}

// writer makes one page of a message.
type writer struct {
	page    strings.Builder
	regions []region
	forward bool // what is quoted is what the message is about
	keep    bool
}

// region says what the page is made of up to a byte.
type region struct {
	end  int
	part string
}

// charsetTag is how long the declaration before the page is.
const charsetTag = len("<meta charset=utf-8>")

func (w *writer) end(part string) {
	w.regions = append(w.regions, region{charsetTag + w.page.Len(), part})
}

// headers writes the heading and the list below it.
func (w *writer) headers(m *message) {
	if subject := m.subject(); subject != "" {
		fmt.Fprintf(&w.page, "<h1>%s</h1>", html.EscapeString(subject))
	}
	list := m.list()
	if len(list) > 0 {
		w.page.WriteString("<ul>")
		for _, line := range list {
			fmt.Fprintf(&w.page, "<li>%s</li>", html.EscapeString(line))
		}
		w.page.WriteString("</ul>")
	}
	w.end("headers")
}

// body writes one part of the body.
func (w *writer) body(b body) {
	w.page.WriteString("<div>")
	switch b.kind {
	case htmlBody:
		w.page.WriteString(markup(b.text, w.keep, w.forward))
	case shortBody:
		fmt.Fprintf(&w.page, "<p>%s</p>", strings.ReplaceAll(html.EscapeString(b.text), "\n", "<br>"))
	default:
		lines := splitLines(b.text, b.flowed, b.joined)
		if !w.keep {
			lines = trim(lines, w.forward)
		}
		writeLines(&w.page, lines)
	}
	w.page.WriteString("</div>")
	w.end(b.part)
}

// lead makes the origins of the page those of the message.
func (w *writer) lead(d *doc.Document) {
	i := 0
	out := d.Origins[:0]
	for _, o := range d.Origins {
		for i+1 < len(w.regions) && o.Source.Start >= w.regions[i].end {
			i++
		}
		part := w.regions[i].part
		if n := len(out); n > 0 && out[n-1].Part == part {
			out[n-1].Text.End = o.Text.End
			continue
		}
		out = append(out, doc.Origin{Text: o.Text, Part: part})
	}
	d.Origins = out
}
