// Package subtitle reads subtitles and captions: SubRip (SRT) and WebVTT.
//
// The document's text is the file byte for byte. Its blocks are turns: a turn is
// what one speaker says in consecutive cues, or, where nobody is named, the cues
// up to the end of a sentence or a long pause. A turn of several cues holds one
// for each, so that a long turn is cut between cues; a cue has its number and its
// times in it. Origins have the times of the cues.
package subtitle

import (
	"cmp"
	"context"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// The media types of subtitles.
const (
	VTT = "text/vtt"
	SRT = "application/x-subrip"
)

// Reader reads subtitles in UTF-8; wrap it in [read.Decoding] for other
// charsets. The zero value is ready.
//
// Anything can be read. A time that can't be read becomes a warning that names
// its line, and its cue has no times; text without times belongs to the cue
// before it. WebVTT's header is front matter, its notes, styles and regions are
// code, which shares no chunk with what is said.
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
	sc := scanner{text: text}
	if err := sc.run(ctx); err != nil {
		return nil, fmt.Errorf("%s: at byte %d: %w", s.URI, sc.at, err)
	}
	d := &doc.Document{URI: s.URI, Media: cmp.Or(s.DeclaredMedia(), read.MediaByName(s.URI), SRT), Text: text, Language: sc.language, Warnings: sc.warnings()}
	d.Blocks = blocks(text, sc.parts)
	d.Origins = origins(sc.parts)
	return d, nil
}
