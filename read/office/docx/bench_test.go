package docx_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/docx"
)

// BenchmarkRead reads a document of headings, paragraphs and items; the bytes
// are those of its XML.
func BenchmarkRead(b *testing.B) {
	section := `<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Plazo de entrega</w:t></w:r></w:p>` +
		strings.Repeat(`<w:p><w:r><w:t xml:space="preserve">El proveedor entrega lo pedido </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>en treinta días</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p>`, 10) +
		strings.Repeat(`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>salvo que no pueda</w:t></w:r></w:p>`, 5)
	body := strings.Repeat(section, 500)
	s := read.Source{URI: "a.docx", Data: document(body)}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (docx.Reader{}).Read(context.Background(), s); err != nil {
			b.Fatal(err)
		}
	}
}
