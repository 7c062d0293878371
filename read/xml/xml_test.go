package xml_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/xml"
)

func contract(t testing.TB) readtest.Format {
	f := readtest.Format{Media: xml.Media, Capped: func(n int64) read.Reader { return xml.Reader{MaxBytes: n} }, Seeds: map[string]string{
		"empty element": "<a/>",
		"windows":       "<?xml version='1.0' encoding='windows-1252'?><a>se\xf1or</a>",
		"utf-16":        "\xff\xfe<\x00a\x00>\x00x\x00<\x00/\x00a\x00>\x00",
		"bom":           "\ufeff<?xml version=\"1.0\"?><a><b>x</b></a>",
		"version":       `<?xml version="1.1"?><a>x</a>`,
		"xhtml":         `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>x</p></body></html>`,
		"page":          `<html><body><p>x<br></body>`,
		"cdata":         "<a><![CDATA[x]]>]]&gt;<b/></a>",
		"roots":         "<title>x</title>",
		"caption":       "<caption><p>x</p></caption>",
		"info":          "<info><title>x</title><p>x</p></info>",
		"label":         "<p><label>x</label></p>",
		"numbers":       "<a>&#65;&#x42;</a>",
	}}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range txtar.Parse(data).Files {
			if strings.Contains(part.Name, "/") {
				f.Seeds[part.Name] = string(part.Data)
			}
		}
	}
	return f
}

func reader() read.Reader { return read.Decoding(xml.Reader{}) }

func TestContract(t *testing.T) { readtest.Run(t, reader(), contract(t)) }
func TestGolden(t *testing.T)   { readtest.Golden(t, reader(), contract(t), nil) }
func FuzzContract(f *testing.F) { readtest.Fuzz(f, reader(), contract(f)) }

