// Package rst reads reStructuredText, as docutils and Sphinx have it.
//
// The document's text is Markdown made of it; origins lead back to the bytes of
// the source. Sections have the levels of their adornments, in order of
// appearance. Directives that only steer a program (toctree, index, raw …) and
// comments go; what a directive includes is not read, which a warning says;
// descriptions of objects keep their signatures; anything else is read by its
// content. A field list at the top is metadata.
//
// The way is: lines → blocks → inline. A first look at all lines finds what may
// be used before it is defined: targets, substitutions, numbers of footnotes.
package rst

import (
	"context"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
)

// Media is the media type of reStructuredText.
const Media = "text/x-rst"

// Reader reads reStructuredText in any charset that [read.Decode] knows. The
// zero value is ready. Anything can be read, but for a source whose
// substitutions become too much text.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors are those of [markup.Read].
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return markup.Read(ctx, s, r.MaxBytes, Media, func(w *markup.Writer) {
		p := &parser{Writer: w, src: w.Source, targets: map[string]target{}, subs: map[string]substitution{}, numbers: map[string]bool{}, top: true}
		lines := markup.Lines(w.Source, doc.Span{End: len(w.Source)})
		p.survey(lines)
		p.body(lines, 0)
	})
}

// parser reads one source.
type parser struct {
	*markup.Writer
	src      string
	styles   []string // adornments of sections, by level
	targets  map[string]target
	subs     map[string]substitution
	numbers  map[string]bool // of footnotes that have one in the source
	autoDef  int             // numbers given to definitions and references so far
	autoRef  int
	symDef   int
	symRef   int
	language string // of literal blocks, as the last highlight directive has it
	top      bool   // nothing but titles, comments and fields was read so far
	titled   bool   // the last block was a title
	nested   int    // substitutions that are being replaced
}

// target is where a name leads.
type target struct {
	url   string
	title string // of the section it stands before
}

// substitution is what a name between bars stands for.
type substitution struct {
	directive string
	text      markup.Text
	alt       string
}
