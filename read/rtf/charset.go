package rtf

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/pildora/pildora/read/office/symbol"
)

// Code pages that are no charset.
const (
	utf8Page   = 65001
	symbolPage = -1 // a font of signs, by its name
)

// encodings are the charsets by the number of their code page.
var encodings = map[int]encoding.Encoding{
	437: charmap.CodePage437, 819: charmap.ISO8859_1, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855,
	858: charmap.CodePage858, 860: charmap.CodePage860, 862: charmap.CodePage862, 863: charmap.CodePage863, 865: charmap.CodePage865,
	866: charmap.CodePage866, 874: charmap.Windows874,
	932: japanese.ShiftJIS, 936: simplifiedchinese.GBK, 949: korean.EUCKR, 950: traditionalchinese.Big5, 1361: korean.EUCKR,
	1250: charmap.Windows1250, 1251: charmap.Windows1251, 1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254,
	1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
	10000: charmap.Macintosh, 10007: charmap.MacintoshCyrillic, 54936: simplifiedchinese.GB18030,
}

// pageOfCharset is the code page of a font's \fcharset.
var pageOfCharset = map[int]int{
	2: symbolPage, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
	178: 1256, 179: 1256, 180: 1256, 181: 1255, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

// decode is the text of bytes in a code page; what is unknown is U+FFFD.
func decode(page int, raw []byte, font string) string {
	switch page {
	case utf8Page:
		return strings.ToValidUTF8(string(raw), string(utf8.RuneError))
	case symbolPage:
		return signs(raw, font)
	}
	e, ok := encodings[page]
	if !ok {
		e = charmap.Windows1252
	}
	s, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		return strings.Repeat(string(utf8.RuneError), len(raw))
	}
	return string(s)
}

// leads reports whether a byte is the first of two in a code page.
func leads(page int, b byte) bool {
	switch page {
	case 932:
		return b >= 0x81 && b <= 0x9f || b >= 0xe0 && b <= 0xfc
	case 936, 949, 950, 1361, 54936:
		return b >= 0x81 && b <= 0xfe
	}
	return false
}

// unfinished reports whether bytes in a code page end with the first half of a
// character.
func unfinished(page int, raw []byte) bool {
	half := false
	for _, b := range raw {
		half = !half && leads(page, b)
	}
	return half
}

// signs is the text of bytes in a font of signs; one that isn't known is a
// bullet.
func signs(raw []byte, font string) string {
	var b strings.Builder
	for _, c := range raw {
		switch sign := symbol.Char(rune(c), font); {
		case c <= ' ':
			b.WriteByte(' ')
		case sign == 0:
			b.WriteString("•")
		default:
			b.WriteRune(sign)
		}
	}
	return b.String()
}
