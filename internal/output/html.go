package output

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the page's style and script
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// page writes one HTML file that needs nothing else: each document's text with
// its chunks coloured, and beside it the list of its chunks. It reads without
// its script, which adds keys and the bar at the foot.
//
// Documents hold text from anywhere, so besides escaping it the page has a
// policy that lets only its own style and script, known by their hashes, work:
// whatever got through could load nothing and run nothing.
type page struct {
	w       *bufio.Writer
	begun   bool
	doc     *doc.Document
	records []store.Record            // of doc: its chunks
	parents map[string]store.Record   // by id
	derived map[string][]store.Record // by the chunk that they deliver
	docs    int
	tally   tally // of doc
	all     tally
}

func newHTML(w io.Writer) Writer { return &page{w: bufio.NewWriterSize(w, 1<<16)} }

func (p *page) Begin(d *doc.Document) error {
	if err := p.flush(); err != nil {
		return err
	}
	p.doc, p.parents, p.derived = d, map[string]store.Record{}, map[string][]store.Record{}
	return nil
}

func (p *page) Write(r store.Record) error {
	if p.doc == nil {
		return errors.New(r.ID + ": the page needs the document's text; Begin comes before Write")
	}
	p.tally.add(&r)
	switch r.Role {
	case store.RoleParent:
		p.parents[r.ID] = r
	case store.RoleDerived:
		p.derived[r.Parent] = append(p.derived[r.Parent], r)
	default:
		p.records = append(p.records, r)
	}
	return nil
}

func (p *page) Close() error {
	if err := p.flush(); err != nil {
		return err
	}
	p.head()
	// The whole's numbers are known last; the style shows them first.
	fmt.Fprintf(p.w, "<header class=sum><h1>Chunks</h1><p>%s%s</p>", plural(p.docs, "document"), p.all.line(" · "))
	p.w.WriteString("<p class=keys>Next chunk <kbd>j</kbd> <kbd>→</kbd>, previous <kbd>k</kbd> <kbd>←</kbd>, details <kbd>Enter</kbd>, none <kbd>Esc</kbd>.</p></header>\n")
	fmt.Fprintf(p.w, "<div id=bar role=status></div>\n<script>%s</script>\n</body></html>\n", pageJS)
	return p.w.Flush()
}

// hash is the source expression of a policy that lets exactly this text work.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// head writes the page's head once.
func (p *page) head() {
	if p.begun {
		return
	}
	p.begun = true
	fmt.Fprintf(p.w, `<!DOCTYPE html>
<html lang=en><head><meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'">
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>Chunks</title>
<style>%s</style></head><body>
`, hash(pageCSS), hash(pageJS), pageCSS)
}

// flush writes the document that is held.
func (p *page) flush() error {
	if p.doc == nil {
		return nil
	}
	p.head()
	p.docs++
	slices.SortStableFunc(p.records, func(a, b store.Record) int { return a.Start - b.Start })
	pieces, err := paint(p.doc.Text, p.records)
	if err != nil {
		return err
	}
	title := p.doc.Title
	if doc.IsBlank(title) {
		title = p.doc.URI
	}
	fmt.Fprintf(p.w, "<article><header><h2 dir=auto>%s</h2><p><bdi>%s</bdi> · %d bytes%s</p></header>\n<div class=two>\n",
		escape(oneLine(title)), escape(p.doc.URI), len(p.doc.Text), p.tally.line(" · "))
	p.text(pieces)
	p.list(p.tally.most)
	p.w.WriteString("</div></article>\n")
	p.all.join(p.tally)
	p.doc, p.records, p.tally = nil, nil, tally{}
	return p.w.Flush()
}

// text writes the source with its chunks as spans, their numbers as links to
// the list. The numbers are the style's, so that copied text is the source's.
func (p *page) text(pieces []piece) {
	p.w.WriteString("<div class=text>")
	var b strings.Builder
	open := -1
	for _, piece := range pieces {
		if piece.chunk != open && open >= 0 {
			b.WriteString("</span>")
		}
		if piece.chunk != open && piece.chunk >= 0 {
			r := &p.records[piece.chunk]
			fmt.Fprintf(&b, `<span class="c c%d" id=c%d-%d title="%s"><a class=n href=#l%d-%d data-n=%d aria-label="chunk %d"></a>`,
				piece.chunk%4, p.docs, piece.chunk+1, escape(tip(r)), p.docs, piece.chunk+1, r.Num, r.Num)
		}
		open = piece.chunk
		if piece.repeated {
			b.WriteString("<i class=o>")
		}
		escaper{mark: true, next: p.doc.Text[piece.span.End:]}.write(&b, p.doc.Slice(piece.span))
		if piece.repeated {
			b.WriteString("</i>")
		}
		p.w.WriteString(b.String())
		b.Reset()
	}
	if open >= 0 {
		p.w.WriteString("</span>")
	}
	p.w.WriteString("</div>\n")
}

// tip is what hovering a chunk shows, and the bar at the foot.
func tip(r *store.Record) string {
	tip := fmt.Sprintf("%d/%d · %s · %s", r.Num, r.Of, plural(r.Tokens, "token"), lines(r))
	if r.Overlap > 0 {
		tip += fmt.Sprintf(" · %d bytes overlap", r.Overlap)
	}
	if b := breadcrumb(r); b != "" {
		tip += " · " + oneLine(b)
	}
	return tip
}

// list writes the chunks with what is known of each. most is the largest
// number of tokens, the full length of the bars.
func (p *page) list(most int) {
	p.w.WriteString("<nav class=list><ol>\n")
	section, parent := "", ""
	for i := range p.records {
		r := &p.records[i]
		if s := oneLine(breadcrumb(r)); s != section {
			section = s
			fmt.Fprintf(p.w, "<li class=h dir=auto title=\"%s\">%s</li>\n", escape(s), escape(s))
		}
		if r.Parent != parent {
			parent = r.Parent
			if q, ok := p.parents[parent]; ok {
				fmt.Fprintf(p.w, "<li class=h title=\"%s\">parent %d/%d · %s · %s</li>\n", escape(q.ID), q.Num, q.Of, lines(&q), plural(q.Tokens, "token"))
			}
		}
		fmt.Fprintf(p.w, "<li id=l%d-%d class=c%d><details><summary><a href=#c%d-%d>%d</a> <meter min=0 max=%d value=%d></meter> <span>%s</span></summary><dl>",
			p.docs, i+1, i%4, p.docs, i+1, r.Num, max(1, most), r.Tokens, plural(r.Tokens, "token"))
		p.fact("breadcrumb", breadcrumb(r))
		p.fact("place", fmt.Sprintf("%s, bytes %d–%d, %s", lines(r), r.Start, r.End, plural(r.Chars, "character")))
		if r.Overlap > 0 {
			p.fact("overlap", plural(r.Overlap, "byte"))
		}
		if r.Window != nil {
			p.fact("delivers", windowOf(r))
		}
		for _, d := range p.derived[r.ID] {
			p.fact("derived", d.Text)
		}
		p.fact("kind", r.Kind)
		p.fact("summary", r.Frame.Summary)
		p.fact("context", r.Frame.Context)
		p.fact("header", r.Frame.Header)
		p.fact("warning", strings.Join(r.Warnings, "; "))
		p.fact("id", r.ID)
		p.w.WriteString("</dl></details></li>\n")
	}
	p.w.WriteString("</ol></nav>\n")
}

func (p *page) fact(name, value string) {
	if value != "" {
		fmt.Fprintf(p.w, "<dt>%s</dt><dd dir=auto>%s</dd>", name, escape(value))
	}
}
