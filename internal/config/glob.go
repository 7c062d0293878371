package config

import (
	"fmt"
	"path"
	"strings"
)

// checkGlob refuses a pattern that path.Match can't read, segment by segment.
func checkGlob(pattern string) error {
	for _, seg := range strings.Split(pattern, "/") {
		if _, err := path.Match(seg, ""); err != nil {
			return fmt.Errorf("%q is no glob: %w; *, ? and [a-z] stand for parts of a name, ** for any folders, \\ before a sign takes it as it is", pattern, err)
		}
	}
	return nil
}

// MatchGlob reports whether a slash path matches a glob: in a segment *, ?,
// [a-z] and \ as in [path.Match]; ** as a segment stands for any number of
// folders, none too. A pattern without a slash is matched against the last
// segment alone, as in .gitignore. A malformed pattern matches nothing.
func MatchGlob(pattern, name string) bool {
	pattern, name = strings.TrimPrefix(pattern, "./"), strings.TrimPrefix(name, "./")
	if !strings.Contains(pattern, "/") {
		ok, err := path.Match(pattern, path.Base(name))
		return ok && err == nil
	}
	return matchSegments(strings.Split(pattern, "/"), strings.Split(name, "/"))
}

// matchSegments goes back to the last ** only: an earlier one could do no
// better, so time is bounded by the product of the two lengths.
func matchSegments(pattern, name []string) bool {
	p, n := 0, 0
	star, from := -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == "**" {
			star, from = p, n
			p++
			continue
		}
		if p < len(pattern) {
			if ok, err := path.Match(pattern[p], name[n]); err == nil && ok {
				p, n = p+1, n+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		from++
		p, n = star+1, from
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
