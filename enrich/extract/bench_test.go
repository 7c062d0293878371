package extract_test

import (
	"context"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/extract"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/text"
)

func parse(t testing.TB, r read.Reader, media, lang, body string) *doc.Document {
	t.Helper()
	d, err := read.Decoding(r).Read(context.Background(), read.Source{URI: "a", Media: media, Data: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	d.Language = lang
	return d
}

var _ = text.Reader{}
var _ = extract.Version
var _ = markdown.Reader{}
