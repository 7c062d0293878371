package read

import (
	"unicode/utf8"
)

// utf8Scan is what one pass over the data says of its UTF-8.
type utf8Scan struct {
	bad   int // bytes in no valid sequence
	first int // offset of the first of them
	multi int // valid sequences of more than one byte
}

func scanUTF8(data []byte) utf8Scan {
	var u utf8Scan
	if utf8.Valid(data) {
		return u
	}
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			if u.bad == 0 {
				u.first = i
			}
			u.bad++
		} else {
			u.multi++
		}
		i += n
	}
	return u
}

// nearly reports whether data is UTF-8 with some damage rather than text in a
// legacy charset. Legacy text hardly ever holds valid sequences, so many of
// them decide for UTF-8 whatever the share of bad bytes; with none of them the
// bad bytes themselves must tell.
func (u utf8Scan) nearly(data []byte) bool {
	switch {
	case u.multi >= 4*u.bad:
		return true
	case u.bad*100 > len(data):
		return false
	case u.multi >= u.bad:
		return true
	}
	return !legacyStrays(data)
}

// legacyStrays reports whether the high bytes of data read as letters or
// typography of a legacy charset: as pairs, as in the double-byte charsets, or
// as what windows-1252 text is full of.
func legacyStrays(data []byte) bool {
	latin, pairs := true, true
	for i := 0; i < len(data); i++ {
		if data[i] < utf8.RuneSelf {
			continue
		}
		n := i
		for ; n < len(data) && data[n] >= utf8.RuneSelf; n++ {
			if data[n] >= 0xfe {
				return false
			}
			latin = latin && latinStray(data, n)
		}
		pairs = pairs && (n-i)%2 == 0
		i = n
	}
	return latin || pairs
}

// latinStray reports whether the byte at i is a letter or a mark of prose in
// windows-1252: the letters from À on, « » ¿ ¡ ª º, quotes, dashes, ellipsis,
// and a currency sign beside a number.
func latinStray(data []byte, i int) bool {
	switch b := data[i]; b {
	case 0x80, 0xa3, 0xb0:
		return numberNear(data, i)
	case 0xd7, 0xf7:
		return false
	case 0x82, 0x84, 0x85, 0x8a, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x9a, 0x9c, 0x9e,
		0xa0, 0xa1, 0xa7, 0xaa, 0xab, 0xba, 0xbb, 0xbf:
		return true
	default:
		return b >= 0xc0
	}
}

func numberNear(data []byte, i int) bool {
	for _, b := range data[max(0, i-2):min(len(data), i+3)] {
		if '0' <= b && b <= '9' {
			return true
		}
	}
	return false
}
