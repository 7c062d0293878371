package config

import "strings"

// isPath tells a tokenizer file from a tokenizer's name.
func isPath(v string) bool { return strings.ContainsAny(v, `/\.`) }

// TokenizerAt returns the tokenizer that v names with its path, where it names a
// file, replaced by what at makes of it. What may stand before the path, the
// name of a pattern and a colon ("cl100k:ranks.tiktoken"), stays; one letter and
// a colon begin a path.
func TokenizerAt(v string, at func(path string) string) string {
	if !isPath(v) {
		return v
	}
	i := strings.IndexAny(v, `:/\.`)
	if i < 2 || v[i] != ':' {
		return at(v)
	}
	return v[:i+1] + at(v[i+1:])
}
