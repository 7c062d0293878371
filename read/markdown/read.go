package markdown

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Media is the media type of the documents that [Reader] makes.
const Media = "text/markdown"

// Reader reads Markdown. The zero value is ready to use.
//
// The document's text is the source byte for byte. Only where the source is not
// valid UTF-8 (callers decode other charsets first) each bad byte is replaced
// by U+FFFD, with a warning, and offsets count in the text so repaired. The
// title is "title" of the front matter, else the first heading of level 1; the
// language is "lang" or "language" of the front matter. Meta holds the front
// matter's scalars as they stand there; front matter that doesn't parse is a
// warning.
type Reader struct{}

var _ read.TextReader = Reader{}

// Read makes a document of s. Its only error is that of ctx.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	text, warnings := repair(string(s.Data))
	d, err := r.ReadText(ctx, s, text)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(warnings, d.Warnings...)
	return d, nil
}

// ReadText makes a document of s, whose text is valid UTF-8. Its only error is
// that of ctx.
func (Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	blocks, err := scan(ctx, text, DialectOf(s.URI))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d := &doc.Document{URI: s.URI, Media: Media, Text: text, Blocks: blocks}
	readMeta(d)
	d.Title = d.Meta["title"]
	if d.Title == "" {
		d.Title = firstTitle(blocks)
	}
	d.Language = primaryTag(d.Meta["lang"])
	if d.Language == "" {
		d.Language = primaryTag(d.Meta["language"])
	}
	return d, nil
}

// repair makes text valid UTF-8, and warns where it wasn't.
func repair(text string) (valid string, warnings []string) {
	if utf8.ValidString(text) {
		return text, nil
	}
	bad := 0
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for rest := text; rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		if r == utf8.RuneError && n == 1 {
			bad++
			b.WriteRune(utf8.RuneError)
		} else {
			b.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	return b.String(), []string{fmt.Sprintf("%d bytes that are not UTF-8 were replaced by U+FFFD", bad)}
}

func firstTitle(blocks []doc.Block) string {
	for _, b := range blocks {
		if b.Kind == doc.Heading && b.Level == 1 && b.Label != "" {
			return b.Label
		}
	}
	return ""
}

// primaryTag returns the primary language of a BCP 47 tag in lower case, or
// nothing where tag is no such tag.
func primaryTag(tag string) string {
	primary, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	if len(primary) < 2 || len(primary) > 3 {
		return ""
	}
	for i := range len(primary) {
		if !isLetter(primary[i]) {
			return ""
		}
	}
	return strings.ToLower(primary)
}
