package archive

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"

	"github.com/pildora/pildora/read"
)

// openTar yields the files of a tar archive.
func openTar(r io.Reader, yield func(read.Entry, error) bool) {
	t := tar.NewReader(r)
	for n := 0; ; n++ {
		h, err := t.Next()
		if err == io.EOF {
			return
		}
		if err != nil && !(errors.Is(err, tar.ErrInsecurePath) && h != nil) { // read checks the names
			yield(read.Entry{}, fmt.Errorf("damaged or cut short after %d entries: %w", n, err))
			return
		}
		e := read.Entry{Name: h.Name, Size: h.Size, Mod: h.ModTime, Open: func() (io.Reader, error) { return t, nil }}
		switch h.Typeflag {
		case tar.TypeReg, tar.TypeGNUSparse:
		case tar.TypeSymlink, tar.TypeLink:
			e.Skipped = "a link within an archive"
		case tar.TypeDir, tar.TypeXGlobalHeader:
			continue
		default:
			e.Skipped = "not a regular file"
		}
		if !yield(e, nil) {
			return
		}
	}
}
