package output

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/pildora/pildora/store"
)

// appendRecord appends a record as JSON, byte for byte as encoding/json writes
// it without escaping for HTML, but for U+0085: what some readers take for the
// end of a line (it, U+2028 and U+2029) is always escaped. encoding/json asks
// the type of every field of every record anew; this is some eight times as
// fast. A test compares the two on records with every field set.
func appendRecord(b []byte, r *store.Record) []byte {
	b = appendText(append(b, `{"id":`...), r.ID)
	b = appendText(append(b, `,"doc_id":`...), r.DocID)
	b = optional(b, `,"collection":`, r.Collection)
	b = appendText(append(b, `,"source":`...), r.Source)
	b = optional(b, `,"title":`, r.Title)
	b = number(b, `,"num":`, r.Num)
	b = number(b, `,"of":`, r.Of)
	b = appendText(append(b, `,"role":`...), r.Role)
	b = appendTexts(append(b, `,"headings":`...), r.Headings)
	b = optional(b, `,"kind":`, r.Kind)
	b = optional(b, `,"profile":`, r.Profile)
	b = optional(b, `,"lang":`, r.Lang)
	b = appendPlace(b, r)
	b = number(b, `,"overlap":`, r.Overlap)
	b = number(b, `,"tokens":`, r.Tokens)
	b = number(b, `,"chars":`, r.Chars)
	b = append(b, `,"text":`...)
	from := len(b)
	b = appendText(b, r.Text)
	to := len(b)
	if r.Window != nil {
		b = appendWindow(append(b, `,"window":`...), r.Window)
	}
	b = appendFrame(append(b, `,"frame":`...), r.Frame)
	b = appendEmbed(append(b, `,"embed_text":`...), r, from, to)
	b = optional(b, `,"parent":`, r.Parent)
	b = optional(b, `,"prev":`, r.Prev)
	b = optional(b, `,"next":`, r.Next)
	if len(r.Lexical) > 0 {
		b = appendTexts(append(b, `,"lexical":`...), r.Lexical)
	}
	b = appendText(append(b, `,"digest":`...), r.Digest)
	b = appendText(append(b, `,"recipe":`...), r.Recipe)
	b = optional(b, `,"date":`, r.Date)
	if len(r.Meta) > 0 {
		b = appendMeta(append(b, `,"meta":`...), r.Meta)
	}
	if len(r.Warnings) > 0 {
		b = appendTexts(append(b, `,"warnings":`...), r.Warnings)
	}
	return append(b, '}')
}

// appendPlace appends where the body stands.
func appendPlace(b []byte, r *store.Record) []byte {
	b = number(b, `,"start":`, r.Start)
	b = number(b, `,"end":`, r.End)
	b = number(b, `,"start_rune":`, r.StartRune)
	b = number(b, `,"end_rune":`, r.EndRune)
	b = number(b, `,"start_line":`, r.StartLine)
	b = number(b, `,"end_line":`, r.EndLine)
	b = appendPages(b, r.Pages)
	if len(r.Origins) > 0 {
		b = append(b, `,"origins":[`...)
		for i := range r.Origins {
			b = appendOrigin(append(b, comma(i)...), &r.Origins[i])
		}
		b = append(b, ']')
	}
	return b
}

func appendPages(b []byte, pages []int) []byte {
	if len(pages) == 0 {
		return b
	}
	b = append(b, `,"pages":[`...)
	for i, p := range pages {
		b = number(b, comma(i), p)
	}
	return append(b, ']')
}

func appendWindow(b []byte, w *store.Window) []byte {
	b = number(b, `{"start":`, w.Start)
	b = number(b, `,"end":`, w.End)
	b = number(b, `,"start_rune":`, w.StartRune)
	b = number(b, `,"end_rune":`, w.EndRune)
	b = number(b, `,"start_line":`, w.StartLine)
	b = number(b, `,"end_line":`, w.EndLine)
	b = appendPages(b, w.Pages)
	b = number(b, `,"tokens":`, w.Tokens)
	return append(appendText(append(b, `,"text":`...), w.Text), '}')
}

func appendOrigin(b []byte, o *store.Origin) []byte {
	b = number(b, `{"start":`, o.Start)
	b = number(b, `,"end":`, o.End)
	b = nonzero(b, `,"source_start":`, o.SourceStart)
	b = nonzero(b, `,"source_end":`, o.SourceEnd)
	b = nonzero(b, `,"page":`, o.Page)
	if o.Box != nil {
		b = append(b, `,"box":[`...)
		for i, x := range o.Box {
			b = appendFloat(append(b, comma(i)...), float64(x), 32)
		}
		b = append(b, ']')
	}
	b = optional(b, `,"part":`, o.Part)
	if o.From != 0 {
		b = appendFloat(append(b, `,"from":`...), o.From, 64)
	}
	if o.To != 0 {
		b = appendFloat(append(b, `,"to":`...), o.To, 64)
	}
	return append(b, '}')
}

