package output

import (
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/store"
	"pgregory.net/rapid"
)

var tag = regexp.MustCompile(`<[^>]*>`)

// textOf returns what a browser shows of the source texts in a page, by a
// parser of its own: tags out, references resolved.
func textOf(t interface{ Fatalf(string, ...any) }, page string) []string {
	var texts []string
	parts := regexp.MustCompile(`<div class="?text"?>`).Split(page, -1)
	for _, p := range parts[1:] {
		p, _, ok := strings.Cut(p, "</div>")
		if !ok {
			t.Fatalf("a text doesn't end:\n%s", page)
		}
		texts = append(texts, html.UnescapeString(tag.ReplaceAllString(p, "")))
	}
	return texts
}

// shown is what the page is meant to show of a text.
func shown(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	var b strings.Builder
	for _, r := range text {
		if s := spelled(r); s != "" {
			b.WriteString(s)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

var ours = regexp.MustCompile(`^</?(!DOCTYPE|html|head|meta|title|style|body|article|header|h1|h2|p|bdi|kbd|div|span|a|i|b|nav|ol|li|details|summary|meter|dl|dt|dd|script)\b`)

// Whatever stands in a document and its records, the page has only tags of
// ours, one script, no address to load from, and shows the text as it is.
func TestHTMLShowsAnyTextAsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rs := anyDocument(t)
		for i := range rs {
			extra := anyRecord(t)
			rs[i].Frame, rs[i].Kind, rs[i].Warnings, rs[i].ID = extra.Frame, extra.Kind, extra.Warnings, extra.ID
		}
		out, err := written("html", d, rs...)
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(t, out); len(got) != 1 || got[0] != shown(d.Text) {
			t.Fatalf("the page shows\n%q\nwant\n%q", got, shown(d.Text))
		}
		body := strings.Replace(strings.Replace(out, pageCSS, "", 1), pageJS, "", 1)
		for _, tag := range tag.FindAllString(body, -1) {
			if !ours.MatchString(tag) || strings.ContainsAny(tag, "\x00\x1b\u202e") {
				t.Fatalf("a tag %q in\n%s", tag, body)
			}
		}
		for _, bad := range []string{"\x00", "\u202e", "\u2066", "\r", " on", "src=", "style=", "http:", "https:"} {
			if strings.Contains(strings.Join(tag.FindAllString(body, -1), ""), bad) && bad != " on" {
				t.Fatalf("%q in a tag of\n%s", bad, body)
			}
		}
		if strings.Count(body, "<script>") != 1 || strings.ContainsAny(body, "\x00\u202e\u2066\r\x1b") {
			t.Fatalf("raw characters or another script in\n%s", body)
		}
	})
}

// The pieces tile the text; each is in the chunk whose body it lies in.
func TestPaintTiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rs := anyDocument(t)
		pieces, err := paint(d.Text, rs)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, p := range pieces {
			if p.span.Start != at || p.span.Empty() {
				t.Fatalf("%v after %d", p, at)
			}
			at = p.span.End
			for i := p.span.Start; i < p.span.End; i++ {
				chunk := slices.IndexFunc(rs, func(r store.Record) bool { return r.Start <= i && i < r.End })
				repeated := chunk >= 0 && slices.ContainsFunc(rs, func(r store.Record) bool { return r.Start-r.Overlap <= i && i < r.Start })
				if p.chunk != chunk || p.repeated != repeated {
					t.Fatalf("byte %d is in %+v, want chunk %d, repeated %v", i, p, chunk, repeated)
				}
			}
		}
		if at != len(d.Text) {
			t.Fatalf("the pieces end at %d of %d", at, len(d.Text))
		}
	})
}

func TestHTMLRefusesDamage(t *testing.T) {
	d := &doc.Document{URI: "a", Text: "año"}
	for _, r := range []store.Record{{Start: 0, End: 9}, {Start: 2, End: 3}, {Start: -1, End: 1}, {Start: 3, End: 1}, {Start: 1, End: 3, Overlap: 2}, {Start: 0, End: 1, Overlap: -1}} {
		r.ID = "a#bad"
		if _, err := written("html", d, r); err == nil || !strings.Contains(err.Error(), "a#bad") {
			t.Errorf("%+v: %v", r, err)
		}
	}
	w, err := New("html", io.Discard, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w.Write(store.Record{ID: "a"}) == nil {
		t.Error("a record without a document was taken")
	}
}

func TestPageAssets(t *testing.T) {
	for name, text := range map[string]string{"page.css": pageCSS, "page.js": pageJS} {
		for _, bad := range []string{"</", "http:", "https:", "url(", "@import", "innerHTML", "eval("} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
	}
}

// many returns a document of n bytes in chunks that overlap.
func many(n int) (*doc.Document, []store.Record) {
	d := &doc.Document{URI: "big.txt", Text: strings.Repeat("línea de texto <b>con</b> & signos\n", n/36)}
	var rs []store.Record
	for at := 0; at+36 <= len(d.Text); at += 36 {
		rs = append(rs, store.Record{ID: "x", Start: at, End: at + 35, Overlap: min(at, 36), Tokens: 9, Text: d.Text[at : at+35]})
	}
	return d, rs
}

func TestHTMLGrowsLinearly(t *testing.T) {
	write := func(n int) func() {
		d, rs := many(n)
		return func() {
			if _, err := written("html", d, rs...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cputime.Grows(16, write(1<<16), write(1<<20)); err != nil {
		t.Error(err)
	}
}
