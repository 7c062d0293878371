package read

import (
	"bytes"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/pildora/pildora/doc"
)

// Decoded is a source as valid UTF-8 text.
type Decoded struct {
	Text string
	// Charset is the WHATWG name of the encoding the source was read in.
	Charset string
	// Origins lead from the text back to the bytes of the source, a few lines
	// each. They are empty where Text is the source byte for byte, as
	// Document.Origins wants it.
	Origins []doc.Origin
	// Warnings name the charset of whatever was not UTF-8, and count the
	// bytes that had to be replaced.
	Warnings []string
}

// Decode turns data into valid UTF-8. hint is the charset declared outside of
// the data (an HTTP header, a mail part, a setting), or empty. The rules, in
// order:
//
//  1. a byte order mark (UTF-8: kept, so that the text is the data byte for
//     byte; UTF-16 and UTF-32: decoded, the mark itself left out);
//  2. the signs of a binary format: [ErrBinary];
//  3. UTF-32 and UTF-16 without a mark, told by where their NUL bytes stand;
//  4. valid UTF-8, returned byte for byte, NUL bytes included;
//  5. nearly valid UTF-8, at least 99 %: stays UTF-8, each bad byte becomes
//     U+FFFD. Text whose only bytes outside ASCII are the bad ones, and whose
//     bad bytes read as letters of a legacy charset, goes on to the next rules
//     instead: an English text with typographic quotes in windows-1252 is more
//     than 99 % valid, and all of its quotes would be lost;
//  6. a share of control bytes that no text has: [ErrBinary];
//  7. the declared charset: hint, else charset= or encoding= in the first KiB;
//  8. detection, else windows-1252.
//
// The error wraps ErrBinary; [Source.Decode] adds the name of the source.
func Decode(data []byte, hint string) (text, charset string, warnings []string, err error) {
	d, err := decode(data, hint)
	return d.Text, d.Charset, d.Warnings, err
}

// Decode is [Decode] over the source's data, with the charset parameter of
// its media type, or else s.Charset, as the hint. Errors name the source.
func (s Source) Decode() (Decoded, error) {
	hint := s.Charset
	if _, params, err := mime.ParseMediaType(s.Media); err == nil && params["charset"] != "" {
		hint = params["charset"]
	}
	d, err := decode(s.Data, hint)
	if err != nil {
		return Decoded{}, fmt.Errorf("%s: %w", s.URI, err)
	}
	return d, nil
}

func decode(data []byte, hint string) (Decoded, error) {
	if name, bom := markOf(data); name != "" {
		return withCharset(data, bom, name, "byte order mark"), nil
	}
	if what := magicOf(data); what != "" {
		return Decoded{}, fmt.Errorf("%w: it is %s; convert it to text first, or name a format that reads it", ErrBinary, what)
	}
	if name := wideCharset(data, hint); name != "" {
		return withCharset(data, 0, name, "no byte order mark"), nil
	}
	u := scanUTF8(data)
	if isBinary(data, u.bad == 0) {
		return Decoded{}, fmt.Errorf("%w: too many control bytes for text; convert it to text first, or exclude the file", ErrBinary)
	}
	if u.bad == 0 {
		return Decoded{Text: string(data), Charset: "utf-8"}, nil
	}
	if u.nearly(data) {
		return decodeUTF8(data, u), nil
	}
	return decodeLegacy(data, hint), nil
}

// decodeUTF8 replaces the bad bytes of data.
func decodeUTF8(data []byte, u utf8Scan) Decoded {
	d := transcode(data, 0, 1, validUTF8)
	d.Charset = "utf-8"
	d.Warnings = []string{fmt.Sprintf("%d of %d bytes are not valid UTF-8 and became U+FFFD, the first at byte %d",
		u.bad, len(data), u.first)}
	return d
}

// decodeLegacy decodes data that is in no Unicode encoding.
func decodeLegacy(data []byte, hint string) Decoded {
	var warnings []string
	for _, label := range []string{hint, declaredIn(data)} {
		e, name := charsetOf(label)
		switch {
		case label == "":
		case e == nil:
			warnings = append(warnings, fmt.Sprintf("declared charset %q is unknown and was ignored", label))
		case !fits(e, sampleOf(data)):
			warnings = append(warnings, fmt.Sprintf("declared charset %s does not fit the bytes and was ignored", name))
		default:
			d := withCharset(data, 0, name, "declared")
			d.Warnings = append(warnings, d.Warnings...)
			return d
		}
	}
	name := detect(sampleOf(data))
	how := "guessed"
	if name == "" {
		name, how = fallbackCharset, "a guess: nothing declared, nothing recognised"
	}
	d := withCharset(data, 0, name, how)
	d.Warnings = append(warnings, d.Warnings...)
	return d
}

// fallbackCharset has a character for all bytes but five.
const fallbackCharset = "windows-1252"

// withCharset decodes data after its first skip bytes, which hold a mark.
func withCharset(data []byte, skip int, name, how string) Decoded {
	if name == "utf-8" { // the mark stays
		u := scanUTF8(data)
		if u.bad > 0 {
			return decodeUTF8(data, u)
		}
		return Decoded{Text: string(data), Charset: name}
	}
	e, _ := charsetOf(name)
	d := transcode(data, skip, unitOf(name), decoderOf(e))
	d.Charset = name
	d.Warnings = []string{fmt.Sprintf("not UTF-8: decoded from %s (%s)", name, how)}
	if n := strings.Count(d.Text, "\ufffd"); n > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d places are not valid %s and became U+FFFD, the first near byte %d",
			n, name, sourceNear(d, strings.Index(d.Text, "\ufffd"))))
	}
	return d
}

// sourceNear returns the source offset of the origin that holds text offset i.
func sourceNear(d Decoded, i int) int {
	for _, o := range d.Origins {
		if i < o.Text.End {
			return o.Source.Start
		}
	}
	return 0
}

// marks are the byte order marks, longest first where one begins another.
var marks = [...]struct{ name, mark string }{
	{"utf-8", "\xef\xbb\xbf"},
	{"utf-32le", "\xff\xfe\x00\x00"},
	{"utf-32be", "\x00\x00\xfe\xff"},
	{"utf-16le", "\xff\xfe"},
	{"utf-16be", "\xfe\xff"},
}

func markOf(data []byte) (name string, size int) {
	for _, m := range marks {
		if !bytes.HasPrefix(data, []byte(m.mark)) {
			continue
		}
		// UTF-16 that begins with NUL characters has the UTF-32 mark too.
		if unitOf(m.name) == 4 && utf32Order(data) != m.name {
			continue
		}
		return m.name, len(m.mark)
	}
	return "", 0
}

// fits reports whether sample is plausibly in e: nearly nothing that has to be
// replaced or is a C1 control, which no text uses and other charsets of the
// same family put letters at.
func fits(e encoding.Encoding, sample []byte) bool {
	out, err := e.NewDecoder().Bytes(sample)
	if err != nil {
		return false
	}
	bad, n := 0, 0
	for _, r := range string(out) {
		n++
		if r == utf8.RuneError || 0x80 <= r && r <= 0x9f {
			bad++
		}
	}
	return bad*100 <= n
}
