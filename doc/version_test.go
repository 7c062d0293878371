package doc

import "testing"

func TestNewerThan(t *testing.T) {
	version := func(id, date, supersedes string) Version {
		return Version{id, date, map[string]string{SupersedesKey: supersedes}}
	}
	for _, c := range []struct {
		a, b Version
		want bool
	}{
		{version("a", "2025", ""), version("b", "2024-12-31", ""), true},
		{version("a", "2025", ""), version("b", "2025-01-01", ""), false},
		{version("a", "2025", ""), version("b", "", ""), false},
		{version("a", "2024", "x, b"), version("b", "2025", ""), true},
		{version("hr/a", "", "b.md"), version("hr/b.md", "", ""), true},
		{version("hr/a", "", "../old/b.md"), version("old/b.md", "", ""), true},
		{version("hr/a", "", "old/b.md"), version("old/b.md", "", ""), true},
		{version("a", "", "a"), version("a", "", "a"), false},
	} {
		if got := c.a.NewerThan(c.b); got != c.want {
			t.Errorf("%v over %v: %v", c.a, c.b, got)
		}
		if c.want && c.b.NewerThan(c.a) {
			t.Errorf("%v and %v: each is newer", c.a, c.b)
		}
	}
}
