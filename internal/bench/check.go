package main

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// verdict is a finding in words. Peers' programs say true, false or words.
type verdict string

// UnmarshalJSON takes words, true, false and null.
func (v *verdict) UnmarshalJSON(data []byte) error {
	var found any
	if err := json.Unmarshal(data, &found); err != nil {
		return err
	}
	switch found := found.(type) {
	case nil:
		*v = ""
	case bool:
		*v = "no"
		if found {
			*v = "yes"
		}
	default:
		*v = verdict(fmt.Sprint(found))
	}
	return nil
}

// check looks at the chunks of ours as the peers' programs look at theirs: do
// the bodies give the file back, is every embedded string within its limit
// when it is measured anew, do offsets index the file's bytes, and does every
// body begin and end between characters.
func check(data []byte, out output, r *result) {
	r.Lossless, r.Offsets = "exact", "ok (byte)"
	text, at, wrong := string(data), 0, 0
	for _, c := range out.chunks {
		if c.Span.Start != at {
			r.Lossless = verdict(fmt.Sprintf("no (byte %d follows %d)", c.Span.Start, at))
		}
		at = c.Span.End
		if !sound(text, out.doc, c.Span) {
			wrong++
		}
	}
	if at != len(text) {
		r.Lossless = verdict(fmt.Sprintf("no (ends at %d of %d)", at, len(text)))
	}
	if wrong > 0 {
		r.Offsets = verdict(fmt.Sprintf("wrong %d of %d", wrong, len(out.chunks)))
	}
	over := 0
	for _, c := range out.chunks {
		n := out.limits.Measure.Size(chunk.Embed(out.doc, c))
		r.Longest = max(r.Longest, n)
		if n > out.limits.Max {
			over++
		}
	}
	r.Over = &over
}

// sound reports whether s is a piece of both the file and the document, the
// same in both, between characters.
func sound(text string, d *doc.Document, s doc.Span) bool {
	if s.Start < 0 || s.End < s.Start || s.End > len(text) || s.End > len(d.Text) {
		return false
	}
	border := func(i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }
	return text[s.Start:s.End] == d.Slice(s) && border(s.Start) && border(s.End)
}
