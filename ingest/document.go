package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/read"
)

// Reading makes documents of sources.
type Reading struct {
	// Reader chooses the reader of a media type; its error names what can be
	// read.
	Reader func(media string) (read.Reader, error)
	// Media is the media type that a source is read as, given the one that it
	// was found to be; nil leaves it.
	Media func(found string) (string, error)
	// Lang is the language of every document; empty detects it.
	Lang string
	// Rules say what else is known of documents.
	Rules MetaRules
}

// Document reads a source that was already loaded, and detects its language
// where nothing says it.
func (r Reading) Document(ctx context.Context, s read.Source) (*doc.Document, error) {
	found := s.Media
	var err error
	if r.Media != nil {
		if s.Media, err = r.Media(found); err != nil {
			return nil, err
		}
	}
	reader, err := r.Reader(s.Media)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d, err := reader.Read(ctx, s)
	if err != nil {
		if ctx.Err() != nil || len(bytes.TrimSpace(s.Data)) > 0 {
			return nil, err
		}
		// An empty file holds no document of its format, and is no failure.
		d = &doc.Document{URI: s.URI, Media: s.Media, Warnings: []string{"the file is empty"}}
	}
	describe(d, s)
	r.Rules.describe(d, found)
	switch {
	case r.Lang != "":
		d.Language = r.Lang
	case d.Language == "":
		d.Language, _ = lex.Detect(d.Text)
	}
	return d, nil
}

// describe adds what is known of the source to what the document says of
// itself: what was said beside it goes before that, what is known of its
// container after it.
func describe(d *doc.Document, s read.Source) {
	if len(s.Meta)+len(s.Inherited) == 0 {
		return
	}
	meta := maps.Clone(s.Inherited)
	if meta == nil {
		meta = map[string]string{}
	}
	maps.Copy(meta, d.Meta)
	maps.Copy(meta, s.Meta)
	d.Meta = meta
	if d.Title == "" || s.Meta["title"] != "" {
		d.Title = meta["title"]
	}
	if lang := s.Meta["language"]; lang != "" {
		d.Language = lang
	}
}

// HashOf is the digest of a source that the manifest keeps: that of its bytes,
// and of what was said of it beside them.
func HashOf(s read.Source) string {
	if len(s.Meta) == 0 {
		return Hash(s.Data)
	}
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(s.Meta)) {
		fmt.Fprintf(h, "%q %q\n", key, s.Meta[key])
	}
	h.Write(s.Data) // never fails
	return hex.EncodeToString(h.Sum(nil))
}

// Hash is the digest of bytes.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
