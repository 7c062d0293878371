// Package xlsx reads spreadsheets of Office Open XML (xlsx, xlsm, xltx, xltm):
// [Reader] makes a document of a workbook, with a heading for each sheet and
// tables for what is in it.
//
// The way is: parts → cells → regions → document. A sheet is read as a stream
// into its rows of cells that hold something, as they are shown: dates,
// percents and currencies by their number format, formulas by the value that
// was stored with them. Blank rows and columns part the cells into regions; a
// region is a table with its title above, its header and its notes below, or
// plain text. Comments come behind the tables of their sheet, then what is
// drawn upon it.
//
// Hidden rows and columns are read: a filter hides rows, an outline columns,
// and neither says that they don't count. Hidden sheets are left out, with a
// warning, unless the reader is told otherwise.
//
// # Limits
//
// Those of [opc.Limits], and of [html.Composer]: some four million cells with
// something in them. Time and memory are linear in the cells.
package xlsx

import (
	"context"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/opc"
)

// Media types of the workbooks that [Reader] reads.
const (
	Media         = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	MediaTemplate = "application/vnd.openxmlformats-officedocument.spreadsheetml.template"
	MediaMacro    = "application/vnd.ms-excel.sheet.macroenabled.12"
	MediaLegacy   = "application/vnd.ms-excel" // xls, of which the error says how to go on
)

// Reader reads workbooks. The zero value is ready.
//
// Origins have the cells as Part, a row of a table each: Sheet1!A2:D2. Title,
// language and the rest of Meta are those of the core properties.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
	// Hidden is whether hidden sheets are read too.
	Hidden bool
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI and the part; they wrap one of
// package opc's errors, read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	p, err := opc.Open(ctx, s, opc.Limits{MaxBytes: r.MaxBytes})
	if err != nil {
		return nil, err
	}
	w, err := openWorkbook(ctx, p)
	if err != nil {
		return nil, err
	}
	var b convert.Builder
	for _, sh := range w.sheets {
		if sh.hidden && !r.Hidden {
			p.Warn("the sheet %.80q is hidden and was left out", sh.name)
			continue
		}
		if err := w.write(ctx, &b, sh); err != nil {
			return nil, err
		}
	}
	w.warn()
	d, err := b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Media = Media
	if err := p.Describe(ctx, d); err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, p.Warnings()...)
	return d, nil
}
