package config

import (
	"fmt"
	"strings"

	"github.com/pildora/pildora/internal/near"
)

// Nearest returns the name in names that a person who wrote name most likely
// meant, or "" where none is near: at most a third of its letters (at least
// one, two from four letters on) changed, added, dropped or swapped with the
// next one. Case, dashes and underscores don't count.
func Nearest(name string, names []string) string {
	name = plain(name)
	best, found := max(1, len(name)/3)+1, ""
	if len(name) >= 4 {
		best = max(best, 3)
	}
	for _, n := range names {
		if d := near.Distance(name, plain(n)); d < best {
			best, found = d, n
		}
	}
	return found
}

func plain(s string) string {
	const longest = 64 // of a name worth comparing
	s = strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s))
	return s[:min(len(s), longest)]
}

// unknown is the message for a name that isn't among names: the nearest one if
// there is any, and the list.
func unknown(what, name string, names []string) string {
	hint := ""
	if n := Nearest(name, names); n != "" {
		hint = fmt.Sprintf("; did you mean %s?", n)
	}
	return fmt.Sprintf("unknown %s %q%s (known: %s)", what, name, hint, strings.Join(names, ", "))
}
