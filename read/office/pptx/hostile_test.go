package pptx_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
	"github.com/pildora/pildora/read/office/pptx"
)

const uri = "folder/the source.pptx"

func readData(data []byte) (*doc.Document, error) {
	return pptx.Reader{}.Read(context.Background(), read.Source{URI: uri, Data: data})
}

// TestHostile wants clear errors for what is made to exhaust.
func TestHostile(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"100,000 elements deep": {slides(strings.Repeat("<p:grpSp>", 100_000)), opc.ErrHostile},
		"bomb":                  {slides("<!--" + strings.Repeat(" ", 80<<20) + "-->"), opc.ErrHostile},
		"a Word document":       {opctest.Zip("word/document.xml", "<a/>"), opc.ErrFormat},
		"nothing":               {opctest.Zip("a", ""), opc.ErrNoPart},
		"no list of slides":     {opctest.Zip("ppt/presentation.xml", "nothing"), opc.ErrDamaged},
	} {
		if _, err := readData(c.data); !errors.Is(err, c.want) || !strings.Contains(err.Error(), uri) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDamaged reads the slides that can be read.
func TestDamaged(t *testing.T) {
	data := pack([]txtar.File{
		{Name: "slide1", Data: []byte(sp("title", "One"))},
		{Name: "slide2", Data: []byte(sp("title", "Two"))},
		{Name: "slide3", Data: []byte(sp("title", "Three"))},
		{Name: "ppt/slides/slide2.xml", Data: []byte("nothing")},      // of two of a name the later counts
		{Name: "ppt/slideMasters/slideMaster1.xml", Data: []byte("")}, // read without
	})
	d, err := readData(data)
	if err != nil || d.Text != "# Three\n\n# One\n" || len(d.Warnings) == 0 {
		t.Errorf("%v, %v", d, err)
	}
}

// TestCircle has a master that is its own, and a slide that is listed often.
func TestCircle(t *testing.T) {
	circle := relations + `<Relationship Id="m" Type="http://x/slideMaster" Target="slideMaster1.xml"/></Relationships>`
	data := pack([]txtar.File{
		{Name: "slide1", Data: []byte(sp("title", "One"))},
		{Name: "ppt/slideMasters/_rels/slideMaster1.xml.rels", Data: []byte(circle)},
		{Name: "ppt/presentation.xml", Data: []byte("<p:presentation" + namespaces + "><p:sldIdLst>" + strings.Repeat(`<p:sldId r:id="s1"/>`, 1000) + "</p:sldIdLst></p:presentation>")},
	})
	if d, err := readData(data); err != nil || d.Text != "# One\n" {
		t.Errorf("%v, %v", d, err)
	}
}

// TestGrows reads what made readers slow: time must grow with the input.
func TestGrows(t *testing.T) {
	if testing.Short() {
		t.Skip("growth takes its time")
	}
	for name, shapes := range map[string]func(n int) string{
		"shapes": func(n int) string { return strings.Repeat(sp("body", "a"), n) },
		"paragraphs": func(n int) string {
			return strings.Replace(sp("body", "a"), "<a:p>", strings.Repeat(`<a:p><a:pPr lvl="8"><a:buAutoNum type="romanUcPeriod"/></a:pPr><a:r><a:t>b</a:t></a:r></a:p>`, n)+"<a:p>", 1)
		},
		"groups": func(n int) string {
			return strings.Repeat("<p:grpSp>", 100) + strings.Repeat(sp("", "a"), n) + strings.Repeat("</p:grpSp>", 100)
		},
		"cells": func(n int) string {
			return "<p:graphicFrame><a:graphic><a:graphicData><a:tbl>" + strings.Repeat(`<a:tr><a:tc rowSpan="9999" gridSpan="9999"><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc></a:tr>`, n) + "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
		},
	} {
		t.Run(name, func(t *testing.T) {
			const n, times = 500, 16
			small, large := slides(shapes(n)), slides(shapes(n*times))
			if _, err := readData(small); err != nil {
				t.Fatal(err)
			}
			if err := cputime.Grows(times, func() { _, _ = readData(small) }, func() { _, _ = readData(large) }); err != nil {
				t.Error(err)
			}
		})
	}
}
