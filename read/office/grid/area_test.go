package grid_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/read/office/grid"
)

// TestAreaReadsItself holds that an area's address names the area again.
func TestAreaReadsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := grid.Area{Top: rapid.IntRange(1, grid.MaxRow).Draw(t, "top"), Left: rapid.IntRange(1, grid.MaxColumn).Draw(t, "left")}
		a.Bottom, a.Right = rapid.IntRange(a.Top, grid.MaxRow).Draw(t, "bottom"), rapid.IntRange(a.Left, grid.MaxColumn).Draw(t, "right")
		if got, ok := grid.ParseArea(a.String()); !ok || got != a {
			t.Fatalf("%v is written %q and read as %v", a, a.String(), got)
		}
	})
}

func TestParseArea(t *testing.T) {
	for s, want := range map[string]grid.Area{
		"A1": {1, 1, 1, 1}, "$B$2:C9": {2, 2, 9, 3}, "c9:b2": {2, 2, 9, 3}, "XFD1048576": {1 << 20, 1 << 14, 1 << 20, 1 << 14},
	} {
		if got, ok := grid.ParseArea(s); !ok || got != want {
			t.Errorf("%q is %v, want %v", s, got, want)
		}
	}
	for _, s := range []string{"", "A", "1", "A0", "XFE1", "A1048577", "A1:", ":B2", "1A", "AAAAAAAAAAAAAAAAAAAA1", "A1:B2:C3"} {
		if got, ok := grid.ParseArea(s); ok {
			t.Errorf("%q is read as %v", s, got)
		}
	}
}
