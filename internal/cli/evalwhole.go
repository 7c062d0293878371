package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/pildora/pildora/internal/output"
)

// whole writes a file that appears under its name when all of it is written;
// an older one stays whole until then.
func whole(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file, not the link to it
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return usagef("%s: is no regular file; give a file to write", path)
	}
	f, err := output.CreateTemp(path)
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
