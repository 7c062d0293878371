package doc

import (
	"path"
	"slices"
)

// SupersedesKey is the key of the metadata that names what a document takes the
// place of: ids of documents, or their paths from its own folder.
const SupersedesKey = "supersedes"

// Version is what tells whether a document is newer than another one.
type Version struct {
	ID   string
	Date string // see ParseDate
	Meta map[string]string
}

// Supersedes reports whether v says that it takes the place of a document.
func (v Version) Supersedes(id string) bool {
	text := v.Meta[SupersedesKey]
	return text != "" && v.ID != id && slices.ContainsFunc(SplitList(text), func(named string) bool {
		return named == id || path.Join(path.Dir(v.ID), named) == id
	})
}

// NewerThan reports whether v is newer than o: it supersedes it, or else, unless
// o supersedes it, has a later date. Of two without a date, or with the same one,
// neither is.
func (v Version) NewerThan(o Version) bool {
	switch {
	case v.Supersedes(o.ID):
		return true
	case o.Supersedes(v.ID):
		return false
	}
	a, _, okA := ParseDate(v.Date)
	b, _, okB := ParseDate(o.Date)
	return okA && okB && a.After(b)
}
