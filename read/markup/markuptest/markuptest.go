// Package markuptest holds what the tests of the readers of markup share.
package markuptest

import (
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
)

// Read reads src, and ends the test where that fails or breaks the rules of
// documents.
func Read(t testing.TB, r read.Reader, src string) *doc.Document {
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

// Text wants the text of src to be want.
func Text(t *testing.T, r read.Reader, src, want string) {
	t.Helper()
	if got := Read(t, r, src).Text; got != want {
		t.Errorf("%q\nbecomes %q\nwant    %q", src, got, want)
	}
}

// sources are the sources in an archive of cases, by the ending of their names.
func sources(t testing.TB, archive, ext string) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	var out []txtar.File
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ext) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s holds no %s", archive, ext)
	}
	return out
}

// Origins is Exact for each source in an archive of cases.
func Origins(t *testing.T, r read.Reader, archive, ext string, share float64) {
	t.Helper()
	for _, f := range sources(t, archive, ext) {
		t.Run(f.Name, func(t *testing.T) { Exact(t, r, string(f.Data), share) })
	}
}

// Bench reads the sources in an archive of cases, again and again up to a
// megabyte, and reports the megabytes a second of processor time.
func Bench(b *testing.B, r read.Reader, archive, ext string) {
	b.Helper()
	var src strings.Builder
	for src.Len() < 1<<20 {
		for _, f := range sources(b, archive, ext) {
			src.Write(f.Data)
			src.WriteString("\n")
		}
	}
	b.SetBytes(int64(src.Len()))
	began := cputime.Process()
	for b.Loop() {
		Read(b, r, src.String())
	}
	if spent := (cputime.Process() - began).Seconds(); spent > 0 {
		b.ReportMetric(float64(src.Len())*float64(b.N)/1e6/spent, "cpu-MB/s")
	}
}

// Exact wants at least a share of the letters of what is read to lead to the
// same letters in the source, byte for byte.
func Exact(t *testing.T, r read.Reader, src string, share float64) {
	t.Helper()
	d := Read(t, r, src)
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

// Input is an input made to hurt: Unit is repeated between Head and Tail.
type Input struct{ Name, Head, Unit, Tail string }

func (i Input) make(n int) string { return i.Head + strings.Repeat(i.Unit, n/len(i.Unit)) + i.Tail }

// Growth wants the time for each input to grow as its length does. An input may
// end in an error; it must not panic.
func Growth(t *testing.T, r read.Reader, inputs []Input) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const size, times = 16 << 10, 8
	for _, in := range inputs {
		t.Run(in.Name, func(t *testing.T) {
			run := func(src string) func() {
				s := read.Source{URI: "folder/file", Data: []byte(src)}
				return func() { _, _ = r.Read(t.Context(), s) }
			}
			if err := cputime.Grows(times, run(in.make(size)), run(in.make(size*times))); err != nil {
				t.Error(err)
			}
		})
	}
}

// Deep reads n units inside each other, which must neither crash nor lose the
// word inside.
func Deep(t *testing.T, r read.Reader, open, end string) {
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
