package config

import (
	"fmt"
	"strings"
)

// nearest returns the name in names that a person who wrote name most likely
// meant, or "" where none is near: at most a third of its letters (at least
// one, two from four letters on) changed, added, dropped or swapped with the
// next one. Case, dashes and underscores don't count.
func nearest(name string, names []string) string {
	name = plain(name)
	best, found := max(1, len(name)/3)+1, ""
	if len(name) >= 4 {
		best = max(best, 3)
	}
	for _, n := range names {
		if d := distance(name, plain(n)); d < best {
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

// distance is the optimal string alignment distance (Damerau-Levenshtein
// without moving a letter twice) in bytes.
func distance(a, b string) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}

// unknown is the message for a name that isn't among names: the nearest one if
// there is any, and the list.
func unknown(what, name string, names []string) string {
	hint := ""
	if n := nearest(name, names); n != "" {
		hint = fmt.Sprintf("; did you mean %s?", n)
	}
	return fmt.Sprintf("unknown %s %q%s (known: %s)", what, name, hint, strings.Join(names, ", "))
}

// Nearest is the name in names that a person who wrote name most likely meant,
// or "" where none is near.
func Nearest(name string, names []string) string { return nearest(name, names) }
