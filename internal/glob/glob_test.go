package glob

import (
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The glob is checked against its definition, written without any cleverness.
func TestMatchAgainstItsDefinition(t *testing.T) {
	var match func(p, n []string) bool
	match = func(p, n []string) bool {
		if len(p) == 0 {
			return len(n) == 0
		}
		if p[0] == "**" {
			return match(p[1:], n) || len(n) > 0 && match(p, n[1:])
		}
		return len(n) > 0 && (p[0] == n[0] || p[0] == "*") && match(p[1:], n[1:])
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "*", "**"}), 2, 6).Draw(t, "pattern")
		n := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 1, 6).Draw(t, "name")
		if got, want := Match(strings.Join(p, "/"), strings.Join(n, "/")), match(p, n); got != want {
			t.Fatalf("%v on %v: %v, want %v", p, n, got, want)
		}
	})
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*.md", "a/b.md", true},
		{"*.md", "a/b.txt", false},
		{"hr/**", "hr/a/b.md", true},
		{"hr/**", "hr", true},
		{"hr/**", "hrx/a", false},
		{"./hr/*", "hr/a", true},
		{"hr/[a-c]?.md", "hr/b1.md", true},
		{`hr/\*`, "hr/a", false},
		{`hr/\*`, "hr/*", true},
		{"a/[", "a/[", false},
	} {
		if got := Match(c.pattern, c.name); got != c.want {
			t.Errorf("%q on %q: %v", c.pattern, c.name, got)
		}
	}
	for pattern, bad := range map[string]bool{"a/[": true, "a/**/[b-": true, "**/*.md": false, `a\`: true} {
		if err := Check(pattern); (err != nil) != bad {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}

// TestPrefix: whatever matches begins with the prefix.
func TestPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SampledFrom([]string{"a", "ab", "*", "**", "a*", "?", "[ab]", `\a`, `\*`})
		pattern := strings.Join(rapid.SliceOfN(parts, 1, 4).Draw(t, "pattern"), "/")
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ab", "*"}), 1, 4).Draw(t, "name"), "/")
		if Match(pattern, name) && !strings.HasPrefix(path.Clean(name), Prefix(pattern)) {
			t.Fatalf("%q matches %q, which doesn't begin with %q", pattern, name, Prefix(pattern))
		}
	})
}