func parse(text string) (*doc.Document, error) {
	return xml.Reader{}.Read(context.Background(), read.Source{URI: "a.xml", Data: []byte(text)})
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		in, message string
		err         error
	}{
		"cut":         {"<a>\n<b>x</b>", "line 2, byte ", xml.ErrSyntax},
		"mismatch":    {"<a>\n<b></a>", "line 2, byte ", xml.ErrSyntax},
		"nothing":     {"", "no element", xml.ErrSyntax},
		"text only":   {"just text", "no element", xml.ErrSyntax},
		"bare &":      {"<a>x & y</a>", "line 1", xml.ErrSyntax},
		"deep":        {strings.Repeat("<a>", 100_000) + strings.Repeat("</a>", 100_000), "1000 deep", xml.ErrLimit},
		"deep, open":  {strings.Repeat("<a>", 100_000), "1000 deep", xml.ErrLimit},
		"two strings": {"<a b=\"1>x</a>", "line 1", xml.ErrSyntax},
	} {
		_, err := parse(c.in)
		if !errors.Is(err, c.err) || !strings.HasPrefix(err.Error(), "a.xml: ") || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEntities: declared ones stand for their text, once; what they or the
// outside hold isn't looked at.
func TestEntities(t *testing.T) {
	const head = `<!DOCTYPE a [ <!ENTITY p "Pildora"> <!ENTITY o '&#8212;'> <!ENTITY q "&p;&p;"> <!ENTITY m "<b/>"> <!ENTITY f SYSTEM "file:///etc/passwd"> <!ENTITY % r SYSTEM "http://e.org/x.dtd"> %r; ]>`
	d, err := parse(head + "<a><p>&p;&o;&eacute;&amp;&q;&m;&f;&zz;</p></a>")
	if err != nil {
		t.Fatal(err)
	}
	if want := "Pildora—é&&q;&m;&f;&zz;\n"; strings.ReplaceAll(d.Text, `\`, "") != want {
		t.Errorf("%q, want %q", d.Text, want)
	}
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "4 entities") {
		t.Errorf("%q", d.Warnings)
	}
}

// TestBombs: nested entities aren't expanded, long ones up to a limit.
func TestBombs(t *testing.T) {
	laughs := `<!DOCTYPE a [ <!ENTITY a "lol">`
	for c := 'b'; c < 'k'; c++ {
		laughs += "<!ENTITY " + string(c) + ` "` + strings.Repeat("&"+string(c-1)+";", 10) + `">`
	}
	if d, err := parse(laughs + "]><a><p>&j;</p></a>"); err != nil || len(d.Text) > 100 {
		t.Errorf("billion laughs: %v", err)
	}
	long := `<!DOCTYPE a [ <!ENTITY a "` + strings.Repeat("x", 1000) + `">]><a><p>`
	if _, err := parse(long + strings.Repeat("&a;", 100_000) + "</p></a>"); !errors.Is(err, xml.ErrLimit) {
		t.Errorf("quadratic blow-up: %v", err)
	}
	if d, err := parse(long + strings.Repeat("&a;", 10) + "</p></a>"); err != nil || len(d.Text) < 10_000 {
		t.Errorf("a few: %v", err)
	}
	if _, err := parse(`<a b="` + strings.Repeat("x", 1<<20) + `"/>`); err != nil {
		t.Errorf("long attribute: %v", err)
	}
}

// TestOrigins: text leads to its bytes, a mark to its tag.
func TestOrigins(t *testing.T) {
	in := "<doc><title>On &amp; off</title><p>A <b>bold</b> word, <![CDATA[raw]]>.</p></doc>"
	d, err := parse(in)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"On": "On", "off": "off", "A ": "A ", "bold": "bold", "**": "<b>", "raw": "raw", "# ": "<title>"} {
		at := strings.Index(d.Text, text)
		for o := range d.Locate(doc.Span{Start: at, End: at + 1}) {
			got := in[o.Source.Start:o.Source.End]
			if o.Text.Len() == o.Source.Len() {
				got = in[o.Source.Start+at-o.Text.Start:][:len(want)]
			}
			if got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
			break
		}
	}
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	in := func(head, unit, tail string) func(n int) string {
		return func(n int) string { return head + strings.Repeat(unit, n/len(unit)) + tail }
	}
	const n = 1 << 16
	for name, text := range map[string]func(n int) string{
		"elements":    in("<a>", "<b/>", "</a>"),
		"records":     in("<a>", "<b><c>1</c><d>2</d></b>", "</a>"),
		"paragraphs":  in("<a>", "<p>x <i>y</i></p>", "</a>"),
		"attributes":  in("<a ", `b="1" `, "/>"),
		"entities":    in("<a>", "&eacute;", "</a>"),
		"ampersands":  in("<a><![CDATA[", "&", "]]></a>"),
		"unknown":     in("<a>", "&x;", "</a>"),
		"comments":    in("<a>", "<!-- x -->", "</a>"),
		"cdata":       in("<a>", "<![CDATA[x]]>", "</a>"),
		"footnotes":   in("<TEI><p>", "<note>x</note>", "</p></TEI>"),
		"references":  in("<doc><p>", "<xref linkend='x'/>", "</p></doc>"),
		"pictures":    in("<doc><p>x</p><fig>", "<graphic href='a'/>", "</fig></doc>"),
		"items":       in("<rss><channel>", "<item><title>x</title><description>&lt;p>y</description></item>", "</channel></rss>"),
		"open HTML":   in("<a><b>x</b><c><![CDATA[", "<p><b>", "]]></c></a>"),
		"closed HTML": in("<a><b>x</b><c><![CDATA[<p>", "</b>", "]]></c></a>"),
		"doctype":     in("<!DOCTYPE a [", `<!ENTITY x "y">`, "]><a>&x;</a>"),
		"open tags":   in("", "<a>", ""),
		"text":        in("<a>", "word ", "</a>"),
		"nested": func(n int) string {
			return "<a>" + strings.Repeat(strings.Repeat("<b>", 400)+"x"+strings.Repeat("</b>", 400), n/3000) + "</a>"
		},
		"nested records": func(n int) string {
			return "<a>" + strings.Repeat(strings.Repeat("<b><c/><c/>", 300)+"x"+strings.Repeat("</b>", 300), n/5000) + "</a>"
		},
	} {
		reads := func(text string) func() { return func() { _, _ = parse(text) } }
		if err := cputime.Grows(16, reads(text(n)), reads(text(16*n))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
