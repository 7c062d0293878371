package xlsx

import (
	"context"

	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
)

// write writes a sheet: its name, its regions, its comments, what is drawn on
// it. An empty one leaves nothing.
func (w *workbook) write(ctx context.Context, b *convert.Builder, e sheetEntry) error {
	s, err := w.readSheet(ctx, e)
	if err != nil {
		return err
	}
	if err := w.comments(ctx, s); err != nil {
		return err
	}
	drawn, err := w.drawings(ctx, s)
	if err != nil {
		return err
	}
	if s.Empty() && len(drawn) == 0 {
		return nil
	}
	s.Write(b)
	flow.Write(b, drawn)
	return ctx.Err()
}
