package hf

import (
	"strings"
	"unicode/utf8"
)

// normalizer rewrites a text before it is cut.
type normalizer interface{ normalize(v view) view }

// normalizers work one after the other.
type normalizers []normalizer

func (ns normalizers) normalize(v view) view {
	for _, n := range ns {
		if v.s == "" {
			return v
		}
		v = n.normalize(v)
	}
	return v
}

// mapped replaces single characters. change returns what stands for a
// character, and false where that is the character itself.
type mapped func(c rune) (string, bool)

func (m mapped) normalize(v view) view {
	var e *edit
	kept := 0
	for p := 0; p < len(v.s); {
		c, n := utf8.DecodeRuneInString(v.s[p:])
		if to, ok := m(c); ok {
			if e == nil {
				e = newEdit(v)
			}
			e.keep(kept, p)
			e.put(to, p)
			kept = p + n
		}
		p += n
	}
	if e == nil {
		return v
	}
	e.keep(kept, len(v.s))
	return e.view()
}

// lowercase makes a mapping of the reference's lower case, which knows no
// context (a final sigma is like any other).
func lowercase(t *tables) mapped {
	low := map[rune]string{}
	var ascii [utf8.RuneSelf]string
	for _, r := range t.lower {
		for i := range r.count {
			c := r.first + i*r.step
			low[c] = string(c + r.distance)
			if c < utf8.RuneSelf {
				ascii[c] = low[c]
			}
		}
	}
	for c, to := range t.special {
		low[c] = string(to)
	}
	return func(c rune) (string, bool) {
		if c < utf8.RuneSelf {
			return ascii[c], ascii[c] != ""
		}
		to, ok := low[c]
		return to, ok
	}
}

// without removes the characters of a set.
func without(has func(rune) bool) mapped {
	return func(c rune) (string, bool) { return "", has(c) }
}

// cleaned removes controls and makes all white space a blank, as BERT does.
func cleaned(t *tables) mapped {
	return func(c rune) (string, bool) {
		switch {
		case c == '\t' || c == '\n' || c == '\r':
			return " ", true
		case c == 0 || c == utf8.RuneError || t.control.Has(c):
			return "", true
		case c != ' ' && t.white.Has(c):
			return " ", true
		}
		return "", false
	}
}

// spaced puts blanks around Chinese characters.
func spaced(t *tables) mapped {
	return func(c rune) (string, bool) {
		if c < utf8.RuneSelf || !t.chinese.Has(c) {
			return "", false
		}
		return " " + string(c) + " ", true
	}
}

// nmt is the character map of that name, without the normal form.
func nmt(c rune) (string, bool) {
	switch {
	case c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == 0x1680 || c >= 0x200b && c <= 0x200f ||
		c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xfeff || c == 0xfffd:
		return " ", true
	case c >= 1 && c <= 8 || c == 0xb || c >= 0xe && c <= 0x1f || c == 0x7f || c == 0x8f || c == 0x9f:
		return "", true
	}
	return "", false
}

// strip takes white space off the ends.
type strip struct {
	t           *tables
	left, right bool
}

func (s strip) normalize(v view) view {
	a, b := 0, len(v.s)
	for s.left && a < b {
		c, n := utf8.DecodeRuneInString(v.s[a:])
		if !s.t.white.Has(c) {
			break
		}
		a += n
	}
	for s.right && a < b {
		c, n := utf8.DecodeLastRuneInString(v.s[:b])
		if !s.t.white.Has(c) {
			break
		}
		b -= n
	}
	return v.slice(a, b)
}

// prepend puts a text in front.
type prepend string

func (p prepend) normalize(v view) view {
	if p == "" {
		return v
	}
	return v.prepend(string(p))
}

// replace puts a text in the place of what a pattern matches.
type replace struct {
	pattern pattern
	each    func(text string, yield func(start, end int))
	content string
}

func (r replace) normalize(v view) view {
	var e *edit
	kept := 0
	r.each(v.s, func(start, end int) {
		if e == nil {
			e = newEdit(v)
		}
		e.keep(kept, start)
		_, n := utf8.DecodeLastRuneInString(v.s[start:end])
		e.put(r.content, end-n)
		kept = end
	})
	if e == nil {
		return v
	}
	e.keep(kept, len(v.s))
	return e.view()
}

// byteLevel writes each byte as a visible character.
type byteLevel struct{}

func (byteLevel) normalize(v view) view {
	e := newEdit(v)
	for p := range len(v.s) {
		e.put(byteText[v.s[p]], p)
	}
	return e.view()
}

// byteText is the alphabet of byte-level models: printable characters of
// Latin-1 stand for themselves, the other bytes for those from U+0100 on, in
// order (GPT-2).
var byteText = func() (text [256]string) {
	next := rune(256)
	for b := range text {
		if b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xac || b >= 0xae {
			text[b] = string(rune(b))
			continue
		}
		text[b] = string(next)
		next++
	}
	return text
}()

// textBytes is the other way round.
var textBytes = func() map[rune]byte {
	m := map[rune]byte{}
	for b, s := range byteText {
		c, _ := utf8.DecodeRuneInString(s)
		m[c] = byte(b)
	}
	return m
}()

// rawBytes turns a token of a byte-level model into the bytes it stands for.
func rawBytes(token string) (string, bool) {
	var b strings.Builder
	for _, c := range token {
		x, ok := textBytes[c]
		if !ok {
			return "", false
		}
		b.WriteByte(x)
	}
	return b.String(), true
}
