// Package glob matches slash paths against patterns: *, ?, [a-z] and \ within
// a part of a path as in [path.Match], and ** as a part for any number of
// parts.
package glob

import (
	"fmt"
	"path"
	"strings"
)

// Check refuses a pattern that path.Match can't read, part by part.
func Check(pattern string) error {
	for _, part := range strings.Split(pattern, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return fmt.Errorf("%q is no glob: %w; *, ? and [a-z] stand for parts of a name, ** for any folders, \\ before a sign takes it as it is", pattern, err)
		}
	}
	return nil
}

// Match reports whether a slash path matches a pattern; ** as a part stands
// for any number of folders, none too. A pattern without a slash is matched
// against the last part alone, as in .gitignore. A malformed pattern matches
// nothing.
func Match(pattern, name string) bool {
	pattern, name = strings.TrimPrefix(pattern, "./"), strings.TrimPrefix(name, "./")
	if !strings.Contains(pattern, "/") {
		return part(pattern, path.Base(name))
	}
	return Parts(strings.Split(pattern, "/"), strings.Split(name, "/"), part)
}

// Prefix is the text that every path begins with that a pattern matches. It is
// empty where the pattern says nothing of the beginning.
func Prefix(pattern string) string {
	pattern = strings.TrimPrefix(pattern, "./")
	if !strings.Contains(pattern, "/") {
		return ""
	}
	fixed := pattern
	if i := strings.IndexAny(pattern, `*?[\`); i >= 0 {
		fixed = pattern[:i]
	}
	// The slash before ** goes with it: a/** matches a.
	return strings.TrimSuffix(fixed, "/")
}

func part(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// Parts matches the parts of a path: ** stands for any number of them, the
// others are matched by match. It goes back to the last ** only: an earlier
// one could do no better, so it takes at most pattern × names steps.
func Parts(pattern, names []string, match func(pattern, name string) bool) bool {
	p, n, star, from := 0, 0, -1, 0
	for n < len(names) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, from = p, n
			p++
		case p < len(pattern) && match(pattern[p], names[n]):
			p++
			n++
		case star >= 0:
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
