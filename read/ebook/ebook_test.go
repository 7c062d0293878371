package ebook_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/ebook"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
	"github.com/pildora/pildora/read/readtest"
)

const containerXML = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`

// pack makes a book. Parts NAME.xhtml are its chapters in order, what is in
// their body; nav.xhtml is the navigation, toc.ncx what is in the map of an NCX,
// metadata.xml and guide.xml what is in those elements. Other parts stand as
// they are.
func pack(parts []txtar.File) []byte {
	out := []string{"mimetype", ebook.Media, "META-INF/container.xml", containerXML}
	var manifest, spine strings.Builder
	metadata, guide, toc := "", "", ""
	for _, p := range parts {
		data := string(p.Data)
		switch {
		case p.Name == "metadata.xml":
			metadata = data
		case p.Name == "guide.xml":
			guide = "<guide>" + data + "</guide>"
		case p.Name == "toc.ncx":
			toc = ` toc="ncx"`
			manifest.WriteString(`<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`)
			out = append(out, "OPS/toc.ncx", `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>`+data+`</navMap></ncx>`)
		case strings.HasSuffix(p.Name, ".xhtml"):
			properties := ""
			if p.Name == "nav.xhtml" {
				properties = ` properties="nav"`
			}
			fmt.Fprintf(&manifest, `<item id="%s" href="%s" media-type="application/xhtml+xml"%s/>`, p.Name, p.Name, properties)
			fmt.Fprintf(&spine, `<itemref idref="%s"/>`, p.Name)
			out = append(out, "OPS/"+p.Name, chapterXML(data))
		default:
			out = append(out, p.Name, data)
		}
	}
	opf := `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>` + metadata + `</metadata><manifest>` + manifest.String() + `</manifest><spine` + toc + `>` + spine.String() + `</spine>` + guide + `</package>`
	return opctest.Zip(append(out, "OPS/book.opf", opf)...)
}

func chapterXML(body string) string {
	return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>T</title><style>p{}</style></head><body>` + body + `</body></html>`
}

func book(chapters ...string) string {
	var parts []txtar.File
	for i, c := range chapters {
		parts = append(parts, txtar.File{Name: fmt.Sprintf("c%d.xhtml", i), Data: []byte(c)})
	}
	return string(pack(parts))
}

var contract = readtest.Format{
	Media: ebook.Media,
	Seeds: map[string]string{
		"two":    book(`<h1>One</h1><p>Text &amp; more&nbsp;of it.</p>`, `<h1>Two</h1><ul><li>a<li>b</ul>`),
		"notes":  book(`<p>a<a epub:type="noteref" href="c1.xhtml#n">1</a></p>`, `<aside epub:type="footnote" id="n"><p>b</p></aside>`),
		"broken": book(`<p>a<p>b<div><b>c</p></div></div><td>d`, `<!-- `),
		"empty":  book(``),
	},
	Capped: func(n int64) read.Reader { return ebook.Reader{Limits: opc.Limits{MaxBytes: n}} },
}

func TestContract(t *testing.T) { readtest.Run(t, ebook.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, ebook.Reader{}, contract, pack) }

// FuzzContract fuzzes chapters and contents: a changed zip is no zip.
func FuzzContract(f *testing.F) {
	f.Add(`<h1>a</h1><p id="x">b<a epub:type="noteref" href="#n">1</a></p><li id="n">c</li>`, `<nav epub:type="toc"><ol><li><a href="c.xhtml#x">d</a></li></ol></nav>`)
	f.Add(`<section epub:type="endnotes"><ol><li id="n"><p>a <a role="doc-backlink">b</a></p></li></ol></section>&lt;&nosuch;<pre>  a</pre>`, `<a href="c.xhtml">`)
	f.Add(`<p/>a<td/><script/><title/><br>b</p></p><svg><text>c</text></svg>`, ``)
	f.Fuzz(func(t *testing.T, chapter, nav string) {
		data := pack([]txtar.File{{Name: "c.xhtml", Data: []byte(chapter)}, {Name: "nav.xhtml", Data: []byte(nav)}})
		if err := readtest.Check(ebook.Reader{}, contract, data, false); err != nil {
			t.Error(err)
		}
	})
}

