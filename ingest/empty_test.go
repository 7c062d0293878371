package ingest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/read"
)

// strict is a reader to which nothing is a document.
type strict struct{}

func (strict) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return nil, errors.New(s.URI + ": cut off")
}

// TestEmptyFile: a file with nothing in it is an empty document of any format;
// one with anything in it must be one of its own.
func TestEmptyFile(t *testing.T) {
	r := ingest.Reading{Reader: func(string) (read.Reader, error) { return strict{}, nil }}
	for data, empty := range map[string]bool{"": true, " \r\n\t": true, "PK": false} {
		d, err := r.Document(context.Background(), read.Source{URI: "a.docx", Media: "x/y", Data: []byte(data)})
		if empty != (err == nil) || empty && (d.Text != "" || len(d.Warnings) != 1 || d.Media != "x/y") {
			t.Errorf("%q: %+v, %v", data, d, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Document(ctx, read.Source{URI: "a.docx"}); err == nil {
		t.Error("cancelled: no error")
	}
}
