// Package chunk cuts documents into chunks.
//
// A [Cutter] says where a text may be cut, best places of one rank at a time.
// A [Splitter] cuts a span of a document into [Chunk]s whose bodies tile that
// span: nothing lost, nothing twice, in order. [Pack] makes a splitter of
// cutters, best rank first; [Each] puts hard cuts between splitters; [Nest]
// and [Window] build further levels. Strategies are compositions of these, not
// new loops.
//
// A chunk holds spans, never strings of its own: its body is Document.Text of
// Chunk.Span, and its frame is a list of [Part]s around it. It stays valid as
// long as its document does. What is embedded is written by [Embed] and is
// what Limits.Max bounds.
package chunk

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Role says what a part of a frame is.
type Role uint8

// The roles, in the order in which they stand before a body.
const (
	Summary    Role = iota // the document's summary, three lines
	Breadcrumb             // Title > Chapter > Article
	Context                // what an LLM or a rule says to place the chunk
	Header                 // the table header, fence or signature the body lacks
	Overlap                // the text right before the body
)

var roleNames = [...]string{"summary", "breadcrumb", "context", "header", "overlap"}

// String returns the role's name as it stands in records.
func (r Role) String() string { return roleNames[r] }

// Part is a piece of a frame. Text is set only where the part does not stand
// in the document; else Span says where it does.
type Part struct {
	Role Role
	Span doc.Span
	Text string
	// Short says that the part had to give way to the budget: it was
	// shortened, or left out where it is empty.
	Short bool
}

// Content returns the part's text in d.
func (p Part) Content(d *doc.Document) string {
	if p.Text != "" {
		return p.Text
	}
	return d.Slice(p.Span)
}

// Chunk is a body and its frame.
type Chunk struct {
	Span     doc.Span // the body; with its neighbours' it tiles what was split
	Before   []Part   // summary, breadcrumb, context, header, overlap, as far as there
	After    []Part
	Rendered string   // the body as it is embedded; empty where that is as it stands
	Size     int      // what Embed's string measures, by the splitter's own measure; 0 where it has none
	Level    int      // 0 for a chunk; 1 for a child under a parent, and so on
	Kind     string   // what the splitter knows of the body: "", KindParent, KindWindow
	Window   doc.Span // of KindWindow: the body and what is delivered around it
	Warnings []Warning

	plain bool // not to be rendered: that would not fit
}

// Warning is something a person should know of one chunk.
type Warning string

// The warnings of this package.
const (
	WarnGrapheme Warning = "one grapheme is longer than max"
	WarnFrame    Warning = "the frame was shortened to fit a quarter of max"
	WarnMin      Warning = "shorter than min, and no neighbour has room"
)

// Splitter cuts the span s of d into chunks whose bodies tile s. The sequence
// ends after its first error, and when ctx is done with ctx's error. It may be
// ranged over again, and is safe for concurrent use.
type Splitter interface {
	Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[Chunk, error]
}

// Cutter yields places of one rank at which s may be cut, in ascending order,
// each strictly inside s and never inside a grapheme cluster that it knows of.
// A packer asks it only about spans that are too large, and stops ranging as
// soon as it has seen enough, so cuts should be found as they are asked for.
// Safe for concurrent use.
type Cutter interface {
	Cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error]
}

// Nester is a Cutter whose cuts have levels: it gives the outermost cuts in a
// span, and asked about one of the pieces between them, the next finer ones,
// until it gives none.
type Nester interface {
	Cutter
	Nests()
}
