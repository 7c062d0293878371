package xml

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// aboutTitle is the title in what a document or section says of itself, or nil.
func aboutTitle(n *node) *node {
	if t := n.within("article-title"); t != nil {
		return t
	}
	if t := n.find("fileDesc", "titleStmt", "title"); t != nil {
		return t
	}
	return n.child("title", "book-title")
}

// about writes the title and the abstract of what a document or section says of
// itself; the rest becomes metadata, where it is the document's.
func (w *writer) about(n *node) {
	t := aboutTitle(n)
	if w.depth <= 1 {
		w.set("title", t.string())
	}
	if t != nil && n.parent.child("title") == nil {
		w.titled(t, max(1, w.depth))
	}
	if w.depth <= 1 {
		w.note(n)
	}
	for _, name := range []string{"abstract", "trans-abstract"} {
		for a := range n.below(name) {
			w.section(a)
		}
	}
}

// note keeps what the document's own description says.
func (w *writer) note(n *node) {
	if n.name == "teiHeader" { // the sources and the project have authors too
		w.set("author", names(n.find("fileDesc", "titleStmt")))
		w.set("date", date(n.find("fileDesc", "publicationStmt", "date")))
		if l := n.within("language"); l != nil {
			w.language = first(w.language, l.get("ident"))
		}
		w.set("keywords", all(n, "keywords", "term"))
		return
	}
	w.set("author", names(n))
	for _, name := range []string{"pub-date", "pubdate", "date", "created"} {
		if d := n.within(name); d != nil {
			w.set("date", date(d))
		}
	}
	if d := n.within("revised"); d != nil {
		w.set("modified", d.get("modified"))
	}
	w.set("keywords", first(all(n, "kwd-group", "kwd"), all(n, "keywordset", "keyword"), all(n, "keywords", "keyword")))
}

// maxNames is how many authors or keywords are kept.
const maxNames = 50

// all joins the texts of the elements of a name below others.
func all(n *node, outer, inner string) string {
	var out []string
	for group := range n.below(outer) {
		for c := range group.below(inner) {
			if s := c.string(); s != "" && len(out) < maxNames {
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, ", ")
}

// names joins the names of the authors below n.
func names(n *node) string {
	var out []string
	add := func(a *node) {
		if name := personName(a); name != "" && len(out) < maxNames {
			out = append(out, name)
		}
	}
	for _, kind := range []string{"author", "contrib"} {
		for a := range n.below(kind) {
			if kind == "author" || a.get("contrib-type") == "" || a.get("contrib-type") == "author" {
				add(a)
			}
		}
	}
	return strings.Join(out, ", ")
}

// personName is the name in an element, the given one first.
func personName(n *node) string {
	for _, c := range []*node{n, n.within("personname"), n.within("persName"), n.within("name")} {
		if c == nil {
			continue
		}
		given := c.child("firstname", "given-names", "forename", "given")
		family := c.child("surname", "family")
		if given != nil || family != nil {
			return strings.TrimSpace(given.string() + " " + family.string())
		}
	}
	if c := n.child("name", "string-name", "collab", "personname", "persName", "orgname"); c != nil {
		return c.string()
	}
	if n.name == "contrib" {
		return ""
	}
	return n.string()
}

// date is what a date says: its attribute, its parts, or its text.
func date(n *node) string {
	if n == nil {
		return ""
	}
	if iso := first(n.get("iso-8601-date"), n.get("when"), n.get("date")); iso != "" {
		return iso
	}
	year, month, day := n.child("year").string(), n.child("month").string(), n.child("day").string()
	if year == "" {
		return n.string()
	}
	for _, part := range []string{month, day} {
		if part == "" {
			break
		}
		if len(part) == 1 {
			part = "0" + part
		}
		year += "-" + part
	}
	return year
}

// describe fills the document's own fields.
func (w *writer) describe(d *doc.Document, root *node) {
	d.Title = first(w.title, d.Title)
	if w.title != "" {
		w.set("title", w.title)
	}
	tag, _, _ := strings.Cut(strings.ReplaceAll(first(root.get("lang"), w.language), "_", "-"), "-")
	if len(tag) == 2 || len(tag) == 3 {
		d.Language = strings.ToLower(tag)
	}
	d.Meta = w.meta
}
