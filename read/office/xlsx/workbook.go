package xlsx

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pildora/pildora/read/office/opc"
)

// workbook is an opened workbook.
type workbook struct {
	p       *opc.Package
	sheets  []sheetEntry
	strings []string // shared by cells
	styles  styles
	unsaved int // formulas without a value
	lost    int // cells whose shared string isn't there
}

// sheetEntry is a sheet as the workbook lists it.
type sheetEntry struct {
	name, part string
	hidden     bool
}

func openWorkbook(ctx context.Context, p *opc.Package) (*workbook, error) {
	main, err := p.Main(ctx, opc.Excel)
	if err != nil {
		return nil, err
	}
	rels, err := p.Relations(ctx, main)
	if err != nil {
		return nil, err
	}
	w := &workbook{p: p}
	if err := w.readSheets(ctx, main, rels); err != nil {
		return nil, err
	}
	if err := w.readStrings(ctx, rels.ByType("sharedStrings")); err != nil {
		return nil, err
	}
	return w, w.readStyles(ctx, rels.ByType("styles"))
}

// readSheets reads the list of sheets.
func (w *workbook) readSheets(ctx context.Context, main string, rels opc.Relations) error {
	byID := make(map[string]opc.Relation, len(rels))
	for _, r := range slices.Backward(rels) {
		byID[r.ID] = r // the first of an id
	}
	t, err := w.p.Tokens(ctx, main)
	if err != nil {
		return err
	}
	for t.Next() {
		switch {
		case t.Is(opc.Start, "x:workbookPr"):
			w.styles.date1904 = isTrue(t.Attr("date1904"))
		case t.Is(opc.Start, "x:sheet"):
			rel := byID[t.Attr("r:id")]
			if part := w.p.Find(rel.Target); part == "" || rel.External {
				w.p.Warn("the sheet %.80q is lost: the workbook lists it, and its part isn't there", t.Attr("name"))
			} else if rel.Type == "worksheet" || rel.Type == "chartsheet" {
				w.sheets = append(w.sheets, sheetEntry{name: t.Attr("name"), part: part, hidden: strings.Contains(strings.ToLower(t.Attr("state")), "hidden")})
			}
		}
	}
	return t.Err()
}

// readStrings reads the strings that cells share.
func (w *workbook) readStrings(ctx context.Context, part string) error {
	t, err := w.optional(ctx, part)
	if t == nil {
		return err
	}
	for t.Next() {
		if t.Is(opc.Start, "x:si") {
			w.strings = append(w.strings, richText(t))
		}
	}
	return t.Err()
}

// optional begins to read a part without which the workbook can be read: nil
// where it is not there or damaged.
func (w *workbook) optional(ctx context.Context, part string) (*opc.Tokens, error) {
	if part == "" {
		return nil, nil
	}
	t, err := w.p.Tokens(ctx, part)
	switch {
	case errors.Is(err, opc.ErrNoPart):
		return nil, nil
	case errors.Is(err, opc.ErrDamaged):
		w.p.Warn("%s can't be read and was left out: %v", part, err)
		return nil, nil
	case err != nil:
		return nil, err
	}
	return t, nil
}

// richText is the text of the element whose Start was read last, without what
// says how it is pronounced.
func richText(t *opc.Tokens) string {
	var b strings.Builder
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		switch {
		case t.Is(opc.Start, "x:rPh"):
			t.Skip()
		case t.Is(opc.Start, "x:t"):
			b.WriteString(content(t))
		}
	}
	return unescape(b.String())
}

// content is the text in the element whose Start was read last, up to its End.
func content(t *opc.Tokens) string {
	var (
		first string
		more  strings.Builder
	)
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		switch {
		case t.Kind != opc.Text:
		case first == "":
			first = t.Text // nearly always all there is
		default:
			more.WriteString(t.Text)
		}
	}
	return first + more.String()
}

// unescape resolves what Office writes for characters that XML forbids:
// _x000D_ is a line end. Of those only white space stays.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escapes.Replace(s)
}

var escapes = strings.NewReplacer("_x000D_", "\r", "_x000d_", "\r", "_x000A_", "\n", "_x000a_", "\n", "_x0009_", "\t", "_x005F_", "_", "_x005f_", "_")

// warn warns of what is missing in the document.
func (w *workbook) warn() {
	if w.unsaved > 0 {
		w.p.Warn("%d formulas have no value stored with them and are empty here: open the workbook in a spreadsheet program and save it", w.unsaved)
	}
	if w.lost > 0 {
		w.p.Warn("%d cells are empty here: the texts that they share with others are lost", w.lost)
	}
	if w.styles.refused {
		w.p.Warn("some number formats are not known; their numbers stand as they are stored")
	}
}

func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }
