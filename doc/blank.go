package doc

import "unicode"

// isBlank reports white space in the sense of the chunk record: Unicode White
// Space, and the byte order mark, which is no content wherever it stands.
func isBlank(r rune) bool {
	if r < 0x80 {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return r == '\ufeff' || unicode.IsSpace(r)
}

// IsBlank reports whether text holds nothing but white space and byte order
// marks, and so nothing to retrieve.
func IsBlank(text string) bool {
	for _, r := range text {
		if !isBlank(r) {
			return false
		}
	}
	return true
}
