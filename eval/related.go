package eval

import (
	"encoding/json"
	"strconv"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// relations are what a line of a chunk file says of other lines, and of what is
// delivered around its text. Files of others may have anything under these keys:
// what isn't of this form says nothing.
type relations struct {
	ID     name            `json:"id"`
	Role   name            `json:"role"`
	Parent name            `json:"parent"`
	Window json.RawMessage `json:"window"`
}

// name is a text, or empty where something else stands.
type name string

// UnmarshalJSON implements json.Unmarshaler; it never fails.
func (n *name) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*n = name(s)
	}
	return nil
}

// role is the role of a record; what isn't known is a chunk.
func (r *relations) role() string {
	if role := string(r.Role); role == store.RoleParent || role == store.RoleDerived {
		return role
	}
	return store.RoleChunk
}

// window is what is delivered around a body in d, nil where that isn't said or
// doesn't hold it.
func (r *relations) window(d *document, body doc.Span) *store.Window {
	var given struct {
		Start *int `json:"start_rune"`
		End   *int `json:"end_rune"`
	}
	if len(r.Window) == 0 || json.Unmarshal(r.Window, &given) != nil {
		return nil
	}
	span, ok := d.between(given.Start, given.End)
	if !ok || span.Start > body.Start || span.End < body.End {
		return nil
	}
	return &store.Window{Start: span.Start, End: span.End, StartRune: *given.Start, EndRune: *given.End, Text: d.Slice(span)}
}

// between is the span between two code points.
func (d *document) between(start, end *int) (doc.Span, bool) {
	if start == nil || end == nil || *end <= *start {
		return doc.Span{}, false
	}
	from, ok := d.runes().byteAt(*start)
	to, ok2 := d.runes().byteAt(*end)
	return doc.Span{Start: from, End: to}, ok && ok2
}

// numbered gives the records of one document, which have the ids and parents of
// their file, ids of our own. A chunk whose parent isn't there has none; a
// derived text without its chunk is left out.
func (r *foreignReader) numbered(docID string) []store.Record {
	own := map[string]string{"": ""}
	var out []store.Record
	for i, rec := range r.records[docID] {
		if given := rec.ID; given != "" {
			own[given] = docID + "#" + strconv.Itoa(i+1)
		}
	}
	for i, rec := range r.records[docID] {
		rec.ID, rec.Parent = docID+"#"+strconv.Itoa(i+1), own[rec.Parent]
		if rec.Role == store.RoleDerived && rec.Parent == "" {
			r.problems.add("derived text without its chunk", rec.ID)
			continue
		}
		out = append(out, rec)
	}
	for i := range out {
		out[i].Num, out[i].Of = i+1, len(out)
	}
	return out
}
