package pill_test

import (
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/size"
)

// Prose between pills goes with what it stands before; after code, a table or a
// figure with that.
func TestProseBetweenPills(t *testing.T) {
	long := "Una frase que hace largo el apartado entero, para que no quepa en un solo trozo de veinte palabras."
	for _, tt := range []struct{ text, want string }{
		{"# A\n\n" + long + "\n\nAsí:\n\n```\na\n```\n\nEl valor será uno.\n\nY así:\n\n```\nb\n```\n",
			"# A\n\n" + long + "\n\n¦Así:\n\n```\na\n```\n\nEl valor será uno.\n\n¦Y así:\n\n```\nb\n```\n"},
		{"# A\n\n" + long + "\n\nAsí:\n\n- a\n- b\n\nEl valor será uno.\n\nY así:\n\n- c\n- d\n",
			"# A\n\n" + long + "\n\n¦Así:\n\n- a\n- b\n\n¦El valor será uno.\n\nY así:\n\n- c\n- d\n"},
	} {
		d := parse(t, tt.text)
		d.Language = "es"
		if got := shown(d, bodies(t, splitter(chunk.Limits{Max: 24, Measure: size.Words}, pill.Merge{}), d)); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
