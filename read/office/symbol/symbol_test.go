package symbol_test

import (
	"testing"

	"github.com/pildora/pildora/read/office/symbol"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, font, want string }{
		{"plain ñ", "Calibri", "plain ñ"},
		{"\uf0fc hecho", "", "✓ hecho"},
		{"\uf0fc", "Arial", "✓"},
		{"abc", "Symbol", "αβχ"},
		{"\uf061\uf0b3\uf0e5\uf0f2", "symbol", "α≥∑∫"},
		{"\uf0b7", "Symbol", "•"},
		{"\u00a8x", "Wingdings", "☐⌧"},
		{"\uf052 y ñandú…", "Wingdings 2", "☑ y ñandú…"},
		{"\uf000", "Webdings", ""},
		{"→", "Symbol", "→"},
	} {
		if got := symbol.Text(c.in, c.font); got != c.want {
			t.Errorf("%q in %s: %q, want %q", c.in, c.font, got, c.want)
		}
	}
	if !symbol.Box("☐") || symbol.Box("") || symbol.Box("•") {
		t.Error("boxes")
	}
	if !symbol.Monospaced("Courier New") || symbol.Monospaced("Calibri") || symbol.Monospaced("") {
		t.Error("fonts for code")
	}
}
