package extract_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
	"github.com/pildora/pildora/read/pdf/pdftest"
)

// engine is one for all tests: compiling it takes seconds.
var engine = sync.OnceValues(func() (*extract.Engine, error) {
	return extract.Open(context.Background(), extract.Config{CacheDir: cacheDir(), Interruptible: true, MemoryBytes: 256 << 20})
})

func cacheDir() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(base, "pildora", "pdfium")
}

// read extracts a file within a minute.
func read(t testing.TB, data []byte, password string) (*page.Document, error) {
	t.Helper()
	e, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	d, sink := extract.Collect()
	return d, e.Extract(ctx, data, extract.Options{Password: password}, sink)
}

func mustRead(t testing.TB, f pdftest.File) *page.Document {
	t.Helper()
	d, err := read(t, f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Pages {
		if p.Problem != "" {
			t.Errorf("page %d: %s", p.Number, p.Problem)
		}
	}
	return d
}

// text is what a page's glyphs say.
func text(p page.Page) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteRune(g.Rune)
	}
	return b.String()
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 0.51 }

func onePage(content string) pdftest.File {
	return pdftest.File{Pages: []pdftest.Page{{Content: content}}}
}

func TestGlyphs(t *testing.T) {
	d := mustRead(t, onePage(pdftest.Text("F1", 12, 72, 700, "Hola")+pdftest.Text("F2", 20, 72, 600, "B")+
		pdftest.Text("F3", 10, 72, 500, "i")+pdftest.Text("F4", 10, 72, 400, "m")))
	p := d.Pages[0]
	if p.Number != 1 || p.Width != 595 || p.Height != 842 || p.Rotation != 0 || p.Scan {
		t.Errorf("page %+v", p)
	}
	if got := strings.ReplaceAll(text(p), "\n", "|"); got != "Hola|B|i|m" {
		t.Fatalf("%q", got)
	}
	h := p.Glyphs[0]
	if !near(h.X, 72) || !near(h.Y, 700) || !near(h.Size, 12) || !near(h.Box.Left, 72) || h.Box.Bottom > 699 || h.Box.Top < 708 || h.Ink.Top > h.Box.Top {
		t.Errorf("H: %+v", h)
	}
	if o := p.Glyphs[1]; !near(o.Box.Left, h.Box.Right) || o.Box.Top != h.Box.Top {
		t.Errorf("o doesn't follow H: %+v", o)
	}
	for i, want := range map[int]page.Flags{0: 0, 5: page.Bold, 7: page.Italic, 9: page.Mono} {
		const of = page.Bold | page.Italic | page.Mono
		if got := p.Glyphs[i].Flags & of; got != want {
			t.Errorf("%q: flags %b, want %b", p.Glyphs[i].Rune, got, want)
		}
	}
	if g := p.Glyphs[5]; !near(g.Size, 20) || p.Fonts[g.Font].Name != "Helvetica-Bold" {
		t.Errorf("B: %+v in %+v", g, p.Fonts)
	}
	if g := p.Glyphs[4]; g.Rune != '\n' || g.Flags&page.Generated == 0 || g.Font != -1 {
		t.Errorf("line end: %+v", g)
	}
}

func TestSizeIsAsRendered(t *testing.T) {
	d := mustRead(t, onePage("BT /F1 1 Tf 14 0 0 14 72 700 Tm (x) Tj ET\nq 2 0 0 2 0 0 cm BT /F1 9 Tf 1 0 0 1 40 200 Tm (y) Tj ET Q\n"))
	for i, want := range map[int]float32{0: 14, 2: 18} {
		if got := d.Pages[0].Glyphs[i].Size; !near(got, want) {
			t.Errorf("%c: size %g, want %g", d.Pages[0].Glyphs[i].Rune, got, want)
		}
	}
}

func TestHowTextIsDrawn(t *testing.T) {
	d := mustRead(t, onePage("1 0 0 rg "+pdftest.Text("F1", 12, 72, 700, "r")+"BT /F1 12 Tf 3 Tr 1 0 0 1 72 600 Tm (i) Tj ET\n"+
		"BT /F1 12 Tf 0 Tr 0 1 -1 0 72 500 Tm (up) Tj ET\n"))
	g := slices.DeleteFunc(d.Pages[0].Glyphs, func(g page.Glyph) bool { return g.Flags&page.Generated != 0 })
	if g[0].Color != 0xff0000 || g[0].Flags&page.Invisible != 0 {
		t.Errorf("red: %+v", g[0])
	}
	if g[1].Rune != 'i' || g[1].Flags&page.Invisible == 0 {
		t.Errorf("invisible: %+v", g[1])
	}
	if g[2].Rune != 'u' || g[2].Angle != 90 || !near(g[2].Size, 12) {
		t.Errorf("upwards: %+v", g[2])
	}
}

