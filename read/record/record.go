// Package record reads JSON, JSON Lines, YAML, TOML and INI files.
//
// The document's text is the file byte for byte, and its blocks are records:
// one for each element of the array, or each line, with its label: its name,
// title or id, else its index. A record too long for a chunk is to be cut
// between its members, so a long object or array holds a record for each of
// them, labelled with its key, and they do again; a record's path is the labels
// of those that it lies in. The tokenizer is our own, for the standard
// library's gives no places.
//
// The first thing in an object or array begins where that does: brackets, and
// the key before them, never stand alone.
package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/record/jsontree"
)

// The media types of JSON, of JSON with a value a line, of YAML, of TOML, and
// of files with a setting a line, in sections or not: .ini, .properties, .env.
const (
	JSON  = "application/json"
	Lines = "application/jsonl"
	YAML  = "application/yaml"
	TOML  = "application/toml"
	INI   = "text/x-ini"
)

// Reader reads records in UTF-8; wrap it in [read.Decoding] for other
// charsets. The zero value is ready.
//
// Of JSON it takes comments, commas before a closing bracket, NaN and Infinity, with a
// warning, and any number of values one after the other. In [Lines] a line that
// is no value becomes a paragraph, with a warning that names it, and the lines
// after it are read. In a stream of several YAML documents each is a record;
// comments belong to what stands below them, and an alias is what is written,
// not what it stands for. Of TOML and INI files each section is a record.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes, of YAML
	// 64 MiB.
	MaxBytes int64
}

var _ read.TextReader = Reader{}

// ErrSyntax is wrapped by the errors for what is no JSON.
var ErrSyntax = errors.New("no valid JSON")

// Read makes a document of s, which is UTF-8. Errors name s.URI; they wrap
// [ErrSyntax] or [ErrTOML], with line and column, [ErrYAML], with the line,
// read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	d := &doc.Document{URI: s.URI, Media: mediaOf(s), Text: text}
	var err error
	switch d.Media {
	case Lines:
		err = lines(ctx, d)
	case YAML:
		err = yamlBlocks(ctx, d, r.MaxBytes)
	case TOML:
		err = tomlBlocks(ctx, d)
	case INI:
		err = iniBlocks(ctx, d)
	default:
		err = values(ctx, d)
	}
	var at syntaxError
	switch {
	case errors.As(err, &at):
		return nil, fmt.Errorf("%s: %w: %s", s.URI, ErrSyntax, at.in(text))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	return d, nil
}

func mediaOf(s read.Source) string {
	media := cmp.Or(s.DeclaredMedia(), read.MediaByName(s.URI), JSON)
	switch media {
	case Lines, "application/x-ndjson", "application/x-jsonlines":
		return Lines
	case YAML, "application/x-yaml", "text/yaml", "text/x-yaml", "text/vnd.yaml":
		return YAML
	}
	return media
}

// values reads a text of any number of values.
func values(ctx context.Context, d *doc.Document) error {
	p := newParser(ctx, d.Text)
	n := 0
	for ; p.more(); n++ {
		if err := p.root(n, n > 0); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	d.Blocks, d.Warnings = p.blocks, p.warnings()
	if n == 1 {
		if d.Title = p.title; p.object {
			d.Blocks[0].Label = "" // paths begin with its keys
		}
	} else if n > 1 && d.Blocks[0].Label == "" {
		d.Blocks[0].Label = index(0)
	}
	return nil
}

// lines reads a text with a value a line. Where the first line is none and the
// text as a whole is values, it is that: they are only written in several lines.
func lines(ctx context.Context, d *doc.Document) error {
	p := newParser(ctx, d.Text)
	var first syntaxError // the first bad line
	good, bad := 0, 0
	for at := 0; at < len(d.Text); {
		end := len(d.Text)
		if i := strings.IndexByte(d.Text[at:], '\n'); i >= 0 {
			end = at + i
		}
		switch err := p.line(at, end, good+bad); err {
		case nil:
			good++
		case errBlank:
		default:
			var wrong syntaxError
			if !errors.As(err, &wrong) {
				return err
			}
			if bad++; bad == 1 {
				first = wrong
			}
			if good == 0 && bad == 1 && values(ctx, d) == nil {
				return ctx.Err()
			}
		}
		at = end + 1
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if good == 0 && bad > 0 {
		return first
	}
	d.Blocks = p.blocks
	if bad > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s no valid JSON, the first: %s", counted(bad, "line is", "lines are"), first.in(d.Text)))
	}
	d.Warnings = append(d.Warnings, p.warnings()...)
	return nil
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// syntaxError says what is wrong at a place of the text; and where it began,
// where something has no end.
type syntaxError struct {
	at      int
	message string
	began   int // -1: nothing did
}

func (e syntaxError) Error() string { return e.message }

// in writes the error with its line and column, in code points from 1.
func (e syntaxError) in(text string) string {
	message := e.message
	if e.began >= 0 && strings.IndexByte(text[e.began:e.at], '\n') >= 0 {
		message += fmt.Sprintf(" that begins in line %d", lineOf(text, e.began))
	}
	return jsontree.Place(text, e.at) + ": " + message
}

func lineOf(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }
