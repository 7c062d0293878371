package ebook

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// notes are the notes of a book: what refers to them, and where they are.
type notes struct {
	referred []place          // in order
	labels   map[place]string // of those that are there
	defined  map[place]bool   // blocks that a note could be
}

// number gives labels to the notes that are both referred to and there.
func (n *notes) number() {
	for _, at := range n.referred {
		if n.defined[at] && n.labels[at] == "" {
			n.labels[at] = strconv.Itoa(len(n.labels) + 1)
		}
	}
}

// noteBlocks are the elements that can be a note.
var noteBlocks = map[string]bool{"aside": true, "li": true, "p": true, "div": true, "section": true, "dd": true, "blockquote": true}

// scan looks for the headings of a chapter, its notes and what refers to
// notes, and how much of its text only leads to other chapters.
func (c *chapter) scan(n *notes) {
	heading, link := "", false
	c.tokens(func(t *token) bool {
		switch {
		case t.kind == html.TextToken:
			text := len(strings.TrimSpace(t.raw))
			c.headings = c.headings || heading != "" && text > 0
			if heading == "" && !c.head {
				c.size += text
			}
			if link {
				c.linked += text
			}
			return true
		case t.name == "head":
			c.head = t.starts()
		case isHeading(t.name):
			heading = ""
			if t.kind == html.StartTagToken {
				heading = t.name
			}
		}
		if t.name == "a" {
			part, _ := target(c.part, t.attr("href"))
			if link = t.starts() && part != "" && part != c.part; link {
				c.links++
			}
		}
		if !t.starts() {
			return true
		}
		if id := t.attr("id"); id != "" && noteBlocks[t.name] {
			n.defined[place{c.part, id}] = true
		}
		if t.name == "a" && t.is("noteref") {
			if part, id := target(c.part, t.attr("href")); id != "" {
				n.referred = append(n.referred, place{part, id})
			}
		}
		return true
	})
}

// isContents reports whether a chapter is a table of contents for people: nearly
// all of its text leads to other chapters.
func (c *chapter) isContents() bool { return c.links > 1 && 10*c.linked >= 9*c.size }

// ids are the ids of a chapter's elements, "" for its start first.
func (c *chapter) ids() []string {
	ids := []string{""}
	c.tokens(func(t *token) bool {
		if id := t.attr("id"); id != "" && t.starts() {
			ids = append(ids, id)
		}
		return true
	})
	return ids
}

func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
}
