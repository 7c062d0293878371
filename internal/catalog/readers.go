package catalog

import (
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/pdf"
)

// Readers are the readers of all formats, some of which settings are for. The
// zero value has none set.
type Readers struct {
	PDF pdf.Reader
}

// Reader is the reader of a media type or of a format's name.
func (r Readers) Reader(name string) (read.Reader, error) {
	f, err := FormatOf(name)
	if _, isPDF := f.Reader.(pdf.Reader); isPDF {
		return r.PDF, err
	}
	return f.Reader, err
}
