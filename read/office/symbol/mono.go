package symbol

import "strings"

// monospaced are the fonts that code is set in.
var monospaced = map[string]bool{
	"courier": true, "courier new": true, "consolas": true, "menlo": true, "monaco": true, "lucida console": true,
	"lucida sans typewriter": true, "dejavu sans mono": true, "liberation mono": true, "source code pro": true, "inconsolata": true,
	"andale mono": true, "cascadia code": true, "cascadia mono": true, "fira code": true, "fira mono": true, "jetbrains mono": true,
	"roboto mono": true, "ubuntu mono": true, "ibm plex mono": true, "sf mono": true, "noto sans mono": true, "pt mono": true,
	"fixedsys": true, "ocr a extended": true, "noto mono": true, "droid sans mono": true, "monospace": true, "hack": true,
}

// Monospaced reports whether a font is one that code is set in.
func Monospaced(font string) bool { return monospaced[strings.ToLower(font)] }
