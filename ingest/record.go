package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"iter"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// Cutting is a recipe made ready: what cuts documents and writes records.
type Cutting struct {
	Recipe     Recipe
	Splitter   chunk.Splitter
	Limits     chunk.Limits
	Parents    chunk.Limits // of parents; the zero value where there are none
	Tokens     size.Measure // counts Record.Tokens
	Collection string
	Enriching
}

// Records cuts d and returns its records in order. source is where d was read
// from. Chunks that hold nothing but white space have no record.
func (c Cutting) Records(ctx context.Context, d *doc.Document, source string) ([]store.Record, error) {
	cut, err := c.Cut(ctx, d, source)
	if err != nil || cut.Len() == 0 {
		return nil, err
	}
	records := make([]store.Record, 0, cut.Len()+cut.parents.n+len(cut.derived))
	for r := range cut.Records() {
		records = append(records, *r)
	}
	return records, nil
}

// Cut is a document that was cut: what its records are made of, which takes a
// fraction of their room.
type Cut struct {
	cutting Cutting
	doc     *doc.Document
	source  string
	level         // of chunks
	parents level // of what they are delivered with
	derived []enrich.Derived
}

// placed is a chunk with its body, which isn't blank.
type placed struct {
	chunk.Chunk
	body    doc.Span
	parent  int      // number of its parent, from 1; 0 where it has none
	context []string // lines
}

// Cut cuts d, whose source is where it was read from.
func (c Cutting) Cut(ctx context.Context, d *doc.Document, source string) (Cut, error) {
	d, err := c.sum(ctx, d)
	if err != nil {
		return Cut{}, err
	}
	cut := Cut{cutting: c, doc: d, source: source}
	for ch, err := range c.Splitter.Split(ctx, d, d.Whole()) {
		if err != nil {
			return Cut{}, fmt.Errorf("%s: cut: %w", d.URI, err)
		}
		body := d.Body(ch.Span)
		switch {
		case body.Empty():
		case ch.Kind != chunk.KindParent:
			cut.add(placed{Chunk: ch, body: body, parent: min(ch.Level, 1) * cut.parents.n})
		case ch.Level > 0:
			return Cut{}, fmt.Errorf("%s: cut: %w", d.URI, ErrLevels)
		default:
			cut.parents.add(placed{Chunk: ch, body: body})
		}
	}
	if err := cut.enrich(ctx); err != nil {
		return Cut{}, err
	}
	return cut, nil
}

// Len is the number of chunks.
func (c Cut) Len() int { return c.n }

// Records makes the records, in order: parents before their chunks, those of
// derived texts last. One is valid until the next: copy it to keep it. The
// sequence may be ranged over again.
func (c Cut) Records() iter.Seq[*store.Record] {
	return func(yield func(*store.Record) bool) {
		if c.n == 0 {
			return
		}
		chunks, parents := newTrack(&c, &c.level, store.RoleChunk), newTrack(&c, &c.parents, store.RoleParent)
		var ids []string
		for i := range c.n {
			parent := c.at(i).parent
			if parent > parents.made && !yield(parents.step()) {
				return
			}
			r := chunks.step()
			if parent > 0 {
				r.Parent = parents.here.ID
			}
			if len(c.derived) > 0 {
				ids = append(ids, r.ID)
			}
			if !yield(r) {
				return
			}
		}
		for i, t := range c.derived {
			r := &chunks.here
			chunks.derived(r, t)
			r.Num, r.Of, r.Parent = i+1, len(c.derived), ids[c.holding(t.Span)]
			if !yield(r) {
				return
			}
		}
	}
}

// same reports whether two measures are one. Functions can't be compared.
func same(a, b size.Measure) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	return x.IsValid() && y.IsValid() && x.Comparable() && y.Comparable() && a == b
}

// writer makes the records of one document, moving forward through its text.
type writer struct {
	cutting Cutting
	doc     *doc.Document
	common  store.Record // what all records of the document have
	counted bool         // what cutting measured is Record.Tokens
	placing placing
	seen    map[[16]byte]int // how often a body under its headings was met, by digest
	section section
	place   cursor // of bodies
	panes   panes
	lines   cursor // of overlaps
	hash    hash.Hash
	scratch []byte
}

// section is the headings in force at the last body.
type section struct {
	at       int
	headings []string // never nil once known
}

