package xml

import (
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// How long what an entity stands for may be, and all that the entities of a
// document stand for, in bytes.
const (
	maxEntity   = 1 << 10
	maxEntities = 1 << 20
)

// entities are the names of characters and of texts that a document uses.
type entities struct {
	values  map[string]string
	unknown []string // used and not declared, or of more than plain text
	written int      // bytes that declared ones stood for
}

var (
	declared = regexp.MustCompile(`<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"<&%]*)"|'([^'<&%]*)'|"(&#[0-9xXa-fA-F]+;)"|'(&#[0-9xXa-fA-F]+;)')\s*>`)
	five     = map[string]string{"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": `"`}
)

// longestProlog bounds, in bytes, where declarations are looked for.
const longestProlog = 1 << 18

// entitiesOf finds the declarations of a document that stand for plain text,
// and what it uses without having declared it, which stays as it is written.
func entitiesOf(text string) entities {
	e := entities{values: map[string]string{}}
	if strings.IndexByte(text, '&') < 0 {
		return e
	}
	own := map[string]string{}
	prolog := text[:min(len(text), longestProlog)]
	if i := strings.Index(prolog, "<!DOCTYPE"); i >= 0 {
		for _, m := range declared.FindAllStringSubmatch(prolog[i:], -1) {
			value := m[2] + m[3]
			if number := m[4] + m[5]; number != "" {
				value, _ = character(number[1 : len(number)-1])
			}
			if _, twice := own[m[1]]; !twice && len(value) <= maxEntity {
				own[m[1]] = value
			}
		}
	}
	unknown := map[string]bool{}
	for name := range references(text) {
		if _, known := e.values[name]; known || five[name] != "" {
			continue
		}
		value, ok := own[name]
		if !ok {
			value, ok = stdxml.HTMLEntity[name]
		}
		if !ok {
			value = "&" + name + ";"
			unknown[name] = true
		}
		e.values[name] = value
	}
	e.unknown = slices.Sorted(maps.Keys(unknown))
	return e
}

// longestName bounds, in bytes, the name of an entity.
const longestName = 64

// references yields the names that stand between & and ; in text.
func references(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			i := strings.IndexByte(text, '&')
			if i < 0 {
				return
			}
			text = text[i+1:]
			end := strings.IndexByte(text[:min(len(text), longestName)], ';')
			if end > 0 && text[0] != '#' && !strings.ContainsAny(text[:end], " \t\r\n<>&") && !yield(text[:end]) {
				return
			}
		}
	}
}

// forDecoder is what the decoder is told that the names stand for. It holds all
// of a text in memory, so that what is longer than its name stands for nothing:
// the text is decoded here once more.
func (e *entities) forDecoder() map[string]string {
	out := map[string]string{}
	for name, value := range e.values {
		if len(value) > max(len(name)+2, utf8.UTFMax) {
			value = ""
		}
		out[name] = value
	}
	return out
}

// maxNamed is how many entities a warning names.
const maxNamed = 5

func (e *entities) warnings() []string {
	if len(e.unknown) == 0 {
		return nil
	}
	names := strings.Join(e.unknown[:min(len(e.unknown), maxNamed)], ", ")
	return []string{fmt.Sprintf("%d entities are not declared here as plain text and stay as they are written: %s", len(e.unknown), names)}
}

// character is what #39 or #x27 stands for.
func character(ref string) (string, bool) {
	digits, base := strings.TrimPrefix(ref, "#"), 10
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return "\ufffd", false
	}
	return string(rune(n)), true
}

const opensCDATA, closesCDATA = "<![CDATA[", "]]>"

// decode makes pieces of character data at s: an entity is one of its own.
func (e *entities) decode(text string, s doc.Span) ([]piece, error) {
	raw := text[s.Start:s.End]
	if inner, ok := strings.CutPrefix(raw, opensCDATA); ok {
		inner = strings.TrimSuffix(inner, closesCDATA)
		start := s.Start + len(opensCDATA)
		return []piece{{inner, doc.Span{Start: start, End: start + len(inner)}}}, nil
	}
	var out []piece
	for at := 0; at < len(raw); {
		end := len(raw)
		if i := strings.IndexByte(raw[at:], '&'); i >= 0 {
			end = at + i
		}
		if end > at {
			out = append(out, piece{raw[at:end], doc.Span{Start: s.Start + at, End: s.Start + end}})
		}
		if end == len(raw) {
			break
		}
		at = end
		i := strings.IndexByte(raw[at:], ';')
		if i < 0 { // the decoder has refused it before
			i = len(raw) - at - 1
		}
		end = at + i + 1
		value := e.stands(raw[at+1 : max(at+1, end-1)])
		if e.written += len(value); e.written > maxEntities {
			return nil, errTooMuch
		}
		out = append(out, piece{value, doc.Span{Start: s.Start + at, End: s.Start + end}})
		at = end
	}
	return out, nil
}

var errTooMuch = errors.New("its entities stand for more than a mebibyte of text")

// stands is what a reference stands for.
func (e *entities) stands(name string) string {
	if strings.HasPrefix(name, "#") {
		value, _ := character(name)
		return value
	}
	if value, ok := five[name]; ok {
		return value
	}
	return e.values[name]
}
