package verify

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// byID are the records of a role.
func (v *document) byID(role string) map[string]*store.Record {
	out := map[string]*store.Record{}
	for i := range v.roles[role] {
		out[v.roles[role][i].ID] = &v.roles[role][i]
	}
	return out
}

// parents holds chunks against their parents: each has one where there are any,
// and lies in it. As both levels tile the text, chunks then tile each parent.
func (v *document) parents() {
	parents := v.byID(store.RoleParent)
	for i := range v.roles[store.RoleChunk] {
		r := &v.roles[store.RoleChunk][i]
		if r.Parent == "" && len(parents) == 0 {
			continue
		}
		switch p := parents[r.Parent]; {
		case p == nil:
			v.report(r, "its parent %q is not among the document's", r.Parent)
		case r.Start < p.Start || p.End < r.End:
			v.report(r, "bytes %d:%d lie outside its parent %s, bytes %d:%d", r.Start, r.End, p.ID, p.Start, p.End)
		}
	}
}

// windows checks what is delivered around bodies. Windows begin and end in the
// order of their bodies, so their counts go forward too.
func (v *document) windows() {
	var start, end counter
	for i := range v.records {
		r := &v.records[i]
		w := r.Window
		if w == nil {
			continue
		}
		if w.Start < 0 || w.Start > r.Start || w.End < r.End || w.End > len(v.doc.Text) {
			v.report(r, "the window %d:%d does not hold the body, bytes %d:%d, within the text of %d", w.Start, w.End, r.Start, r.End, len(v.doc.Text))
			continue
		}
		if got := v.doc.Slice(doc.Span{Start: w.Start, End: w.End}); got != w.Text {
			v.report(r, "bytes %d:%d of the source are %q, the window's text is %q", w.Start, w.End, excerpt(got), excerpt(w.Text))
		}
		from, to := start.to(v.doc.Text, w.Start), end.to(v.doc.Text, w.End)
		if w.StartRune != from.runes || w.EndRune != to.runes {
			v.report(r, "the window is code points %d:%d, expected %d:%d", w.StartRune, w.EndRune, from.runes, to.runes)
		}
		if w.StartLine != from.line || w.EndLine != to.line {
			v.report(r, "the window is lines %d–%d, expected %d–%d", w.StartLine, w.EndLine, from.line, to.line)
		}
	}
}

// counter counts code points and lines, forward through a text.
type counter struct{ at, runes, line int }

func (c *counter) to(text string, at int) counter {
	if at < c.at || c.line == 0 {
		*c = counter{line: 1}
	}
	for _, r := range text[c.at:at] {
		c.runes++
		if r == '\n' {
			c.line++
		}
	}
	c.at = at
	return *c
}

// derived checks texts that stand for a place of the document.
func (v *document) derived() {
	chunks, rs := v.byID(store.RoleChunk), v.roles[store.RoleDerived]
	for i := range rs {
		r := &rs[i]
		if r.Num != i+1 || r.Of != len(rs) {
			v.report(r, "is %d/%d, expected %d/%d: a derived text is lost or doubled", r.Num, r.Of, i+1, len(rs))
		}
		if !v.inside(r) {
			v.report(r, "span %d:%d lies outside the text of %d bytes", r.Start, r.End, len(v.doc.Text))
			continue
		}
		switch of := chunks[r.Parent]; {
		case of == nil:
			v.report(r, "the chunk %q, which it delivers, is not among the document's", r.Parent)
		case !v.inside(of): // said by another check
		case r.Start < of.Start && !doc.IsBlank(v.doc.Text[r.Start:of.Start]) || r.Start > of.End && !doc.IsBlank(v.doc.Text[of.End:r.Start]):
			v.report(r, "begins at %d, outside %s, which it delivers", r.Start, of.ID)
		}
		if doc.IsBlank(r.Text) {
			v.report(r, "text is blank")
		}
		v.counted(r)
	}
}
