package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/pdftest"
)

// TestGrowth: time grows with what a file has, not with its square.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large files")
	}
	e, err := extract.Open(t.Context(), extract.Config{CacheDir: cacheDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	work := func(data []byte) func() {
		return func() {
			_, sink := extract.Collect()
			if err := e.Extract(context.Background(), data, extract.Options{}, sink); err != nil {
				t.Error(err)
			}
		}
	}
	const small, times = 400, 8
	for name, file := range map[string]func(n int) []byte{
		"pages":      manyPages,
		"characters": func(n int) []byte { return pageOf(strings.Repeat(pdftest.Lines(72, 700, "A line of text."), n)) },
		"lines":      func(n int) []byte { return pageOf(strings.Repeat("10 10 m 300 10 l S\n", 10*n)) },
		"segments":   func(n int) []byte { return pageOf("0 0 m " + strings.Repeat("10 10 l 300 10 l\n", 10*n) + "S\n") },
		"bookmarks":  manyBookmarks,
		"elements":   manyElements,
		"lost end":   func(n int) []byte { data := manyPages(n); return data[:len(data)*9/10] },
	} {
		t.Run(name, func(t *testing.T) {
			if err := cputime.Grows(times, work(file(small)), work(file(small*times))); err != nil {
				t.Error(err)
			}
		})
	}
}

func pageOf(content string) []byte {
	f := onePage(content)
	return f.Bytes()
}

func manyPages(n int) []byte {
	f := pdftest.File{Pages: make([]pdftest.Page, n)}
	for i := range f.Pages {
		f.Pages[i].Content = pdftest.Lines(72, 700, "A page.")
	}
	return f.Bytes()
}

func manyBookmarks(n int) []byte {
	f := onePage(pdftest.Lines(72, 700, "A page."))
	first := f.FirstObject()
	f.Catalog = fmt.Sprintf("/Outlines %d 0 R", first)
	f.Objects = []string{fmt.Sprintf("<< /First %d 0 R /Last %d 0 R /Count %d >>", first+1, first+10*n, 10*n)}
	for i := range 10 * n {
		f.Objects = append(f.Objects, fmt.Sprintf("<< /Title (Chapter) /Parent %d 0 R /Next %d 0 R /Dest [%d 0 R /XYZ 0 700 0] >>", first, first+i+2, pdftest.Object(0)))
	}
	return f.Bytes()
}

func manyElements(n int) []byte {
	f := pdftest.File{Pages: []pdftest.Page{{Entries: "/StructParents 0"}}}
	first := f.FirstObject()
	var refs, content strings.Builder
	elements := make([]string, n)
	for i := range n {
		fmt.Fprintf(&refs, "%d 0 R ", first+1+i)
		fmt.Fprintf(&content, "/P << /MCID %d >> BDC\n%sEMC\n", i, pdftest.Text("F1", 11, 72, 700, "Text"))
		elements[i] = fmt.Sprintf("<< /Type /StructElem /S /P /P %d 0 R /K %d /Pg %d 0 R >>", first, i, pdftest.Object(0))
	}
	f.Pages[0].Content = content.String()
	f.Catalog = fmt.Sprintf("/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R", first)
	f.Objects = append([]string{fmt.Sprintf("<< /Type /StructTreeRoot /K [%s] /ParentTree << /Nums [0 [%s]] >> >>", refs.String(), refs.String())}, elements...)
	return f.Bytes()
}
