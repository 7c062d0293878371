package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
)

// recipes are the settings made ready to cut: one recipe for all documents,
// and one for each profile rule; where the profile is found out of each
// document, one for each that may be.
type recipes struct {
	settings config.Settings
	standard recipe
	rules    []recipe // by rule
	log      *slog.Logger
	readers  catalog.Readers
	survey   *survey // of the documents that were read; nil where none is wanted
}

// recipe is one that the settings ask for.
type recipe struct {
	ingest.Cutting
	tokenizer string // as set
	// detected are the cuttings by profile, where that is found out of each
	// document; Cutting is then the default's.
	detected map[string]ingest.Cutting
	hashes   []string // of all of its recipes, the one that it has without a document first
}

// newRecipes builds every recipe that the settings can ask for, so that what
// is wrong with one is said before any document is read.
func (a *app) newRecipes(s config.Settings) (*recipes, error) {
	r := &recipes{settings: s, log: a.log, readers: a.readers}
	var err error
	if r.standard, err = a.recipe(s, -1, s.Recipe); err != nil {
		return nil, err
	}
	for i := range s.Profiles {
		only := s
		only.Profiles = []config.Rule{s.Profiles[i]}
		only.Profiles[0].Match = ingest.Match{} // matches whatever it is asked for
		set, _ := only.For("", "", nil)
		c, err := a.recipe(s, i, set)
		if err != nil {
			return nil, usagef("profiles[%d]: %w", i, err)
		}
		r.rules = append(r.rules, c)
	}
	return r, nil
}

// recipe makes what a rule sets ready; of rule -1 the settings.
func (a *app) recipe(s config.Settings, rule int, set config.Recipe) (recipe, error) {
	if set.Profile != config.AutoProfile {
		c, err := a.cutting(s, set)
		return recipe{Cutting: c, tokenizer: set.Tokenizer, hashes: []string{c.Recipe.Hash()}}, err
	}
	out := recipe{tokenizer: set.Tokenizer, detected: map[string]ingest.Cutting{}}
	for _, name := range catalog.DetectedProfiles() {
		c, err := a.cutting(s, s.As(rule, name))
		if err != nil {
			return out, err
		}
		c.Recipe.Detected = true
		out.detected[name] = c
	}
	out.Cutting = out.detected[catalog.DefaultProfile]
	for _, c := range out.all() {
		out.hashes = append(out.hashes, c.Recipe.Hash())
	}
	return out, nil
}

// all are the recipe's cuttings, the one that it has without a document first,
// the others by name.
func (r recipe) all() []ingest.Cutting {
	out := []ingest.Cutting{r.Cutting}
	for _, name := range slices.Sorted(maps.Keys(r.detected)) {
		if name != catalog.DefaultProfile {
			out = append(out, r.detected[name])
		}
	}
	return out
}

// of is the cutting for a document.
func (r recipe) of(d *doc.Document) ingest.Cutting {
	if r.detected == nil {
		return r.Cutting
	}
	return r.detected[catalog.Detect(d).Profile]
}

// all are all cuttings, the standard one first, and beside each the tokenizer
// that was set for it.
func (r *recipes) all() (cuttings []ingest.Cutting, tokenizers []string) {
	for _, one := range append([]recipe{r.standard}, r.rules...) {
		for _, c := range one.all() {
			cuttings, tokenizers = append(cuttings, c), append(tokenizers, one.tokenizer)
		}
	}
	return cuttings, tokenizers
}

// varies reports whether documents may be cut by different recipes.
func (r *recipes) varies() bool { return len(r.rules) > 0 || r.standard.detected != nil }

// at is the recipe of a rule, -1 for the standard one.
func (r *recipes) at(rule int) recipe {
	if rule < 0 {
		return r.standard
	}
	return r.rules[rule]
}

// unchanged is the hash of the recipe for a document whose bytes are those that
// it was cut from. What was found out of them would be found again.
func (r *recipes) unchanged(have store.DocState, media string) string {
	_, rule := r.settings.For(have.DocID, media, have.Meta)
	hashes := r.at(rule).hashes
	if slices.Contains(hashes, have.Recipe) {
		return have.Recipe
	}
	return hashes[0]
}

// forSource chooses by what is known before a source is read.
func (r *recipes) forSource(uri, media string) ingest.Cutting {
	_, rule := r.settings.For(uri, media, nil)
	return r.at(rule).Cutting
}

// forDocument chooses by everything that is known once it has been read.
func (r *recipes) forDocument(d *doc.Document, media string) ingest.Cutting {
	_, rule := r.settings.For(d.URI, media, d.Meta)
	return r.at(rule).of(d)
}

// cutting makes a recipe of the settings ready.
func (a *app) cutting(s config.Settings, r config.Recipe) (ingest.Cutting, error) {
	recipe, err := resolve(r)
	if err != nil {
		return ingest.Cutting{}, usageError{err}
	}
	recipe.Tokenizer = config.TokenizerAt(r.Tokenizer, a.path)
	c, err := a.tokenizers.Cutting(recipe, s.Collection)
	var said *config.Error
	switch {
	case errors.As(err, &said):
		return c, said
	case errors.Is(err, catalog.ErrTokenizer):
		return c, s.Fault(err, "tokenizer")
	case errors.Is(err, catalog.ErrDrift):
		return c, s.Fault(err, "drift", "embedder")
	case errors.Is(err, catalog.ErrWindow), errors.Is(err, catalog.ErrRoom):
		return c, s.Fault(err, "max", "tokenizer")
	case errors.Is(err, catalog.ErrNoCompleter) && recipe.Strategy == "llm":
		return c, s.Fault(err, "strategy")
	case errors.Is(err, catalog.ErrNoCompleter):
		return c, s.Fault(err, "derive", "context", "summary")
	case errors.Is(err, catalog.ErrEnrich):
		return c, s.Fault(err, "derive", "context")
	case err != nil:
		return c, usageError{err}
	}
	return c, nil
}

// openTokenizer opens the tokenizer of a setting.
func (a *app) openTokenizer(name string) (*catalog.Tokenizer, error) {
	return a.tokenizers.Open(config.TokenizerAt(name, a.path))
}

// resolve writes the settings of a recipe as the engine takes them.
func resolve(r config.Recipe) (ingest.Recipe, error) {
	if r.Format != "auto" {
		if _, err := catalog.FormatOf(r.Format); err != nil {
			return ingest.Recipe{}, fmt.Errorf("format %s can't be read yet; formats that can be read today: %s", r.Format, strings.Join(catalog.FormatNames(), ", "))
		}
	}
	return r.Resolve(), nil
}
