package question

import (
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
)

// fault is why a span has no place.
type fault struct {
	fault   Fault
	message string
}

func faultf(f Fault, format string, args ...any) *fault {
	return &fault{f, fmt.Sprintf(format, args...)}
}

// bytes is the span as bytes.
func (s Span) bytes() doc.Span { return doc.Span{Start: s.Start, End: s.End} }

// filled is at, with what s says beside its place.
func (s Span) filled(at Span) Span {
	at.Doc, at.Grade = s.Doc, s.Grade
	return at
}

func (s Span) hasBytes() bool { return s.Start != 0 || s.End != 0 }
func (s Span) hasRunes() bool { return s.StartRune != 0 || s.EndRune != 0 }

// places returns where s lies: at its offsets, or wherever its text occurs.
func (src *source) places(s Span) ([]doc.Span, *fault) {
	switch {
	case s.hasBytes() || s.hasRunes():
		at, fault := src.verify(s)
		return []doc.Span{at}, fault
	case strings.TrimSpace(s.Text) == "":
		return nil, faultf(NoAnswer, "neither offsets nor text")
	}
	if ps := src.find(s.Text); len(ps) > 0 {
		return ps, nil
	}
	return nil, faultf(NotFound, "%s is not in the document", clip(s.Text, 60))
}

// verify returns the bytes of a span with offsets, in one unit or both.
func (src *source) verify(s Span) (doc.Span, *fault) {
	at := s.bytes()
	if s.hasBytes() && (at.Start < 0 || at.End <= at.Start || at.End > len(src.text)) {
		return at, faultf(SpanOutside, "bytes %v are no part of a text of %d bytes", at, len(src.text))
	}
	if s.hasBytes() && (!border(src.text, at.Start) || !border(src.text, at.End)) {
		return at, faultf(SpanOutside, "bytes %v cut a character", at)
	}
	if s.hasRunes() {
		runes := doc.Span{Start: s.StartRune, End: s.EndRune}
		x := src.index()
		if runes.Start < 0 || runes.End <= runes.Start || runes.End > x.runes {
			return at, faultf(SpanOutside, "code points %v are no part of a text of %d", runes, x.runes)
		}
		by := doc.Span{Start: x.byteAt(runes.Start), End: x.byteAt(runes.End)}
		if s.hasBytes() && by != at {
			return at, faultf(SpanUnits, "bytes %v are code points %d:%d, not %v", at, x.runeAt(at.Start), x.runeAt(at.End), runes)
		}
		at = by
	}
	if there := src.text[at.Start:at.End]; s.Text != "" && there != s.Text {
		return at, faultf(SpanMismatch, "at bytes %v stands %s, not %s", at, clip(there, 40), clip(s.Text, 40))
	}
	return at, nil
}

// instead says where the text of a span that doesn't hold is found, if it is.
func (c *checker) instead(id string, s Span, f Fault) string {
	if strings.TrimSpace(s.Text) == "" {
		return ""
	}
	src := c.shelf.source(id)
	if f != NotFound {
		if ps := src.exact(s.Text); len(ps) > 0 {
			return "; the text stands " + src.list(ps)
		}
		if ps := src.loose(s.Text); len(ps) > 0 {
			return "; the text stands, with other white space, " + src.list(ps)
		}
	}
	if in := c.shelf.elsewhere(s.Text); in != "" {
		return "; the text is in " + in
	}
	if f == NotFound {
		return ""
	}
	return "; the text is not in the document"
}

// list words places: "at bytes 3:7 (code points 3:6)", or how many there are
// and the first of them.
func (src *source) list(ps []doc.Span) string {
	const shown = 5
	var b strings.Builder
	switch {
	case len(ps) > maxPlaces:
		fmt.Fprintf(&b, "more than %d times, first ", maxPlaces)
	case len(ps) > 1:
		fmt.Fprintf(&b, "%d times, ", len(ps))
	}
	b.WriteString("at bytes ")
	for i, p := range ps[:min(shown, len(ps))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%v (code points %d:%d)", p, src.index().runeAt(p.Start), src.index().runeAt(p.End))
	}
	if len(ps) > shown {
		b.WriteString(" …")
	}
	return b.String()
}
