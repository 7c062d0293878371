package plain_test

import (
	"testing"

	"github.com/pildora/pildora/internal/plain"
)

func TestText(t *testing.T) {
	for inline, want := range map[string]string{
		"":                                   "",
		"Una **frase** con *énfasis*":        "Una frase con énfasis",
		"See [the page](a.md) and `code`":    "See the page and code",
		"![a picture](b.png) here":           "a picture here",
		"As said[^1] <em>before</em>":        "As said before",
		"Installation { #install }":          "Installation",
		"R&amp;D<br>and more":                "R&Dand more",
		"snake_case_name stays, 2 * 3 * 4":   "snake_case_name stays, 2 * 3 * 4",
		"(_so_) and «*that*»":                "(so) and «that»",
		`a cell with \| a bar and \* a star`: "a cell with | a bar and * a star",
	} {
		if got := plain.Text(inline); got != want {
			t.Errorf("%q: got %q, wanted %q", inline, got, want)
		}
	}
}
