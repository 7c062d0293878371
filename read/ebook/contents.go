package ebook

import (
	"context"
	"strings"

	"golang.org/x/net/html"

	"github.com/pildora/pildora/read/office/opc"
)

// contents are the titles of the table of contents, by where they lead.
type contents map[place]title

// place is a place in the book: a part, and an id in it or "" for its start.
type place struct{ part, id string }

// title is an entry of the table of contents.
type title struct {
	text  string
	level int // from 1
}

// maxTitles is how many entries a table of contents has at most.
const maxTitles = 1 << 16

// add keeps the first title of a place.
func (c contents) add(at place, text string, level int) {
	text = strings.Join(strings.Fields(text), " ")
	if _, taken := c[at]; !taken && text != "" && at.part != "" && len(c) < maxTitles {
		c[at] = title{text, level}
	}
}

// of returns the titles of a chapter by id; none for one with headings.
func (c contents) of(ch *chapter) map[string]title {
	if ch.headings {
		return nil
	}
	titles := map[string]title{}
	for _, id := range ch.ids() {
		if t, ok := c[place{ch.part, id}]; ok {
			titles[id] = t
		}
	}
	return titles
}

// readContents reads the table of contents: the navigation of EPUB 3, else the
// NCX of EPUB 2. Books can be read without.
func (b *book) readContents(ctx context.Context, items []item, ncx string) error {
	for _, it := range items {
		if it.part == "" || !hasProperty(it.properties, "nav") {
			continue
		}
		b.left[it.part] = true
		c, err := b.chapter(ctx, it.part)
		if err != nil {
			return err
		}
		if c != nil {
			b.readNavigation(c)
		}
	}
	for _, it := range items {
		if ncx == "" && it.media == "application/x-dtbncx+xml" {
			ncx = it.part
		}
	}
	if ncx == "" || len(b.contents) > 0 {
		return nil
	}
	root, err := b.p.Tree(ctx, ncx)
	if err != nil {
		if isDamage(err) {
			return nil
		}
		return err
	}
	b.readPoints(ncx, root.Kid("ncx:navMap"), 1)
	return nil
}

// readPoints reads the entries of an NCX.
func (b *book) readPoints(ncx string, n *opc.Node, level int) {
	for p := range n.All("ncx:navPoint") {
		part, id := target(ncx, p.Kid("ncx:content").Attr("src"))
		b.contents.add(place{b.p.Find(part), id}, p.Kid("ncx:navLabel", "ncx:text").Content(), level)
		b.readPoints(ncx, p, level+1)
	}
}

// readNavigation reads the entries of a navigation document: links in lists,
// which nest.
func (b *book) readNavigation(c *chapter) {
	var (
		kind  string // of the nav element that is open
		depth int
		at    place
		text  strings.Builder
		open  bool
	)
	c.tokens(func(t *token) bool {
		switch {
		case t.kind == html.TextToken && open:
			text.WriteString(html.UnescapeString(t.raw))
		case t.kind == html.TextToken:
		case t.name == "nav" && t.starts():
			kind, depth = t.attr("epub:type")+" "+t.attr("role"), 0
		case t.name == "nav":
			kind = ""
		case t.name == "ol" && t.starts():
			depth++
		case t.name == "ol":
			depth--
		case t.name == "a" && t.starts():
			part, id := target(c.part, t.attr("href"))
			at, open = place{b.p.Find(part), id}, true
			text.Reset()
			if types := t.attr("epub:type"); hasProperty(kind, "landmarks") && (hasProperty(types, "cover") || hasProperty(types, "toc")) {
				b.left[at.part] = true
			}
		case t.name == "a" && open:
			open = false
			if hasProperty(kind, "toc") || hasProperty(kind, "doc-toc") {
				b.contents.add(at, text.String(), max(depth, 1))
			}
		}
		return true
	})
}
