package read

import (
	"fmt"
	"path"
	"strings"
)

// A glob is a pattern over slash paths: within a part as path.Match has it
// (*, ?, [a-z]); a part ** stands for any number of parts. A pattern without a
// slash is matched against the base name, one with a slash against the whole
// path from the root.
type glob struct {
	parts []string
	whole bool
}

// parseGlobs checks and splits patterns.
func parseGlobs(patterns []string) ([]glob, error) {
	globs := make([]glob, 0, len(patterns))
	for _, p := range patterns {
		clean := strings.Trim(p, "/")
		if _, err := path.Match(clean, ""); err != nil || clean == "" {
			return nil, fmt.Errorf("pattern %q: %w; write it like *.md, drafts/** or **/old/*.txt", p, path.ErrBadPattern)
		}
		globs = append(globs, glob{parts: strings.Split(clean, "/"), whole: strings.Contains(p, "/")})
	}
	return globs, nil
}

func anyMatch(globs []glob, id string) bool {
	for _, g := range globs {
		if g.match(id) {
			return true
		}
	}
	return false
}

func (g glob) match(id string) bool {
	if !g.whole {
		return matchPart(g.parts[0], path.Base(id))
	}
	return matchNames(g.parts, strings.Split(id, "/"), matchPart)
}

// matchNames matches the parts of a path: ** stands for any number of them, the
// others are matched by match. It is the usual matching with one point to come back to: only the
// last ** need be tried longer, so it takes at most parts × names steps.
func matchNames(parts, names []string, match func(pattern, name string) bool) bool {
	p, n, star, from := 0, 0, -1, 0
	for n < len(names) {
		switch {
		case p < len(parts) && parts[p] == "**":
			star, from = p, n
			p++
		case p < len(parts) && match(parts[p], names[n]):
			p++
			n++
		case star >= 0:
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	for p < len(parts) && parts[p] == "**" {
		p++
	}
	return p == len(parts)
}

// matchPart matches one part; the pattern was checked before.
func matchPart(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
