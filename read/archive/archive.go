// Package archive opens archives: ZIP, and tar as it is or compressed by gzip
// or bzip2; a file that is only compressed is an archive of one.
//
// Nothing is unpacked that isn't asked for, as far as the format lets it be
// skipped. Links are named and not followed. Of an archive that was cut short
// what can be read comes first, and then an error.
package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"
	"time"

	"github.com/pildora/pildora/read"
)

// The media types of archives.
const (
	ZIP   = "application/zip"
	TAR   = "application/x-tar"
	GZIP  = "application/gzip"
	BZIP2 = "application/x-bzip2"
)

// Media lists the media types that [Reader] opens.
func Media() []string { return []string{ZIP, TAR, GZIP, BZIP2} }

// Reader opens archives. The zero value is ready.
type Reader struct{}

var _ read.Container = Reader{}

// Open is that of read.Container.
func (Reader) Open(ctx context.Context, s read.Source, limit int64) iter.Seq2[read.Entry, error] {
	return func(yield func(read.Entry, error) bool) {
		switch media := s.MediaType(); media {
		case ZIP:
			openZip(s.Data, limit, yield)
		case TAR:
			openTar(&counted{ctx: ctx, r: bytes.NewReader(s.Data), left: limit}, yield)
		case GZIP:
			r, err := gzip.NewReader(bytes.NewReader(s.Data))
			if err != nil {
				yield(read.Entry{}, fmt.Errorf("damaged gzip data: %w", err))
				return
			}
			openStream(ctx, s, r, limit, r.ModTime, yield)
		case BZIP2:
			openStream(ctx, s, bzip2.NewReader(bytes.NewReader(s.Data)), limit, time.Time{}, yield)
		default:
			yield(read.Entry{}, fmt.Errorf("%s is no archive", media))
		}
	}
}

// openStream opens what was compressed as a whole: a tar archive, else one
// file, which goes by the name of s without its ending.
func openStream(ctx context.Context, s read.Source, unpacked io.Reader, limit int64, mod time.Time, yield func(read.Entry, error) bool) {
	r := bufio.NewReaderSize(&counted{ctx: ctx, r: unpacked, left: limit}, 4096)
	head, _ := r.Peek(1024) // an error comes again when it is read
	name := path.Base(strings.ReplaceAll(s.URI, `\`, "/"))
	name = strings.TrimSuffix(name, path.Ext(name))
	if ext := path.Ext(s.URI); read.MediaByContent(head) == TAR || path.Ext(name) == ".tar" || ext == ".tgz" || ext == ".tbz2" {
		openTar(r, yield)
		return
	}
	e := read.Entry{Name: name, Media: read.MediaByName(name), Size: -1, Mod: mod, Open: func() (io.Reader, error) { return r, nil }}
	if e.Media == "" {
		e.Media = read.MediaByContent(head)
	}
	yield(e, nil)
}

// counted is a reader that ends with an error once so much was read of it, or
// ctx is done.
type counted struct {
	ctx  context.Context
	r    io.Reader
	left int64
}

func (c *counted) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	if c.left < 0 {
		return 0, fmt.Errorf("%w: it unpacks to more than the limit; unpack it and give what is in it", read.ErrTooLarge)
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}