// newWriter makes the writer of one level of c.
func newWriter(c *Cut, l *level, role string) *writer {
	d := c.doc
	w := &writer{cutting: c.cutting, doc: d, placing: newPlacing(c.cutting), hash: sha256.New(), counted: same(c.cutting.Limits.Measure, c.cutting.Tokens), seen: make(map[[16]byte]int, l.n),
		common: store.Record{DocID: d.URI, Collection: c.cutting.Collection, Source: c.source, Title: d.Title, Of: l.n, Role: role,
			Profile: c.cutting.Recipe.Profile, Lang: d.Language, Recipe: c.cutting.Recipe.Hash(), Date: documentDate(d), Meta: d.Meta, Lexical: c.cutting.Recipe.Lexical}}
	if role == store.RoleParent {
		w.placing.embed = nil // it isn't embedded: this is its frame and its text
	}
	return w
}

// record makes the record of a chunk, but for what ties it to its neighbours.
func (w *writer) record(r *store.Record, c *placed) {
	d, body := w.doc, c.body
	*r = w.common
	r.Text, r.Headings, r.Kind = d.Slice(body), w.headings(body), kind(d, body)
	r.ID = w.id(r.Text, r.Headings)
	w.locate(r, from(c.Chunk, body), body)
	ch := w.placing.place(d, c.Chunk, c.context)
	r.EmbedText = EmbedText(d, ch, w.placing.embed)
	if r.Tokens = ch.Size; !w.placing.whole(ch.Before) || !w.counted || ch.Size <= 0 {
		r.Tokens = w.cutting.Tokens.Size(r.EmbedText)
	}
	r.Digest = Digest(r.EmbedText)
	w.frame(r, ch.Before)
	if w.cutting.Aside != nil {
		aside, _ := w.cutting.Aside(d, body)
		w.frame(r, aside)
	}
	r.Frame.Context = strings.Join(c.context, "\n") // all of it, whatever there was room for
	r.Window = w.window(c)
	w.origins(r, body)
	for _, warning := range ch.Warnings {
		r.Warnings = append(r.Warnings, string(warning))
	}
}

// headings are the titles in force for a body. Bodies of one section share
// them.
func (w *writer) headings(body doc.Span) []string {
	at := w.doc.SectionOf(body)
	if w.section.headings != nil && w.section.at == at {
		return w.section.headings
	}
	titles := w.doc.HeadingsOf(at)
	w.section = section{at, append(make([]string, 0, len(titles)), titles...)}
	return w.section.headings
}

// locate says where a body stands, whose chunk's text begins at from.
func (w *writer) locate(r *store.Record, from int, body doc.Span) {
	text := w.doc.Text
	first := 0
	if from < body.Start {
		first = w.lines.to(text, from).line
	}
	start := w.place.to(text, body.Start)
	end := w.place.to(text, body.End)
	if from == body.Start {
		first = start.line
	}
	r.Start, r.End, r.StartRune, r.EndRune = body.Start, body.End, start.rune, end.rune
	r.StartLine, r.EndLine, r.Chars = first, end.line, end.rune-start.rune
}

// from is where the text of a chunk begins, the overlap included.
func from(ch chunk.Chunk, body doc.Span) int {
	for _, p := range ch.Before {
		if p.Role == chunk.Overlap {
			return p.Span.Start
		}
	}
	return body.Start
}

// id is stable under insertions elsewhere: it is of the body, the headings
// above it and how many equal ones came before on its level, so that a chunk
// has the same one with parents or without.
func (w *writer) id(text string, headings []string) string {
	tail := append(w.scratch[:0], 0)
	for i, h := range headings {
		if i > 0 {
			tail = append(tail, 0x1f)
		}
		tail = append(tail, h...)
	}
	tail = append(tail, 0)
	if w.common.Role == store.RoleParent {
		tail = append(tail, store.RoleParent...)
	}
	sum := w.sum(text, append(tail, '0'))
	first := [16]byte(sum[:]) // stands for all equal ones
	before := w.seen[first]
	if w.seen[first] = before + 1; before > 0 {
		sum = w.sum(text, strconv.AppendInt(tail, int64(before), 10))
	}
	id := append(append(tail[:0], w.doc.URI...), '#')
	w.scratch = hex.AppendEncode(id, sum[:idDigits/2])
	return string(w.scratch)
}

// sum is the SHA-256 of text and tail.
func (w *writer) sum(text string, tail []byte) (sum [sha256.Size]byte) {
	w.hash.Reset()
	w.hash.Write(bytesOf(text)) // never fails
	w.hash.Write(tail)
	w.hash.Sum(sum[:0])
	return sum
}

