package ingest

import (
	"context"
	"fmt"
	"reflect"
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
	Tokens     size.Measure // counts Record.Tokens
	Collection string
}

// Records cuts d and returns its records in order. source is where d was read
// from. Chunks that hold nothing but white space have no record.
func (c Cutting) Records(ctx context.Context, d *doc.Document, source string) ([]store.Record, error) {
	w := writer{cutting: c, doc: d, hash: c.Recipe.Hash(), seen: map[string]int{}, date: documentDate(d)}
	for ch, err := range c.Splitter.Split(ctx, d, d.Whole()) {
		if err != nil {
			return nil, fmt.Errorf("%s: cut: %w", d.URI, err)
		}
		body := d.Body(ch.Span)
		if body.Empty() {
			continue
		}
		r := w.record(ch, body)
		r.Source = source
		w.records = append(w.records, r)
	}
	w.link()
	return w.records, nil
}

// tokens counts what is embedded, or takes the count that cutting made.
func (c Cutting) tokens(ch chunk.Chunk, embed string) int {
	if ch.Size > 0 && same(c.Limits.Measure, c.Tokens) {
		return ch.Size
	}
	return c.Tokens.Size(embed)
}

// same reports whether two measures are one. Functions can't be compared.
func same(a, b size.Measure) bool {
	t := reflect.TypeOf(a)
	return t != nil && t.Comparable() && a == b
}

// writer makes the records of one document, moving forward through its text.
type writer struct {
	cutting Cutting
	doc     *doc.Document
	hash    string
	date    string
	records []store.Record
	seen    map[string]int // how often a body under its headings was met
	place   cursor         // of bodies
	lines   cursor         // of overlaps
}

func (w *writer) record(ch chunk.Chunk, body doc.Span) store.Record {
	d := w.doc
	text := d.Slice(body)
	headings := d.Headings(body)
	if headings == nil {
		headings = []string{}
	}
	embed := chunk.Embed(d, ch)
	from := w.lines.to(d.Text, from(ch, body))
	start := w.place.to(d.Text, body.Start)
	end := w.place.to(d.Text, body.End)
	r := store.Record{
		ID: w.id(text, headings), DocID: d.URI, Collection: w.cutting.Collection, Title: d.Title,
		Role: "chunk", Headings: headings, Kind: kind(d, body), Profile: w.cutting.Recipe.Profile, Lang: d.Language,
		Start: body.Start, End: body.End, StartRune: start.rune, EndRune: end.rune, StartLine: from.line, EndLine: end.line,
		Tokens: w.cutting.tokens(ch, embed), Chars: end.rune - start.rune,
		Text: text, EmbedText: embed, Digest: Digest(embed), Recipe: w.hash, Date: w.date, Meta: d.Meta,
	}
	w.frame(&r, ch)
	w.origins(&r, body)
	for _, warning := range ch.Warnings {
		r.Warnings = append(r.Warnings, string(warning))
	}
	return r
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
// above it and how many equal ones came before.
func (w *writer) id(text string, headings []string) string {
	key := text + "\x00" + strings.Join(headings, "\x1f")
	n := w.seen[key]
	w.seen[key]++
	return w.doc.URI + "#" + digest(key+"\x00"+strconv.Itoa(n), 16)
}

func (w *writer) frame(r *store.Record, ch chunk.Chunk) {
	for _, p := range ch.Before {
		text := p.Content(w.doc)
		switch p.Role {
		case chunk.Summary:
			r.Frame.Summary = text
		case chunk.Breadcrumb:
			r.Frame.Breadcrumb = text
		case chunk.Context:
			r.Frame.Context = text
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
		if o.Page > 0 && (len(r.Pages) == 0 || r.Pages[len(r.Pages)-1] != o.Page) {
			r.Pages = append(r.Pages, o.Page)
		}
	}
}

// Digest is the digest of an embedded text, which decides whether it must be
// embedded again.
func Digest(embedText string) string { return digest(embedText, 32) }

// link numbers the records and ties each to its neighbours.
func (w *writer) link() {
	for i := range w.records {
		r := &w.records[i]
		r.Num, r.Of = i+1, len(w.records)
		if i > 0 {
			r.Prev = w.records[i-1].ID
			w.records[i-1].Next = r.ID
		}
	}
}

// cursor counts code points and lines up to a place in a text. It only moves
// forward; asked to go back it starts again.
type cursor struct{ at, rune, line int }

func (c *cursor) to(text string, at int) cursor {
	if at < c.at || c.line == 0 {
		*c = cursor{line: 1}
	}
	passed := text[c.at:at]
	c.rune += utf8.RuneCountInString(passed)
	c.line += strings.Count(passed, "\n")
	c.at = at
	return *c
}

// kinds names the kinds of content; everything else is text.
var kinds = map[doc.Kind]string{
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
		name, ok := kinds[d.Blocks[k].Kind]
		if !ok {
			name = "text"
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
func documentDate(d *doc.Document) string {
	for _, layout := range []string{time.RFC3339, time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, d.Meta["date"]); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	return ""
}

// Breadcrumb is the breadcrumb of a record, whether or not its frame holds it.
func Breadcrumb(r store.Record) string {
	titles := r.Headings
	if r.Title != "" && (len(titles) == 0 || titles[0] != r.Title) {
		titles = append([]string{r.Title}, titles...)
	}
	return strings.Join(titles, enrich.Separator)
}
