package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
)

// recipeFile is what stands beside an output file: the standard recipe, those
// of the profile rules, and the collection. Its keys are those of a recipe.
type recipeFile struct {
	ingest.Recipe
	Hash       string          `json:"hash"`
	Collection string          `json:"collection"`
	Rules      []ingest.Recipe `json:"rules,omitempty"`
}

// file is the recipe file as JSON.
func (r *recipes) file() []byte {
	f := recipeFile{Recipe: r.standard.Recipe, Hash: r.standard.Recipe.Hash(), Collection: r.standard.Collection}
	for _, c := range r.rules {
		f.Rules = append(f.Rules, c.Recipe)
	}
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	return append(b, '\n')
}

// loadRecipes reads a recipe file: what is ready to cut, by hash.
func loadRecipes(path string) (map[string]ingest.Cutting, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f recipeFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: is no recipe file: %w", path, err)
	}
	byHash := map[string]ingest.Cutting{}
	for _, recipe := range append([]ingest.Recipe{f.Recipe}, f.Rules...) {
		if recipe.Version != ingest.Version {
			return nil, fmt.Errorf("%s: was cut by version %q of the cutting, this is %q; cut again, or verify with that version",
				path, recipe.Version, ingest.Version)
		}
		c, err := catalog.Cutting(recipe, f.Collection)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		c.Recipe = recipe // another version of the analyser cuts the same
		byHash[recipe.Hash()] = c
	}
	return byHash, nil
}
