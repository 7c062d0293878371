package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// State is what a summary was made of, as far as another version of the document
// is measured by it. Whoever stores a summary stores it too, whatever made the
// summary.
type State struct {
	Title  string `json:"title"`  // a digest of the title
	Facts  string `json:"facts"`  // a digest of the dates, versions and authors, and of the scope and parties
	Sketch []byte `json:"sketch"` // see Sketch
}

// StateOf returns the state of a document.
func StateOf(d *doc.Document) State {
	p := newPage(d)
	return State{digest(p.title), digest(p.stating()...), Sketch(d)}
}

// Keep reports whether a summary made of a document in the state old still holds for
// what it is now: title, dates, scope and parties are the same, and no more than
// a fifth of the text has changed. The zero state keeps nothing.
func Keep(old State, d *doc.Document) bool {
	now := StateOf(d)
	return old.Title == now.Title && old.Facts == now.Facts && Changed(old.Sketch, now.Sketch) <= mostChanged
}

// mostChanged is the part of a text that may change under its summary.
const mostChanged = 0.2

// stating is what the metadata and the first paragraphs say of version, dates and
// author, and their sentences on scope and parties.
func (p *page) stating() []string {
	out := p.facts()
	for _, c := range slices.Concat(p.head...) {
		if c.self || c.holds&(cue.Scope|cue.Parties|cue.Validity|cue.Version) != 0 {
			out = append(out, c.text)
		}
	}
	return out
}

// digest is a short digest of texts.
func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
