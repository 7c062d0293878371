package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// DefaultMaxBytes is the largest source read where nothing else is set.
const DefaultMaxBytes = 256 << 20

var (
	// ErrTooLarge is wrapped by the error for a source above the limit.
	ErrTooLarge = errors.New("too large")
	// ErrSpecial is wrapped by the error for what is neither a file nor a
	// folder: a pipe, a socket, a device. Reading it could block for ever.
	ErrSpecial = errors.New("not a regular file")
	// ErrChanged is wrapped by the error for a file written to while it was
	// read: what came out could be half old and half new.
	ErrChanged = errors.New("changed while it was read")
)

// File is a source that was found and not read yet.
type File struct {
	Root string // the root it was found under, as given
	Path string // how to open it; a URL or "-" as given
	// ID is the document's id: the slash path from the root, in Unicode form
	// NFC; of a root that is a file, its base name; a URL; or "-".
	ID    string
	Media string      // what the name promises; "" where only the content can tell
	Size  int64       // in bytes; -1 where it is known only after reading
	Mod   time.Time   // last change; zero where unknown
	Mode  fs.FileMode // kind and permissions
	// Skipped says why this isn't a document ("no reader for image/png", "a
	// symbolic link"); empty for documents. Read refuses what is skipped.
	Skipped string

	opts *Options
	held *Source // what was read already: an entry of a container
}

// Read reads the file. Its source goes by ID, with the media type that the
// name or else the content shows. Errors name the path; they wrap
// fs.ErrNotExist where the file is gone by now, [ErrTooLarge], [ErrSpecial],
// [ErrChanged], or ctx's error.
func (f File) Read(ctx context.Context) (Source, error) {
	opts := f.opts
	if opts == nil {
		opts = &Options{}
	}
	if err := ctx.Err(); err != nil {
		return Source{}, fmt.Errorf("%s: %w", f.Path, err)
	}
	if f.held != nil && f.Skipped == "" {
		return *f.held, nil
	}
	var (
		s   = Source{URI: f.ID, Media: f.Media}
		err error
	)
	switch {
	case f.Skipped != "":
		return Source{}, fmt.Errorf("%s: skipped: %s", f.Path, f.Skipped)
	case f.Path == Stdin:
		s.Data, err = readAll(ctx, opts.stdin(), Stdin, opts.maxBytes(), 0)
	case IsURL(f.Path):
		return opts.fetch(ctx, f, "")
	default:
		if s.Meta, err = besides(ctx, f.Path); err == nil {
			s.Data, err = readFile(ctx, f.Path, opts.maxBytes())
		}
	}
	if err != nil {
		return Source{}, err
	}
	s.Media = correctMedia(s.Media, s.Data)
	return s, nil
}

// settled is how long before its stamp is taken a file must have changed last.
// The times of files are coarse, of some by two seconds: one that has just
// changed can change again without showing it.
const settled = 2 * time.Second

// Stamp is what the file system says of the file and of the one beside it that
// describes it (see [Sidecar]), as of now: their sizes and when they changed. A
// file that has the stamp that it had before it was read is as it was then,
// unless somebody has put its time back. Empty where that can't be said: of what
// is no file, is too large or can't be looked at, and what has just changed.
func (f File) Stamp(now time.Time) string {
	if f.Mod.IsZero() || f.held != nil || f.Size < 0 || IsURL(f.Path) || f.opts != nil && f.Size > f.opts.maxBytes() || f.Mod.After(now.Add(-settled)) {
		return ""
	}
	stamp := fmt.Sprintf("%d %d", f.Size, f.Mod.UnixNano())
	beside, err := os.Stat(f.Path + Sidecar)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return stamp
	case err != nil || beside.ModTime().After(now.Add(-settled)):
		return ""
	}
	return fmt.Sprintf("%s, %d %d", stamp, beside.Size(), beside.ModTime().UnixNano())
}

// readFile reads a regular file whole. It opens without blocking: the path may
// have become a pipe since it was found.
func readFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	before, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if err := regular(path, before.Mode()); err != nil {
		return nil, err
	}
	data, err := readAll(ctx, file, path, limit, before.Size())
	if err != nil {
		return nil, err
	}
	after, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if before.Size() != after.Size() || !after.ModTime().Equal(before.ModTime()) {
		return nil, fmt.Errorf("%s: %w; run again when nothing writes to it", path, ErrChanged)
	}
	return data, nil
}

// regular returns an error for what can't be read whole.
func regular(path string, mode fs.FileMode) error {
	what := ""
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	default:
		what = mode.Type().String()
	}
	return fmt.Errorf("%s: %w but %s; to read a stream, redirect it to standard input and give -", path, ErrSpecial, what)
}

// readStep is how much is read between two looks at the context.
const readStep = 1 << 20

// readAll reads r to its end in steps. size is the expected length, or 0.
func readAll(ctx context.Context, r io.Reader, name string, limit, size int64) ([]byte, error) {
	if size > limit {
		return nil, tooLarge(name, size, limit)
	}
	var b bytes.Buffer
	b.Grow(int(size) + bytes.MinRead)
	for {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		n, err := io.CopyN(&b, r, readStep)
		switch {
		case int64(b.Len()) > limit:
			return nil, tooLarge(name, 0, limit)
		case err == io.EOF:
			return b.Bytes(), nil
		case err != nil:
			return nil, fmt.Errorf("%s: after %d bytes: %w", name, int64(b.Len())-n, err)
		}
	}
}

func tooLarge(name string, size, limit int64) error {
	is := fmt.Sprintf("more than the %d bytes allowed", limit)
	if size > 0 {
		is = fmt.Sprintf("%d bytes, %s", size, is)
	}
	return fmt.Errorf("%s: %w: %s; raise the limit or split the file", name, ErrTooLarge, is)
}

// CheckSize returns an error that wraps [ErrTooLarge] and names the source
// where its data is longer than limit bytes; 0 stands for [DefaultMaxBytes].
func (s Source) CheckSize(limit int64) error {
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	if int64(len(s.Data)) > limit {
		return tooLarge(s.URI, int64(len(s.Data)), limit)
	}
	return nil
}
