package ebook

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
)

// writer writes a chapter.
type writer struct {
	chapter *chapter
	b       *convert.Builder
	notes   *notes
	titles  map[string]title // of places without a heading, by id
	pending []title          // that come before the next block
	open    []element
	count   map[string]int // of open elements by name
	skipped int            // open elements that are left out
	inNote  int
	inNotes int
	page    int
}

// element is an open element of the chapter.
type element struct {
	name    string
	written bool // and of the document
	skip    bool // it is left out with all that is in it
	note    bool // it is a note
	notes   bool // it holds notes
}

// blocks are the elements that end a paragraph.
var blocks = map[string]bool{"p": true, "div": true, "section": true, "article": true, "aside": true, "header": true, "footer": true, "main": true, "nav": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "ul": true, "ol": true, "li": true, "dl": true, "dt": true, "dd": true,
	"table": true, "blockquote": true, "pre": true, "figure": true, "figcaption": true, "hr": true, "details": true, "summary": true, "address": true, "body": true}

// voids are the elements that have no content.
var voids = map[string]bool{"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "image": true, "input": true,
	"link": true, "meta": true, "param": true, "source": true, "track": true, "wbr": true}

// leftOut are the elements that have no text of the book.
var leftOut = map[string]bool{"head": true, "script": true, "style": true, "template": true, "audio": true, "video": true, "canvas": true, "object": true,
	"iframe": true, "noscript": true, "rp": true}

// leftOutSVG are those in a drawing, in lower case as the tokenizer has them.
// Its other elements mean nothing, save text.
var leftOutSVG = map[string]bool{"style": true, "script": true, "defs": true, "metadata": true, "title": true, "desc": true, "clippath": true,
	"mask": true, "pattern": true, "symbol": true, "filter": true}

// kept are the attributes that the document is written by.
var kept = map[string]bool{"alt": true, "class": true, "colspan": true, "rowspan": true, "start": true, "type": true, "value": true, "reversed": true,
	"alttext": true, "display": true, "encoding": true}

// run writes the chapter.
func (w *writer) run() {
	w.count = map[string]int{}
	w.b.Open("section", w.from(doc.Span{}))
	if t, ok := w.titles[""]; ok {
		w.pending = append(w.pending, t)
	}
	w.chapter.tokens(func(t *token) bool {
		switch t.kind {
		case html.TextToken:
			w.text(t)
		case html.EndTagToken:
			w.end(t.name)
		default:
			w.start(t)
		}
		return true
	})
	for len(w.open) > 0 {
		w.pop()
	}
	w.b.Close()
}

// from is a place in the chapter.
func (w *writer) from(s doc.Span) doc.Origin {
	if !w.chapter.exact {
		s = doc.Span{}
	}
	return doc.Origin{Part: w.chapter.part, Source: s, Page: w.page}
}

// start begins an element.
func (w *writer) start(t *token) {
	if w.skipped > 0 {
		if t.kind == html.StartTagToken && !voids[t.name] {
			w.push(element{name: t.name, skip: true})
		}
		return
	}
	w.pageBreak(t)
	if title, ok := w.titles[t.attr("id")]; ok && t.attr("id") != "" {
		w.pending = append(w.pending, title)
		delete(w.titles, t.attr("id"))
	}
	if blocks[t.name] {
		if w.count["p"] > 0 && t.name != "body" {
			w.end("p")
		}
		w.headings(t.span)
	}
	switch {
	case voids[t.name]:
		w.void(t)
	case t.kind == html.SelfClosingTagToken && t.name != "td" && t.name != "th":
		// an empty element
	default:
		w.push(w.opened(t))
		if t.kind == html.SelfClosingTagToken {
			w.pop()
		}
	}
}

// opened opens the element of a start tag, as far as there is one.
func (w *writer) opened(t *token) element {
	e := element{name: t.name}
	at := w.from(t.span)
	label := w.notes.labels[place{w.chapter.part, t.attr("id")}]
	switch {
	case leftOut[t.name] || isHidden(t) || t.is("pagebreak", "page-list", "backlink", "landmarks") || t.name == "nav" && t.is("toc", "loi", "lot"):
		e.skip = true
	case w.drawn() && t.name != "foreignobject":
		e.skip = leftOutSVG[t.name]
		if t.name == "text" {
			w.b.Open("p", at)
			e.written = true
		} else if t.name == "tspan" {
			w.b.Text(" ", at)
		}
	case t.name == "svg" || t.name == "foreignobject":
	case t.name == "a" && t.is("noteref"):
		part, id := target(w.chapter.part, t.attr("href"))
		if label := w.notes.labels[place{part, id}]; label != "" {
			w.b.Text("[^"+label+"]", at)
			e.skip = true
		}
	case label != "" && noteBlocks[t.name] && w.inNote == 0:
		w.b.Open("x-footnote", at, "label", label)
		e.written, e.note = true, true
	case w.inNotes > 0 && w.inNote == 0 && (t.name == "ol" || t.name == "ul"): // of notes, each for itself
	case w.inNotes > 0 && w.inNote == 0 && t.name == "li":
		w.b.Open("div", at)
		e.written = true
	case t.name == "html" || t.name == "body":
	default:
		w.b.Open(t.name, at, attributes(t)...)
		e.written = true
	}
	e.notes = !e.skip && t.is("endnotes", "rearnotes", "footnotes")
	return e
}

