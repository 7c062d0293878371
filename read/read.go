// Package read turns sources into documents.
//
// A [Source] is the bytes of one file or stream and the name it goes by. A
// [Reader] makes a document of it; each format is a reader in a package of its
// own. A [Walker] finds sources.
//
// A [Container] opens what holds other sources, as archives and mailboxes do.
//
// [Find] lists the [File]s under some roots with their ids, sizes and times and
// reads none of them; [File.Read] makes a source of one, [File.Documents] says
// which documents that is and holds, and [Files] is all three as a Walker. [Media] says what kind of thing a source is. [Source.Decode] makes
// UTF-8 of its bytes, whatever their charset, and keeps the way back to them;
// [Decoding] does that around a reader that knows UTF-8 only.
package read

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Source is one thing to read. Data belongs to the reader for the duration of
// the call only; a reader copies what it keeps.
type Source struct {
	URI   string // becomes Document.URI
	Media string // media type if known, else empty
	Data  []byte
	// Charset is what the server says of the bytes, or "". Version is what it
	// says of their version, for [File.Changed], or "".
	Charset, Version string
	// Meta is what was said of the source beside it; it goes before what the
	// document says of itself. Inherited is what is known of it from the
	// container that it stands in; it counts where the document says nothing.
	// Readers look at neither.
	Meta, Inherited map[string]string
}

// Reader makes a document of a source. It is safe for concurrent use, gives
// the same document for the same bytes, never panics on any input, and ends
// early when ctx is done. Errors name the source and the place in it.
type Reader interface {
	Read(ctx context.Context, s Source) (*doc.Document, error)
}

// Walker yields sources in a stable order. An error does not end the walk: the
// sources after it still come.
type Walker func(ctx context.Context) iter.Seq2[Source, error]
