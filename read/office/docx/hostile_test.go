package docx_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/docx"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/readtest"
)

const uri = "folder/the source.docx"

func readBody(body string) error {
	_, err := docx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: document(body)})
	return err
}

// TestHostile wants clear errors for what is made to exhaust.
func TestHostile(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"100,000 elements deep": {document(strings.Repeat("<w:p>", 100_000)), opc.ErrHostile},
		"tables in tables":      {document(strings.Repeat("<w:tbl><w:tr><w:tc>", 40_000)), opc.ErrHostile},
		"billion laughs": {pack([]txtar.File{{Name: "word/document.xml", Data: []byte(
			`<!DOCTYPE w:document [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`)}}), opc.ErrHostile},
		"bomb":       {document("<!--" + strings.Repeat(" ", 80<<20) + "-->"), opc.ErrHostile},
		"bomb aside": {pack([]txtar.File{{Name: "document", Data: []byte(p("a"))}, {Name: "styles", Data: []byte("<!--" + strings.Repeat(" ", 80<<20) + "-->")}}), opc.ErrHostile},
		"no text":    {pack([]txtar.File{{Name: "word/document.xml", Data: []byte("nothing")}}), opc.ErrDamaged},
		"no main":    {pack([]txtar.File{{Name: "word/styles.xml", Data: []byte("<a/>")}}), opc.ErrNoPart},
	} {
		_, err := docx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: c.data})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), uri) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDamaged reads what can be read without a part that is damaged.
func TestDamaged(t *testing.T) {
	data := pack([]txtar.File{
		{Name: "document", Data: []byte(`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>One</w:t></w:r></w:p>`)},
		{Name: "word/styles.xml", Data: []byte("\x00\x01 nothing")}, {Name: "word/numbering.xml", Data: []byte("")},
		{Name: "docProps/core.xml", Data: []byte("nothing")},
	})
	d, err := docx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: data})
	if err != nil || d.Text != "# One\n" || len(d.Warnings) == 0 {
		t.Errorf("%v, %v", d, err)
	}
}

// TestGrows reads what made readers slow: time must grow with the input.
func TestGrows(t *testing.T) {
	if testing.Short() {
		t.Skip("growth takes its time")
	}
	for name, body := range map[string]func(n int) string{
		"paragraphs": func(n int) string { return strings.Repeat(p("One."), n) },
		"runs": func(n int) string {
			return "<w:p>" + strings.Repeat("<w:r><w:rPr><w:strike/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>", n) + "</w:p>"
		},
		"fields": func(n int) string {
			return "<w:p>" + strings.Repeat(`<w:r><w:fldChar w:fldCharType="begin"/><w:t>a</w:t></w:r>`, n) + "</w:p>"
		},
		"old fields": func(n int) string {
			return strings.Repeat(`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:t>a</w:t></w:r></w:p>`, n)
		},
		"deleted": func(n int) string {
			return strings.Repeat(`<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, n)
		},
		"items": func(n int) string {
			return strings.Repeat(`<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, n)
		},
		"captions": func(n int) string {
			return strings.Repeat(`<w:p/>`, n) + strings.Repeat(`<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, n)
		},
		"cells": func(n int) string {
			return "<w:tbl><w:tr>" + strings.Repeat("<w:tc>"+p("a")+"</w:tc>", n) + "</w:tr></w:tbl>"
		},
		"rows": func(n int) string {
			return "<w:tbl>" + strings.Repeat("<w:tr><w:tc>"+p("a")+"</w:tc><w:tc>"+p("b")+"</w:tc></w:tr>", n) + "</w:tbl>"
		},
		"merged rows": func(n int) string {
			return "<w:tbl>" + strings.Repeat("<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>"+p("a")+"</w:tc></w:tr>", n) + "</w:tbl>"
		},
		"wide cells": func(n int) string {
			return "<w:tbl>" + strings.Repeat(`<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999"/></w:tcPr>`+p("a")+"</w:tc><w:tc>"+p("b")+"</w:tc></w:tr>", n) + "</w:tbl>"
		},
		"nested": func(n int) string {
			return strings.Repeat("<w:tbl><w:tr><w:tc>", 100) + strings.Repeat(p("a"), n) + strings.Repeat("</w:tc></w:tr></w:tbl>", 100)
		},
		"boxes": func(n int) string {
			return strings.Repeat("<w:p><w:r><w:pict><v:textbox><w:txbxContent>", 100) + strings.Repeat(p("a"), n) + strings.Repeat("</w:txbxContent></v:textbox></w:pict></w:r></w:p>", 100)
		},
		"alternatives": func(n int) string {
			return "<w:p><w:r>" + strings.Repeat("<mc:AlternateContent><mc:Choice>", 100) + strings.Repeat("<w:x/>", n) +
				strings.Repeat("</mc:Choice><mc:Fallback><w:x/></mc:Fallback></mc:AlternateContent>", 100) + "</w:r></w:p>"
		},
	} {
		t.Run(name, func(t *testing.T) {
			const n, times = 500, 16
			small, large := document(body(n)), document(body(n*times))
			read := func(data []byte) func() {
				return func() { _, _ = docx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: data}) }
			}
			if err := readBody(body(10)); err != nil {
				t.Fatal(err)
			}
			if err := cputime.Grows(times, read(small), read(large)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestOrigins leads each word back to where it stands in its part.
func TestOrigins(t *testing.T) {
	body := p("Uno dos.") + `<w:p><w:r><w:t>tres &amp; cuatro</w:t></w:r></w:p>`
	name, content := part("document", body)
	d, err := docx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: document(body)})
	if err != nil {
		t.Fatal(err)
	}
	if err := readtest.Check(docx.Reader{}, format, document(body), true); err != nil {
		t.Error(err)
	}
	found := map[string]string{}
	for _, o := range d.Origins {
		if o.Part != name || o.Page != 0 {
			t.Errorf("origin %+v", o)
		}
		found[strings.TrimSpace(d.Slice(o.Text))] = content[o.Source.Start:o.Source.End]
	}
	if found["Uno dos."] != "Uno dos." || found["tres & cuatro"] != "tres &amp; cuatro" {
		t.Errorf("%q", found)
	}
}

// TestPages counts pages only where the file's own count agrees.
func TestPages(t *testing.T) {
	body := p("One.") + `<w:p><w:r><w:lastRenderedPageBreak/><w:t>Two.</w:t></w:r></w:p><w:tbl><w:tr><w:tc>` + p("Cell.") + `</w:tc></w:tr></w:tbl>`
	for count, want := range map[string]int{"2": 2, "3": 0, "": 0} {
		d, err := docx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: pack([]txtar.File{
			{Name: "document", Data: []byte(body)},
			{Name: "docProps/app.xml", Data: []byte(`<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>` + count + `</Pages></Properties>`)},
		})})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Origins[len(d.Origins)-1].Page; got != want {
			t.Errorf("%q pages: the last is on %d, want %d", count, got, want)
		}
		for _, o := range d.Origins {
			if (o.Page == 0) != (want == 0) {
				t.Errorf("%q pages: %q is on %d", count, d.Slice(o.Text), o.Page)
			}
		}
	}
}