func appendFrame(b []byte, f store.Frame) []byte {
	at := len(b)
	b = optional(b, `,"summary":`, f.Summary)
	b = optional(b, `,"breadcrumb":`, f.Breadcrumb)
	b = optional(b, `,"overlap":`, f.Overlap)
	b = optional(b, `,"header":`, f.Header)
	b = optional(b, `,"context":`, f.Context)
	if len(b) == at {
		b = append(b, ',')
	}
	b[at] = '{'
	return append(b, '}')
}

// appendEmbed appends the embedded text. It mostly ends with the body, which
// stands in b[from:to] already, quotes included.
func appendEmbed(b []byte, r *store.Record, from, to int) []byte {
	head := len(r.EmbedText) - len(r.Text)
	if head < 0 || r.Text == "" || !utf8.RuneStart(r.Text[0]) || r.EmbedText[head:] != r.Text {
		return appendText(b, r.EmbedText)
	}
	b = appendEscaped(append(b, '"'), r.EmbedText[:head])
	return append(b, b[from+1:to]...)
}

// appendMeta appends a map with its keys in order.
func appendMeta(b []byte, m map[string]string) []byte {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for i, k := range keys {
		b = append(b, "{,"[min(i, 1)])
		b = appendText(append(appendText(b, k), ':'), m[k])
	}
	return append(b, '}')
}

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		b = appendText(append(b, comma(i)...), s)
	}
	return append(b, ']')
}

// comma stands before entry i of a list.
func comma(i int) string { return ","[:min(i, 1)] }

func optional(b []byte, key, s string) []byte {
	if s == "" {
		return b
	}
	return appendText(append(b, key...), s)
}

func number(b []byte, key string, n int) []byte {
	return strconv.AppendInt(append(b, key...), int64(n), 10)
}

func nonzero(b []byte, key string, n int) []byte {
	if n == 0 {
		return b
	}
	return number(b, key, n)
}

// appendFloat writes a number as encoding/json and ECMAScript do: with an
// exponent only where it is below 1e-6 or from 1e21 on, and that without a
// leading zero. What JSON has no number for, and encoding/json refuses, is null.
func appendFloat(b []byte, f float64, bits int) []byte {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return append(b, "null"...)
	}
	abs := math.Abs(f)
	small, large := abs < 1e-6, abs >= 1e21
	if bits == 32 {
		small, large = float32(abs) < 1e-6, float32(abs) >= 1e21
	}
	if abs == 0 || !small && !large {
		return strconv.AppendFloat(b, f, 'f', -1, bits)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, bits)
	if n := len(b); n >= 4 && b[n-4] == 'e' && (b[n-3] == '-' || b[n-3] == '+') && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// appendText appends a text in quotes.
func appendText(b []byte, s string) []byte {
	return append(appendEscaped(append(b, '"'), s), '"')
}

const hexDigits = "0123456789abcdef"

// appendEscaped appends a text without quotes.
func appendEscaped(b []byte, s string) []byte {
	done := 0
	for i := plainPrefix(s, 0); i < len(s); i = plainPrefix(s, i) {
		c := s[i]
		if c < utf8.RuneSelf {
			b = appendControl(append(b, s[done:i]...), c)
			i++
			done = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[done:i]...), `\ufffd`...)
		case r == '\u0085':
			b = append(append(b, s[done:i]...), `\u0085`...)
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[done:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xf])
		default:
			i += n
			continue
		}
		i += n
		done = i
	}
	return append(b, s[done:]...)
}

// appendControl appends an ASCII character that has to be escaped.
func appendControl(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
}

// plainPrefix returns the first place from i on where something may have to be
// escaped, which is at no byte inside a character.
func plainPrefix(s string, i int) int {
	for {
		if i = plainASCII(s, i); i+1 >= len(s) || lead[s[i]] == 0 {
			return i
		}
		// Characters of two and three bytes, but for the few among them that
		// may have to be escaped.
		n := int(lead[s[i]])
		if i+n > len(s) || s[i+1]&0xc0 != 0x80 || s[i+n-1]&0xc0 != 0x80 {
			return i
		}
		i += n
	}
}

// lead is the length of the characters that begin with a byte, where that is
// two or three, any continuation bytes may follow, and none of them is U+0085,
// U+2028 or U+2029.
var lead = func() (t [256]uint8) {
	for c := 0xc3; c < 0xf0; c++ {
		t[c] = 2
		if c >= 0xe0 {
			t[c] = 3
		}
	}
	t[0xe0], t[0xe2], t[0xed] = 0, 0, 0
	return t
}()

// plainASCII returns the first place from i on of a control character, a
// quote, a backslash or a byte outside ASCII. Eight bytes are looked at as one
// word, in which the lowest of these that there is sets the top bit of its byte.
func plainASCII(s string, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		w := word(s[i : i+8])
		if hit := (w | (w - ones*' ') | (w ^ ones*'"' - ones) | (w ^ ones*'\\' - ones)) & tops; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for i < len(s) && ' ' <= s[i] && s[i] < utf8.RuneSelf && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
