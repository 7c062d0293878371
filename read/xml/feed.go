package xml

import (
	"strings"
	"time"
)

func (n *node) isFeed() bool {
	switch n.name {
	case "rss":
		return n.child("channel") != nil
	case "feed":
		return n.child("entry", "title", "id") != nil
	case "RDF":
		return n.child("channel") != nil && n.child("item") != nil
	}
	return false
}

// feed writes a feed: a heading for each entry, who wrote it and when, and what
// it says.
func (w *writer) feed(root *node) {
	channel := root
	if c := root.child("channel"); c != nil {
		channel = c
	}
	if t := channel.child("title"); t != nil {
		w.title = t.string()
		w.depth = 1
		w.titled(t, 1)
	}
	if d := channel.child("description", "subtitle"); d != nil {
		w.set("description", d.string())
		w.content(d)
	}
	w.language = channel.child("language").string()
	w.set("date", isoDate(channel.child("pubDate", "lastBuildDate", "updated", "date").string()))
	w.set("author", personIn(channel))
	for _, from := range []*node{channel, root} {
		for _, c := range from.children {
			if (c.name == "item" || c.name == "entry") && w.going() {
				w.item(c)
			}
		}
		if from == root {
			break
		}
	}
}

// item writes an entry.
func (w *writer) item(n *node) {
	w.b.Open("section", n.at())
	if t := n.child("title"); t != nil && t.measure.bytes > 0 {
		w.titled(t, 2)
	}
	var said []string
	day := n.child("pubDate", "published", "date", "updated")
	if s := isoDate(day.string()); s != "" {
		said = append(said, s)
	}
	if who := personIn(n); who != "" {
		said = append(said, who)
	}
	if len(said) > 0 {
		w.b.Open("p", n.at())
		w.mark(strings.Join(said, " · "), n)
		w.b.Close()
	}
	if c := n.child("encoded", "content", "description", "summary"); c != nil {
		w.content(c)
	}
	w.b.Close()
}

// content writes text, HTML that is escaped, or XHTML.
func (w *writer) content(n *node) {
	w.b.Open("div", n.at())
	switch {
	case n.measure.elems > 0:
		w.children(n, false)
	case markup.MatchString(n.verbatim()):
		w.fragment(n)
	default:
		w.flat(n)
	}
	w.b.Close()
}

// personIn is who wrote an entry.
func personIn(n *node) string {
	a := n.child("creator", "author")
	if a == nil {
		return ""
	}
	if name := a.child("name"); name != nil {
		return name.string()
	}
	return a.string()
}

// dates are the ways in which feeds write them.
var dates = [...]string{time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700", time.RFC3339}

// isoDate is a date of a feed in ISO 8601, or as it is written.
func isoDate(s string) string {
	for _, layout := range dates {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return s
}
