package output

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
	"pgregory.net/rapid"
)

// nasty are stretches of text that some format or other has trouble with.
var nasty = []string{"a", "ñ", "\n", "\r\n", "\r", "\t", " ", "\x00", "\x1b[31m", "\u0085", "\ufeff", "\u2028", "\u202e", "\u2066", "👩‍👩‍👧", "é", "\ufffd", "\U0001fffe",
	"<script>alert(1)</script>", "</div>", "</script>", "<!--", "]]>", "&amp;", "&", "\"", "'", "`", "```", "~~~", "````\n", "# x\n", "- ", "1. ", "|", "\\", ",", "=cmd()", " > ", "*_", "[a](b)", "    x\n", "\n\n", "---\n", "{\"id\":1}"}

func anyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(nasty), 0, 12).Draw(t, "text"), "")
	})
}

// anyRecord has every field set or not, at random, and offsets that fit nothing.
func anyRecord(t *rapid.T) store.Record {
	text := anyText()
	n := rapid.IntRange(0, 1000)
	r := store.Record{
		ID: "d#" + text.Draw(t, "id"), DocID: text.Draw(t, "doc"), Collection: text.Draw(t, "collection"), Source: text.Draw(t, "source"),
		Title: text.Draw(t, "title"), Num: n.Draw(t, "num"), Of: n.Draw(t, "of"), Role: "chunk", Headings: rapid.SliceOfN(text, 0, 3).Draw(t, "headings"),
		Kind: text.Draw(t, "kind"), Start: n.Draw(t, "start"), End: n.Draw(t, "end"), StartLine: n.Draw(t, "line"), EndLine: n.Draw(t, "endline"),
		Overlap: n.Draw(t, "overlap"), Tokens: n.Draw(t, "tokens"), Chars: n.Draw(t, "chars"), Text: text.Draw(t, "body"), EmbedText: text.Draw(t, "embed"),
		Frame:  store.Frame{Summary: text.Draw(t, "summary"), Breadcrumb: text.Draw(t, "breadcrumb"), Header: text.Draw(t, "header")},
		Digest: text.Draw(t, "digest"), Recipe: text.Draw(t, "recipe"),
	}
	if rapid.Bool().Draw(t, "more") {
		r.Pages = []int{1, n.Draw(t, "page")}
		r.Origins = []store.Origin{{Start: 1, End: 2, Box: &[4]float32{1, 2, 3, 4.5}, Part: text.Draw(t, "part")}}
		r.Meta = map[string]string{text.Draw(t, "key"): text.Draw(t, "value")}
		r.Warnings = []string{text.Draw(t, "warning")}
	}
	if rapid.Bool().Draw(t, "window") {
		r.Window = &store.Window{Start: n.Draw(t, "window start"), End: 2, StartRune: 3, EndRune: 4, StartLine: 5, EndLine: 6, Tokens: 7, Text: text.Draw(t, "window text")}
		if rapid.Bool().Draw(t, "window on pages") {
			r.Window.Pages = []int{8, n.Draw(t, "window page")}
		}
	}
	if r.Headings == nil {
		r.Headings = []string{}
	}
	return r
}

// anyDocument is a text with records whose bodies lie in it in order, with
// gaps and overlaps.
func anyDocument(t *rapid.T) (*doc.Document, []store.Record) {
	d := &doc.Document{URI: "dir/" + anyText().Draw(t, "uri"), Title: anyText().Draw(t, "doctitle"), Text: anyText().Draw(t, "doctext")}
	cut := func(from int, name string) int {
		i := rapid.IntRange(from, len(d.Text)).Draw(t, name)
		for i < len(d.Text) && !utf8.RuneStart(d.Text[i]) {
			i++
		}
		return i
	}
	var rs []store.Record
	for at := 0; at < len(d.Text) && len(rs) < 6; {
		start := cut(at, "from")
		end := cut(start, "to")
		over := cut(0, "overlap")
		r := store.Record{ID: fmt.Sprintf("%s#%d", d.URI, len(rs)), DocID: d.URI, Num: len(rs) + 1, Start: start, End: end, StartLine: 1, EndLine: 2,
			Text: d.Text[start:end], Tokens: end - start, Headings: []string{anyText().Draw(t, "heading")}}
		if over < start {
			r.Overlap = start - over
		}
		rs, at = append(rs, r), max(end, at+1)
		for at < len(d.Text) && !utf8.RuneStart(d.Text[at]) {
			at++
		}
	}
	return d, rs
}

// written is what a format makes of one document.
func written(format string, d *doc.Document, rs ...store.Record) (string, error) {
	var b strings.Builder
	w, err := New(format, &b, Options{})
	if err != nil {
		return "", err
	}
	if err := w.Begin(d); err != nil {
		return "", err
	}
	for _, r := range rs {
		if err := w.Write(r); err != nil {
			return "", err
		}
	}
	err = w.Close()
	return b.String(), err
}
