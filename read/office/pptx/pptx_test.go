package pptx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
	"github.com/pildora/pildora/read/office/pptx"
	"github.com/pildora/pildora/read/readtest"
)

const namespaces = ` xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
	` xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"` +
	` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`

const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`

// tree puts shapes into a slide, a layout or a master.
func tree(element, shapes string) string {
	return "<p:" + element + namespaces + "><p:cSld><p:spTree>" + shapes + "</p:spTree></p:cSld></p:" + element + ">"
}

// pack makes a presentation of parts: slideN is a slide of shapes, notesN its
// notes, relsN further relations of it; layout, master and styles are those of
// all slides.
func pack(parts []txtar.File) []byte {
	content := map[string]string{}
	for _, p := range parts {
		content[p.Name] = strings.TrimSpace(string(p.Data))
	}
	relation := func(id, kind, target string) string {
		return `<Relationship Id="` + id + `" Type="http://x/` + kind + `" Target="` + target + `"/>`
	}
	var all []string
	ids, rels := "", ""
	for i := 1; content[fmt.Sprint("slide", i)] != ""; i++ {
		n := fmt.Sprint(i)
		ids = `<p:sldId r:id="s` + n + `"/>` + ids // the file's order is the other way round
		rels += relation("s"+n, "slide", "slides/slide"+n+".xml")
		own := relation("l", "slideLayout", "../slideLayouts/slideLayout1.xml") + content["rels"+n]
		if notes := content["notes"+n]; notes != "" {
			own += relation("n", "notesSlide", "../notesSlides/notesSlide"+n+".xml")
			all = append(all, "ppt/notesSlides/notesSlide"+n+".xml", tree("notes", notes))
		}
		all = append(all, "ppt/slides/slide"+n+".xml", tree("sld", content["slide"+n]),
			"ppt/slides/_rels/slide"+n+".xml.rels", relations+own+"</Relationships>")
	}
	all = append(all,
		"ppt/presentation.xml", "<p:presentation"+namespaces+"><p:sldIdLst>"+ids+"</p:sldIdLst></p:presentation>",
		"ppt/_rels/presentation.xml.rels", relations+rels+"</Relationships>",
		"ppt/slideLayouts/slideLayout1.xml", tree("sldLayout", content["layout"]),
		"ppt/slideLayouts/_rels/slideLayout1.xml.rels", relations+relation("m", "slideMaster", "../slideMasters/slideMaster1.xml")+"</Relationships>",
		"ppt/slideMasters/slideMaster1.xml", strings.Replace(tree("sldMaster", content["master"]), "</p:cSld>", "</p:cSld>"+content["styles"], 1))
	for _, p := range parts {
		if strings.Contains(p.Name, ".") {
			all = append(all, p.Name, string(p.Data))
		}
	}
	return opctest.Zip(all...)
}

// slides makes a presentation of slides of shapes.
func slides(shapes ...string) []byte {
	var parts []txtar.File
	for i, s := range shapes {
		parts = append(parts, txtar.File{Name: fmt.Sprint("slide", i+1), Data: []byte(s)})
	}
	return pack(parts)
}

// sp is a shape with text, in a placeholder or none.
func sp(placeholder, text string) string {
	if placeholder != "" {
		placeholder = `<p:ph type="` + placeholder + `"/>`
	}
	return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>` + placeholder + `</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody></p:sp>`
}

var format = readtest.Format{
	Media: pptx.Media,
	Seeds: map[string]string{
		"one":   string(slides(sp("title", "One") + sp("body", "Two"))),
		"three": string(slides(sp("ctrTitle", "One"), sp("", "Two"), sp("title", "Three")+sp("", "Four"))),
	},
	Capped: func(n int64) read.Reader { return pptx.Reader{Limits: opc.Limits{MaxBytes: n}} },
}

func TestReader(t *testing.T) { readtest.Run(t, pptx.Reader{}, format) }

func FuzzReader(f *testing.F) { readtest.Fuzz(f, pptx.Reader{}, format) }

func TestGolden(t *testing.T) { readtest.Golden(t, pptx.Reader{}, format, pack) }

// FuzzSlide fuzzes the shapes of a slide, which fuzzing the bytes of a zip
// hardly reaches.
func FuzzSlide(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/slides.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		if strings.Contains(file.Name, "/slide") {
			f.Add(string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, shapes string) {
		if err := readtest.Check(pptx.Reader{}, format, slides(shapes), false); err != nil {
			t.Error(err)
		}
	})
}

// TestChartOrigins: all of a chart leads to its slide, as what else stands there.
func TestChartOrigins(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/slides.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var parts []txtar.File
	for _, file := range archive.Files {
		if name, ok := strings.CutPrefix(file.Name, "things/"); ok {
			parts = append(parts, txtar.File{Name: name, Data: file.Data})
		}
	}
	d, err := pptx.Reader{}.Read(t.Context(), read.Source{URI: "a.pptx", Data: pack(parts)})
	if err != nil {
		t.Fatal(err)
	}
	charts := 0
	for _, o := range d.Origins {
		if strings.Contains(o.Part, "/charts/") {
			charts++
		}
		if o.Page != 1 {
			t.Errorf("%q of %s is on slide %d", d.Slice(o.Text), o.Part, o.Page)
		}
	}
	if charts == 0 {
		t.Error("nothing leads to the chart")
	}
}
