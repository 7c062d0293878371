package acceptance

import (
	"fmt"
	"slices"
	"strings"
)

// pathOf is the headings of the last chunk that holds the needle.
func pathOf(r result, e expectation) (path []string, problem string) {
	for _, p := range slices.Backward(r.pieces) {
		if strings.Contains(p.text, e.Needle) {
			return p.rec.Headings, ""
		}
	}
	return nil, fmt.Sprintf("%q is in no chunk", e.Needle)
}

func headingPath(r result, e expectation) string {
	path, problem := pathOf(r, e)
	if problem == "" && !slices.Equal(path, e.Path) {
		return fmt.Sprintf("%q is under %q, not %q", e.Needle, path, e.Path)
	}
	return problem
}

func headingPathContains(r result, e expectation) string {
	path, problem := pathOf(r, e)
	for _, w := range e.Words {
		if problem == "" && !strings.Contains(strings.Join(path, " "), w) {
			return fmt.Sprintf("%q lacks %q", path, w)
		}
	}
	return problem
}

func headingsEqual(r result, e expectation) string {
	found := map[string]bool{}
	for _, p := range r.pieces {
		for _, h := range p.rec.Headings {
			found[h] = true
		}
	}
	for _, want := range e.Headings {
		if !found[want] {
			return fmt.Sprintf("%q is missing in %v", want, found)
		}
	}
	if len(found) > len(e.Headings) {
		return fmt.Sprintf("headings are %v, not %q", found, e.Headings)
	}
	return ""
}

func noEmptyHeading(r result, _ expectation) string {
	for _, p := range r.pieces {
		if slices.ContainsFunc(p.rec.Headings, func(h string) bool { return strings.TrimSpace(h) == "" }) {
			return fmt.Sprintf("%q", p.rec.Headings)
		}
	}
	return ""
}
