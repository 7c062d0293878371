package extract_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/enrichtest"
	"github.com/pildora/pildora/enrich/extract"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/lex/plain"
	"github.com/pildora/pildora/read"
)

// document reads a text as the program does, by its name and its content.
func document(t testing.TB, name, lang, text string) *doc.Document {
	t.Helper()
	var readers catalog.Readers
	reading := ingest.Reading{Reader: readers.Reader, Lang: lang}
	d, err := reading.Document(context.Background(), read.Source{URI: name, Media: read.Media(name, []byte(text)), Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func summary(t check, d *doc.Document) string {
	t.Helper()
	got, err := new(extract.Summarizer).Summary(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestGolden compares summaries with those in testdata. What holds for every one is
// checked first.
func TestGolden(t *testing.T) {
	enrichtest.Golden(t, ".summary", func(t *testing.T, lang, name, text string) string {
		d := document(t, name, lang, text)
		got := summary(t, d)
		checkSummary(t, d, got)
		if got != "" {
			got += "\n"
		}
		return got
	})
}

// checkSummary holds what is true of every summary: at most three lines, none too
// long, no markup, every line after the first out of the document, the same again.
func checkSummary(t check, d *doc.Document, got string) {
	t.Helper()
	if got == "" {
		return
	}
	lines := strings.Split(got, "\n")
	if len(lines) > 3 {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
	if !utf8.ValidString(got) {
		t.Errorf("%q is not UTF-8", got)
	}
	text := letters(plain.Text(d.Text))
	for i, line := range lines {
		if line == "" || line != strings.TrimSpace(line) {
			t.Errorf("line %d is %q", i+1, line)
		}
		if n := utf8.RuneCountInString(line); n > 240 {
			t.Errorf("line %d has %d characters: %s", i+1, n, line)
		}
		if i == 0 {
			continue
		}
		for _, piece := range pieces(line) {
			if !strings.Contains(text, letters(strings.TrimSuffix(piece, "…"))) {
				t.Errorf("the document has no %q", piece)
			}
		}
	}
	if again := summary(t, d); again != got {
		t.Errorf("%q the first time, %q the second", got, again)
	}
}

// pieces are the parts of a line that stand together in the document.
func pieces(line string) []string {
	var out []string
	for piece := range strings.SplitSeq(line, " · ") {
		out = append(out, strings.SplitAfter(piece, "? ")...)
	}
	return out
}

// letters is text without anything but its letters and digits.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// TestMarkup holds that nothing of what marks a text is left in a golden summary.
func TestMarkup(t *testing.T) {
	for _, lang := range []string{"es", "en"} {
		archive, err := txtar.ParseFile(filepath.Join("testdata", lang+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			got := string(f.Data)
			if !strings.HasSuffix(f.Name, ".summary") {
				continue
			}
			for _, mark := range []string{"**", "](", "[^", "<", "|", "__", "://", "\t"} {
				if strings.Contains(got, mark) {
					t.Errorf("%s: %q in %s", f.Name, mark, got)
				}
			}
			_, body, _ := strings.Cut(got, "\n")
			if found, sure := lex.Detect(body); len(strings.Fields(body)) > 20 && sure > 0.3 && found != lang {
				t.Errorf("%s is of the language %s: %s", f.Name, found, got)
			}
		}
	}
}

// check is what tests and those of rapid have in common.
type check interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// TestConcurrent holds that one Summarizer sums up for many at once.
func TestConcurrent(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "es.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var s extract.Summarizer
	var group sync.WaitGroup
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".summary") {
			continue
		}
		d := document(t, f.Name, "es", string(f.Data))
		want := summary(t, d)
		for range 4 {
			group.Go(func() {
				if got, err := s.Summary(context.Background(), d); err != nil || got != want {
					t.Errorf("%s: %q, %v, wanted %q", f.Name, got, err, want)
				}
			})
		}
	}
	group.Wait()
}
