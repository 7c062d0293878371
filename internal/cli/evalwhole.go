package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// whole writes a file that appears under its name when all of it is written;
// an older one stays whole until then.
func whole(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file, not the link to it
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return usagef("%s: is no regular file; give a file to write", path)
		}
		mode = info.Mode().Perm()
	}
	f, err := temporary(path, mode)
	if err != nil {
		return usagef("%s: can't be written: %w", path, err)
	}
	defer os.Remove(f.Name()) // it is gone where all went well
	w := bufio.NewWriter(f)
	if err := errors.Join(write(w), w.Flush(), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("%s: can't be written: %w", path, err)
	}
	return nil
}

// temporary makes a new file beside path. os.CreateTemp's would be for the
// owner only.
func temporary(path string, mode fs.FileMode) (*os.File, error) {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(path), os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// writable refuses a name that can't be written to, before work is done for
// it.
func (a *app) writable(out string) error {
	if out == "" {
		return nil
	}
	dir := filepath.Dir(a.path(out))
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usagef("%s: there is no folder %s to write it to", out, filepath.Dir(out))
	}
	return nil
}
