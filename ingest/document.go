package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/read"
)

// Reading makes documents of sources.
type Reading struct {
	// Reader chooses the reader of a media type; its error names what can be
	// read.
	Reader func(media string) (read.Reader, error)
	// Lang is the language of every document; empty detects it.
	Lang string
}

// Document reads a source that was already loaded: its charset is decoded, its
// text read into blocks, its language detected where nothing says it.
func (r Reading) Document(ctx context.Context, s read.Source) (*doc.Document, error) {
	reader, err := r.Reader(s.Media)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	var decoded read.Decoded
	if isText(s.Media) {
		if decoded, err = s.Decode(); err != nil {
			return nil, err
		}
		s.Data = []byte(decoded.Text)
	}
	d, err := reader.Read(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, decoded.Warnings...)
	d.Origins = compose(d.Origins, decoded.Origins)
	switch {
	case r.Lang != "":
		d.Language = r.Lang
	case d.Language == "":
		d.Language, _ = lex.Detect(d.Text)
	}
	return d, nil
}

// isText reports whether sources of the media type are text in some charset.
func isText(media string) bool {
	return strings.HasPrefix(media, "text/") || media == ""
}

// compose leads on from the decoded text, where outer leads to, to the bytes
// that inner leads to.
func compose(outer, inner []doc.Origin) []doc.Origin {
	if len(outer) == 0 {
		return inner
	}
	if len(inner) == 0 {
		return outer
	}
	var out []doc.Origin
	i := 0
	for _, o := range outer {
		for i > 0 && i < len(inner) && inner[i].Text.Start > o.Source.Start {
			i--
		}
		for ; i < len(inner) && inner[i].Text.Start < o.Source.End; i++ {
			both := inner[i].Text.Intersect(o.Source)
			if both.Empty() {
				continue
			}
			// Both texts run at the same pace where outer is a plain slice.
			shift := o.Text.Start - o.Source.Start
			next := o
			next.Text = doc.Span{Start: both.Start + shift, End: both.End + shift}
			next.Source = inner[i].Source
			out = append(out, next)
		}
	}
	return out
}

// Hash is the digest of a source's bytes that the manifest keeps.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
