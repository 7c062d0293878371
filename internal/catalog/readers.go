package catalog

import (
	"github.com/pildora/pildora/ingest"
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

// MediaFor is the media type that a recipe reads a source of a media type as: of
// the format that it names, or of how much of a page or message it wants.
func MediaFor(r ingest.Recipe, media string) (string, error) {
	name := r.Format
	if name == "" && (r.HTML != "" || r.Quotes != "") {
		f, err := FormatOf(read.Source{Media: media}.MediaType())
		switch {
		case err == nil && f.Name == "html" && r.HTML != "":
			name = "html-" + r.HTML
		case err == nil && f.Name == "eml" && r.Quotes == "keep":
			name = "eml-all"
		}
	}
	if name == "" {
		return media, nil
	}
	f, err := FormatOf(name)
	if err != nil {
		return "", err
	}
	return f.Media[0], nil
}
