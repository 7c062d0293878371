package cli

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
)

func cpus() int { return runtime.GOMAXPROCS(0) }

// document reads a source by the recipe that is for it, and returns that
// recipe. Metadata may choose another one than the name did; where the two
// read differently, the source is read again.
func (r *recipes) document(ctx context.Context, src read.Source) (*doc.Document, ingest.Cutting, error) {
	first := r.forSource(src.URI, src.Media)
	d, err := readAs(ctx, src, first.Recipe)
	if err != nil {
		return nil, first, err
	}
	c := r.forDocument(d, src.Media)
	if c.Recipe.Format != first.Recipe.Format || c.Recipe.Lang != first.Recipe.Lang {
		d, err = readAs(ctx, src, c.Recipe)
	}
	return d, c, err
}

// readAs reads a source in the format and language of a recipe.
func readAs(ctx context.Context, src read.Source, recipe ingest.Recipe) (*doc.Document, error) {
	if recipe.Format != "" {
		f, err := catalog.FormatOf(recipe.Format)
		if err != nil {
			return nil, err
		}
		src.Media = f.Media[0]
	}
	return ingest.Reading{Reader: readerOf, Lang: recipe.Lang}.Document(ctx, src)
}

// readerOf chooses the reader of a media type.
func readerOf(media string) (read.Reader, error) {
	f, err := catalog.FormatOf(media)
	if err == nil {
		return f.Reader, nil
	}
	known := strings.Join(catalog.FormatNames(), ", ")
	if media == "" {
		return nil, fmt.Errorf("unknown kind of file; name its format with --format (today's: %s)", known)
	}
	return nil, fmt.Errorf("no reader for %s yet; formats that can be read today: %s", media, known)
}
