// Package markuptest holds the tests of the readers of markup.
package markuptest

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
	"github.com/pildora/pildora/read/readtest"
)

// Suite is what the reader of a language is tested with.
type Suite struct {
	Reader read.Reader
	Format readtest.Format
	// Archive is the file of golden cases, Ext the ending of the sources in it.
	Archive, Ext string
	// Exact is the least share of the letters read of each of these sources
	// that leads to the same letters in it, byte for byte.
	Exact float64
	// Short are sources that end too early or hold too little, and their texts.
	Short map[string]string
	// Includes are sources that name a file, which is their %s, and whether the
	// only warning is to name it. It must not be read.
	Includes map[string]bool
	// Bombs are sources, by name, whose names stand for too much text: an error
	// says so.
	Bombs map[string]string
	// Deep are what opens units that hold each other, and what closes each.
	Deep map[string]string
	// Hostile are inputs the time for which must grow as their length does.
	Hostile []Input
}

// Input is an input made to hurt: Unit is repeated between Head and Tail.
type Input struct{ Name, Head, Unit, Tail string }

func (i Input) make(n int) string { return i.Head + strings.Repeat(i.Unit, n/len(i.Unit)) + i.Tail }

// Run runs all tests of the suite, and those of every reader, as subtests.
func (s Suite) Run(t *testing.T) {
	t.Run("contract", func(t *testing.T) { readtest.Run(t, s.Reader, s.Format) })
	t.Run("golden", func(t *testing.T) { readtest.Golden(t, s.Reader, s.Format, nil) })
	t.Run("origins", s.origins)
	t.Run("short", func(t *testing.T) {
		for src, want := range s.Short {
			Text(t, s.Reader, src, want)
		}
	})
	t.Run("includes", s.includes)
	for name, src := range s.Bombs {
		t.Run("bomb/"+name, func(t *testing.T) { s.bomb(t, src) })
	}
	t.Run("deep", func(t *testing.T) {
		for open, end := range s.Deep {
			deep(t, s.Reader, open, end)
		}
	})
	for _, in := range s.Hostile {
		t.Run("growth/"+in.Name, func(t *testing.T) { growth(t, s.Reader, in) })
	}
}

// Fuzz fuzzes the reader.
func (s Suite) Fuzz(f *testing.F) { readtest.Fuzz(f, s.Reader, s.Format) }

// Bench reads the sources of the cases, again and again up to a megabyte, and
// reports the megabytes a second of processor time.
func (s Suite) Bench(b *testing.B) {
	var src strings.Builder
	for src.Len() < 1<<20 {
		for _, f := range s.sources(b) {
			src.Write(f.Data)
			src.WriteString("\n")
		}
	}
	b.SetBytes(int64(src.Len()))
	began := cputime.Process()
	for b.Loop() {
		document(b, s.Reader, src.String())
	}
	if spent := (cputime.Process() - began).Seconds(); spent > 0 {
		b.ReportMetric(float64(src.Len())*float64(b.N)/1e6/spent, "cpu-MB/s")
	}
}

// Text wants the text of src to be want.
func Text(t *testing.T, r read.Reader, src, want string) {
	t.Helper()
	if got := document(t, r, src).Text; got != want {
		t.Errorf("%q\nbecomes %q\nwant    %q", src, got, want)
	}
}

// document reads src, and ends the test where that fails or breaks the rules of
// documents.
func document(t testing.TB, r read.Reader, src string) *doc.Document {
	t.Helper()
	d, err := r.Read(t.Context(), read.Source{URI: "folder/file", Data: []byte(src)})
	if err != nil {
		t.Fatalf("%.80q: %v", src, err)
	}
	if err := d.Validate(); err != nil {
		t.Fatalf("%.80q: %v", src, err)
	}
	return d
}

// sources are the sources of the cases.
func (s Suite) sources(t testing.TB) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(s.Archive)
	if err != nil {
		t.Fatal(err)
	}
	var out []txtar.File
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, s.Ext) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s holds no %s", s.Archive, s.Ext)
	}
	return out
}

func (s Suite) origins(t *testing.T) {
	for _, f := range s.sources(t) {
		t.Run(f.Name, func(t *testing.T) { exact(t, s.Reader, string(f.Data), s.Exact) })
	}
}

func (s Suite) includes(t *testing.T) {
	name := t.TempDir() + "/secret" + s.Ext
	if err := os.WriteFile(name, []byte("secret words"), 0o600); err != nil {
		t.Fatal(err)
	}
	for src, named := range s.Includes {
		d := document(t, s.Reader, strings.ReplaceAll(src, "%s", name))
		if strings.Contains(d.Text, "secret words") {
			t.Errorf("%q is followed: %q", src, d.Text)
		}
		if named && (len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], name)) {
			t.Errorf("%q: warnings %q", src, d.Warnings)
		}
	}
}

func (s Suite) bomb(t *testing.T, src string) {
	uri := "bomb" + s.Ext
	_, err := s.Reader.Read(t.Context(), read.Source{URI: uri, Data: []byte(src)})
	if !errors.Is(err, markup.ErrExpansion) || !strings.Contains(err.Error(), uri) {
		t.Errorf("error %v", err)
	}
}

// exact wants at least a share of the letters of what is read to lead to the
// same letters in the source, byte for byte.
func exact(t *testing.T, r read.Reader, src string, share float64) {
	t.Helper()
	d := document(t, r, src)
	exact, all := 0, letters(d.Text)
	for _, o := range d.Origins {
		if o.Source.Start < 0 || o.Source.End > len(src) {
			t.Fatalf("origin %v lies outside the source", o)
		}
		if s := d.Slice(o.Text); s == src[o.Source.Start:o.Source.End] {
			exact += letters(s)
		}
	}
	if float64(exact) < share*float64(all) {
		t.Errorf("of %d letters %d lead back byte for byte, want a share of %.2f", all, exact, share)
	}
}

func letters(s string) int {
	n := 0
	for _, c := range s {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			n++
		}
	}
	return n
}

// growth wants the time for an input to grow as its length does. It may end in
// an error; it must not panic.
func growth(t *testing.T, r read.Reader, in Input) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const size, times = 16 << 10, 8
	run := func(src string) func() {
		s := read.Source{URI: "folder/file", Data: []byte(src)}
		return func() { _, _ = r.Read(t.Context(), s) }
	}
	if err := cputime.Grows(times, run(in.make(size)), run(in.make(size*times))); err != nil {
		t.Error(err)
	}
}

// deep reads n units inside each other, which must neither crash nor lose the
// word inside.
func deep(t *testing.T, r read.Reader, open, end string) {
	t.Helper()
	const n = 50_000
	src := strings.Repeat(open, n) + "\nword\n" + strings.Repeat(end, n)
	d, err := r.Read(t.Context(), read.Source{URI: "folder/file", Data: []byte(src)})
	if err != nil {
		t.Fatalf("%q, %d times: %v", open, n, err)
	}
	if err := d.Validate(); err != nil {
		t.Errorf("%q, %d times: %v", open, n, err)
	}
	if !strings.Contains(d.Text, "word") {
		t.Errorf("%q, %d times: the word inside is lost", open, n)
	}
}
