package cli

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"time"

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
	d, err := readAs(ctx, r.readers, src, first.Recipe, r.settings.Meta)
	if err != nil {
		return nil, first, err
	}
	c := r.forDocument(d, src.Media)
	if c.Recipe.Format != first.Recipe.Format || c.Recipe.HTML != first.Recipe.HTML || c.Recipe.Quotes != first.Recipe.Quotes || c.Recipe.Lang != first.Recipe.Lang {
		d, err = readAs(ctx, r.readers, src, c.Recipe, r.settings.Meta)
	}
	if err == nil {
		r.survey.look(d)
	}
	return d, c, err
}

// readAs reads a source in the format and language of a recipe, and describes it
// by rules.
func readAs(ctx context.Context, readers catalog.Readers, src read.Source, recipe ingest.Recipe, rules ingest.MetaRules) (*doc.Document, error) {
	media := func(found string) (string, error) { return catalog.MediaFor(recipe, found) }
	return ingest.Reading{Reader: readerIn(readers), Media: media, Lang: recipe.Lang, Rules: rules}.Document(ctx, src)
}

// readerIn chooses the reader of a media type.
func readerIn(readers catalog.Readers) func(media string) (read.Reader, error) {
	return func(media string) (read.Reader, error) {
		r, err := readers.Reader(media)
		if err == nil {
			return r, nil
		}
		known := strings.Join(catalog.FormatNames(), ", ")
		if media == "" {
			return nil, fmt.Errorf("unknown kind of file; name its format with --format (today's: %s)", known)
		}
		return nil, fmt.Errorf("no reader for %s yet; formats that can be read today: %s", media, known)
	}
}

// readDocument is a document that was read, or why it couldn't be.
type readDocument struct {
	wanted wanted
	doc    *doc.Document
	by     ingest.Cutting // the recipe that is for it
	bytes  int64
	took   time.Duration
	err    error
	inside iter.Seq[wanted] // of a container: the documents that it is and holds, instead of doc
	few    bool             // they are so small that one worker may hold them all
}

// holds is what a container holds, nil for documents, and whether that is few.
func (d readDocument) holds() (inside iter.Seq[wanted], few bool) { return d.inside, d.few }

// container is a result that may stand for others.
type container interface {
	holds() (inside iter.Seq[wanted], few bool)
}

// everyDocument does work on each document of a list and on those that they
// hold, n at once, and yields the results in order. done is told of each of the
// list that nothing more comes of.
func everyDocument[R container](ctx context.Context, n int, list []wanted, done func(), work func(context.Context, wanted, func(R))) iter.Seq[R] {
	return func(yield func(R) bool) {
		for r := range inOrderAhead(ctx, n, slices.Values(list), wanted.size, withFew(work)) {
			results := slices.Values(r.few)
			if r.inside != nil { // many: all workers are for them
				results = inOrderAhead(ctx, n, r.inside, wanted.size, work)
			}
			for r := range results {
				if !yield(r) {
					return
				}
			}
			done()
		}
	}
}

// opened is what work on one of a list comes to: few results, or what is still
// to be worked on.
type opened[R any] struct {
	few    []R
	inside iter.Seq[wanted]
}

// withFew does work on what a container holds along with it, where that is few:
// messages with what is attached to them are worked on side by side. Work that
// goes on after its result was delivered isn't waited for, since it may wait for
// who takes the result.
func withFew[R container](work func(context.Context, wanted, func(R))) func(context.Context, wanted, func(opened[R])) {
	return func(ctx context.Context, w wanted, deliver func(opened[R])) {
		work(ctx, w, func(r R) {
			inside, few := r.holds()
			switch {
			case inside == nil:
				deliver(opened[R]{few: []R{r}})
			case !few:
				deliver(opened[R]{inside: inside})
			default:
				var all []R
				for w := range inside {
					result := make(chan R, 1)
					go work(ctx, w, func(r R) { result <- r })
					all = append(all, <-result)
				}
				deliver(opened[R]{few: all})
			}
		})
	}
}

// delivers makes work for everyDocument of work that returns.
func delivers[R any](work func(context.Context, wanted) R) func(context.Context, wanted, func(R)) {
	return func(ctx context.Context, w wanted, deliver func(R)) { deliver(work(ctx, w)) }
}

// readOne reads one document.
func (r *recipes) readOne(ctx context.Context, w wanted) readDocument {
	out := readDocument{wanted: w, err: w.err}
	if w.err != nil {
		return out
	}
	began := time.Now()
	src, err := w.file.Read(ctx)
	if err == nil && !w.entry && w.file.Holds(src) {
		out.inside, out.few = r.opened(ctx, w.file, src), isFew(src)
		return out
	}
	if err == nil {
		out.bytes = int64(len(src.Data))
		out.doc, out.by, err = r.document(ctx, src)
	}
	out.err = named(w.file, err)
	out.took = time.Since(began)
	return out
}

// isFew reports whether a container is so small that what it holds is, too:
// archives unpack to many times their size, messages don't.
func isFew(src read.Source) bool {
	if catalog.Readable(src.Media) {
		return len(src.Data) <= aheadBytes
	}
	return len(src.Data) <= aheadBytes/64
}

// opened are the documents that a container is and holds.
func (r *recipes) opened(ctx context.Context, f read.File, src read.Source) iter.Seq[wanted] {
	return func(yield func(wanted) bool) {
		for d, err := range f.Documents(ctx, src) {
			if err == nil && d.Skipped != "" {
				r.log.Debug("skipped", "path", d.Path, "why", d.Skipped)
				continue
			}
			if !yield(wanted{file: d, err: named(d, err), entry: true}) {
				return
			}
		}
	}
}

// cutDocument is a document that was cut, or why it couldn't be.
type cutDocument struct {
	readDocument
	cut     ingest.Cut
	cutting time.Duration
	lines   *encoding // of its records; nil where they are made as they are written
}

// cutOne reads and cuts one document.
func (r *recipes) cutOne(ctx context.Context, w wanted) cutDocument {
	out := cutDocument{readDocument: r.readOne(ctx, w)}
	if out.err != nil || out.inside != nil {
		return out
	}
	began := time.Now()
	out.cut, out.err = out.by.Cut(ctx, out.doc, w.file.Path)
	out.cutting = time.Since(began)
	return out
}
