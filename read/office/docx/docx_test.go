package docx_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/docx"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
	"github.com/pildora/pildora/read/readtest"
)

// wrappers are the elements around the parts of a test: name, part, element.
var wrappers = map[string][2]string{
	"document":  {"word/document.xml", "w:document"},
	"styles":    {"word/styles.xml", "w:styles"},
	"numbering": {"word/numbering.xml", "w:numbering"},
	"footnotes": {"word/footnotes.xml", "w:footnotes"},
	"endnotes":  {"word/endnotes.xml", "w:endnotes"},
	"rels":      {"word/_rels/document.xml.rels", "Relationships"},
}

const namespaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
	` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
	` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"` +
	` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
	` xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"` +
	` xmlns:v="urn:schemas-microsoft-com:vml"` +
	` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`

// part wraps the content of a part by its short name.
func part(name, content string) (string, string) {
	w, ok := wrappers[name]
	switch {
	case !ok:
		return name, content
	case name == "rels":
		return w[0], `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + content + `</Relationships>`
	case name == "document":
		content = "<w:body>" + content + "</w:body>"
	}
	return w[0], "<" + w[1] + namespaces + ">" + content + "</" + w[1] + ">"
}

// pack makes a document of parts by their short names or their own.
func pack(parts []txtar.File) []byte {
	var all []string
	for _, p := range parts {
		name, content := part(p.Name, strings.TrimSpace(string(p.Data)))
		all = append(all, name, content)
	}
	return opctest.Zip(all...)
}

// document makes a document of nothing but a body.
func document(body string) []byte {
	return pack([]txtar.File{{Name: "document", Data: []byte(body)}})
}

func p(text string) string { return "<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>" }

var format = readtest.Format{
	Media: docx.Media,
	Seeds: map[string]string{
		"paragraph": string(document(p("One."))),
		"rich": string(pack([]txtar.File{
			{Name: "document", Data: []byte(`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p>` +
				`<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>b</w:t><w:footnoteReference w:id="2"/></w:r></w:p>` +
				`<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>` + p("c") + `</w:tc><w:tc>` + p("d") + `</w:tc></w:tr>` +
				`<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc>` + p("e") + `</w:tc></w:tr></w:tbl>` +
				`<w:p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath><w:r><w:t>f</w:t></w:r></w:p>`)},
			{Name: "numbering", Data: []byte(`<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="1"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>` +
				`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)},
			{Name: "footnotes", Data: []byte(`<w:footnote w:id="2">` + p("g") + `</w:footnote>`)},
		})),
		"cut off": string(document(p("One.") + p("Two.")))[:420],
	},
	Capped: func(n int64) read.Reader { return docx.Reader{Limits: opc.Limits{MaxBytes: n}} },
}

func TestReader(t *testing.T) { readtest.Run(t, docx.Reader{}, format) }

func FuzzReader(f *testing.F) { readtest.Fuzz(f, docx.Reader{}, format) }

func TestGolden(t *testing.T) { readtest.Golden(t, docx.Reader{}, format, pack) }

// FuzzBody fuzzes the XML of the body itself, which fuzzing the bytes of a zip
// hardly reaches.
func FuzzBody(f *testing.F) {
	files, err := txtarBodies()
	if err != nil {
		f.Fatal(err)
	}
	for _, body := range files {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if err := readtest.Check(docx.Reader{}, format, document(body), false); err != nil {
			t.Error(err)
		}
	})
}

// txtarBodies are the bodies of the golden cases.
func txtarBodies() ([]string, error) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		return nil, err
	}
	var bodies []string
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, "/document") {
				bodies = append(bodies, string(f.Data))
			}
		}
	}
	return bodies, nil
}
