package odf

import (
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/opc"
)

func (w *reading) spreadsheet(b *convert.Builder, t *opc.Tokens) error { return nil }
