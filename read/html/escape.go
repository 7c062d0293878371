package html

import "bytes"

// escapeAt is where a line of a paragraph needs a backslash so that Markdown
// doesn't take it for another block, or -1. A line that begins with the number
// or the bullet of an item needs none: it is one to everybody who reads it, and
// "1. Scope" must be found as "1. Scope".
func escapeAt(line []byte) int {
	if len(line) == 0 {
		return -1
	}
	rest := bytes.TrimLeft(line, string(line[0]))
	run := len(line) - len(rest)
	found := false
	switch line[0] {
	case '#':
		found = run <= 6 && (len(rest) == 0 || rest[0] == ' ')
	case '>':
		found = true
	case '-', '*', '_', '=', '+', '|', ':':
		found = len(bytes.Trim(line, "-*_=+|: ")) == 0
	case '`', '~':
		found = run >= 3
	case '<':
		found = len(line) > 1 && (line[1] == '/' || line[1] == '!' || line[1] == '?' || isAlnum(line[1]))
	case '[':
		found = bytes.Contains(line, []byte("]:"))
	case '$':
		found = run >= 2
	case '\\':
		found = len(line) > 1 && line[1] == '['
	}
	if found {
		return 0
	}
	return -1
}
