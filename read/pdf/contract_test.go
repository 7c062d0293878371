package pdf_test

import (
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/pdf"
	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/pdftest"
	"github.com/pildora/pildora/read/readtest"
)

var contract = readtest.Format{
	Media: pdf.Media,
	Seeds: map[string]string{
		"lines":     string(written(pdftest.Page{Content: pdftest.Text("F2", 20, 72, 760, "A heading") + pdftest.Lines(72, 700, "The first line of some text that", "goes on in a second line.", "", "Another paragraph of it.")})),
		"pages":     string(written(pdftest.Page{Content: pdftest.Lines(72, 700, "One page.")}, pdftest.Page{Content: pdftest.Lines(72, 700, "Another one.")})),
		"turned":    string(written(pdftest.Page{Content: "BT /F1 12 Tf 0 1 -1 0 130 130 Tm (Turned) Tj ET\n", Entries: "/Rotate 90"})),
		"empty":     string(written(pdftest.Page{})),
		"no pages":  string(written()),
		"truncated": string(written(pdftest.Page{Content: pdftest.Lines(72, 700, "One page.")})[:1200]),
	},
	Capped: func(n int64) read.Reader { return pdf.Reader{MaxBytes: n} },
}

func written(pages ...pdftest.Page) []byte {
	f := pdftest.File{Pages: pages}
	return f.Bytes()
}

func TestContract(t *testing.T) { readtest.Run(t, pdf.Reader{}, contract) }

func FuzzContract(f *testing.F) {
	for name, data := range pdftest.Hostile() {
		if name != "content draws itself" { // it takes seconds
			f.Add(data)
		}
	}
	// An engine that can't be interrupted: fuzzing watches every turn of the
	// other kind's loops.
	e, err := extract.Open(f.Context(), extract.Config{CacheDir: pdf.CacheDir("")})
	if err != nil {
		f.Fatal(err)
	}
	readtest.Fuzz(f, pdf.Reader{Extractor: e}, contract)
}
