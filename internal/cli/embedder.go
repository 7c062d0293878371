package cli

import (
	"context"
	"os"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/internal/catalog"
)

// embedder opens an embedding model, once.
func (a *app) embedder(name string) (embed.Embedder, error) {
	return a.opened(name, name, catalog.Embedders.Open)
}

// embedderLater is embedder for vectors that may not be wanted after all: a local
// model is read when it is first asked.
func (a *app) embedderLater(name string) (embed.Embedder, error) {
	if e := a.embedders[name]; e != nil {
		return e, nil
	}
	return a.opened("later "+name, name, catalog.Embedders.Later)
}

// opened opens an embedder, once for each key.
func (a *app) opened(key, name string, open func(catalog.Embedders, context.Context, string) (embed.Embedder, error)) (embed.Embedder, error) {
	if e := a.embedders[key]; e != nil {
		return e, nil
	}
	store, err := a.models("")
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(a.path(name)); err == nil {
		name = a.path(name)
	}
	e, err := open(catalog.Embedders{Models: store, Variable: a.variable, URL: a.variable("PILDORA_EMBEDDER_URL")}, context.Background(), name)
	if err != nil {
		return nil, err
	}
	if a.embedders == nil {
		a.embedders = map[string]embed.Embedder{}
	}
	a.embedders[key] = e
	return e, nil
}