func readData(t *testing.T, data []byte) *doc.Document {
	t.Helper()
	d, err := ebook.Reader{}.Read(context.Background(), read.Source{URI: "a.epub", Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOrigins wants text to lead to its bytes in the chapter's file, and to its
// page.
func TestOrigins(t *testing.T) {
	body := `<p>One.</p><span epub:type="pagebreak" title="12"/><p>Salt &amp; pepper.</p>`
	d := readData(t, []byte(book(`<p>First.</p>`, body)))
	file := chapterXML(body)
	for word, page := range map[string]int{"One.": 0, "Salt": 12, "pepper.": 12, "&": 12} {
		at := strings.Index(d.Text, word)
		origins := slices.Collect(d.Locate(doc.Span{Start: at, End: at + len(word)}))
		if len(origins) != 1 || origins[0].Part != "OPS/c1.xhtml" || origins[0].Page != page || !strings.Contains(file[origins[0].Source.Start:origins[0].Source.End], word) {
			t.Errorf("%q leads to %+v", word, origins)
		}
	}
}

const protected = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="%s"/><enc:CipherData><enc:CipherReference URI="%s"/></enc:CipherData></enc:EncryptedData></encryption>`

func TestProtection(t *testing.T) {
	const aes, font = "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "http://www.idpf.org/2008/embedding"
	for _, c := range []struct {
		algorithm, uri string
		want           error
	}{{aes, "OPS/c.xhtml", opc.ErrEncrypted}, {font, "OPS/font.otf", nil}, {font, "OPS/c.xhtml", nil}, {aes, "OPS/film.mp4", nil}} {
		data := pack([]txtar.File{{Name: "c.xhtml", Data: []byte("<p>a</p>")}, {Name: "META-INF/encryption.xml", Data: fmt.Appendf(nil, protected, c.algorithm, c.uri)}})
		_, err := ebook.Reader{}.Read(context.Background(), read.Source{URI: "a.epub", Data: data})
		if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), "a.epub: OPS/c.xhtml") {
			t.Errorf("%s of %s: %v, want %v", c.algorithm, c.uri, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"no book":    {opctest.Zip("a.txt", "a"), opc.ErrFormat},
		"no package": {opctest.Zip("mimetype", ebook.Media), opc.ErrNoPart},
		"no text":    {opctest.Zip("a.opf", `<package xmlns="http://www.idpf.org/2007/opf"/>`), opc.ErrDamaged},
		"no zip":     {[]byte("text"), opc.ErrFormat},
		"bomb":       {[]byte(book(strings.Repeat(" ", 64<<20))), opc.ErrHostile},
	} {
		_, err := ebook.Reader{}.Read(context.Background(), read.Source{URI: "a.epub", Data: c.data})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), "a.epub") {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestLost holds that a chapter that isn't there is a warning.
func TestLost(t *testing.T) {
	data := opctest.Zip("b.opf", `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a%20b.xhtml"/><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="c"/></spine></package>`, "a b.xhtml", chapterXML("<p>Here.</p>"))
	d := readData(t, data)
	if d.Text != "Here.\n" || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], `"c" is lost`) {
		t.Errorf("%q, warnings %q", d.Text, d.Warnings)
	}
}

// hostile are chapters made to hurt, by what is repeated between head and tail.
var hostile = []struct{ name, head, unit, tail string }{
	{"paragraphs", "", "<p>Some text.</p>", ""},
	{"open elements", "", "<div>a", ""},
	{"end tags", strings.Repeat("<i>", 500), "</b>", "a"},
	{"entities", "<p>", "&amp;", "</p>"},
	{"ampersands", "<p>", "&", "</p>"},
	{"ids", "", `<p id="a">b</p>`, ""},
	{"references", "", `<a epub:type="noteref" href="#n">1</a>`, `<p id="n">a</p>`},
	{"notes", `<a epub:type="noteref" href="#n">1</a>`, `<aside epub:type="footnote" id="n">a`, ""},
	{"page breaks", "", `<span epub:type="pagebreak" title="1"/>a`, ""},
	{"attributes", "<p ", "a=b ", ">x</p>"},
	{"types", `<p epub:type="`, "a ", `">x</p>`},
	{"style", `<p style="`, "color:red;", `">x</p>`},
	{"items", "<ol>", "<li>a", ""},
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			reading := func(n int) func() {
				data := []byte(book(h.head + strings.Repeat(h.unit, n/len(h.unit)) + h.tail))
				return func() {
					if _, err := (ebook.Reader{}).Read(context.Background(), read.Source{URI: "a.epub", Data: data}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := cputime.Grows(8, reading(1<<16), reading(1<<19)); err != nil {
				t.Error(err)
			}
		})
	}
}
