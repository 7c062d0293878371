// Package source reads source code.
//
// The document's text is the file byte for byte. Each declaration (a function,
// a class, a type, a group of constants) is a [doc.Decl] from the comment,
// decorators or attributes right above it to its last line, and holds one for
// each method. What lies between, and the parts of a declaration around those
// that it holds, are [doc.Code] leaves, so that every byte that isn't blank
// lies in one.
//
// Go is parsed by the standard library. Other languages, and Go that doesn't
// parse, are scanned line by line: a scanner that knows the language's
// comments, strings and brackets tells how deep each line lies, and a pattern
// tells whether a declaration begins in it. Declarations therefore begin and
// end with lines.
package source

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Reader reads source code in UTF-8; wrap it in [read.Decoding] for other
// charsets. The zero value is ready. The language is that of the source's media
// type, else of its name; code of a language that it doesn't know is one leaf.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.TextReader = Reader{}

// Read makes a document of s, which is UTF-8. Errors name s.URI; they wrap
// read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	media, lang := languageOf(s)
	d := &doc.Document{URI: s.URI, Media: media, Text: text, Title: path.Base(strings.ReplaceAll(s.URI, `\`, "/"))}
	if lang.name != "" {
		d.Meta = map[string]string{"language": lang.name}
	}
	lines, err := scan(ctx, text, lang)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	decls, ok := []decl(nil), false
	if lang.name == "go" {
		decls, ok = parsed(text, lines)
	}
	if !ok {
		decls = found(text, lines, lang)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d.Blocks = blocks(text, lines, decls, lang.name)
	return d, nil
}

// languageOf returns the media type and the language of a source.
func languageOf(s read.Source) (string, *language) {
	declared := s.DeclaredMedia()
	for _, media := range [...]string{declared, read.MediaByName(s.URI)} {
		if l := byMedia(media); l != nil {
			return media, l
		}
	}
	return cmp.Or(declared, "text/plain"), &unknown
}

// AnyMedia is the media type of code in the language that its name says: what a
// reader is asked for by whoever names the format and not the language.
const AnyMedia = "text/x-source"

// Media are the media types of the languages that are read, and first
// [AnyMedia].
func Media() []string {
	out := []string{AnyMedia}
	for i := range languages {
		out = append(out, languages[i].media...)
	}
	return out
}

// longestLabel bounds a label, in bytes.
const longestLabel = 200

// label is the text of a signature's line.
func label(line string) string {
	line = strings.TrimSpace(line)
	if len(line) <= longestLabel {
		return line
	}
	n := longestLabel
	for n > 0 && !utf8.RuneStart(line[n]) {
		n--
	}
	return line[:n]
}
