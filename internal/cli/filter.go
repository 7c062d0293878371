package cli

import (
	"slices"

	"github.com/pildora/pildora/store"
)

// filterHelp says in a flag's help what a filter is.
const filterHelp = "only chunks with `KEY=VALUE,…` (or !=, and for dates <, <=, >, >=): doc, path, collection, role, kind, profile, lang, title, section, source, date, or a key of the metadata; repeatable"

// parseFilter reads --filter conditions, within a collection where none of them
// is about collections.
func parseFilter(collection string, given []string) (store.Filter, error) {
	f, err := store.ParseFilter(given...)
	if err != nil {
		return f, usagef("--%w", err)
	}
	if !slices.ContainsFunc(f.Where, func(c store.Condition) bool { return c.Field == store.FieldCollection }) {
		f.Collection = collection
	}
	return f, nil
}
