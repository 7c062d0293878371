package hf

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// charsMap is a character map of SentencePiece: a double array (Aoe, 1989; as
// Darts-clone lays it out) of what is replaced, and the replacements one after
// the other, each ended by a zero byte.
type charsMap struct {
	units []uint32
	texts string
	known [256]bool // first bytes that a key may begin with
}

func parseCharsMap(coded string) (*charsMap, error) {
	data, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		return nil, fmt.Errorf("precompiled_charsmap: %w", err)
	}
	if len(data) < 4 {
		return nil, errors.New("precompiled_charsmap: no length")
	}
	n := binary.LittleEndian.Uint32(data)
	data = data[4:]
	if int64(n) > int64(len(data)) || n < 4 {
		return nil, fmt.Errorf("precompiled_charsmap: %d bytes of array in %d", n, len(data))
	}
	m := &charsMap{units: make([]uint32, n/4)}
	for i := range m.units {
		m.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	m.texts = string(data[4*len(m.units):])
	if !utf8.ValidString(m.texts) {
		return nil, errors.New("precompiled_charsmap: replacements are not UTF-8")
	}
	for b := 1; b < 256; b++ {
		if at := int(offset(m.units[0])) ^ b; at < len(m.units) {
			m.known[b] = label(m.units[at]) == uint32(b)
		}
	}
	return m, nil
}

func label(unit uint32) uint32  { return unit & (1<<31 | 0xff) }
func offset(unit uint32) uint32 { return unit >> 10 << (unit & (1 << 9) >> 6) }

// transform returns what stands for a text: the replacement of the shortest
// key that it begins with, as the reference has it.
func (m *charsMap) transform(text string) (string, bool) {
	if !m.known[text[0]] {
		return "", false
	}
	at := offset(m.units[0])
	for i := range len(text) {
		b := uint32(text[i])
		if b == 0 {
			break
		}
		if at ^= b; int(at) >= len(m.units) {
			break
		}
		unit := m.units[at]
		if label(unit) != b {
			break
		}
		if at ^= offset(unit); unit>>8&1 == 1 {
			if int(at) >= len(m.units) {
				break
			}
			return m.text(m.units[at] & (1<<31 - 1)), true
		}
	}
	return "", false
}

// text is the replacement at an offset; out of range it is empty.
func (m *charsMap) text(at uint32) string {
	if int64(at) > int64(len(m.texts)) {
		return ""
	}
	s, _, _ := strings.Cut(m.texts[at:], "\x00")
	return s
}

// mostGrapheme bounds the bytes of graphemes that are replaced as a whole.
const mostGrapheme = 6

func (m *charsMap) normalize(v view) view {
	if i := m.plain(v.s); i == len(v.s) {
		return v
	}
	c := &charsEdit{edit: newEdit(v)}
	for g := graphemes.FromString(v.s); g.Next(); {
		part := g.Value()
		if len(part) < mostGrapheme {
			if to, ok := m.transform(part); ok {
				c.replace(part, to)
				continue
			}
		}
		for p := 0; p < len(part); {
			r, n := utf8.DecodeRuneInString(part[p:])
			if to, ok := m.transform(part[p : p+n]); ok {
				c.replace(part[p:p+n], to)
			} else {
				c.push(r, 0)
			}
			p += n
		}
	}
	c.flush()
	if !c.modified {
		return v
	}
	return c.edit.view()
}

// plain returns how many bytes at the front are no beginning of any key.
func (m *charsMap) plain(s string) int {
	for i := range len(s) {
		if m.known[s[i]] {
			return i
		}
	}
	return len(s)
}

// charsEdit tells changes as the reference does: a replacement that is shorter
// takes its missing characters from the change of the last one, and where that
// is the one before, so be it.
type charsEdit struct {
	edit     *edit
	last     rune
	change   int
	has      bool
	modified bool
}

func (c *charsEdit) push(r rune, change int) {
	c.flush()
	c.last, c.change, c.has = r, change, true
}

func (c *charsEdit) flush() {
	if c.has {
		c.edit.event(c.last, c.change)
	}
	c.has = false
}

func (c *charsEdit) replace(old, to string) {
	c.modified = true
	less, more := utf8.RuneCountInString(old), utf8.RuneCountInString(to)
	i := 0
	for _, r := range to {
		change := 0
		if i >= less {
			change = 1
		}
		c.push(r, change)
		i++
	}
	if more < less && c.has {
		c.change += more - less
	}
}
