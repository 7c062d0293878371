package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/archive"
)

// options read Markdown and text, and open archives.
func options() read.Options {
	return read.Options{
		Accept: func(m string) bool { return m == "text/markdown" || m == "text/plain" },
		Container: func(m string) read.Container {
			if slices.Contains(archive.Media(), m) {
				return archive.Reader{}
			}
			return nil
		},
	}
}

// walk writes what Documents says of one file: a line for each.
func walk(t testing.TB, opts read.Options, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var out []string
	for f, err := range read.Find(t.Context(), opts, path) {
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for d, err := range f.Documents(t.Context(), s) {
			switch {
			case err != nil:
				if !strings.Contains(err.Error(), path) {
					t.Errorf("error doesn't name the path: %v", err)
				}
				out = append(out, d.ID+" ERROR "+strings.ReplaceAll(err.Error(), path, "PATH"))
			case d.Skipped != "":
				out = append(out, d.ID+" SKIPPED "+d.Skipped)
			default:
				src, err := d.Read(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				text := string(src.Data)
				if len(text) > 20 {
					text = fmt.Sprintf("%d bytes", len(text))
				}
				out = append(out, fmt.Sprintf("%s %s %q in %q", src.URI, src.Media, text, src.Inherited[read.MetaContainer]))
			}
		}
	}
	return strings.Join(out, "\n")
}

func want(t *testing.T, got, want string) {
	t.Helper()
	if got != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, strings.TrimSpace(want))
	}
}

// member is a file to pack.
type member struct {
	name, text string
	mode       os.FileMode
	method     uint16 // 0 is deflate here
}

const stored = 0xffff // stands for zip.Store

