package html_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/readtest"
)

var contract = readtest.Format{
	Media: html.Media,
	Seeds: map[string]string{
		"page":      "<!DOCTYPE html><html lang=es><head><title>Guía</title></head><body><nav><a href=/>Inicio</a></nav><main><h1>Guía</h1><p>Hola&nbsp;<b>mundo</b>.</main></body></html>",
		"lists":     "<ul><li>a<ul><li>b<li>c</ul><li>d</ul><ol start=3 type=a><li>e<li><p>f<p>g</ol>",
		"table":     "<table><caption>C</caption><thead><tr><th colspan=2>A<th rowspan=2>B<tr><th>x<th>y<tbody><tr><td rowspan=2>1|2<td>3<td>4<tr><td>5<td><table><tr><td>6</table></table>",
		"pre":       "<pre class=language-go>\nfunc f() {\r\n\treturn &lt;-c\n}\n</pre><p>`x` <code>a`b</code>",
		"parts":     "<details><summary>Q?</summary>A.</details><dl><dt>T<dd>D<dd><ul><li>x</ul></dl><figure><img src=a.png alt=Plan><figcaption>Fig. 1</figcaption></figure><blockquote>q<p>r</blockquote><hr>",
		"malformed": "<p><b><i>x</b>y</i><div>z</p></div></td><tr><td>q<a href=1>1<a href=2>2<h2>t<h3>u",
		"xhtml":     "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body><div/><p>a<![CDATA[<b>&amp;]]></p></body></html>",
		"windows":   "<meta charset=windows-1252><p>La compa\xf1\xeda abonar\xe1 el salario.</p>",
		"utf-16":    "\xff\xfe<\x00p\x00>\x00h\x00i\x00",
		"bom":       "\ufeff<p>x",
		"marks":     "<p># a<br># b<p>- c<p>---<p>&lt;div><p>[a]: b<p>```<p>$$<p>&gt; q<p>| a |<br>|---|<h2>C #</h2>",
		"deep":      strings.Repeat("<blockquote><ul><li>", 40) + "x",
		"svg":       "<p>a<svg><title>t</title><path/></svg>b<math alttext='x^2'><mi>x</mi></math>",
	},
	Capped: func(n int64) read.Reader { return html.Reader{MaxBytes: n} },
}

func TestContract(t *testing.T) { readtest.Run(t, html.Reader{}, contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, html.Reader{}, contract) }

func source(src string) read.Source {
	return read.Source{URI: "page.html", Media: html.Media, Data: []byte(src)}
}

// exact checks that an origin of text, not of a mark or an entity, is that
// text: byte for byte, white space aside.
func exact(d *doc.Document, src string) error {
	for _, o := range d.Origins {
		text, from := d.Slice(o.Text), src[o.Source.Start:o.Source.End]
		if from[0] == '<' || strings.Contains(from, "&") || strings.TrimSpace(text) == "" || strings.Trim(text, "\\") == "" || strings.Trim(text, "⁰¹²³⁴⁵⁶") == "" {
			continue
		}
		if len(text) != len(from) || strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(from), " ") {
			return fmt.Errorf("%q is said to come from %q", text, from)
		}
	}
	return nil
}

func readAll(t testing.TB, mode html.Mode, src string) *doc.Document {
	t.Helper()
	d, err := html.Reader{Mode: mode}.Read(context.Background(), source(src))
	if err != nil {
		t.Fatalf("%.80q: %v", src, err)
	}
	return d
}

// invariants checks what holds for every page: the document is valid, every
// origin that is as long as its text is that text, white space aside, and
// Markdown reads the same blocks.
func invariants(d *doc.Document, src string) error {
	if err := d.Validate(); err != nil {
		return err
	}
	for _, o := range d.Origins {
		if o.Source.Start < 0 || o.Source.End > len(src) || o.Source.Empty() {
			return fmt.Errorf("origin %+v of %q: no such bytes", o, d.Slice(o.Text))
		}
	}
	return sameBlocks(d)
}

// sameBlocks compares the blocks with those that read/markdown finds in the
// text, as far as Markdown has them.
func sameBlocks(d *doc.Document) error {
	ours, theirs := outline(d.Text, d.Blocks), outline(d.Text, markdown.Scan(d.Text))
	for i := range max(len(ours), len(theirs)) {
		a, b := "nothing", "nothing"
		if i < len(ours) {
			a = ours[i]
		}
		if i < len(theirs) {
			b = theirs[i]
		}
		if a != b {
			return fmt.Errorf("block %d is %s, Markdown reads %s\n%s", i, a, b, d.Text)
		}
	}
	return nil
}

