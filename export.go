package pildora

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pildora/pildora/internal/output"
	"github.com/pildora/pildora/store"
)

// ExportOptions say what [Index.Export] writes.
type ExportOptions struct {
	// Format is jsonl, parquet, csv, langchain or llamaindex; empty means jsonl.
	Format string
	// Vectors writes the vectors too, in the formats parquet and llamaindex.
	Vectors bool
	// Body makes the body the text of langchain and llamaindex, instead of what is
	// embedded.
	Body bool
	// Generation is the one to write; empty means the live one.
	Generation string
	// Filters choose records, see [store.ParseCondition].
	Filters []string
}

// Export writes the records of the index for other programs, keyed by their ids,
// by document and in the order of its text, and returns how many they were. See
// docs/export.md for the formats.
func (ix *Index) Export(ctx context.Context, to io.Writer, o ExportOptions) (int, error) {
	if o.Format == "" {
		o.Format = "jsonl"
	}
	if known := output.IndexFormats(); !slices.Contains(known, o.Format) {
		return 0, fmt.Errorf("format %q is none of %s", o.Format, strings.Join(known, ", "))
	}
	f, err := store.ParseFilter(o.Filters...)
	if err != nil {
		return 0, err
	}
	f.Generation = o.Generation
	w, err := output.New(o.Format, to, output.Options{Vectors: o.Vectors, Body: o.Body})
	if err != nil {
		return 0, err
	}
	return output.Copy(w, ix.store.All(ctx, f))
}