func zipped(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.name != "mimetype" { // with a time its content would stand later
			h.Modified = time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
		}
		if m.method == stored {
			h.Method = zip.Store
		}
		if m.mode != 0 {
			h.SetMode(m.mode)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o644, Size: int64(len(m.text)), Typeflag: tar.TypeReg}
		if m.mode&os.ModeSymlink != 0 {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, m.text, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := io.WriteString(w, m.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var sample = []member{
	{name: "b.md", text: "# B"},
	{name: "dir/a.txt", text: "a", method: stored},
	{name: "dir/ñandú.md", text: "ñ"},
	{name: "logo.png", text: "\x89PNG"},
	{name: ".hidden.md", text: "h"},
	{name: "__MACOSX/b.md", text: "m"},
	{name: "link.md", text: "b.md", mode: os.ModeSymlink | 0o777},
}

func TestZip(t *testing.T) {
	want(t, walk(t, options(), "x.zip", zipped(t, sample...)), `
x.zip!/b.md text/markdown "# B" in "x.zip"
x.zip!/dir/a.txt text/plain "a" in "x.zip"
x.zip!/dir/ñandú.md text/markdown "ñ" in "x.zip"
x.zip!/logo.png SKIPPED unknown kind of file
x.zip!/link.md SKIPPED a link within an archive`)
	hidden := options()
	hidden.Hidden, hidden.Exclude = true, []string{"**/dir"}
	if got := walk(t, hidden, "x.zip", zipped(t, sample...)); !strings.Contains(got, "x.zip!/.hidden.md text") || strings.Contains(got, "/dir/") {
		t.Error(got)
	}
}

func TestTar(t *testing.T) {
	lines := `
NAME!/b.md text/markdown "# B" in "NAME"
NAME!/dir/a.txt text/plain "a" in "NAME"
NAME!/dir/ñandú.md text/markdown "ñ" in "NAME"
NAME!/logo.png SKIPPED unknown kind of file
NAME!/link.md SKIPPED a link within an archive`
	data := tarred(t, sample...)
	for name, data := range map[string][]byte{"x.tar": data, "x.tar.gz": gzipped(t, data), "x.tgz": gzipped(t, data), "wrong.txt": gzipped(t, data)} {
		want(t, walk(t, options(), name, data), strings.ReplaceAll(lines, "NAME", name))
	}
}

func TestCompressedFile(t *testing.T) {
	want(t, walk(t, options(), "notes.md.gz", gzipped(t, []byte("# N"))), `notes.md.gz!/notes.md text/markdown "# N" in "notes.md.gz"`)
	want(t, walk(t, options(), "notes.gz", gzipped(t, []byte("plain"))), `notes.gz!/notes text/plain "plain" in "notes.gz"`)
}

func TestNamesStayInside(t *testing.T) {
	data := zipped(t, member{name: "../../etc/passwd.md", text: "x"}, member{name: "/abs.md", text: "x"}, member{name: `C:\win.md`, text: "x"},
		member{name: `d\w.md`, text: "w"}, member{name: "./ok.md", text: "o"}, member{name: "ok.md", text: "again"}, member{name: "caf\x82.md", text: "c"})
	want(t, walk(t, options(), "x.zip", data), `
x.zip!/etc/passwd.md ERROR PATH: entry "../../etc/passwd.md": its name leads out of the container
x.zip!/abs.md ERROR PATH: entry "/abs.md": its name is an absolute path
x.zip!/C:/win.md ERROR PATH: entry "C:\\win.md": its name is an absolute path
x.zip!/d/w.md text/markdown "w" in "x.zip"
x.zip!/ok.md text/markdown "o" in "x.zip"
x.zip!/ok.md ERROR PATH!/ok.md: two documents with one id: the first entry of that name counts
x.zip!/café.md text/markdown "c" in "x.zip"`)
}

func TestEncryptedEntry(t *testing.T) {
	data := zipped(t, member{name: "secret.md", text: "s"}, member{name: "open.md", text: "o"})
	for _, sign := range []string{"PK\x03\x04", "PK\x01\x02"} { // the writer knows no encryption
		at := bytes.Index(data, []byte(sign))
		flags := at + 6
		if sign == "PK\x01\x02" {
			flags = at + 8
		}
		data[flags] |= 1
	}
	want(t, walk(t, options(), "x.zip", data), `
x.zip!/secret.md ERROR PATH!/secret.md: encrypted; unpack the archive with its password and give what is in it
x.zip!/open.md text/markdown "o" in "x.zip"`)
}

func TestDamagedContent(t *testing.T) {
	data := zipped(t, member{name: "a.md", text: "first text", method: stored}, member{name: "b.md", text: "second"})
	data[bytes.Index(data, []byte("first"))] = 'F'
	got := walk(t, options(), "x.zip", data)
	if !strings.Contains(got, "x.zip!/a.md ERROR") || !strings.Contains(got, "checksum") || !strings.Contains(got, `x.zip!/b.md text/markdown "second"`) {
		t.Error(got)
	}
}

func TestTruncated(t *testing.T) {
	members := []member{{name: "a.md", text: "one"}, {name: "b.md", text: "two", method: stored}, {name: "c.md", text: strings.Repeat("three ", 3000)}}
	whole := zipped(t, members[0], members[2])
	cut := whole[:bytes.Index(whole, []byte("PK\x01\x02"))-30]
	want(t, walk(t, options(), "x.zip", cut), `
x.zip!/a.md text/markdown "one" in "x.zip"
x.zip!/c.md ERROR PATH!/c.md: cut short
x.zip ERROR PATH: damaged or cut short after 2 entries: zip: not a valid zip file`)
	noDirectory := whole[:bytes.Index(whole, []byte("PK\x01\x02"))]
	want(t, walk(t, options(), "x.zip", noDirectory), `
x.zip!/a.md text/markdown "one" in "x.zip"
x.zip!/c.md text/markdown "18000 bytes" in "x.zip"
x.zip ERROR PATH: damaged or cut short after 2 entries: zip: not a valid zip file`)
	tape := tarred(t, members...)
	want(t, walk(t, options(), "x.tar", tape[:512*6-400]), `
x.tar!/a.md text/markdown "one" in "x.tar"
x.tar!/b.md text/markdown "two" in "x.tar"
x.tar!/c.md ERROR PATH!/c.md: after 0 bytes: unexpected EOF
x.tar ERROR PATH: damaged or cut short after 3 entries: unexpected EOF`)
	got := walk(t, options(), "x.tgz", gzipped(t, tape)[:100])
	if !strings.Contains(got, "x.tgz ERROR") {
		t.Error(got)
	}
}

func TestNesting(t *testing.T) {
	inner := zipped(t, member{name: "deep.md", text: "d"})
	two := gzipped(t, tarred(t, member{name: "in.zip", text: string(inner)}))
	three := zipped(t, member{name: "two.tar.gz", text: string(two)}, member{name: "last.md", text: "l"})
	want(t, walk(t, options(), "x.zip", three), `
x.zip!/two.tar.gz!/in.zip!/deep.md text/markdown "d" in "x.zip!/two.tar.gz!/in.zip"
x.zip!/last.md text/markdown "l" in "x.zip"`)
	four := zipped(t, member{name: "three.zip", text: string(three)}, member{name: "z.md", text: "z"})
	got := walk(t, options(), "x.zip", four)
	if !strings.Contains(got, "in.zip ERROR") || !strings.Contains(got, "nested too deep") || !strings.Contains(got, "x.zip!/z.md text") {
		t.Error(got)
	}
}

func TestBombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<20)
	small := options()
	small.MaxUnpacked = 1 << 20
	var many []member
	for i := range 5 {
		many = append(many, member{name: fmt.Sprint(i, ".md"), text: strings.Repeat("x", 300<<10)})
	}
	bomb := zipped(t, many...)
	for name, data := range map[string][]byte{
		"zip of many":      bomb,
		"tar.gz":           gzipped(t, tarred(t, member{name: "z.bin", text: zeros + zeros}, member{name: "a.md", text: "a"})),
		"gz":               gzipped(t, []byte(strings.Repeat("x", 2<<20))),
		"zip in zip":       zipped(t, member{name: "in.zip", text: string(bomb)}),
		"no directory":     bomb[:bytes.Index(bomb, []byte("PK\x01\x02"))],
		"no directory, gz": gzipped(t, bomb[:bytes.Index(bomb, []byte("PK\x01\x02"))]),
	} {
		if got := walk(t, small, "x.zip", data); !strings.Contains(got, "too large") {
			t.Errorf("%s: %s", name, got)
		}
	}
	few := options()
	few.MaxEntries = 3
	if got := walk(t, few, "x.zip", bomb); !strings.Contains(got, "more entries than the limit") || strings.Count(got, "\n") != 3 {
		t.Error(got)
	}
	ratio := gzipped(t, bytes.Repeat([]byte("bomb"), 20<<20)) // a thousand times its size, more than what is free
	if got := walk(t, options(), "bomb.txt.gz", ratio); !strings.Contains(got, "too large") {
		t.Errorf("%d bytes: %s", len(ratio), got)
	}
}

// TestOfficeFilesAreNoArchives: they are told by what is in them, and an
// archive that holds one is one.
func TestOfficeFilesAreNoArchives(t *testing.T) {
	docx := zipped(t, member{name: "[Content_Types].xml", text: "<Types/>"}, member{name: "word/document.xml", text: "<w/>"})
	for media, data := range map[string][]byte{
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document": docx,
		"application/epub+zip":     zipped(t, member{name: "mimetype", text: "application/epub+zip", method: stored}),
		"application/java-archive": zipped(t, member{name: "META-INF/MANIFEST.MF", text: "Manifest-Version: 1.0"}),
		"application/zip":          zipped(t, member{name: "report.docx", text: string(docx), method: stored}),
	} {
		if got := read.MediaByContent(data); got != media {
			t.Errorf("%s: %s", media, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	data := tarred(t, sample...)
	n := 0
	for _, err := range (archive.Reader{}).Open(ctx, read.Source{URI: "x.tar", Media: archive.TAR, Data: data}, 1<<20) {
		if n++; n == 1 {
			cancel()
			continue
		}
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		return
	}
	t.Error("it ended without an error")
}

func FuzzOpen(f *testing.F) {
	z := zipped(f, sample...)
	f.Add(z, "x.zip")
	f.Add(z[:len(z)-40], "x.zip")
	f.Add(tarred(f, sample...), "x.tar")
	f.Add(gzipped(f, tarred(f, sample...)), "x.tgz")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		opts := options()
		opts.MaxUnpacked, opts.MaxEntries = 1<<20, 100
		n := 0
		s := read.Source{URI: name, Media: read.Media(name, data), Data: data}
		for file := range read.Held(opts, s).Documents(t.Context(), s) {
			if n++; n > 10000 || file.ID == "" && name != "" {
				t.Fatalf("%d entries, %q", n, file.ID)
			}
		}
	})
}

// TestGrowth: archives of many entries, whole or without their directory, take
// as long as they are large.
func TestGrowth(t *testing.T) {
	pack := func(n int) []byte {
		var members []member
		for i := range n {
			members = append(members, member{name: fmt.Sprintf("dir/%d.md", i), text: "Some text of an entry."})
		}
		return zipped(t, members...)
	}
	few, many := pack(1_000), pack(8_000)
	cut := func(data []byte) []byte { return data[:bytes.Index(data, []byte("PK\x01\x02"))] }
	for name, pair := range map[string][2][]byte{"whole": {few, many}, "cut": {cut(few), cut(many)}} {
		work := func(data []byte) func() {
			s := read.Source{URI: "x.zip", Media: archive.ZIP, Data: data}
			return func() {
				n := 0
				for range read.Held(options(), s).Documents(t.Context(), s) {
					n++
				}
				if n < 1_000 {
					t.Fatalf("%d entries", n)
				}
			}
		}
		if err := cputime.Grows(8, work(pair[0]), work(pair[1])); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
