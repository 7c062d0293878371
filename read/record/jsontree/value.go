package jsontree

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// Get returns the value of the last member called key, which is the one that
// counts; Missing where there is none or v is no object.
func (v Value) Get(key string) Value {
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return Value{}
}

// At follows keys inward: v.At("a", "b") is v.Get("a").Get("b").
func (v Value) At(keys ...string) Value {
	for _, key := range keys {
		v = v.Get(key)
	}
	return v
}

// String is the text of a string, and what is written for a number, true or
// false; empty for anything else.
func (v Value) String() string {
	switch v.Kind {
	case String:
		if strings.IndexByte(v.raw, '\\') < 0 {
			return v.raw[1 : len(v.raw)-1]
		}
		var b strings.Builder
		for piece := range v.Pieces() {
			b.WriteString(piece)
		}
		return b.String()
	case Bool, Number:
		return v.raw
	}
	return ""
}

// Int is a number's value without what stands behind its point; 0 where it is
// none or too large.
func (v Value) Int() int64 {
	if v.Kind != Number {
		return 0
	}
	if n, err := strconv.ParseInt(v.raw, 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(v.raw, 64)
	if err != nil || f > 1<<62 || f < -1<<62 {
		return 0
	}
	return int64(f)
}

// Pieces yields the text of a string piece by piece, each with the bytes of the
// source that it came from: what needs no escaping is as long as them, an
// escape is a piece of its own. Half a surrogate pair becomes U+FFFD. Of other
// values it yields nothing.
func (v Value) Pieces() iter.Seq2[string, doc.Span] {
	return func(yield func(string, doc.Span) bool) {
		if v.Kind != String {
			return
		}
		end := len(v.raw) - 1
		for at := 1; at < end; {
			text, next := v.raw[at:end], end
			if v.raw[at] == '\\' {
				text, next = v.escape(at)
			} else if i := strings.IndexByte(text, '\\'); i >= 0 {
				text, next = text[:i], at+i
			}
			if !yield(text, doc.Span{Start: v.Span.Start + at, End: v.Span.Start + next}) {
				return
			}
			at = next
		}
	}
}

// escapes are the characters that one letter behind a backslash stands for.
var escapes = map[byte]string{'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"}

// escape decodes the escape at byte at of the string, and returns where it ends.
func (v Value) escape(at int) (text string, next int) {
	c := v.raw[at+1]
	if c != 'u' {
		if s, ok := escapes[c]; ok {
			return s, at + 2
		}
		return v.raw[at+1 : at+2], at + 2
	}
	r := v.hex(at)
	next = at + 6
	if utf16.IsSurrogate(r) {
		low := rune(-1)
		if strings.HasPrefix(v.raw[next:], `\u`) {
			low = v.hex(next)
		}
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			next += 6
		}
	}
	return string(r), next
}

// hex is the number in \uXXXX.
func (v Value) hex(at int) rune {
	n, err := strconv.ParseUint(v.raw[at+2:at+6], 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
