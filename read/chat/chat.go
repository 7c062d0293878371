// Package chat reads what people and models wrote to each other, as programs
// export it: WhatsApp's text files, and JSON of Slack, Discord
// (DiscordChatExporter), Telegram, Messenger, Microsoft Teams, and any that has
// objects with an author and a text, such as those of model APIs.
//
// Each message is a turn, labelled with who wrote it. WhatsApp's text is the
// file byte for byte. Of JSON a text is made: before each message who wrote it
// and when, the message as it is, which is Markdown mostly. A thread, or a
// message with the answers to it, is a turn that holds those of its messages.
package chat

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/record"
	"github.com/pildora/pildora/read/record/jsontree"
)

// The media types of chats.
const (
	WhatsApp = read.MediaWhatsApp
	JSON     = read.MediaChat
)

// Reader reads chats in UTF-8; wrap it in [read.Decoding] for other charsets.
// The zero value is ready.
//
// JSON in which no messages are found is read by [record.Reader]: a chat is
// told by its beginning, which can be wrong.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.TextReader = Reader{}

// Read makes a document of s, which is UTF-8. Errors name s.URI; they wrap
// jsontree.ErrSyntax, with line and column, read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	isText := s.MediaType() == WhatsApp
	if isText && !isJSON(text) {
		return readWhatsApp(ctx, s, text)
	}
	root, err := jsontree.Parse(ctx, text)
	if isText && errors.Is(err, jsontree.ErrSyntax) {
		return readWhatsApp(ctx, s, text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	t, ok := talkOf(root)
	if !ok {
		return record.Reader{MaxBytes: r.MaxBytes}.ReadText(ctx, read.Source{URI: s.URI, Media: record.JSON, Data: s.Data}, text)
	}
	d, err := write(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d.URI = s.URI
	return d, nil
}

func readWhatsApp(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	d := &doc.Document{URI: s.URI, Media: WhatsApp, Text: text}
	if err := whatsApp(ctx, d); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	return d, nil
}

// isJSON reports whether text begins as JSON: a chat whose format is named may
// be of either kind.
func isJSON(text string) bool {
	text = strings.TrimLeft(text, doc.BOM+" \t\r\n")
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") && read.WhatsAppStamp(text) == 0
}
