// Package drawing reads what documents of Office Open XML have in common
// besides their text: descriptions of pictures, diagrams (SmartArt), charts.
package drawing

import (
	"context"
	"errors"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/opc"
)

// maxAlt is the longest description that is kept, in bytes.
const maxAlt = 2 << 10

// written are the sentences with which programs sign descriptions that they
// wrote themselves.
var written = [...]string{
	"Description automatically generated", "AI-generated content may be incorrect.", "Descripción generada automáticamente",
	"El contenido generado por IA puede ser incorrecto.", "Automatisch generierte Beschreibung", "Description générée automatiquement",
	"Descrizione generata automaticamente", "Descrição gerada automaticamente", "Le contenu généré par l’IA peut être incorrect.",
}

// Alt is the description of a picture: descr, else title, on one line. What is
// only the name of a file is none.
func Alt(descr, title string) string {
	for _, s := range [...]string{descr, title} {
		s = strings.ToValidUTF8(s[:min(len(s), maxAlt)], "")
		for _, signature := range written {
			s, _, _ = strings.Cut(s, signature)
		}
		s = strings.TrimSuffix(strings.Join(strings.Fields(s), " "), " with medium confidence")
		if s != "" && !fileName(s) {
			return s
		}
	}
	return ""
}

// fileName reports whether a description is the name or the address of an
// image file.
func fileName(s string) bool {
	lower := strings.ToLower(s)
	for _, ext := range [...]string{".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".svg", ".webp"} {
		if strings.HasSuffix(lower, ext) {
			return true
		}
	}
	return false
}

// tree reads a part that a drawing needs. It is nil where the part is missing
// or damaged: the document can be read without it.
func tree(ctx context.Context, p *opc.Package, part string) (*opc.Node, error) {
	n, err := p.Tree(ctx, part)
	switch {
	case errors.Is(err, opc.ErrNoPart):
		return nil, nil
	case errors.Is(err, opc.ErrDamaged):
		p.Warn("%s: %v; read without it", part, err)
		return nil, nil
	}
	return n, err
}

func from(part string, n *opc.Node) doc.Origin { return doc.Origin{Part: part, Source: n.Span} }

// Text is the text of an element with paragraphs of DrawingML, a line a
// paragraph.
func Text(n *opc.Node) string {
	var lines []string
	n.Walk(func(k *opc.Node) bool {
		if k.Name != "a:p" {
			return true
		}
		var b strings.Builder
		k.Walk(func(k *opc.Node) bool {
			switch k.Name {
			case "a:t":
				b.WriteString(k.Content())
				return false
			case "a:br":
				b.WriteByte(' ')
			}
			return true
		})
		if line := strings.Join(strings.Fields(b.String()), " "); line != "" {
			lines = append(lines, line)
		}
		return false
	})
	return strings.Join(lines, "\n")
}
