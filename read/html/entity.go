package html

import "html"

// maxEntity is longer than every named entity.
const maxEntity = 40

// entity decodes the character reference at the start of s, which begins with
// an ampersand. It returns the text and how much of s it stands for; an
// ampersand that begins none stands for itself.
func entity(s string) (string, int) {
	n := 1
	if n < len(s) && s[n] == '#' {
		n++
	}
	for n < len(s) && n < maxEntity && isAlnum(s[n]) {
		n++
	}
	if n == 1 {
		return "&", 1
	}
	if n < len(s) && s[n] == ';' {
		n++
	}
	out := html.UnescapeString(s[:n])
	if out == s[:n] {
		return "&", 1
	}
	return out, n
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
