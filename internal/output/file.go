package output

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// RecipePath is the file beside an output file that holds the whole resolved
// recipe its records were cut by.
func RecipePath(path string) string { return path + ".recipe.json" }

// FileWriter is a [Writer] to a file that appears under its name, with the
// recipe beside it, when Close has written all of it.
type FileWriter struct {
	Writer
	path   string
	recipe []byte
	temp   *os.File
	done   bool
}

// File returns a writer to path in the format of its ending, see [FormatFor].
// recipe is JSON; with none, no recipe file stands beside the output. Nothing
// appears at path before Close, and an older file stays whole until then.
// Defer Abort: after Close it does nothing.
func File(path string, recipe []byte) (*FileWriter, error) {
	name, err := FormatFor(path)
	if err != nil {
		return nil, err
	}
	return FileAs(path, name, Options{}, recipe)
}

// FileAs is [File] in a format by its name.
func FileAs(path, name string, o Options, recipe []byte) (*FileWriter, error) {
	if _, err := New(name, io.Discard, o); err != nil {
		return nil, err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file, not the link to it
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is no regular file; give a file to write", path)
	}
	temp, err := CreateTemp(path)
	if err != nil {
		return nil, unwritable(path, err)
	}
	w, err := New(name, temp, o)
	if err != nil {
		return nil, err
	}
	return &FileWriter{Writer: w, path: path, recipe: recipe, temp: temp}, nil
}

// unwritable says of path, not of the file beside it, what is wrong.
func unwritable(path string, err error) error {
	dir := filepath.Dir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no folder %s; make it first: %w", path, dir, fs.ErrNotExist)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: can't be written in %s: %w", path, dir, err)
}

// CreateTemp makes a new file beside path, to be renamed to it once whole, with
// the mode that path has or would get; os.CreateTemp's is for the owner only.
func CreateTemp(path string) (*os.File, error) {
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	if err == nil {
		mode = info.Mode().Perm()
	}
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()[:8]+".tmp")
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err == nil && info != nil {
		err = f.Chmod(mode) // the umask took bits from it
	}
	return f, err
}

// Close writes the rest and puts the file in its place. Where that can't be
// done the error says so and an older file stays as it was.
func (f *FileWriter) Close() error {
	if f.done {
		return nil
	}
	defer f.Abort()
	if err := f.Writer.Close(); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	if err := f.temp.Sync(); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	if err := f.temp.Close(); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	if err := f.replace(); err != nil {
		return fmt.Errorf("%s: can't be written: %w", f.path, err)
	}
	f.done = true
	return nil
}

// replace takes the old recipe away first and puts the new one in last: a
// crash in between leaves records without a recipe, never with a wrong one.
func (f *FileWriter) replace() error {
	recipe := RecipePath(f.path)
	if err := os.Remove(recipe); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(f.temp.Name(), f.path); err != nil || f.recipe == nil {
		return err
	}
	temp, err := CreateTemp(recipe)
	if err != nil {
		return err
	}
	_, err = temp.Write(f.recipe)
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), recipe)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// Abort takes the unfinished file away. After Close it does nothing.
func (f *FileWriter) Abort() {
	if f.done {
		return
	}
	f.done = true
	f.temp.Close()
	os.Remove(f.temp.Name())
}