func TestHyphen(t *testing.T) {
	d := mustRead(t, onePage(pdftest.Lines(72, 700, "This is an exam-", "ple of it, well-known.")))
	var got []int
	for i, g := range d.Pages[0].Glyphs {
		if g.Flags&page.Hyphen != 0 {
			got = append(got, i)
		}
	}
	if len(got) != 1 || d.Pages[0].Glyphs[got[0]].Rune != '-' {
		t.Errorf("hyphens at %v of %q", got, text(d.Pages[0]))
	}
}

// TestTurned: the upper left corner of what is seen is there in all rotations.
func TestTurned(t *testing.T) {
	for _, c := range []struct {
		rotate        int
		matrix        string
		width, height float32
	}{
		{0, "1 0 0 1 130 870", 500, 800},
		{90, "0 1 -1 0 130 130", 800, 500},
		{180, "-1 0 0 -1 570 130", 500, 800},
		{270, "0 -1 1 0 570 870", 800, 500},
	} {
		// The crop box begins at 100, 100 and is 500 wide and 800 high.
		f := pdftest.File{Pages: []pdftest.Page{{Box: "0 0 1000 1000", Entries: fmt.Sprintf("/CropBox [100 100 600 900] /Rotate %d", c.rotate),
			Content: "BT /F1 12 Tf " + c.matrix + " Tm (Upright) Tj ET\n"}}}
		p := mustRead(t, f).Pages[0]
		g := p.Glyphs[0]
		if p.Width != c.width || p.Height != c.height || p.Rotation != c.rotate || g.Angle != 0 || !near(g.X, 30) || !near(g.Y, p.Height-30) || !near(g.Box.Left, 30) {
			t.Errorf("%d: page %g×%g turned %d, %+v", c.rotate, p.Width, p.Height, p.Rotation, g)
		}
	}
}

func TestDrawings(t *testing.T) {
	d := mustRead(t, onePage("2 w 72 700 m 300 700 l S\n"+ // a line
		"1 w 100 400 50 60 re S\n"+ // four
		"0.8 g 200 400 50 60 re f\n"+ // an area
		"0 g 72 300 200 1 re f\n"+ // a thin one is a line
		"100 100 m 200 200 l S\n"+ // across: none
		"q 72 700 200 20 re W n Q\n"+ // only clips
		"q 2 0 0 2 0 0 cm 1 w 50 50 m 100 50 l S Q\n"+ // in other units
		"300 300 m 400 300 400 400 300 400 c f\n")) // a curve
	p := d.Pages[0]
	if len(p.Lines) != 7 || len(p.Areas) != 1 {
		t.Fatalf("lines %+v, areas %+v", p.Lines, p.Areas)
	}
	if b := p.Lines[0].Box; b != (page.Box{Left: 72, Bottom: 699, Right: 300, Top: 701}) {
		t.Errorf("line %+v", b)
	}
	if b := p.Lines[6].Box; b != (page.Box{Left: 100, Bottom: 99, Right: 200, Top: 101}) {
		t.Errorf("scaled line %+v", b)
	}
	if a := p.Areas[0]; a.Box != (page.Box{Left: 200, Bottom: 400, Right: 250, Top: 460}) || a.Color != 0xcccccc {
		t.Errorf("area %+v", a)
	}
}

