package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/read/pdf/pdftest"
)

// TestPDF: the password and the OCR command reach the reader, by flag and by
// variable, and are told apart from what is wrong with a file.
func TestPDF(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, f pdftest.File) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, f.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain.pdf", pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "It is open to all.")}}})
	secret := write("secret.pdf", pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "It is secret.")}}, Encrypt: true, User: "sesame"})
	drawn := write("drawn.pdf", pdftest.File{Pages: []pdftest.Page{{Content: strings.Repeat("0 0 m 100 100 l S\n", 300)}}})
	for _, c := range []struct {
		name     string
		variable string
		args     []string
		code     int
		out, err string
	}{
		{"plain", "", []string{plain}, 0, "It is open to all.", ""},
		{"no password", "", []string{secret, plain}, 1, "It is open to all.", "secret.pdf: encrypted with a password; give it with --password"},
		{"flag", "", []string{"--password", "sesame", secret}, 0, "It is secret.", ""},
		{"variable", "sesame", []string{secret, plain}, 0, "It is secret.", ""},
		{"wrong", "sesame", []string{"--password", "x", secret}, 1, "", "secret.pdf: the password is wrong"},
		{"no command", "", []string{drawn}, 1, "", "drawn.pdf: no page has text that can be read, only pictures or unknown characters: a command named with --ocr"},
		{"no such command", "", []string{"--ocr", filepath.Join(dir, "nothing"), drawn}, 1, "", "page 1: OCR: "},
		{"half a command", "", []string{"--ocr", "tesseract 'x", drawn}, 2, "", `--ocr: the command "tesseract 'x" ends within a quotation`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PILDORA_PASSWORD", c.variable)
			code, out, err := run(t, "", append([]string{"read", "--markdown"}, c.args...)...)
			if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(err, c.err) {
				t.Errorf("exit code %d\n%s\n%s", code, out, err)
			}
			if strings.Contains(err, "sesame") {
				t.Errorf("a password is in %q", err)
			}
		})
	}
}
