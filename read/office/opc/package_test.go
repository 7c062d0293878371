package opc_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
)

const uri = "folder/the source.docx"

func open(t *testing.T, data []byte, l opc.Limits) (*opc.Package, error) {
	t.Helper()
	p, err := opc.Open(context.Background(), read.Source{URI: uri, Data: data}, l)
	if err != nil && !strings.Contains(err.Error(), uri) {
		t.Errorf("the error does not name the source: %v", err)
	}
	return p, err
}

func mustOpen(t *testing.T, parts ...string) *opc.Package {
	t.Helper()
	p, err := open(t, opctest.Zip(parts...), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNames(t *testing.T) {
	p := mustOpen(t, "a/B.xml", "one", `c\d.xml`, "two", "../out.xml", "three", "a/B.xml", "four", "folder/", "", "/lead.xml", "five")
	if want := []string{"a/B.xml", "c/d.xml", "lead.xml"}; !slices.Equal(p.Names(), want) {
		t.Errorf("names %q, want %q", p.Names(), want)
	}
	for name, want := range map[string]string{"a/B.xml": "four", "A/b.XML": "four", "/c/d.xml": "two", "lead.xml": "five"} {
		got, err := p.Read(context.Background(), name)
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"out.xml", "../out.xml", "", "none"} {
		if _, err := p.Read(context.Background(), name); !errors.Is(err, opc.ErrNoPart) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if w := strings.Join(p.Warnings(), "; "); !strings.Contains(w, "../out.xml") || !strings.Contains(w, "more than once") {
		t.Errorf("warnings %q", w)
	}
}

func TestLimits(t *testing.T) {
	zeros := strings.Repeat("\x00", 40<<20)
	for name, c := range map[string]struct {
		data   []byte
		limits opc.Limits
		want   error
	}{
		"source":  {opctest.Zip("a", "x"), opc.Limits{MaxBytes: 10}, read.ErrTooLarge},
		"entries": {opctest.Zip("a", "x", "b", "x"), opc.Limits{Entries: 1}, read.ErrTooLarge},
		"part":    {opctest.Zip("a", zeros[:3<<20]), opc.Limits{Part: 2 << 20}, read.ErrTooLarge},
		"total":   {opctest.Zip("a", zeros[:3<<20]), opc.Limits{Total: 2 << 20}, read.ErrTooLarge},
		"ratio":   {opctest.Zip("a", zeros), opc.Limits{}, opc.ErrHostile},
	} {
		p, err := open(t, c.data, c.limits)
		if err == nil {
			_, err = p.Read(context.Background(), "a")
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestOverlap has two entries of the directory share one entry's bytes.
func TestOverlap(t *testing.T) {
	data := opctest.Zip("a", "some text", "b", "some text")
	first := strings.Index(string(data), "PK\x01\x02")
	second := first + 4 + strings.Index(string(data[first+4:]), "PK\x01\x02")
	binary.LittleEndian.PutUint32(data[second+42:], 0)
	if _, err := open(t, data, opc.Limits{}); !errors.Is(err, opc.ErrHostile) {
		t.Errorf("%v", err)
	}
}

// TestLie has the directory say another size than there is.
func TestLie(t *testing.T) {
	data := opctest.Zip("a", strings.Repeat("some text ", 1000))
	at := strings.Index(string(data), "PK\x01\x02")
	for _, size := range []uint32{1, 0xfffffff0} {
		binary.LittleEndian.PutUint32(data[at+24:], size)
		p, err := open(t, data, opc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Read(context.Background(), "a"); err == nil && len(got) == 10000 && len(p.Warnings()) == 0 {
			t.Errorf("size %d: nothing is said", size)
		}
	}
}

func TestTruncated(t *testing.T) {
	text := make([]byte, 1<<16) // hardly packs
	for i, x := 0, uint32(1); i < len(text); i++ {
		x = x*1664525 + 1013904223
		text[i] = 'a' + byte(x>>24)%26
	}
	whole := opctest.Zip("[Content_Types].xml", "<x/>", "word/document.xml", string(text), "last", "the end")
	for name, c := range map[string]struct {
		data []byte
		min  int
	}{
		"directory lost": {whole[:strings.Index(string(whole), "PK\x01\x02")], len(text)},
		"cut in a part":  {whole[:len(whole)/2], len(text) / 3},
	} {
		p, err := open(t, c.data, opc.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := p.Read(context.Background(), "word/document.xml")
		if err != nil || len(got) < c.min || !strings.HasPrefix(string(text), string(got)) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		if len(p.Warnings()) == 0 {
			t.Errorf("%s: no warning", name)
		}
	}
	if _, err := open(t, whole[:20], opc.Limits{}); !errors.Is(err, opc.ErrDamaged) {
		t.Errorf("cut in the first header: %v", err)
	}
}

// TestTruncatedInside loses the directory of a package that holds another one.
func TestTruncatedInside(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range [][2]string{{"word/document.xml", "outer"}, {"word/embeddings/a.docx", string(opctest.Zip("word/document.xml", "inner"))}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: e[0], Method: zip.Store})
		if err == nil {
			_, err = io.WriteString(w, e[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	p, err := open(t, data[:bytes.LastIndex(data, []byte("PK\x01\x02"))-40], opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Read(context.Background(), "word/document.xml"); err != nil || !strings.HasPrefix(string(got), "outer") {
		t.Errorf("%q, %v", got, err)
	}
}

// compound makes a compound file with entries of some names, the first below
// the root, each the right sibling of the one before, the last one inside of
// the first.
func compound(names ...string) []byte {
	const size = 512
	data := make([]byte, 3*size)
	copy(data, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	binary.LittleEndian.PutUint16(data[30:], 9)
	binary.LittleEndian.PutUint32(data[48:], 1) // directory
	binary.LittleEndian.PutUint32(data[76:], 0) // allocation table
	for i := size; i < 2*size; i++ {
		data[i] = 0xff
	}
	for i, name := range append([]string{"Root Entry"}, names...) {
		e := data[2*size+128*i:]
		for j, u := range utf16.Encode([]rune(name)) {
			binary.LittleEndian.PutUint16(e[2*j:], u)
		}
		binary.LittleEndian.PutUint16(e[64:], uint16(2*len(name)+2))
		for _, link := range []int{68, 72, 76} {
			binary.LittleEndian.PutUint32(e[link:], 0xffffffff)
		}
		switch i {
		case 0:
			binary.LittleEndian.PutUint32(e[76:], 1)
		case 1:
			binary.LittleEndian.PutUint32(e[72:], 2)
			binary.LittleEndian.PutUint32(e[76:], 3)
		}
	}
	return data
}

func TestForeign(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want error
		says string
	}{
		"empty":     {"", opc.ErrFormat, "empty"},
		"page":      {"<!DOCTYPE html><p>Hello", opc.ErrFormat, "text/html"},
		"pdf":       {"%PDF-1.4 …", opc.ErrFormat, "application/pdf"},
		"word":      {string(compound("ObjectPool", "WordDocument", "Workbook")), opc.ErrLegacy, ".docx"},
		"excel":     {string(compound("Objects", "Workbook", "WordDocument")), opc.ErrLegacy, ".xlsx"},
		"slides":    {string(compound("Pictures", "PowerPoint Document", "")), opc.ErrLegacy, ".pptx"},
		"encrypted": {string(compound("EncryptionInfo", "EncryptedPackage", "")), opc.ErrEncrypted, "password"},
		"unknown":   {string(compound("A", "B", "")), opc.ErrLegacy, "unknown kind"},
		"head only": {string(compound("A", "B", ""))[:100], opc.ErrLegacy, "unknown kind"},
	} {
		_, err := open(t, []byte(c.data), opc.Limits{})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A directory whose entries lead to each other ends.
	cycle := compound("A", "B", "")
	binary.LittleEndian.PutUint32(cycle[1024+128+72:], 1)
	if _, err := open(t, cycle, opc.Limits{}); !errors.Is(err, opc.ErrLegacy) {
		t.Error(err)
	}
}

const (
	rels  = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`
)

func TestMain(t *testing.T) {
	ctx := context.Background()
	p := mustOpen(t,
		"_rels/.rels", rels+`<Relationship Id="a" Type="http://x/officeDocument" Target="/odd/Doc.xml"/></Relationships>`,
		"[Content_Types].xml", types+`<Override PartName="/odd/doc.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"odd/doc.xml", "<a/>",
		"odd/_rels/doc.xml.rels", rels+`<Relationship Id="r1" Type="http://x/image" Target="../media/a%20b.png"/>
			<Relationship Id="r2" Type="http://x/hyperlink" Target="https://example.org/?a=1" TargetMode="External"/></Relationships>`)
	main, err := p.Main(ctx, opc.Word)
	if err != nil || main != "odd/doc.xml" {
		t.Errorf("main part %q, %v", main, err)
	}
	r, err := p.Relations(ctx, main)
	if err != nil || r.ByID("r1").Target != "media/a b.png" || r.ByType("image") != "media/a b.png" ||
		r.ByID("r2").Target != "https://example.org/?a=1" || !r.ByID("r2").External || r.ByID("r3") != (opc.Relation{}) {
		t.Errorf("%+v, %v", r, err)
	}
	for name, parts := range map[string][]string{
		"a spreadsheet":  {"xl/workbook.xml", "<a/>"},
		"EPUB":           {"META-INF/container.xml", "<a/>"},
		"OpenDocument":   {"content.xml", "<a/>"},
		"main part":      {"a", "b"},
		"a presentation": {"ppt/presentation.xml", "<a/>", "xl/none", ""},
	} {
		if _, err := mustOpen(t, parts...).Main(ctx, opc.Word); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), uri) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	p := mustOpen(t, "docProps/core.xml", `<?xml version="1.0"?><cp:coreProperties
		xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
		xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:q="http://purl.org/dc/terms/"><dc:title> El
		título </dc:title><dc:creator>Ana</dc:creator><q:created>2024-03-01T10:00:00Z</q:created><q:modified>yesterday</q:modified>
		<dc:language>es-ES</dc:language><cp:keywords>a, b</cp:keywords><cp:revision>3</cp:revision></cp:coreProperties>`)
	var d doc.Document
	if err := p.Describe(context.Background(), &d); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"title": "El título", "author": "Ana", "date": "2024-03-01", "language": "es-ES", "keywords": "a, b"}
	if d.Title != "El título" || d.Language != "es" || len(d.Meta) != len(want) {
		t.Errorf("%q %q %v", d.Title, d.Language, d.Meta)
	}
	for k, v := range want {
		if d.Meta[k] != v {
			t.Errorf("%s is %q, want %q", k, d.Meta[k], v)
		}
	}
	for _, title := range []string{"Microsoft Word - Plan", "plan.doc", "Untitled"} {
		var d doc.Document
		p := mustOpen(t, "docProps/core.xml", `<cp:coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>`+title+`</dc:title></cp:coreProperties>`)
		if err := p.Describe(context.Background(), &d); err != nil || d.Title != "" || d.Meta["title"] != title {
			t.Errorf("%s: title %q, %v, %v", title, d.Title, d.Meta, err)
		}
	}
	if err := mustOpen(t, "a", "").Describe(context.Background(), &d); err != nil {
		t.Errorf("without properties: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := mustOpen(t, "a", "<a/>")
	cancel()
	if _, err := opc.Open(ctx, read.Source{URI: uri, Data: opctest.Zip("a", "")}, opc.Limits{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := p.Read(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRecoverGrows reads what looks like many headers, in linear time.
func TestRecoverGrows(t *testing.T) {
	for name, unit := range map[string]string{
		"signatures": "PK\x03\x04",
		"headers":    "PK\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00a",
	} {
		reads := func(n int) func() {
			data := []byte(strings.Repeat(unit, n))
			return func() {
				if p, err := open(t, data, opc.Limits{Entries: 1 << 30}); err == nil {
					_, _ = p.Read(context.Background(), "a")
				}
			}
		}
		const n = 1 << 14
		if err := cputime.Grows(16, reads(n), reads(16*n)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