// picture is a page with nothing but a picture on it.
func picture() pdftest.File {
	f := pdftest.File{Pages: []pdftest.Page{{Content: "q 400 0 0 500 50 100 cm /Im0 Do Q\n"}}}
	f.Objects = []string{pdftest.Stream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray", []byte{0, 255, 255, 0})}
	f.Pages[0].XObject = fmt.Sprintf("/Im0 %d 0 R", f.FirstObject())
	return f
}

func TestPictures(t *testing.T) {
	p := mustRead(t, picture()).Pages[0]
	if len(p.Images) != 1 || p.Images[0].Box != (page.Box{Left: 50, Bottom: 100, Right: 450, Top: 600}) || !p.Scan {
		t.Errorf("%+v, scan %v", p.Images, p.Scan)
	}
	f := picture()
	f.Pages[0].Content += pdftest.Lines(72, 700, "A caption.")
	if mustRead(t, f).Pages[0].Scan {
		t.Error("a page with text is taken for a scan")
	}
	if mustRead(t, onePage("")).Pages[0].Scan {
		t.Error("an empty page is taken for a scan")
	}
}

// TestUnknownCharacters: a page of characters that the file doesn't name has
// nothing to read; one of them among others is only marked.
func TestUnknownCharacters(t *testing.T) {
	f := onePage("/Fm0 Do\n")
	n := f.FirstObject()
	f.Pages[0].XObject = fmt.Sprintf("/Fm0 %d 0 R", n)
	f.Objects = []string{
		pdftest.Stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /Font << /F9 %d 0 R >> >>", n+1), []byte("BT /F9 12 Tf 72 700 Td <001200130014> Tj ET")),
		fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [%d 0 R] >>", n+2),
		"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
	}
	p := mustRead(t, f).Pages[0]
	if !p.Scan || len(p.Glyphs) == 0 || p.Glyphs[0].Flags&page.Unmapped == 0 {
		t.Errorf("scan %v: %+v", p.Scan, p.Glyphs)
	}
	f.Pages[0].Content += pdftest.Lines(72, 600, "And a line that can be read.")
	if p := mustRead(t, f).Pages[0]; p.Scan {
		t.Errorf("%+v", p)
	}
}

func TestHead(t *testing.T) {
	f := pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "One")}, {Content: pdftest.Lines(72, 700, "Two"), Entries: "/CropBox [0 100 595 842]"}},
		Info: "/Title (Manual de uso) /Author (Ana) /Subject (How) /Keywords (a, b) /CreationDate (D:20260131093000+01'00') /ModDate (D:2026)"}
	n := f.FirstObject()
	f.Catalog = fmt.Sprintf("/Lang (es-MX) /Outlines %d 0 R /PageLabels << /Nums [0 << /S /r >> 1 << /S /D /P (A-) >>] >>", n)
	f.Objects = []string{
		fmt.Sprintf("<< /First %d 0 R /Last %d 0 R /Count 2 >>", n+1, n+2),
		fmt.Sprintf("<< /Title (Uno) /Next %d 0 R /Parent %d 0 R /Dest [%d 0 R /XYZ 0 715 0] >>", n+2, n, pdftest.Object(0)),
		fmt.Sprintf("<< /Title (Dos) /Parent %d 0 R /First %d 0 R /Last %d 0 R /A << /S /GoTo /D [%d 0 R /XYZ 0 715 0] >> >>", n, n+3, n+3, pdftest.Object(1)),
		fmt.Sprintf("<< /Title (Dos y medio) /Parent %d 0 R /Dest [%d 0 R /Fit] >>", n+2, pdftest.Object(1)),
	}
	d := mustRead(t, f)
	want := []page.Entry{{Title: "Uno", Level: 1, Page: 1, Y: 715}, {Title: "Dos", Level: 1, Page: 2, Y: 615}, {Title: "Dos y medio", Level: 2, Page: 2}}
	if fmt.Sprint(d.Outline) != fmt.Sprint(want) {
		t.Errorf("outline %+v", d.Outline)
	}
	if got := fmt.Sprint(d.Meta); got != "map[author:Ana date:2026-01-31T09:30:00+01:00 description:How keywords:a, b modified:2026 title:Manual de uso]" {
		t.Error(got)
	}
	if d.Language != "es-MX" || d.Pages[0].Label != "i" || d.Pages[1].Label != "A-1" {
		t.Errorf("language %q, labels %q and %q", d.Language, d.Pages[0].Label, d.Pages[1].Label)
	}
}

