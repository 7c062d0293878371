package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/pdf"
	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/ocr"
	"github.com/pildora/pildora/read/pdf/page"
	"github.com/pildora/pildora/read/pdf/pdftest"
)

// TestMain is an OCR program where it is asked to be one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "ocr":
			fmt.Println("Read from a picture.")
			os.Exit(0)
		case "ocr-fails":
			fmt.Fprintln(os.Stderr, "no such language")
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// self is this program as an OCR command.
func self(t *testing.T, what string) ocr.Command {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return ocr.Command{Args: []string{program, what}}
}

func source(data []byte) read.Source {
	return read.Source{URI: "folder/a.pdf", Media: pdf.Media, Data: data}
}

func document(t *testing.T, r pdf.Reader, data []byte) *doc.Document {
	t.Helper()
	d, err := r.Read(t.Context(), source(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRead(t *testing.T) {
	f := pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "The first page has a line.")}, {Content: pdftest.Lines(72, 700, "The second page has one too.")}},
		Catalog: "/Lang (en-GB)", Info: "/Title (Two pages) /Author (Ana) /CreationDate (D:20260131093000Z)"}
	d := document(t, pdf.Reader{}, f.Bytes())
	if d.URI != "folder/a.pdf" || d.Media != pdf.Media || d.Title != "Two pages" || d.Language != "en" || d.Meta["author"] != "Ana" || d.Meta["date"] != "2026-01-31T09:30:00Z" || len(d.Warnings) > 0 {
		t.Errorf("%+v", d)
	}
	at := strings.Index(d.Text, "second")
	if at < 0 {
		t.Fatalf("%q", d.Text)
	}
	for o := range d.Locate(doc.Span{Start: at, End: at + 6}) {
		if o.Page != 2 || o.Box[0] > 73 || o.Box[1] > 700 || o.Box[3] < 705 || o.Box[3] > 720 {
			t.Errorf("origin %+v", o)
		}
	}
}

func TestRefused(t *testing.T) {
	secret := pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "It is secret.")}}, Encrypt: true, User: "sesame"}
	scan := scanned(t, "x")
	for _, c := range []struct {
		name   string
		reader pdf.Reader
		data   []byte
		is     error
		says   string
	}{
		{"encrypted", pdf.Reader{}, secret.Bytes(), pdf.ErrPassword, "--password"},
		{"wrong password", pdf.Reader{Password: "x"}, secret.Bytes(), pdf.ErrWrongPassword, "the password is wrong"},
		{"empty", pdf.Reader{}, nil, extract.ErrDamaged, "the file is empty"},
		{"no PDF", pdf.Reader{}, []byte("Dear Sir,"), extract.ErrDamaged, "doesn't begin with %PDF-"},
		{"noise", pdf.Reader{}, []byte("%PDF-1.4\nnoise"), extract.ErrDamaged, "damaged"},
		{"too large", pdf.Reader{MaxBytes: 10}, secret.Bytes(), read.ErrTooLarge, ""},
		{"scanned", pdf.Reader{}, scan.Bytes(), pdf.ErrNoText, "--ocr"},
	} {
		_, err := c.reader.Read(t.Context(), source(c.data))
		if !errors.Is(err, c.is) || !strings.Contains(fmt.Sprint(err), c.says) || !strings.HasPrefix(fmt.Sprint(err), "folder/a.pdf: ") {
			t.Errorf("%s: %v", c.name, err)
		}
		if strings.Contains(fmt.Sprint(err), "sesame") {
			t.Errorf("%s: the error has a password in it", c.name)
		}
	}
	if d := document(t, pdf.Reader{Password: "sesame"}, secret.Bytes()); !strings.Contains(d.Text, "It is secret.") {
		t.Errorf("%q", d.Text)
	}
}

func TestDamaged(t *testing.T) {
	f := pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "One page.")}, {Content: pdftest.Lines(72, 700, "Another one.")}}}
	data := f.Bytes()
	d := document(t, pdf.Reader{}, data[:len(data)-400])
	if !strings.Contains(d.Text, "One page.") || len(d.Warnings) == 0 || !strings.Contains(d.Warnings[0], "damaged") {
		t.Errorf("%q, %q", d.Text, d.Warnings)
	}
}

