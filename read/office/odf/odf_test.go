package odf_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/odf"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
	"github.com/pildora/pildora/read/readtest"
)

const namespaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
	`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ` +
	`xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" ` +
	`xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" ` +
	`xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
	`xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:math="http://www.w3.org/1998/Math/MathML"`

// pack makes a package. The part text.xml is what is in the body of a text,
// sheets.xml of a spreadsheet, slides.xml of a presentation; automatic.xml,
// styles.xml and meta.xml are what is in those elements.
func pack(parts []txtar.File) []byte {
	out := []string{"mimetype", "application/vnd.oasis.opendocument.text"}
	automatic, body := "", ""
	for _, p := range parts {
		data := strings.TrimSuffix(string(p.Data), "\n")
		switch p.Name {
		case "text.xml":
			body = "<office:text>" + data + "</office:text>"
		case "sheets.xml":
			body = "<office:spreadsheet>" + data + "</office:spreadsheet>"
		case "slides.xml":
			body = "<office:presentation>" + data + "</office:presentation>"
		case "automatic.xml":
			automatic = "<office:automatic-styles>" + data + "</office:automatic-styles>"
		case "styles.xml":
			out = append(out, p.Name, "<office:document-styles "+namespaces+"><office:styles>"+data+"</office:styles></office:document-styles>")
		case "meta.xml":
			out = append(out, p.Name, "<office:document-meta "+namespaces+"><office:meta>"+data+"</office:meta></office:document-meta>")
		default:
			out = append(out, p.Name, data)
		}
	}
	return opctest.Zip(append(out, "content.xml", contentOf(automatic, body))...)
}

func contentOf(automatic, body string) string {
	return "<office:document-content " + namespaces + ">" + automatic + "<office:body>" + body + "</office:body></office:document-content>"
}

func text(body string) string {
	return string(pack([]txtar.File{{Name: "text.xml", Data: []byte(body)}}))
}

var contract = readtest.Format{
	Media: odf.Text,
	Seeds: map[string]string{
		"text":  text(`<text:h text:outline-level="1">Head</text:h><text:p>Text<text:s text:c="3"/><text:span>more</text:span>.</text:p>`),
		"empty": text(``),
		"list":  text(`<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item></text:list>`),
		"table": text(`<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`),
		"note":  text(`<text:p>a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>`),
	},
	Capped: func(n int64) read.Reader { return odf.Reader{Limits: opc.Limits{MaxBytes: n}} },
}

func TestContract(t *testing.T) { readtest.Run(t, odf.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, odf.Reader{}, contract, pack) }

// FuzzContract fuzzes the content: a changed zip is no zip.
func FuzzContract(f *testing.F) {
	f.Add(`<text:list text:style-name="L"><text:list-item text:start-value="3"><text:h text:outline-level="2">a</text:h></text:list-item></text:list>`, `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" text:display-levels="2"/></text:list-style>`)
	f.Add(`<table:table><table:table-row table:number-rows-repeated="9"><table:table-cell table:number-columns-repeated="9" table:number-rows-spanned="2"><text:p>a</text:p></table:table-cell></table:table-row></table:table>`, `<style:style style:name="P" style:family="paragraph" style:parent-style-name="P"/>`)
	f.Add(`<text:p text:style-name="P">a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note><draw:frame><draw:text-box><text:p>c</text:p></draw:text-box></draw:frame></text:p>`, ``)
	f.Fuzz(func(t *testing.T, body, styles string) {
		for _, part := range []string{"text.xml", "sheets.xml", "slides.xml"} {
			data := pack([]txtar.File{{Name: part, Data: []byte(body)}, {Name: "automatic.xml", Data: []byte(styles)}})
			if err := readtest.Check(odf.Reader{}, contract, data, false); err != nil {
				t.Error(err)
			}
		}
	})
}

