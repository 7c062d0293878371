package read

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSidecar(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.md": "# A", "a.md.meta.yaml": "title: Another title\ndate: 2024-05-01\nauthor: [Ana, \"García, Luis\"]\nnothing:\nnumber: 7\n",
		"b.md": "# B", "b.md.meta.yaml": "- a list\n", "c.md": "# C", "c.md.meta.yaml": "deep: {a: 1}\n",
		"d.md": "# D", "d.md.meta.yaml": "a: &a [x, x]\nb: [*a, *a]\n", "e.md": "# E", "e.md.meta.yaml": "", "alone.md.meta.yaml": "title: of nothing\n",
		"f.md": "# F", "f.md.meta.yaml": "{", "g.md": "# G", "g.md.meta.yaml": "x: " + strings.Repeat("y", maxSidecar),
	})
	ids, skipped, _ := list(t, Options{}, dir)
	wantIDs(t, ids, "a.md alone.md.meta.yaml b.md c.md d.md e.md f.md g.md")
	if len(skipped) != 7 {
		t.Errorf("skipped %q", skipped)
	}
	for name, want := range map[string]string{
		"a.md": "map[author:Ana, García\\, Luis date:2024-05-01 number:7 title:Another title] <nil>", "b.md": "no mapping", "c.md": "line 1: deep is neither", "d.md": "line 2: b is neither",
		"e.md": "map[] <nil>", "f.md": "no YAML", "g.md": "too large",
	} {
		s, err := one(t, Options{}, filepath.Join(dir, name)).Read(t.Context())
		if got := fmt.Sprint(s.Meta, " ", err); !strings.Contains(got, want) || err != nil && !strings.Contains(got, name+Sidecar) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if err := os.Remove(filepath.Join(dir, "a.md"+Sidecar)); err != nil {
		t.Fatal(err)
	}
	if s, err := one(t, Options{}, filepath.Join(dir, "a.md")).Read(t.Context()); err != nil || s.Meta != nil {
		t.Errorf("%v, %v", s.Meta, err)
	}
}
