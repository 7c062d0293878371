package config

import (
	"fmt"

	"github.com/pildora/pildora/ingest"
)

// Rule sets recipe keys for the documents that it matches.
type Rule struct {
	Name  string // for messages; may be empty
	Match ingest.Match
	sets  []assignment
	place Place
}

// assignment is a key with what it is set to.
type assignment struct {
	field Field
	items []Item
	place Place
}

// For returns the recipe of one document: the first rule that matches it over
// the settings, save the keys that a variable or a flag has set. rule is the
// matching rule's index in Profiles, -1 if none.
func (s Settings) For(uri, media string, meta map[string]string) (r Recipe, rule int) {
	for i, p := range s.Profiles {
		if p.Match.Holds(uri, media, meta) {
			return s.under(p).Recipe, i
		}
	}
	return s.Recipe, -1
}

// under returns the settings with a rule's keys set, and those of its profile,
// or else of the settings' one.
func (s Settings) under(r Rule) Settings { return s.plain().ruled(r).profiled() }

// ruled returns the settings with a rule's keys set.
func (s Settings) ruled(r Rule) Settings {
	from := make(map[string]Place, len(s.from)+len(r.sets))
	for k, p := range s.from {
		from[k] = p
	}
	for _, a := range r.sets {
		if s.from[a.field.Key].Layer > FromFile {
			continue
		}
		// The items were parsed once by checkRules; they can't fail now.
		if a.field.Set(&s, a.items) == nil {
			from[a.field.Key] = a.place
		}
	}
	s.from = from
	return s
}

// title names a rule in messages.
func (r Rule) title(i int) string {
	if r.Name != "" {
		return fmt.Sprintf("profiles[%d] (%s)", i, r.Name)
	}
	return fmt.Sprintf("profiles[%d]", i)
}
