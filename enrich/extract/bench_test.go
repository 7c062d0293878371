package extract_test

import (
	"cmp"
	"context"
	"os"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/extract"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
)

// BenchmarkFolder measures cutting by the default settings, summing up and taking
// the state of the documents of the folder that PILDORA_BENCH names, else of the
// examples. Milliseconds of processor time for all of them are what counts: the
// machine may be busy.
func BenchmarkFolder(b *testing.B) {
	docs := folder(b, cmp.Or(os.Getenv("PILDORA_BENCH"), "../../examples"))
	size := 0
	for _, d := range docs {
		size += len(d.Text)
	}
	var tokenizers catalog.Tokenizers
	settings := config.Default(config.Fields())
	settings.Recipe.Summary = "author" // what is cut is not summed up
	cutting, err := tokenizers.Cutting(settings.Recipe.Resolve(), "")
	if err != nil {
		b.Fatal(err)
	}
	var s extract.Summarizer
	for _, c := range []struct {
		name string
		work func(*doc.Document) error
	}{
		{"cut", func(d *doc.Document) error { _, err := cutting.Records(context.Background(), d, d.URI); return err }},
		{"summary", func(d *doc.Document) error { _, err := s.Summary(context.Background(), d); return err }},
		{"state", func(d *doc.Document) error { extract.StateOf(d); return nil }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			start := cputime.Process()
			for b.Loop() {
				for _, d := range docs {
					if err := c.work(d); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64((cputime.Process()-start).Microseconds())/1000/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(len(docs)), "docs")
		})
	}
}

func folder(b *testing.B, root string) []*doc.Document {
	b.Helper()
	var readers catalog.Readers
	reading := ingest.Reading{Reader: readers.Reader}
	var out []*doc.Document
	for f, err := range read.Find(context.Background(), read.Options{}, root) {
		if err != nil || f.Skipped != "" {
			continue
		}
		source, err := f.Read(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if d, err := reading.Document(context.Background(), source); err == nil {
			out = append(out, d)
		}
	}
	return out
}
