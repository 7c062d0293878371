package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// Endless is a file of three pages, the second of which would take years:
// forms that each draw another one twenty times, many deep.
func Endless() []byte {
	f := File{Pages: []Page{
		{Content: Lines(72, 750, "The first page is read.")},
		{Content: "/Fm0 Do\n"},
		{Content: Lines(72, 750, "The third page is read too.")},
	}}
	first := f.FirstObject()
	const levels = 12
	for i := range levels {
		body, inner := strings.Repeat("/Fm0 Do\n", 20), fmt.Sprintf("/Fm0 %d 0 R", first+i+1)
		if i == levels-1 {
			// Much to read, and nothing of it to keep: else memory would end it.
			body, inner = strings.Repeat("q Q\n", 1<<17), ""
		}
		f.Objects = append(f.Objects, Stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /XObject << %s >> >>", inner), []byte(body)))
	}
	f.Pages[1].XObject = fmt.Sprintf("/Fm0 %d 0 R", first)
	return f.Bytes()
}

// Bomb is a file whose only page is megabytes of drawing, packed into little.
func Bomb(megabytes int) []byte {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	line := bytes.Repeat([]byte("0 0 m 1 1 l S\n"), 1<<16)
	for range megabytes << 20 / len(line) {
		_, _ = z.Write(line) // a buffer takes everything
	}
	_ = z.Close()
	f := File{Pages: []Page{{}}}
	f.Objects = []string{Stream("/Filter /FlateDecode", packed.Bytes())}
	f.Pages[0].Entries = fmt.Sprintf("/Contents %d 0 R", f.FirstObject())
	return f.Bytes()
}

// Hostile are files that make circles or lie about themselves, by name. None
// may do more than be refused or give less.
func Hostile() map[string][]byte {
	plain := func(change func(*File)) []byte {
		f := File{Pages: []Page{{Content: Lines(72, 750, "One page.")}, {Content: Lines(72, 750, "Another one.")}}}
		change(&f)
		return f.Bytes()
	}
	replaced := func(old, new string) []byte {
		return bytes.Replace(plain(func(*File) {}), []byte(old), []byte(new), 1)
	}
	return map[string][]byte{
		"page tree in a circle":         replaced("/Kids [9 0 R 11 0 R]", "/Kids [2 0 R 2 0 R]"),
		"page tree far too large":       replaced("/Count 2", "/Count 2147483647"),
		"page tree of fewer than none":  replaced("/Count 2", "/Count -7"),
		"table of objects in a circle":  loop(plain(func(*File) {})),
		"catalog is a page":             replaced("/Root 1 0 R", "/Root 9 0 R"),
		"parent of itself":              replaced("/Parent 2 0 R", "/Parent 9 0 R"),
		"page without an end":           replaced("/MediaBox [0 0 595 842]", "/MediaBox [0 0 1e38 -1e38]"),
		"page of no size":               replaced("/MediaBox [0 0 595 842]", "/MediaBox [5 5 5 5]"),
		"content draws itself":          plain(func(f *File) { selfDrawing(f) }),
		"bookmarks in a circle":         plain(func(f *File) { circle(f) }),
		"arrays in arrays":              plain(func(f *File) { f.Catalog = "/X " + strings.Repeat("[", 20_000) }),
		"texts without an end":          plain(func(f *File) { f.Catalog = "/X (" }),
		"structure of itself":           plain(func(f *File) { ownStructure(f) }),
		"a font in a circle":            replaced("/BaseFont /Helvetica", "/BaseFont /Helvetica /FontDescriptor 4 0 R /ToUnicode 4 0 R"),
		"a length far too large":        replaced("/Length ", "/Length 99999999"),
		"a length of less than nothing": replaced("/Length ", "/Length -"),
		"only the head":                 []byte("%PDF-1.7\n"),
		"the head and noise":            append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("\x00\xff<<[("), 5000)...),
		"an object that is itself":      plain(func(f *File) { f.Objects = []string{"13 0 R"}; f.Catalog = "/Lang 13 0 R /Outlines 13 0 R" }),
	}
}

func loop(data []byte) []byte {
	at := bytes.LastIndex(data, []byte("startxref\n"))
	var start int
	_, _ = fmt.Sscanf(string(data[at:]), "startxref\n%d", &start) // it was written so
	return bytes.Replace(data, []byte("trailer\n<<"), fmt.Appendf(nil, "trailer\n<< /Prev %d", start), 1)
}

func selfDrawing(f *File) {
	n := f.FirstObject()
	f.Objects = []string{Stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /XObject << /Fm0 %d 0 R >> >>", n), []byte("/Fm0 Do /Fm0 Do"))}
	f.Pages[0].XObject = fmt.Sprintf("/Fm0 %d 0 R", n)
	f.Pages[0].Content = "/Fm0 Do\n" + f.Pages[0].Content
}

func circle(f *File) {
	n := f.FirstObject()
	f.Catalog = fmt.Sprintf("/Outlines %d 0 R", n)
	f.Objects = []string{
		fmt.Sprintf("<< /First %d 0 R /Last %d 0 R /Count 2 >>", n+1, n+1),
		fmt.Sprintf("<< /Title (A) /Next %d 0 R /First %d 0 R /Parent %d 0 R >>", n+1, n, n),
	}
}

func ownStructure(f *File) {
	n := f.FirstObject()
	f.Catalog = fmt.Sprintf("/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R", n)
	f.Pages[0].Entries = "/StructParents 0"
	f.Pages[0].Content = "/P << /MCID 0 >> BDC\n" + f.Pages[0].Content + "EMC\n"
	f.Objects = []string{
		fmt.Sprintf("<< /Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [0 [%d 0 R]] >> >>", n+1, n+1),
		fmt.Sprintf("<< /Type /StructElem /S /P /P %d 0 R /K [%d 0 R 0] /Pg %d 0 R >>", n+1, n+1, Object(0)),
	}
}