func readData(t *testing.T, data string) *doc.Document {
	t.Helper()
	d, err := odf.Reader{}.Read(context.Background(), read.Source{URI: "a.odt", Data: []byte(data)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOrigins wants text to lead to its bytes in the part.
func TestOrigins(t *testing.T) {
	body := `<text:p>Some text &amp; <text:span>more of it</text:span>.</text:p>`
	part := contentOf("", "<office:text>"+body+"</office:text>")
	d := readData(t, text(body))
	for _, word := range []string{"Some text", "more of it"} {
		at := strings.Index(d.Text, word)
		origins := slices.Collect(d.Locate(doc.Span{Start: at, End: at + len(word)}))
		if len(origins) != 1 || origins[0].Part != "content.xml" || !strings.Contains(part[origins[0].Source.Start:origins[0].Source.End], word) {
			t.Errorf("%q leads to %v", word, origins)
		}
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"no content": {opctest.Zip("mimetype", odf.Text), opc.ErrNoPart},
		"no body":    {opctest.Zip("content.xml", "<a/>"), opc.ErrFormat},
		"password": {opctest.Zip("META-INF/manifest.xml", `<manifest:manifest `+namespaces+`><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
			"content.xml", "x"), opc.ErrEncrypted},
		"no zip":   {[]byte("text"), opc.ErrFormat},
		"entities": {opctest.Zip("content.xml", `<!DOCTYPE a [<!ENTITY b "c">]>`+contentOf("", "")), opc.ErrHostile},
		"deep":     {[]byte(text(strings.Repeat("<text:section>", 5000))), opc.ErrHostile},
	} {
		_, err := odf.Reader{}.Read(context.Background(), read.Source{URI: "a.odt", Data: c.data})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), "a.odt") {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestRepeated holds that what a file says is repeated costs no more than there
// is.
func TestRepeated(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	row := `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>a</text:p></table:table-cell></table:table-row>`
	table := []byte(`<table:table>` + strings.Repeat(row, 100) + `</table:table>`)
	for _, part := range []string{"text.xml", "sheets.xml"} {
		d := readData(t, string(pack([]txtar.File{{Name: part, Data: table}})))
		if len(d.Text) > 64<<20 || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "repeat others") {
			t.Errorf("%s: %d bytes, warnings %q", part, len(d.Text), d.Warnings)
		}
	}
}

// hostile are bodies made to hurt, by what is repeated between head and tail.
var hostile = []struct{ name, part, head, unit, tail string }{
	{"paragraphs", "text.xml", "", `<text:p>Some text.</text:p>`, ""},
	{"spans", "text.xml", "<text:p>", `<text:span>a</text:span> `, "</text:p>"},
	{"nested spans", "text.xml", "", `<text:p>` + strings.Repeat(`<text:span>`, 200) + `a` + strings.Repeat(`</text:span>`, 200) + `</text:p>`, ""},
	{"blanks", "text.xml", "", `<text:p text:style-name="Preformatted_20_Text">a<text:s text:c="99999999"/></text:p>`, ""},
	{"lists", "text.xml", "", `<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>`, ""},
	{"deep lists", "text.xml", "", strings.Repeat(`<text:list><text:list-item>`, 100) + `<text:p>a</text:p>` + strings.Repeat(`</text:list-item></text:list>`, 100), ""},
	{"notes", "text.xml", "", `<text:p>a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>`, ""},
	{"nested boxes", "text.xml", "", strings.Repeat(`<draw:frame><draw:text-box>`, 30) + `<text:p>a</text:p>` + strings.Repeat(`</draw:text-box></draw:frame>`, 30), ""},
	{"cells", "text.xml", "<table:table><table:table-row>", `<table:table-cell><text:p>a</text:p></table:table-cell>`, "</table:table-row></table:table>"},
	{"rows", "text.xml", "<table:table>", `<table:table-row><table:table-cell table:number-rows-spanned="99999"><text:p>a</text:p></table:table-cell></table:table-row>`, "</table:table>"},
	{"sheet rows", "sheets.xml", `<table:table table:name="a">`, `<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>`, "</table:table>"},
	{"repeated rows", "sheets.xml", `<table:table table:name="a">`, `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`, "</table:table>"},
	{"merged cells", "sheets.xml", `<table:table table:name="a">`, `<table:table-row><table:table-cell table:number-rows-spanned="1048576" table:number-columns-spanned="16384"><text:p>a</text:p></table:table-cell></table:table-row>`, "</table:table>"},
	{"sheets", "sheets.xml", "", `<table:table table:name="a"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>`, ""},
	{"slides", "slides.xml", "", `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>`, ""},
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			reading := func(n int) func() {
				data := pack([]txtar.File{{Name: h.part, Data: []byte(h.head + strings.Repeat(h.unit, n/len(h.unit)) + h.tail)}})
				return func() {
					if _, err := (odf.Reader{}).Read(context.Background(), read.Source{URI: "a.odt", Data: data}); err != nil {
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
