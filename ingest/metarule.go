package ingest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/glob"
	"github.com/pildora/pildora/store"
)

// Match says which documents a rule is for. Every condition that is given must
// hold; of a list, one entry is enough. The zero value matches every document.
type Match struct {
	Glob  []string          `json:"glob,omitempty"`  // of the document's id: hr/**, *.md
	Media []string          `json:"media,omitempty"` // media types, with * as in text/*
	Meta  map[string]string `json:"meta,omitempty"`  // values of the metadata, or elements of the lists that they are
}

// Holds reports whether a document is meant.
func (m Match) Holds(uri, media string, meta map[string]string) bool {
	if len(m.Glob) > 0 && !slices.ContainsFunc(m.Glob, func(g string) bool { return glob.Match(g, uri) }) {
		return false
	}
	if len(m.Media) > 0 && !slices.ContainsFunc(m.Media, func(g string) bool { return glob.Match(g, media) }) {
		return false
	}
	for k, v := range m.Meta {
		if text, ok := meta[k]; !ok || !doc.ListHas(text, v) {
			return false
		}
	}
	return true
}

// MetaRule says what is known of the documents that it matches.
type MetaRule struct {
	Match Match `json:"match,omitzero"`
	// Set is metadata by key; lists are written as [doc.JoinList] does. "title"
	// and "language" are those of the document.
	Set map[string]string `json:"set"`
	// Override lets the rule win over what documents say of themselves. Without
	// it a rule sets only what they don't.
	Override bool `json:"override,omitempty"`
}

// MetaRules are rules that are all applied, in order: each sees what those
// before it have set, and its word is the last.
type MetaRules []MetaRule

// The keys of a rule that are not metadata, but what the document is.
const (
	titleKey    = "title"
	languageKey = "language"
)

// apply returns what is known of a document by the rules, given what is known
// without them; matched reports whether one of them is about it.
func (rs MetaRules) apply(uri, media string, said doc.Known) (known doc.Known, matched bool) {
	known = said
	for _, r := range rs {
		if !r.Match.Holds(uri, media, known.Meta) {
			continue
		}
		if !matched {
			known.Meta, matched = maps.Clone(said.Meta), true
			if known.Meta == nil {
				known.Meta = map[string]string{}
			}
		}
		for key, value := range r.Set {
			switch {
			case key == titleKey:
				if said.Title == "" || r.Override {
					known.Title = value
				}
			case key == languageKey:
				if said.Language == "" || r.Override {
					known.Language = value
				}
			case said.Meta[key] == "" || r.Override:
				known.Meta[key] = value
			}
		}
	}
	return known, matched
}

// describe applies the rules to a document, and keeps what was known without
// them.
func (rs MetaRules) describe(d *doc.Document, media string) {
	said := doc.Known{Title: d.Title, Language: d.Language, Meta: d.Meta}
	known, matched := rs.apply(d.URI, media, said)
	if !matched {
		return
	}
	d.Said = &said
	d.Title, d.Language, d.Meta = known.Title, known.Language, known.Meta
}

// otherMetadata is why a document that is unchanged is read again.
const otherMetadata = "its metadata changed by the rules"

// Outdated reports whether an indexed document would be described in another
// way, if it was read again as it is.
func (rs MetaRules) Outdated(have store.DocState, media string) bool {
	if have.Said != nil {
		return rs.effect(have.DocID, media, have.Said) != have.Rules
	}
	// No rule was about it, and whether its language was found out isn't known.
	known, matched := rs.apply(have.DocID, media, doc.Known{Title: have.Title, Meta: have.Meta})
	return matched && (known.Title != have.Title || !maps.Equal(known.Meta, have.Meta) || known.Language != "" && known.Language != have.Lang)
}

// effect is a digest of what the rules make of what is known of a document.
func (rs MetaRules) effect(uri, media string, said *doc.Known) string {
	if said == nil {
		return ""
	}
	known, _ := rs.apply(uri, media, *said)
	b, err := json.Marshal(known)
	if err != nil { // a struct of texts
		panic(fmt.Sprint("metadata: ", err))
	}
	return hexDigest(b, embedDigits)
}
