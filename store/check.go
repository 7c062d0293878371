package store

import (
	"fmt"
	"unicode/utf8"
)

// Check reports what no store accepts: no document id, a record of another
// document, a record without an id or with that of another, records of two
// collections in one document, text that isn't UTF-8 (it could not be given
// back as it came), vectors that can't be compared. The error wraps ErrInvalid and names the record.
func Check(d DocState, rs []Record) error {
	if d.DocID == "" {
		return fmt.Errorf("%w: no document id (source %q)", ErrInvalid, d.Source)
	}
	if !valid(d.DocID, d.Source, d.Root, d.Title, d.Error, d.Lang, d.Embedder) || !validMap(d.Meta) {
		return fmt.Errorf("%w: the entry of %q is not UTF-8", ErrInvalid, d.DocID)
	}
	seen := make(map[string]bool, len(rs))
	for i := range rs {
		r := &rs[i]
		switch {
		case r.ID == "":
			return fmt.Errorf("%w: record %d of %q has no id", ErrInvalid, i+1, d.DocID)
		case seen[r.ID]:
			return fmt.Errorf("%w: %q twice in %q", ErrInvalid, r.ID, d.DocID)
		case r.DocID != d.DocID:
			return fmt.Errorf("%w: %q is of document %q, not %q", ErrInvalid, r.ID, r.DocID, d.DocID)
		case r.Collection != rs[0].Collection:
			return fmt.Errorf("%w: %q is in collection %q, but %q in %q", ErrInvalid, r.ID, r.Collection, rs[0].ID, rs[0].Collection)
		case !valid(r.ID, r.Collection, r.Source, r.Title, r.Role, r.Lang, r.Text, r.EmbedText) || !valid(r.Headings...) || !validMap(r.Meta):
			return fmt.Errorf("%w: %q is not UTF-8", ErrInvalid, r.ID)
		}
		if r.Window != nil && !valid(r.Window.Text) {
			return fmt.Errorf("%w: the window of %q is not UTF-8", ErrInvalid, r.ID)
		}
		seen[r.ID] = true
	}
	return checkVectors(rs)
}

func valid(ss ...string) bool {
	for _, s := range ss {
		if !utf8.ValidString(s) {
			return false
		}
	}
	return true
}

func validMap(m map[string]string) bool {
	for k, v := range m {
		if !valid(k, v) {
			return false
		}
	}
	return true
}

// IDConflict is the error of a record id that another document has already.
func IDConflict(id, owner, docID string) error {
	return fmt.Errorf("%w: record %q of document %q belongs to document %q; ids must begin with their document's", ErrConflict, id, docID, owner)
}

// CollectionConflict is the error of a document that is in collection has and
// was to be written to collection wanted.
func CollectionConflict(docID, has, wanted string) error {
	return fmt.Errorf("%w: document %q is in collection %q, not %q; forget it there first, or use another index", ErrConflict, docID, has, wanted)
}
