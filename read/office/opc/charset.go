package opc

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// readable makes data that encoding/xml takes: UTF-8, without a declaration of
// something else, without the characters that XML forbids and programs write
// all the same. It reports whether the offsets are still those of the part. It
// may change data.
func (p *Package) readable(part string, data []byte) ([]byte, bool) {
	exact := true
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		text, charset, warnings, err := read.Decode(data, "")
		if err == nil && charset == "utf-8" {
			p.Warn("%s: some bytes are not valid UTF-8 and became U+FFFD", part)
		} else if err == nil && len(warnings) > 0 {
			p.Warn("%s: %s", part, warnings[0])
		}
		if err == nil {
			data = []byte(text)
		} else {
			data = bytes.ToValidUTF8(data, []byte("\ufffd"))
		}
		exact = false
	}
	if head := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(doc.BOM)), " \t\r\n"); bytes.HasPrefix(head, []byte("<?xml ")) {
		if end := bytes.Index(head, []byte("?>")); end >= 0 {
			blank(head[:end+2])
		}
	}
	if blankForbidden(data) {
		p.Warn("%s: characters that XML forbids became blanks", part)
	}
	return data, exact
}

// blankForbidden overwrites what XML forbids with blanks: control characters,
// U+FFFE and U+FFFF, and references to them or to no character at all.
func blankForbidden(data []byte) bool {
	found := false
	for i := 0; i < len(data); i++ {
		n := 0
		switch c := data[i]; {
		case c < 0x20 && c != '\t' && c != '\n' && c != '\r':
			n = 1
		case c == 0xef && (bytes.HasPrefix(data[i:], []byte("\uffff")) || bytes.HasPrefix(data[i:], []byte("\xef\xbf\xbe"))):
			n = 3
		case c == '&':
			n = forbiddenReference(data[i:])
		}
		if n > 0 {
			found = true
			blank(data[i : i+n])
			i += n - 1
		}
	}
	return found
}

// maxReference is the longest numeric reference that is looked at: more digits
// than any character has.
const maxReference = 12

// forbiddenReference is the length of a reference at the start of data to a
// character that XML forbids, or 0.
func forbiddenReference(data []byte) int {
	data = data[:min(len(data), maxReference)]
	end := bytes.IndexByte(data, ';')
	if end < 3 || data[1] != '#' {
		return 0
	}
	digits, base := string(data[2:end]), 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return 0
	}
	if n == '\t' || n == '\n' || n == '\r' || 0x20 <= n && n < 0xd800 || 0xe000 <= n && n < 0xfffe || 0x10000 <= n && n <= utf8.MaxRune {
		return 0
	}
	return end + 1
}

// blank overwrites data, so that what follows stays where it is.
func blank(data []byte) {
	for i := range data {
		data[i] = ' '
	}
}
