// Package org reads Org, the outlines of Emacs.
//
// The document's text is Markdown made of it; origins lead back to the bytes of
// the source. The keywords at its head are metadata. States, priorities and
// tags of headlines go, as do drawers, comments, blocks for one kind of export
// only, and trees that are tagged noexport. What is included is not read, which
// a warning says.
package org

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
)

// Media is the media type of Org.
const Media = "text/org"

// Reader reads Org in any charset that [read.Decode] knows. The zero value is
// ready. Anything can be read, but for a source whose macros become too much
// text.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors are those of [markup.Read].
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return markup.Read(ctx, s, r.MaxBytes, Media, func(w *markup.Writer) {
		p := &parser{Writer: w, src: w.Source, macros: map[string]string{}, links: map[string]string{},
			states: []string{"TODO", "DONE", "NEXT", "WAITING", "WAIT", "HOLD", "CANCELLED", "CANCELED", "STARTED", "PROJ", "STRT", "KILL", "DOING"}}
		p.outline(markup.Lines(w.Source, doc.Span{End: len(w.Source)}))
	})
}

// parser reads one source.
type parser struct {
	*markup.Writer
	src       string
	title     []markup.Line
	states    []string          // of headlines
	macros    map[string]string // by name
	links     map[string]string // addresses by their abbreviations
	caption   []markup.Line     // of the block that follows
	noEnd     map[string]bool   // ends of blocks that stand nowhere in the lines being read
	notes     int               // footnotes without a name so far
	depth     int               // how deep blocks nest
	inlines   int               // how deep inline text nests
	noteDepth int               // footnotes that what is read is in
}

// outline reads the headlines and what stands below each.
func (p *parser) outline(lines []markup.Line) {
	p.survey(lines)
	if len(p.title) > 0 {
		p.Open("h1", p.title[0].Span())
		p.inline(markup.Joined(p.src, p.title))
		p.Close()
	}
	for i := 0; i < len(lines) && p.Going(); {
		if stars := starsOf(lines[i].Of(p.src)); stars > 0 {
			h := p.headline(lines[i], stars)
			if i++; h.hidden {
				for i < len(lines) && !(starsOf(lines[i].Of(p.src)) > 0 && starsOf(lines[i].Of(p.src)) <= stars) {
					i++
				}
				continue
			}
			p.heading(h)
			continue
		}
		n := i
		for n < len(lines) && starsOf(lines[n].Of(p.src)) == 0 {
			n++
		}
		p.body(lines[i:n], 0)
		i = n
	}
}

// starsOf is how many stars a headline begins with, or 0.
func starsOf(s string) int {
	n := 0
	for n < len(s) && s[n] == '*' {
		n++
	}
	if n > 0 && n < len(s) && s[n] == ' ' {
		return n
	}
	return 0
}

// headline is a headline without what is said about it.
type headline struct {
	level  int
	title  markup.Line
	hidden bool // with its whole tree
	silent bool // itself, not what is below
}

func (p *parser) headline(l markup.Line, stars int) headline {
	h := headline{level: stars, title: markup.Line{Start: markup.TrimStart(p.src, l.Start+stars, l.End), End: l.End}}
	word := func() string {
		w, _, _ := strings.Cut(h.title.Of(p.src), " ")
		return w
	}
	skip := func(n int) { h.title.Start = markup.TrimStart(p.src, h.title.Start+n, h.title.End) }
	if w := word(); slices.Contains(p.states, w) {
		skip(len(w))
	}
	if w := word(); len(w) == 4 && strings.HasPrefix(w, "[#") && w[3] == ']' {
		skip(len(w))
	}
	if word() == "COMMENT" {
		h.hidden = true
	}
	h.title.End = p.tags(&h)
	for h.title.End > h.title.Start && p.src[h.title.End-1] == ']' { // [1/3] and [50%]
		open := strings.LastIndexByte(h.title.Of(p.src), '[')
		if open < 0 || strings.Trim(h.title.Of(p.src)[open:], "[]/%0123456789") != "" {
			break
		}
		h.title.End = markup.TrimEnd(p.src, h.title.Start, h.title.Start+open)
	}
	if t := strings.ToLower(h.title.Of(p.src)); t == "footnotes" {
		h.silent = true
	}
	return h
}

// tags reads the tags at the end of a headline, and returns where the title
// ends.
func (p *parser) tags(h *headline) int {
	s := h.title.Of(p.src)
	if !strings.HasSuffix(s, ":") {
		return h.title.End
	}
	at := strings.LastIndexAny(s, " \t") + 1
	tags := s[at:]
	if len(tags) < 3 || tags[0] != ':' || strings.ContainsAny(tags, "*/=~[]()<>") {
		return h.title.End
	}
	for tag := range strings.SplitSeq(strings.Trim(tags, ":"), ":") {
		h.hidden = h.hidden || strings.EqualFold(tag, "noexport")
		h.silent = h.silent || tag == "ignore"
	}
	return markup.TrimEnd(p.src, h.title.Start, h.title.Start+at)
}

func (p *parser) heading(h headline) {
	if h.silent || h.title.Blank() {
		return
	}
	level := h.level
	if len(p.title) > 0 {
		level++
	}
	p.Open("h"+strconv.Itoa(min(level, 6)), h.title.Span())
	p.inline(markup.Of(p.src, h.title.Span()))
	p.Close()
}

// survey reads the keywords that the whole document depends on.
func (p *parser) survey(lines []markup.Line) {
	keywords := ""
	for _, l := range lines {
		if !p.Going() {
			return
		}
		name, value := keyword(p.src, l)
		v := value.Of(p.src)
		switch name {
		case "title":
			if !value.Blank() {
				p.title = append(p.title, value)
			}
		case "author", "date", "description":
			p.Set(name, strings.TrimSpace(v))
		case "language":
			p.Language = markup.Language(v)
		case "keywords", "filetags":
			if name == "filetags" {
				v = strings.ReplaceAll(strings.Trim(v, ":"), ":", ", ")
			}
			if len(keywords) < maxNames {
				keywords += ", " + v
			}
		case "todo", "seq_todo", "typ_todo":
			for state := range strings.FieldsSeq(strings.ReplaceAll(v, "|", " ")) {
				if state, _, _ = strings.Cut(state, "("); len(p.states) < maxNames {
					p.states = append(p.states, state)
				}
			}
		case "macro":
			if macro, text, ok := strings.Cut(v, " "); ok && len(p.macros) < maxNames {
				p.macros[strings.ToLower(macro)] = strings.TrimSpace(text)
			}
		case "link":
			if abbreviation, address, ok := strings.Cut(v, " "); ok && len(p.links) < maxNames {
				p.links[abbreviation] = strings.TrimSpace(address)
			}
		}
	}
	p.Set("keywords", strings.TrimPrefix(keywords, ", "))
}

// maxNames is how many names of one kind a document makes.
const maxNames = 10_000

// keyword reads "#+NAME: value"; the name is in lower case, "" where it is none.
func keyword(source string, l markup.Line) (name string, value markup.Line) {
	start := markup.TrimStart(source, l.Start, l.End)
	if !strings.HasPrefix(source[start:l.End], "#+") {
		return "", markup.Line{}
	}
	s := source[start+2 : l.End]
	colon := strings.IndexByte(s, ':')
	if colon <= 0 || strings.ContainsAny(s[:colon], " \t") && !strings.Contains(s[:colon], "[") {
		return "", markup.Line{}
	}
	name, _, _ = strings.Cut(strings.ToLower(s[:colon]), "[")
	return name, markup.Line{Start: markup.TrimStart(source, start+2+colon+1, l.End), End: l.End}
}