func TestLinks(t *testing.T) {
	f := pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "Here")}, {}}}
	n := f.FirstObject()
	f.Pages[0].Entries = fmt.Sprintf("/Annots [%d 0 R %d 0 R %d 0 R]", n, n+1, n+2)
	f.Objects = []string{
		"<< /Type /Annot /Subtype /Link /Rect [70 690 100 712] /A << /S /URI /URI (https://example.org/a) >> >>",
		fmt.Sprintf("<< /Type /Annot /Subtype /Link /Rect [70 590 100 612] /Dest [%d 0 R /XYZ 0 100 0] >>", pdftest.Object(1)),
		"<< /Type /Annot /Subtype /Link /Rect [70 490 100 512] /A << /S /Launch /F (x.exe) >> >>",
	}
	links := mustRead(t, f).Pages[0].Links
	if len(links) != 2 || links[0].URI != "https://example.org/a" || links[0].Box.Left != 70 || links[1].Page != 2 {
		t.Errorf("%+v", links)
	}
}

// TestFilledForm: what was filled in is text of the page.
func TestFilledForm(t *testing.T) {
	f := onePage(pdftest.Lines(72, 700, "Name:"))
	n := f.FirstObject()
	f.Pages[0].Entries = fmt.Sprintf("/Annots [%d 0 R]", n)
	f.Catalog = fmt.Sprintf("/AcroForm << /Fields [%d 0 R] >>", n)
	f.Objects = []string{
		fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ana) /F 4 /Rect [120 695 220 715] /AP << /N %d 0 R >> >>", n+1),
		pdftest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 4 0 R >> >>", []byte(pdftest.Text("F1", 11, 2, 5, "Ana Ruiz"))),
	}
	if got := text(mustRead(t, f).Pages[0]); !strings.Contains(got, "Name:") || !strings.Contains(got, "Ana Ruiz") {
		t.Errorf("%q", got)
	}
}

func TestTags(t *testing.T) {
	f := onePage("/H1 << /MCID 0 >> BDC\n" + pdftest.Text("F1", 11, 72, 700, "Head") + "EMC\n" +
		"/TD << /MCID 1 >> BDC\n" + pdftest.Text("F1", 11, 72, 600, "Cell") + "EMC\n" +
		"/Artifact << /Type /Pagination >> BDC\n" + pdftest.Text("F1", 11, 72, 30, "Page 1") + "EMC\n" +
		pdftest.Text("F1", 11, 72, 500, "none"))
	n := f.FirstObject()
	f.Catalog = fmt.Sprintf("/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R", n)
	f.Pages[0].Entries = "/StructParents 0"
	elem := func(s, parent string, kids string) string {
		return fmt.Sprintf("<< /Type /StructElem /S /%s /P %s /K %s /Pg %d 0 R %%s >>", s, parent, kids, pdftest.Object(0))
	}
	ref := func(i int) string { return fmt.Sprintf("%d 0 R", n+i) }
	f.Objects = []string{
		fmt.Sprintf("<< /Type /StructTreeRoot /K [%s %s] /RoleMap << /Titulo /H1 >> /ParentTree << /Nums [0 [%s %s]] >> >>", ref(1), ref(2), ref(1), ref(4)),
		fmt.Sprintf(elem("Titulo", ref(0), "0"), "/T (The head)"),
		fmt.Sprintf(elem("Table", ref(0), "["+ref(3)+"]"), ""),
		fmt.Sprintf(elem("TR", ref(2), "["+ref(4)+"]"), ""),
		fmt.Sprintf(elem("TD", ref(3), "1"), "/A << /O /Table /ColSpan 2 /RowSpan 3 >> /Lang (en)"),
	}
	d := mustRead(t, f)
	p := d.Pages[0]
	if !d.Tagged {
		t.Error("not tagged")
	}
	typeOf := func(word string) string {
		g := p.Glyphs[strings.Index(text(p), word)]
		if g.Flags&page.Artifact != 0 {
			return "Artifact"
		}
		var path []string
		for at := g.Element; at >= 0; at = p.Elements[at].Parent {
			path = append(path, p.Elements[at].Type)
		}
		return strings.Join(path, " in ")
	}
	for word, want := range map[string]string{"Head": "H1", "Cell": "TD in TR in Table", "Page": "Artifact", "none": ""} {
		if got := typeOf(word); got != want {
			t.Errorf("%s: %q, want %q (%+v)", word, got, want, p.Elements)
		}
	}
	for _, e := range p.Elements {
		if e.Type == "TD" && (e.ColSpan != 2 || e.RowSpan != 3 || e.Language != "en") || e.Type == "H1" && e.Title != "The head" {
			t.Errorf("%+v", e)
		}
	}
}

