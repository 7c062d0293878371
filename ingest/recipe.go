// Package ingest carries documents the whole way: read, cut, put in context,
// recorded, stored. A [Recipe] is the resolved settings that decide how
// documents are cut; its hash decides what must be cut again.
// [Cutting.Records] makes the records of one document.
package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"unsafe"
)

// Version is the version of everything that decides where chunks begin and
// end and what they hold. It changes when the same recipe over the same bytes
// may give other records.
const Version = "2"

// Recipe is everything that decides how a document is cut, resolved: two equal
// recipes give the same chunks of the same document.
type Recipe struct {
	Version    string      `json:"version"`
	Lex        int         `json:"lex"` // version of the analyser of the text index
	Strategy   string      `json:"strategy"`
	Max        int         `json:"max"`
	Target     int         `json:"target,omitempty"`
	Min        int         `json:"min,omitempty"`
	Unit       string      `json:"unit"`
	Tokenizer  string      `json:"tokenizer,omitempty"`
	Overlap    Overlap     `json:"overlap"`
	Frame      []string    `json:"frame"`
	Summary    string      `json:"summary,omitempty"` // what sums a document up whose author didn't; empty: nothing does
	Context    []string    `json:"context,omitempty"` // what places chunks in their document; none: nothing does
	Derive     []string    `json:"derive,omitempty"`  // kinds of texts that are derived
	Model      string      `json:"model,omitempty"`   // the language model that is asked, and its prompts
	Embed      []string    `json:"embed,omitempty"`   // parts of a record that are embedded; none: all of its frame, and its text
	Lexical    []string    `json:"lexical,omitempty"` // parts that the text index sees; none: headings and text
	Separators []Separator `json:"separators,omitempty"`
	Packing    string      `json:"packing,omitempty"` // of the strategy cascade; empty is its default
	Merge      Merge       `json:"merge,omitzero"`    // of the strategy cascade
	Parent     int         `json:"parent,omitempty"`  // of the strategy parent-child: most that a parent holds
	Window     int         `json:"window,omitempty"`  // of the strategy sentence-window: sentences on either side
	Drift      *Drift      `json:"drift,omitempty"`   // of strategies that cut where the meaning changes
	Tables     string      `json:"tables,omitempty"`  // fields: rows are embedded as lines that name their columns; empty: as they stand
	Format     string      `json:"format,omitempty"`
	Quotes     string      `json:"quotes,omitempty"` // what becomes of other messages in a message: keep; empty: they are left out
	HTML       string      `json:"html,omitempty"`   // how much of a page is read: all, or the article; empty: its content
	Lang       string      `json:"lang,omitempty"`
	Profile    string      `json:"profile,omitempty"`
	Detected   bool        `json:"detected,omitempty"` // that the profile was found out of the document
}

// Drift is how changes of meaning are found.
type Drift struct {
	Embedder  string  `json:"embedder"`  // the model's name, "@" and its digest
	Threshold string  `json:"threshold"` // a kind of chunk/cut/semantic
	Value     float64 `json:"value,omitempty"`
	Window    int     `json:"window,omitempty"` // sentences
	Smooth    int     `json:"smooth,omitempty"`
}

// Overlap is how much of the text before a chunk is repeated; at most one
// field is set, and none means no overlap.
type Overlap struct {
	Size       int     `json:"size,omitempty"`    // in the recipe's unit
	Percent    float64 `json:"percent,omitempty"` // of Max
	Sentences  int     `json:"sentences,omitempty"`
	Paragraphs int     `json:"paragraphs,omitempty"`
}

// Merge is which sibling sections may share a chunk; at most one field is set,
// and none means that they never do.
type Merge struct {
	Siblings bool `json:"siblings,omitempty"` // any that fit together
	Under    int  `json:"under,omitempty"`    // those that measure less by themselves, in the recipe's unit
}

// Separator is a literal text or, where Regexp is set, a regular expression
// after which the recursive strategy cuts.
type Separator struct {
	Text   string `json:"text,omitempty"`
	Regexp string `json:"regexp,omitempty"`
}

// Hash is a short digest of the recipe.
func (r Recipe) Hash() string {
	b, err := json.Marshal(r)
	if err != nil { // a struct of texts and numbers
		panic(err)
	}
	return hexDigest(b, 16)
}

// The lengths of digests, in hexadecimal digits.
const (
	idDigits    = 16 // of what stands behind the # of an id
	embedDigits = 32 // of an embedded text
)

// digest is the first n hexadecimal digits of the SHA-256 of text; n is even.
func digest(text string, n int) string { return hexDigest(bytesOf(text), n) }

// bytesOf is text itself, to be read.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

func hexDigest(text []byte, n int) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:n/2])
}