func (w *writer) frame(r *store.Record, parts []chunk.Part) {
	for _, p := range parts {
		text := p.Content(w.doc)
		switch p.Role {
		case chunk.Summary:
			r.Frame.Summary = text
		case chunk.Breadcrumb:
			r.Frame.Breadcrumb = text
		case chunk.Header:
			r.Frame.Header = text
		case chunk.Overlap:
			r.Frame.Overlap = text
			r.Overlap = r.Start - p.Span.Start
		}
	}
}

func (w *writer) origins(r *store.Record, body doc.Span) {
	if len(w.doc.Origins) == 0 {
		return
	}
	for o := range w.doc.Locate(body) {
		at := store.Origin{Start: o.Text.Start, End: o.Text.End, SourceStart: o.Source.Start, SourceEnd: o.Source.End,
			Page: o.Page, Part: o.Part, From: o.Time[0].Seconds(), To: o.Time[1].Seconds()}
		if o.Box != [4]float32{} {
			at.Box = &o.Box
		}
		r.Origins = append(r.Origins, at)
	}
	r.Pages = w.pages(body)
}

// pages are the pages that a span stands on.
func (w *writer) pages(span doc.Span) (pages []int) {
	if len(w.doc.Origins) == 0 {
		return nil
	}
	for o := range w.doc.Locate(span) {
		if i, known := slices.BinarySearch(pages, o.Page); o.Page > 0 && !known { // text needn't follow the pages
			pages = slices.Insert(pages, i, o.Page)
		}
	}
	return pages
}

// Digest is the digest of an embedded text, which decides whether it must be
// embedded again.
func Digest(embedText string) string { return digest(embedText, embedDigits) }

// cursor counts code points and lines up to a place in a text. It only moves
// forward; asked to go back it starts again.
type cursor struct{ at, rune, line int }

func (c *cursor) to(text string, at int) cursor {
	if at < c.at || c.line == 0 {
		*c = cursor{line: 1}
	}
	passed := text[c.at:at]
	c.rune += runes(passed)
	c.line += strings.Count(passed, "\n")
	c.at = at
	return *c
}

// runes counts the code points of valid UTF-8: the bytes that don't go on with
// one. Of eight bytes in a word, those have a top bit without the one below it.
func runes(text string) int {
	const ones = 0x0101010101010101
	n, i := len(text), 0
	for ; i+8 <= len(text); i += 8 {
		w := word(text[i:])
		n -= bits.OnesCount64(w >> 7 & (^w >> 6) & ones)
	}
	for ; i < len(text); i++ {
		if !utf8.RuneStart(text[i]) {
			n--
		}
	}
	return n
}

func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// kinds names the kinds of content; everything else is text.
var kinds = [...]string{
	doc.List: "list", doc.Table: "table", doc.Code: "code", doc.Quote: "quote", doc.HTML: "html", doc.Math: "math",
	doc.FrontMatter: "frontmatter", doc.Footnote: "footnote", doc.Definition: "definition", doc.Turn: "turn",
	doc.Record: "record", doc.Decl: "code", doc.Figure: "figure", doc.Rule: "rule",
}

// kind says what a body holds: the one kind of its blocks, "heading" where it
// holds nothing else, "mixed" where they differ.
func kind(d *doc.Document, body doc.Span) string {
	found := ""
	for i := d.BlockFrom(body.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < body.End; i++ {
		if d.Blocks[i].Kind == doc.Heading {
			continue
		}
		k := i
		for d.Blocks[k].Parent >= 0 && d.Blocks[d.Blocks[k].Parent].Kind != doc.Page {
			k = int(d.Blocks[k].Parent)
		}
		name := "text"
		if named := d.Blocks[k].Kind; int(named) < len(kinds) && kinds[named] != "" {
			name = kinds[named]
		}
		if found != "" && found != name {
			return "mixed"
		}
		found = name
	}
	if found == "" && len(d.Blocks) > 0 {
		return "heading"
	}
	if found == "" {
		return "text"
	}
	return found
}

// documentDate is the date in the document's metadata, as RFC 3339, or empty.
// One without an offset counts as UTC, a month or a year as its first day.
func documentDate(d *doc.Document) string {
	start, _, ok := doc.ParseDate(d.Meta["date"])
	if !ok {
		return ""
	}
	return start.Format(time.RFC3339)
}

// Breadcrumb is the breadcrumb of a record, whether or not its frame holds it.
func Breadcrumb(r store.Record) string {
	titles := r.Headings
	if r.Title != "" && (len(titles) == 0 || titles[0] != r.Title) {
		titles = append([]string{r.Title}, titles...)
	}
	return strings.Join(titles, enrich.Separator)
}