// drawn reports whether what follows is part of a drawing.
func (w *writer) drawn() bool { return w.count["svg"] > 0 && w.count["foreignobject"] == 0 }

// push adds an open element.
func (w *writer) push(e element) {
	w.open = append(w.open, e)
	w.count[e.name]++
	w.skipped += one(e.skip)
	w.inNote += one(e.note)
	w.inNotes += one(e.notes)
}

// pop closes the innermost element.
func (w *writer) pop() {
	e := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.count[e.name]--
	w.skipped -= one(e.skip)
	w.inNote -= one(e.note)
	w.inNotes -= one(e.notes)
	if e.written {
		w.b.Close()
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// end closes the innermost element of a name, and what was left open in it.
func (w *writer) end(name string) {
	for w.count[name] > 0 {
		last := w.open[len(w.open)-1].name
		w.pop()
		if last == name {
			return
		}
	}
}

// void writes an element without content.
func (w *writer) void(t *token) {
	switch t.name {
	case "br", "hr":
		w.b.Void(t.name, w.from(t.span))
	case "img", "image":
		if alt := t.attr("alt"); alt != "" && t.attr("role") != "presentation" {
			w.b.Void("img", w.from(t.span), "alt", alt)
		}
	}
}

// headings writes the titles that wait for a block.
func (w *writer) headings(at doc.Span) {
	if len(w.pending) == 0 || w.count["li"]+w.count["table"]+w.count["dl"]+w.count["pre"]+w.count["figure"]+w.count["details"] > 0 {
		return
	}
	for _, t := range w.pending {
		w.b.Open("h"+strconv.Itoa(min(t.level, 6)), w.from(at))
		w.b.Text(t.text, w.from(at))
		w.b.Close()
	}
	w.pending = w.pending[:0]
}

// maxEntity is the longest reference that is looked for, in bytes.
const maxEntity = 40

// text writes text; each reference in it leads to where it stands.
func (w *writer) text(t *token) {
	if w.skipped > 0 || w.drawn() && w.count["text"] == 0 {
		return
	}
	if w.count["p"] == 0 && !blank(t.raw) {
		w.headings(t.span)
	}
	raw, at := t.raw, t.span.Start
	put := func(n int, text string) {
		w.b.Text(text, w.from(doc.Span{Start: at, End: at + n}))
		raw, at = raw[n:], at+n
	}
	for raw != "" {
		amp := strings.IndexByte(raw, '&')
		if amp < 0 {
			put(len(raw), raw)
			return
		}
		if amp > 0 {
			put(amp, raw[:amp])
		}
		end := strings.IndexByte(raw[:min(len(raw), maxEntity)], ';') + 1
		if end == 0 {
			end = 1
		}
		put(end, html.UnescapeString(raw[:end]))
	}
}

func blank(s string) bool { return doc.IsBlank(s) }

// pageBreak takes the number of a page of the printed book.
func (w *writer) pageBreak(t *token) {
	if !t.is("pagebreak") {
		return
	}
	for _, name := range [...]string{"title", "aria-label"} {
		if n, err := strconv.Atoi(strings.TrimSpace(t.attr(name))); err == nil && n > 0 && n < 1<<20 {
			w.page = n
			return
		}
	}
}

// isHidden reports whether an element isn't shown.
func isHidden(t *token) bool {
	style := strings.ToLower(strings.Join(strings.Fields(t.attr("style")), ""))
	return t.has("hidden") || strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

// attributes are the attributes that the document is written by, names and
// values by turns. Links within the book lead nowhere outside of it.
func attributes(t *token) []string {
	var out []string
	for _, a := range t.attrs {
		switch {
		case kept[a.Key]:
			out = append(out, a.Key, a.Val)
		case a.Key == "href" && (strings.HasPrefix(a.Val, "http:") || strings.HasPrefix(a.Val, "https:") || strings.HasPrefix(a.Val, "mailto:")):
			out = append(out, a.Key, a.Val)
		}
	}
	return out
}
