// Package store keeps chunk records, the manifest entry of each document, and
// the text index over them.
//
// A [Record] is one chunk as it is written, indexed and delivered. Its fields
// are those of the JSON Lines that `pildora chunk` prints. A [DocState] is what
// the manifest knows of one document. A generation is one complete index built
// by one recipe; its name is part of every write.
//
// Everything that belongs to one document changes together: [Store.Replace]
// puts its new rows in and takes the old ones out in one step, text index and
// manifest entry included, or changes nothing.
package store

import (
	"time"

	"github.com/pildora/pildora/doc"
)

// Record is one chunk. Offsets index the document's text; see the field notes.
type Record struct {
	ID         string            `json:"id"`
	DocID      string            `json:"doc_id"`
	Collection string            `json:"collection,omitempty"`
	Source     string            `json:"source"`          // where the document was read from
	Title      string            `json:"title,omitempty"` // of the document
	Num        int               `json:"num"`             // from 1
	Of         int               `json:"of"`              // number of chunks of the document on this level
	Role       string            `json:"role"`            // chunk, parent, derived
	Headings   []string          `json:"headings"`        // in force at the first block that isn't a heading
	Kind       string            `json:"kind,omitempty"`  // text, table, code, list …
	Profile    string            `json:"profile,omitempty"`
	Lang       string            `json:"lang,omitempty"`
	Start      int               `json:"start"` // of text, in bytes
	End        int               `json:"end"`
	StartRune  int               `json:"start_rune"` // the same in code points
	EndRune    int               `json:"end_rune"`
	StartLine  int               `json:"start_line"` // from 1, inclusive; where the overlap begins
	EndLine    int               `json:"end_line"`
	Pages      []int             `json:"pages,omitempty"`
	Origins    []Origin          `json:"origins,omitempty"`
	Overlap    int               `json:"overlap"`          // bytes of the document right before start that are repeated
	Tokens     int               `json:"tokens"`           // of embed_text
	Chars      int               `json:"chars"`            // code points of text
	Text       string            `json:"text"`             // the body
	Window     *Window           `json:"window,omitempty"` // what is delivered, where that is more than the body
	Frame      Frame             `json:"frame"`
	EmbedText  string            `json:"embed_text"`       // frame and body, assembled
	Parent     string            `json:"parent,omitempty"` // ids
	Prev       string            `json:"prev,omitempty"`
	Next       string            `json:"next,omitempty"`
	Lexical    []string          `json:"lexical,omitempty"` // parts that the text index sees; none: headings and text
	Digest     string            `json:"digest"`            // of embed_text
	Recipe     string            `json:"recipe"`            // hash of the recipe
	Date       string            `json:"date,omitempty"`    // of the document, RFC 3339
	Meta       map[string]string `json:"meta,omitempty"`    // lists are as doc.JoinList writes them
	Warnings   []string          `json:"warnings,omitempty"`

	Vectors map[string][]float32 `json:"-"`
}

// Frame is what stands around a body, by part; empty parts are not there.
type Frame struct {
	Summary    string `json:"summary,omitempty"`
	Breadcrumb string `json:"breadcrumb,omitempty"`
	Overlap    string `json:"overlap,omitempty"`
	Header     string `json:"header,omitempty"`
	Context    string `json:"context,omitempty"`
}

// Origin leads from a span of the text (in bytes) to its place in the source.
type Origin struct {
	Start       int         `json:"start"`
	End         int         `json:"end"`
	SourceStart int         `json:"source_start,omitempty"`
	SourceEnd   int         `json:"source_end,omitempty"`
	Page        int         `json:"page,omitempty"`
	Box         *[4]float32 `json:"box,omitempty"`
	Part        string      `json:"part,omitempty"`
	From        float64     `json:"from,omitempty"` // seconds
	To          float64     `json:"to,omitempty"`
}

// State is how far a document has come.
type State string

// The states of the manifest.
const (
	Discovered State = "discovered"
	Read       State = "read"
	Chunked    State = "silver_chunked"
	Embedded   State = "embedded"
	Indexed    State = "indexed"
	Failed     State = "failed"
	Deleted    State = "deleted"
)

// Summary is what a document was summed up as, and what the text was like then:
// later versions that differ little keep it.
type Summary struct {
	Text   string `json:"text"`
	Title  string `json:"title"`  // a digest
	Facts  string `json:"facts"`  // a digest of dates, scope and the like
	Sketch []byte `json:"sketch"` // of the text
}

// DocState is the manifest's entry for one document in one generation.
type DocState struct {
	DocID  string `json:"doc_id"`
	Source string `json:"source"` // path or URL it was read from
	Root   string `json:"root"`   // the root it was found under, absolute
	Hash   string `json:"hash"`   // of the source's bytes
	Recipe string `json:"recipe"` // hash of the recipe it was cut by
	// Embedder is who made the vectors of its records: the model's name, "@" and
	// its digest; empty where they have none.
	Embedder string `json:"embedder,omitempty"`
	// Summary is what sums the document up, where something but its author did.
	Summary *Summary `json:"summary,omitempty"`
	// Collection is that of its records; empty where none was given.
	Collection string            `json:"collection,omitempty"`
	State      State             `json:"state"`
	Stage      string            `json:"stage,omitempty"` // where it failed
	Error      string            `json:"error,omitempty"`
	Media      string            `json:"media,omitempty"`
	Title      string            `json:"title,omitempty"`
	Lang       string            `json:"lang,omitempty"`
	Size       int64             `json:"size"`              // of the source, bytes
	Chunks     int               `json:"chunks"`            // number of records
	Time       time.Time         `json:"time"`              // when it reached State
	Mod        time.Time         `json:"mod"`               // the source's modification time
	Version    string            `json:"version,omitempty"` // what the server of a URL says of what was read
	Stamp      string            `json:"stamp,omitempty"`   // what the file system said of a file that Hash is of, see read.File
	Meta       map[string]string `json:"meta,omitempty"`
	// Said is what was known of the document before rules were applied, and
	// Rules a digest of what they made of it; empty where none is about it.
	Said  *doc.Known `json:"said,omitempty"`
	Rules string     `json:"rules,omitempty"`
	// Sketch is that of package lex/similar, of the document's text; empty where
	// it is short.
	Sketch []byte `json:"sketch,omitempty"`
}
