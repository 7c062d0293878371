package cli

import (
	"strings"

	"github.com/pildora/pildora/store"
)

// parseFilter reads --filter KEY=VALUE: lang, doc (repeatable), role,
// collection, and any other key as one of the document's metadata.
func parseFilter(collection string, given []string) (store.Filter, error) {
	f := store.Filter{Collection: collection, Meta: map[string]string{}}
	set := map[string]bool{}
	for _, g := range given {
		key, value, ok := strings.Cut(g, "=")
		if key = strings.TrimSpace(key); !ok || key == "" || value == "" {
			return f, usagef("--filter %q is not KEY=VALUE, such as lang=es or doc=faq.md", g)
		}
		if set[key] && key != "doc" {
			return f, usagef("--filter %s stands twice; nothing can have two values of it", key)
		}
		set[key] = true
		switch key {
		case "doc":
			f.Docs = append(f.Docs, value)
		case "lang":
			f.Lang = value
		case "role":
			f.Role = value
		case "collection":
			f.Collection = value
		default:
			f.Meta[strings.TrimPrefix(key, "meta.")] = value
		}
	}
	return f, nil
}
