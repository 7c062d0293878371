package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/pildora/pildora/read"
)

// errEncrypted is what is said of an entry that needs a password.
var errEncrypted = errors.New("encrypted; unpack the archive with its password and give what is in it")

// maxListed bounds the directory that is read before the first entry is known.
const maxListed = 5 * read.DefaultMaxEntries

// openZip yields the files of a ZIP archive, in the order of its directory.
func openZip(data []byte, limit int64, yield func(read.Entry, error) bool) {
	if n := bytes.Count(data, []byte(directorySign)); n > maxListed {
		yield(read.Entry{}, fmt.Errorf("%w: %d entries; unpack it and give what is in it", read.ErrTooLarge, n))
		return
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // read checks the names
		salvage(data, limit, err, yield)
		return
	}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") || f.Mode().IsDir() {
			continue
		}
		e := read.Entry{Name: entryName(f.Name), Size: int64(min(f.UncompressedSize64, 1<<62)), Mod: f.Modified,
			Open: func() (io.Reader, error) { return open(f) }}
		var err error
		switch {
		case f.Mode()&fs.ModeSymlink != 0:
			e.Skipped = "a link within an archive"
		case !f.Mode().IsRegular():
			e.Skipped = "not a regular file"
		case f.Flags&encrypted != 0:
			err = errEncrypted
		}
		if !yield(e, err) {
			return
		}
	}
}

func open(f *zip.File) (io.Reader, error) {
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fmt.Errorf("compressed by method %d, which isn't read here; unpack the archive and give what is in it", f.Method)
	}
	return r, err
}

// entryName is a name as it was meant: what is no UTF-8 is in the code page
// that the format prescribes.
func entryName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	decoded, err := charmap.CodePage437.NewDecoder().String(name)
	if err != nil {
		return name
	}
	return decoded
}
