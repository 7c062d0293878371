package xlsx

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/pildora/pildora/read/office/drawing"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// drawings reads what lies on a sheet, as far as it says something in words:
// text boxes, pictures, diagrams, charts. The numbers of a chart are read where
// nothing else is on the sheet; elsewhere they stand in cells.
func (w *workbook) drawings(ctx context.Context, s *sheet) ([]flow.Block, error) {
	var all []flow.Block
	for _, r := range s.rels {
		if r.Type != "drawing" || r.External {
			continue
		}
		blocks, err := w.drawing(ctx, s, r.Target)
		if err != nil {
			return nil, err
		}
		all = append(all, blocks...)
	}
	all = slices.DeleteFunc(all, func(b flow.Block) bool { return b.Empty() })
	flow.Each(all, func(b *flow.Block) { b.From = s.Whole() })
	return all, nil
}

// drawing reads a part of drawings.
func (w *workbook) drawing(ctx context.Context, s *sheet, part string) ([]flow.Block, error) {
	t, err := w.optional(ctx, part)
	if t == nil {
		return nil, err
	}
	rels, err := w.p.Relations(ctx, part)
	if err != nil {
		return nil, err
	}
	leads := rels.Index()
	var all []flow.Block
	for t.Next() {
		if t.Kind != opc.Start {
			continue
		}
		var blocks []flow.Block
		switch t.Name {
		case "xdr:sp":
			for line := range strings.SplitSeq(drawing.Text(t.Tree()), "\n") {
				blocks = append(blocks, flow.Words(flow.Paragraph, line, s.Whole()))
			}
		case "xdr:pic":
			if said := description(t.Tree().Kid("xdr:nvPicPr", "xdr:cNvPr")); said != "" {
				image := flow.Piece{Kind: flow.Image, Text: said, From: s.Whole()}
				blocks = []flow.Block{{Pieces: []flow.Piece{image}}}
			}
		case "c:chart", "cx:chart":
			blocks, err = drawing.Chart(ctx, w.p, leads[t.Attr("r:id")].Target)
			if !s.Empty() {
				blocks = titles(blocks)
			}
		case "dgm:relIds":
			blocks, err = drawing.Diagram(ctx, w.p, leads[t.Attr("r:dm")].Target)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, blocks...)
	}
	return all, t.Err()
}

// titles is the blocks of a chart with its title alone.
func titles(blocks []flow.Block) []flow.Block {
	var out []flow.Block
	for _, b := range blocks {
		switch {
		case b.Table == nil:
			out = append(out, b)
		case len(b.Table.Caption) > 0:
			out = append(out, flow.Block{Pieces: b.Table.Caption, From: b.From})
		}
	}
	return out
}

// genericName matches descriptions that programs give.
var genericName = regexp.MustCompile(`(?i)^(?:picture|image|imagen|bild|grafik)? ?\d*$`)

// description is what is said of a picture.
func description(properties *opc.Node) string {
	said := drawing.Alt(properties.Attr("descr"), properties.Attr("title"))
	if genericName.MatchString(said) {
		return ""
	}
	return said
}