// scanned is a page with a picture of text, as a scanner makes it.
func scanned(t *testing.T, lines ...string) pdftest.File {
	t.Helper()
	e, err := extract.Open(t.Context(), extract.Config{CacheDir: pdf.CacheDir("")})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	text := pdftest.File{Pages: []pdftest.Page{{Box: "0 0 400 200", Content: pdftest.Lines(20, 170, lines...)}}}
	f := pdftest.File{Pages: []pdftest.Page{{Box: "0 0 400 200", Content: "q 400 0 0 200 0 0 cm /Im0 Do Q\n"}}}
	err = e.Render(t.Context(), text.Bytes(), extract.Options{}, []int{1}, 150, func(p extract.Picture) error {
		decoded, err := png.Decode(bytes.NewReader(p.PNG))
		if err != nil {
			return err
		}
		grey := decoded.(*image.Gray)
		f.Objects = []string{pdftest.Stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray",
			grey.Rect.Dx(), grey.Rect.Dy()), grey.Pix)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Pages[0].XObject = fmt.Sprintf("/Im0 %d 0 R", f.FirstObject())
	return f
}

// mixed has pictures, and after them a page with text.
func mixed(t *testing.T, pictures int) []byte {
	f := scanned(t, "x")
	for range pictures - 1 {
		f.Pages = append(f.Pages, f.Pages[0])
	}
	f.Pages = append(f.Pages, pdftest.Page{Content: pdftest.Lines(72, 700, "A page with text.")})
	for i := range pictures {
		f.Pages[i].XObject = fmt.Sprintf("/Im0 %d 0 R", f.FirstObject())
	}
	return f.Bytes()
}

func TestScans(t *testing.T) {
	data := mixed(t, 2)
	d := document(t, pdf.Reader{}, data)
	if !strings.Contains(d.Text, "A page with text.") || len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "pages 1, 2: no text") {
		t.Errorf("%q, %q", d.Text, d.Warnings)
	}
	d = document(t, pdf.Reader{OCR: self(t, "ocr")}, mixed(t, 1))
	if !strings.HasPrefix(d.Text, "Read from a picture.") || !strings.Contains(d.Text, "A page with text.") || len(d.Warnings) != 0 {
		t.Errorf("%q, %q", d.Text, d.Warnings)
	}
	for o := range d.Locate(doc.Span{Start: 0, End: 4}) {
		if o.Page != 1 {
			t.Errorf("%+v", o)
		}
	}
	d = document(t, pdf.Reader{OCR: self(t, "ocr-fails")}, data)
	if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "pages 1, 2: OCR: ") || !strings.Contains(d.Warnings[0], "no such language") {
		t.Errorf("%q", d.Warnings)
	}
	scan := scanned(t, "x")
	if _, err := (pdf.Reader{OCR: self(t, "ocr-fails")}).Read(t.Context(), source(scan.Bytes())); !errors.Is(err, pdf.ErrNoText) || !strings.Contains(err.Error(), "no such language") {
		t.Error(err)
	}
}

// TestTesseract reads a picture of Spanish with the real program.
func TestTesseract(t *testing.T) {
	langs, err := exec.Command("tesseract", "--list-langs").CombinedOutput()
	if err != nil || !bytes.Contains(langs, []byte("spa")) {
		if os.Getenv("CI") != "" {
			t.Fatalf("no tesseract with Spanish: %v; scripts/tools.sh installs it", err)
		}
		t.Skip("no tesseract with Spanish")
	}
	command, err := ocr.Parse("tesseract")
	if err != nil {
		t.Fatal(err)
	}
	command.Lang = "spa"
	// WinAnsi has the letters of Latin-1.
	f := scanned(t, "Las vacaciones son de treinta d\xedas al", "a\xf1o, y se piden con un mes de antelaci\xf3n.")
	d := document(t, pdf.Reader{OCR: command}, f.Bytes())
	got := strings.Join(strings.Fields(d.Text), " ")
	if !strings.Contains(got, "Las vacaciones son de treinta días al año") {
		t.Errorf("%q", d.Text)
	}
	at := strings.Index(d.Text, "vacaciones")
	for o := range d.Locate(doc.Span{Start: at, End: at + 1}) {
		if o.Page != 1 || o.Box[0] < 10 || o.Box[0] > 60 || o.Box[3] < 165 || o.Box[3] > 190 {
			t.Errorf("%+v", o)
		}
	}
}

// failing is an extractor that finds a page and fails on another.
type failing struct{ err error }

func (x failing) Extract(_ context.Context, _ []byte, _ extract.Options, s extract.Sink) error {
	if x.err != nil {
		return x.err
	}
	if err := s.Head(&page.Document{}, 3); err != nil {
		return err
	}
	for i := range 3 {
		if err := s.Page(page.Page{Number: i + 1, Width: 100, Height: 100, Problem: "it is damaged"}); err != nil {
			return err
		}
	}
	return s.End(nil)
}

func (failing) Render(context.Context, []byte, extract.Options, []int, int, func(extract.Picture) error) error {
	return errors.New("no pictures")
}

func TestExtractorFails(t *testing.T) {
	_, err := pdf.Reader{Extractor: failing{}}.Read(t.Context(), source([]byte("%PDF-")))
	if !errors.Is(err, pdf.ErrNoText) || !strings.Contains(err.Error(), "pages 1–3: it is damaged") {
		t.Error(err)
	}
	_, err = pdf.Reader{Extractor: failing{context.DeadlineExceeded}}.Read(t.Context(), source([]byte("%PDF-")))
	if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "folder/a.pdf: ") {
		t.Error(err)
	}
}
