package cli

import (
	"context"
	"os"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/internal/catalog"
)

// embedder opens an embedding model, once.
func (a *app) embedder(name string) (embed.Embedder, error) {
	if e := a.embedders[name]; e != nil {
		return e, nil
	}
	store, err := a.models("")
	if err != nil {
		return nil, err
	}
	open := catalog.Embedders{Models: store, Variable: a.variable, URL: a.variable("PILDORA_EMBEDDER_URL")}
	path := name
	if _, err := os.Stat(a.path(name)); err == nil {
		path = a.path(name)
	}
	e, err := open.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if a.embedders == nil {
		a.embedders = map[string]embed.Embedder{}
	}
	a.embedders[name] = e
	return e, nil
}
