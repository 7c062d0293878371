package markdown

import "strings"

// Dialect is which Markdown a text is written in; each knows what those before
// it know.
type Dialect uint8

const (
	// CommonMark is what [Scan] reads: CommonMark with GitHub's tables,
	// footnotes, front matter and formulas.
	CommonMark Dialect = iota
	// Extended knows the forms that other tools have added and that no other
	// text has by chance: fenced divisions and callouts (":::", "///", "!!!",
	// "> [!note]"), attributes in braces, captions of tables, comments
	// ("%%", "{/* */}"), names of blocks ("^id"), tags of components alone on
	// a line, directives of templates.
	Extended
	// MDX has JSX instead of HTML and JavaScript between blocks, and no
	// indented code.
	MDX
)

// DialectOf is the dialect of the Markdown in a file or at a URL.
func DialectOf(uri string) Dialect {
	uri, _, _ = strings.Cut(uri, "?")
	if len(uri) > 4 && strings.EqualFold(uri[len(uri)-4:], ".mdx") {
		return MDX
	}
	return Extended
}

// openings holds, by dialect, the bytes that a line can begin with that is more
// than text.
var openings = [...][256]bool{
	CommonMark: beginning(" \t>#`~<=-_*+|:[$\\0123456789"),
	Extended:   beginning(" \t>#`~<=-_*+|:[$\\0123456789" + "/!?%{^"),
	MDX:        beginning(" \t>#`~<=-_*+|:[$\\0123456789" + "/!?%{^" + "ie"),
}

func beginning(bytes string) (table [256]bool) {
	for i := range len(bytes) {
		table[bytes[i]] = true
	}
	return table
}
