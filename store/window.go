package store

// Window is what is delivered of a record that is found by less: its body with
// what stands around it. Offsets are in the document, as those of a record are.
type Window struct {
	Start     int    `json:"start"` // of text, in bytes
	End       int    `json:"end"`
	StartRune int    `json:"start_rune"` // the same in code points
	EndRune   int    `json:"end_rune"`
	StartLine int    `json:"start_line"` // from 1, inclusive
	EndLine   int    `json:"end_line"`
	Pages     []int  `json:"pages,omitempty"`
	Tokens    int    `json:"tokens"` // of text with the record's frame
	Text      string `json:"text"`
}

// Windowed returns the record with its window for its body, itself where it has
// none. With a window it has no neighbours: they are in it.
func (r Record) Windowed() Record {
	w := r.Window
	if w == nil {
		return r
	}
	r.Start, r.End, r.StartRune, r.EndRune, r.StartLine, r.EndLine = w.Start, w.End, w.StartRune, w.EndRune, w.StartLine, w.EndLine
	r.Text, r.Tokens, r.Chars, r.Pages = w.Text, w.Tokens, w.EndRune-w.StartRune, w.Pages
	r.Overlap, r.Frame.Overlap, r.Prev, r.Next, r.Window = 0, "", "", "", nil
	return r
}

// Delivered returns what can be delivered of the records of documents, in their
// order: parents instead of their chunks, windows instead of bodies, and nothing
// for derived texts, which deliver chunks.
func Delivered(rs []Record) []Record {
	var out []Record
	for i := range rs {
		if rs[i].Role != RoleDerived && (rs[i].Role == RoleParent || rs[i].Parent == "") {
			out = append(out, rs[i].Windowed())
		}
	}
	return out
}

// Searched returns the records that are searched, in their order.
func Searched(rs []Record) []Record {
	var out []Record
	for i := range rs {
		if rs[i].Searched() {
			out = append(out, rs[i])
		}
	}
	return out
}
