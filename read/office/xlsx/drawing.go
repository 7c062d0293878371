package xlsx

import (
	"context"
	"regexp"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/opc"
)

// drawn is something that lies on a sheet: a text box, a picture, a chart.
type drawn struct {
	lines   []string
	picture bool // the line is its description
}

// drawings reads what lies on a sheet, as far as it says something in words.
func (w *workbook) drawings(ctx context.Context, s *sheet) ([]drawn, error) {
	var all []drawn
	for _, r := range s.rels {
		if r.Type != "drawing" || r.External {
			continue
		}
		t, err := w.optional(ctx, r.Target)
		if err != nil {
			return nil, err
		}
		if t == nil {
			continue
		}
		rels, err := w.p.Relations(ctx, r.Target)
		if err != nil {
			return nil, err
		}
		for t.Next() {
			if t.Kind != opc.Start {
				continue
			}
			switch t.Name {
			case "xdr:sp":
				all = appendSaid(all, drawn{lines: paragraphs(t)})
			case "xdr:pic":
				all = appendSaid(all, drawn{lines: []string{description(t)}, picture: true})
			case "c:chart", "cx:chart":
				lines, err := w.chart(ctx, rels.ByID(t.Attr("r:id")).Target)
				if err != nil {
					return nil, err
				}
				all = appendSaid(all, drawn{lines: lines})
			}
		}
		if t.Err() != nil {
			return nil, t.Err()
		}
	}
	return all, nil
}

// appendSaid appends what has words.
func appendSaid(all []drawn, d drawn) []drawn {
	if strings.TrimSpace(strings.Join(d.lines, "")) == "" {
		return all
	}
	return append(all, d)
}

// chart reads the titles of a chart; its numbers stand in cells.
func (w *workbook) chart(ctx context.Context, part string) ([]string, error) {
	t, err := w.optional(ctx, part)
	if t == nil {
		return nil, err
	}
	var lines []string
	for t.Next() {
		if t.Is(opc.Start, "c:title") || t.Is(opc.Start, "cx:title") {
			lines = append(lines, strings.Join(paragraphs(t), " "))
		}
	}
	return lines, t.Err()
}

// paragraphs are the texts of the paragraphs in the element whose Start was
// read last.
func paragraphs(t *opc.Tokens) []string {
	var (
		lines []string
		line  strings.Builder
	)
	end := func() {
		if line.Len() > 0 {
			lines = append(lines, line.String())
			line.Reset()
		}
	}
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		switch {
		case t.Is(opc.Start, "a:p"):
			end()
		case t.Is(opc.Start, "a:br"):
			line.WriteByte(' ')
		case t.Is(opc.Start, "a:t"):
			line.WriteString(content(t))
		}
	}
	end()
	return lines
}

// genericNames are descriptions that programs give.
var genericNames = regexp.MustCompile(`(?i)^(?:picture|image|imagen|bild|grafik)? ?\d*$`)

// description is what is said of a picture.
func description(t *opc.Tokens) string {
	said := ""
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		if t.Is(opc.Start, "xdr:cNvPr") {
			said = t.Attr("descr")
		}
	}
	if genericNames.MatchString(said) {
		return ""
	}
	return said
}

func (d drawn) write(b *convert.Builder, at doc.Origin) {
	for _, line := range d.lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		b.Open("p", at)
		if d.picture {
			b.Void("img", at, "alt", line)
		} else {
			b.Text(line, at)
		}
		b.Close()
	}
}