func outline(text string, blocks []doc.Block) []string {
	var out []string
	for _, b := range blocks {
		switch b.Kind {
		case doc.Detail, doc.Figure:
			continue
		case doc.Term, doc.Caption:
			b.Kind = doc.Paragraph
		case doc.List:
			b.Level = 0 // lettered lists are bullets to Markdown
		}
		if b.Kind == doc.Paragraph {
			before := strings.TrimSuffix(text[:b.Span.Start], ": ")
			if len(before) < b.Span.Start && (before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, " ")) {
				b.Span.Start -= 2
			}
			b.Span.Start = min(b.Span.End, b.Span.Start+len(text[b.Span.Start:b.Span.End])-len(strings.TrimLeft(text[b.Span.Start:b.Span.End], " ")))
		}
		out = append(out, fmt.Sprintf("%s %d %v %q", b.Kind, b.Level, b.Span, text[b.Span.Start:b.Span.End]))
	}
	return out
}

func TestSeedsAreMarkdown(t *testing.T) {
	for name, src := range contract.Seeds {
		if name == "windows" || name == "utf-16" {
			continue
		}
		if name == "marks" { // "- c" is an item to Markdown, see escapeAt
			src = strings.Replace(src, "<p>- c", "", 1)
		}
		for _, mode := range []html.Mode{html.Content, html.All} {
			if err := invariants(readAll(t, mode, src), src); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestNoTextOfLegacyBytes: a tag that never ends in a charset that has to be
// decoded left origins of a text that isn't there.
func TestNoTextOfLegacyBytes(t *testing.T) {
	d := readAll(t, html.Content, "<A\xff")
	if d.Text != "" || d.Validate() != nil {
		t.Errorf("text %q, %v", d.Text, d.Validate())
	}
}

func TestOriginsOfOtherCharsets(t *testing.T) {
	src := "<meta charset=windows-1252><p>La compa\xf1\xeda</p>\n<p>El salario</p>"
	d := readAll(t, html.Content, src)
	at := strings.Index(d.Text, "salario")
	for o := range d.Locate(doc.Span{Start: at, End: at + len("salario")}) {
		if !strings.Contains(src[o.Source.Start:o.Source.End], "salario") {
			t.Errorf("salario is said to come from %q", src[o.Source.Start:o.Source.End])
		}
	}
	if !strings.Contains(d.Text, "compañía") || len(d.Warnings) == 0 {
		t.Errorf("text %q, warnings %q", d.Text, d.Warnings)
	}
}

// fading is a context that is cancelled after a number of looks at it.
type fading struct {
	context.Context
	looks int
}

func (f *fading) Err() error {
	if f.looks--; f.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancelledOnTheWay(t *testing.T) {
	src := source("<table>" + strings.Repeat("<tr><td><b>a</b><td>c", 20_000) + "</table>")
	for _, looks := range []int{1, 20, 60} {
		_, err := html.Reader{}.Read(&fading{context.Background(), looks}, src)
		if err == nil || !strings.HasPrefix(err.Error(), "page.html: ") || !strings.Contains(err.Error(), "canceled") {
			t.Errorf("after %d looks: %v", looks, err)
		}
	}
}

func TestMetadata(t *testing.T) {
	for _, c := range []struct{ src, title, language, date string }{
		{"<title>A &amp; B</title><h1>C</h1>", "A & B", "", ""},
		{"<title>Site — Page one</title><h1>Page one</h1>", "Page one", "", ""},
		{"<title>Page one of two</title><h1>Page one</h1>", "Page one of two", "", ""},
		{"<meta property=og:title content='Shared'><title>T</title>", "Shared", "", ""},
		{"<h2>no</h2><h1>Only <b>this</b></h1>", "Only this", "", ""},
		{"<html lang=pt-BR><body lang=es>x", "", "pt", ""},
		{"<meta http-equiv=content-language content=fr>x", "", "fr", ""},
		{"<meta property=og:locale content=es_ES>x", "", "es", ""},
		{"<html xml:lang=de>x", "", "de", ""},
		{"<meta name=date content='2024-05-06T10:00:00Z'>x", "", "", "2024-05-06"},
		{"<meta name=DC.date content='6 May 2024'><meta name=date content=2020-01-01>x", "", "", "6 May 2024"},
		{"<svg><title>icon</title></svg><title>T</title>x", "T", "", ""},
	} {
		d := readAll(t, html.Content, c.src)
		if d.Title != c.title || d.Language != c.language || d.Meta["date"] != c.date {
			t.Errorf("%s: title %q, language %q, date %q", c.src, d.Title, d.Language, d.Meta["date"])
		}
	}
}
