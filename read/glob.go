package read

import (
	"fmt"
	"path"
	"strings"

	"github.com/pildora/pildora/internal/glob"
)

// A pattern chooses slash paths: within a part as path.Match has it
// (*, ?, [a-z]); a part ** stands for any number of parts. A pattern without a
// slash is matched against the base name, one with a slash against the whole
// path from the root.
type pattern struct {
	parts []string
	whole bool
}

// parseGlobs checks and splits patterns.
func parseGlobs(patterns []string) ([]pattern, error) {
	globs := make([]pattern, 0, len(patterns))
	for _, p := range patterns {
		clean := strings.Trim(p, "/")
		if _, err := path.Match(clean, ""); err != nil || clean == "" {
			return nil, fmt.Errorf("pattern %q: %w; write it like *.md, drafts/** or **/old/*.txt", p, path.ErrBadPattern)
		}
		globs = append(globs, pattern{parts: strings.Split(clean, "/"), whole: strings.Contains(p, "/")})
	}
	return globs, nil
}

func anyMatch(globs []pattern, id string) bool {
	for _, g := range globs {
		if g.match(id) {
			return true
		}
	}
	return false
}

func (g pattern) match(id string) bool {
	if !g.whole {
		return matchPart(g.parts[0], path.Base(id))
	}
	return glob.Parts(g.parts, strings.Split(id, "/"), matchPart)
}

// matchPart matches one part; the pattern was checked before.
func matchPart(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
