// Package read turns sources into documents.
//
// A [Source] is the bytes of one file or stream and the name it goes by. A
// [Reader] makes a document of it; each format is a reader in a package of its
// own. A [Walker] finds sources.
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