func TestPasswords(t *testing.T) {
	content := []pdftest.Page{{Content: pdftest.Lines(72, 700, "It is secret.")}}
	for _, c := range []struct {
		name, user, owner, given string
		want                     error
	}{
		{"right", "sesame", "", "sesame", nil},
		{"of the owner", "sesame", "boss", "boss", nil},
		{"none", "sesame", "", "", extract.ErrPassword},
		{"wrong", "sesame", "", "open", extract.ErrWrongPassword},
		{"none needed", "", "boss", "", nil},
		{"none needed, one given", "", "boss", "what", nil},
	} {
		f := pdftest.File{Pages: content, Encrypt: true, User: c.user, Owner: c.owner}
		d, err := read(t, f.Bytes(), c.given)
		if !errors.Is(err, c.want) || err == nil && text(d.Pages[0]) != "It is secret." {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// TestTruncated reads what is left of a file cut off anywhere: it is refused,
// or some of it is read.
func TestTruncated(t *testing.T) {
	var pages []pdftest.Page
	for i := range 8 {
		pages = append(pages, pdftest.Page{Content: pdftest.Lines(72, 700, fmt.Sprintf("This is page %d of eight.", i+1))})
	}
	f := pdftest.File{Pages: pages}
	data := f.Bytes()
	most := 0
	for n := 0; n < len(data); n += 100 {
		d, err := read(t, data[:n], "")
		if err != nil {
			if !errors.Is(err, extract.ErrDamaged) {
				t.Errorf("%d bytes: %v", n, err)
			}
			continue
		}
		read := 0
		for _, p := range d.Pages {
			if strings.Contains(text(p), "of eight") {
				read++
			}
		}
		if read > 0 && len(d.Warnings) == 0 {
			t.Errorf("%d of %d bytes: pages without a warning", n, len(data))
		}
		most = max(most, read)
	}
	if most < 7 {
		t.Errorf("at most %d pages of a damaged file are read", most)
	}
}

func TestHostile(t *testing.T) {
	for name, data := range pdftest.Hostile() {
		t.Run(name, func(t *testing.T) {
			d, err := read(t, data, "")
			switch {
			case err != nil && !errors.Is(err, extract.ErrDamaged):
				t.Error(err)
			case err == nil && len(d.Pages) > 1000:
				for _, p := range d.Pages[:1000] {
					if len(p.Glyphs) > 100 {
						t.Errorf("page %d has %d glyphs", p.Number, len(p.Glyphs))
					}
				}
			}
		})
	}
}

// TestMemory: what needs more memory than is allowed is a problem of its page.
func TestMemory(t *testing.T) {
	d, err := read(t, pdftest.Bomb(400), "")
	if err != nil && !strings.Contains(err.Error(), "memory") {
		t.Fatal(err)
	}
	if err == nil && d.Pages[0].Problem == "" && d.Pages[0].Lines != nil {
		t.Errorf("%+v", d.Pages[0].Problem)
	}
}

// TestInterrupt: the context ends even what would go on for years.
func TestInterrupt(t *testing.T) {
	e, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	d, sink := extract.Collect()
	if err := e.Extract(ctx, pdftest.Endless(), extract.Options{}, sink); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if len(d.Pages) != 1 {
		t.Errorf("%d pages before it", len(d.Pages))
	}
}

func TestRender(t *testing.T) {
	e, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	f := picture()
	var got []extract.Picture
	keep := func(p extract.Picture) error { got = append(got, p); return nil }
	if err := e.Render(t.Context(), f.Bytes(), extract.Options{}, []int{1}, 150, keep); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Number != 1 || got[0].DPI != 150 || !near(got[0].Scale, 0.48) || !strings.HasPrefix(string(got[0].PNG), "\x89PNG") {
		t.Errorf("%+v", got)
	}
	huge := pdftest.File{Pages: []pdftest.Page{{Box: "0 0 14400 14400", Content: "0 0 100 100 re f\n"}}}
	if err := e.Render(t.Context(), huge.Bytes(), extract.Options{}, []int{1}, 300, keep); err != nil || got[1].DPI >= 100 {
		t.Errorf("%v: %d dots per inch", err, got[1].DPI)
	}
	if err := e.Render(t.Context(), f.Bytes(), extract.Options{}, []int{7}, 150, keep); !errors.Is(err, extract.ErrDamaged) {
		t.Errorf("a page that isn't there: %v", err)
	}
}
