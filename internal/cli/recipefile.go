package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
)

// recipeFile is what stands beside an output file: the standard recipe, those
// of the profile rules, and the collection. Its keys are those of a recipe.
type recipeFile struct {
	ingest.Recipe
	Hash       string          `json:"hash"`
	Collection string          `json:"collection"`
	Rules      []ingest.Recipe `json:"rules,omitempty"`
	// MetaRules say what else was known of documents.
	MetaRules ingest.MetaRules `json:"meta_rules,omitempty"`
	// Tokenizers are the files of tokenizers by what recipes call them, as paths
	// from the folder of the recipe file. They decide nothing: a file that was
	// moved is the same tokenizer.
	Tokenizers map[string]string `json:"tokenizers,omitempty"`
}

// file is the recipe file as JSON. place writes the path of a tokenizer's file;
// with none, the files are left out.
func (r *recipes) file(place func(path string) string) []byte {
	f := recipeFile{Recipe: r.standard.Recipe, Hash: r.standard.Recipe.Hash(), Collection: r.standard.Collection, MetaRules: r.settings.Meta, Tokenizers: map[string]string{}}
	cuttings, tokenizers := r.all()
	for i, c := range cuttings {
		if i > 0 {
			f.Rules = append(f.Rules, c.Recipe)
		}
		if t := c.Recipe.Tokenizer; place != nil && catalog.IsFile(t) {
			f.Tokenizers[t] = config.TokenizerAt(tokenizers[i], place)
		}
	}
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	return append(b, '\n')
}

// recipeFile is the file that goes beside out.
func (a *app) recipeFile(r *recipes, out string) []byte {
	folder := filepath.Dir(a.absolute(out))
	return r.file(func(path string) string { return relative(folder, a.absolute(path)) })
}

// relative is path as seen from a folder, where it can be, with slashes; there
// is at least one, so that it is seen to be a path.
func relative(folder, path string) string {
	if rel, err := filepath.Rel(folder, path); err == nil {
		path = rel
	}
	if path = filepath.ToSlash(path); !strings.Contains(path, "/") {
		path = "./" + path
	}
	return path
}

// loadRecipes reads a recipe file: what is ready to cut, by hash, and the rules
// about metadata. given is the tokenizer of the settings, which may be a file
// that was moved.
func (a *app) loadRecipes(path, given string) (map[string]ingest.Cutting, ingest.MetaRules, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var f recipeFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, nil, fmt.Errorf("%s: is no recipe file: %w", path, err)
	}
	if err := a.openTokenizers(f, path, given); err != nil {
		return nil, nil, err
	}
	byHash := map[string]ingest.Cutting{}
	for _, recipe := range append([]ingest.Recipe{f.Recipe}, f.Rules...) {
		if recipe.Version != ingest.Version {
			return nil, nil, fmt.Errorf("%s: was cut by version %q of the cutting, this is %q; cut again, or verify with that version",
				path, recipe.Version, ingest.Version)
		}
		c, err := a.tokenizers.Cutting(recipe, f.Collection)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		c.Recipe = recipe // another version of the analyser cuts the same
		byHash[recipe.Hash()] = c
	}
	return byHash, f.MetaRules, nil
}

// openTokenizers opens the files that a recipe file names, so that its recipes
// find them by their digests, but for the one that was given in its place.
func (a *app) openTokenizers(f recipeFile, path, given string) error {
	known := ""
	if t, err := a.openTokenizer(given); err == nil {
		known = t.ID()
	}
	for id, name := range f.Tokenizers {
		if id == known {
			continue
		}
		name = config.TokenizerAt(name, func(p string) string {
			if p = filepath.FromSlash(p); filepath.IsAbs(p) {
				return p
			}
			return filepath.Join(filepath.Dir(a.absolute(path)), p)
		})
		t, err := a.tokenizers.Open(name)
		if err != nil {
			return fmt.Errorf("%s: %w; if its tokenizer was moved, give it with --tokenizer", path, err)
		}
		if t.ID() != id {
			return fmt.Errorf("%s: %s has changed since the chunks were cut; give the file as it was with --tokenizer", path, name)
		}
	}
	return nil
}
