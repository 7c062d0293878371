package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
)

// recipes are the settings made ready to cut: one recipe for all documents,
// and one for each profile rule.
type recipes struct {
	settings config.Settings
	standard ingest.Cutting
	rules    []ingest.Cutting // by rule
	// tokenizers are those set: of the standard recipe, then by rule
	tokenizers []string
}

// newRecipes builds every recipe that the settings can ask for, so that what
// is wrong with one is said before any document is read.
func (a *app) newRecipes(s config.Settings) (*recipes, error) {
	r := &recipes{settings: s, tokenizers: []string{s.Tokenizer}}
	var err error
	if r.standard, err = a.cutting(s, s.Recipe); err != nil {
		return nil, err
	}
	for i := range s.Profiles {
		only := s
		only.Profiles = []config.Rule{s.Profiles[i]}
		only.Profiles[0].Match = config.Match{} // matches whatever it is asked for
		recipe, _ := only.For("", "", nil)
		c, err := a.cutting(s, recipe)
		if err != nil {
			return nil, usagef("profiles[%d]: %w", i, err)
		}
		r.rules, r.tokenizers = append(r.rules, c), append(r.tokenizers, recipe.Tokenizer)
	}
	return r, nil
}

// at is the recipe of a rule, -1 for the standard one.
func (r *recipes) at(rule int) ingest.Cutting {
	if rule < 0 {
		return r.standard
	}
	return r.rules[rule]
}

// forSource chooses by what is known before a source is read.
func (r *recipes) forSource(uri, media string) ingest.Cutting {
	_, rule := r.settings.For(uri, media, nil)
	return r.at(rule)
}

// forDocument chooses by everything that is known once it has been read.
func (r *recipes) forDocument(d *doc.Document, media string) ingest.Cutting {
	_, rule := r.settings.For(d.URI, media, d.Meta)
	return r.at(rule)
}

// cutting makes a recipe of the settings ready.
func (a *app) cutting(s config.Settings, r config.Recipe) (ingest.Cutting, error) {
	recipe, err := resolve(r)
	if err != nil {
		return ingest.Cutting{}, usageError{err}
	}
	recipe.Tokenizer = config.TokenizerAt(r.Tokenizer, a.path)
	c, err := a.tokenizers.Cutting(recipe, s.Collection)
	switch {
	case errors.Is(err, catalog.ErrTokenizer):
		return c, s.Fault(err, "tokenizer")
	case errors.Is(err, catalog.ErrWindow):
		return c, s.Fault(err, "max", "tokenizer")
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
	if slices.Contains(r.Frame, "context") {
		return ingest.Recipe{}, errors.New("frame part context is written by a language model, and none can be asked yet; " +
			"leave it out (all is every part that there is today)")
	}
	if r.Format != "auto" {
		if _, err := catalog.FormatOf(r.Format); err != nil {
			return ingest.Recipe{}, fmt.Errorf("format %s can't be read yet; formats that can be read today: %s", r.Format, strings.Join(catalog.FormatNames(), ", "))
		}
	}
	return r.Resolve(), nil
}
