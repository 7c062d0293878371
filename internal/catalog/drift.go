package catalog

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/cut/semantic"
	"github.com/pildora/pildora/ingest"
)

// ErrDrift is wrapped by what is wrong with how changes of meaning are to be
// found.
var ErrDrift = errors.New("changes of meaning")

// drift makes ready what a recipe says of changes of meaning, nil where it says
// nothing. It writes the model's digest into the recipe: other vectors, other
// cuts.
func (ts *Tokenizers) drift(r *ingest.Recipe) (*semantic.Options, error) {
	if r.Drift == nil {
		if r.Strategy == "semantic" {
			return nil, fmt.Errorf("%w: the strategy semantic needs an embedder", ErrDrift)
		}
		return nil, nil
	}
	kind, err := semantic.KindOf(r.Drift.Threshold)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDrift, err)
	}
	if ts.Embedder == nil {
		return nil, fmt.Errorf("%w: no embedder is at hand", ErrDrift)
	}
	name, digest := r.Drift.Embedder, ""
	if i := strings.LastIndexByte(name, '@'); i >= 0 {
		name, digest = name[:i], name[i+1:]
	}
	e, err := ts.Embedder(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDrift, err)
	}
	if digest != "" && digest != e.Model().Digest {
		return nil, fmt.Errorf("%w: the embedder %s isn't what it was: its digest is %s, not %s", ErrDrift, name, e.Model().Digest, digest)
	}
	own := *r.Drift
	own.Embedder = name + "@" + e.Model().Digest
	r.Drift = &own
	return &semantic.Options{Embedder: e, Window: own.Window, Smooth: own.Smooth, Threshold: semantic.Threshold{Kind: kind, Value: own.Value}}, nil
}

// Drifter returns what a recipe made ready by Cutting finds changes of meaning
// with. Of a recipe that doesn't, the error wraps ErrDrift.
func (ts *Tokenizers) Drifter(r ingest.Recipe) (semantic.Drifter, error) {
	o, err := ts.drift(&r)
	if err != nil {
		return semantic.Drifter{}, err
	}
	if o == nil {
		return semantic.Drifter{}, fmt.Errorf("%w: the strategy %s looks at no meaning; semantic does, and cascade with ideas: vectors", ErrDrift, r.Strategy)
	}
	o.Sentences = cut.Sentences(r.Lang)
	return semantic.Drift(*o), nil
}
