package models

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
)

// Lazy is a model of the store that is read when it is first asked: whose vectors
// they would be is known before.
type Lazy struct {
	model embed.Model
	open  func() (*encoder.Encoder, error)
}

var (
	_ embed.Embedder     = (*Lazy)(nil)
	_ embed.SpanEmbedder = (*Lazy)(nil)
)

// Lazy is Open, but that the model is read later.
func (s Store) Lazy(name string, o encoder.Options) (*Lazy, error) {
	e, err := s.entry(name)
	if err != nil {
		return nil, err
	}
	digest, err := encoder.Digest(modelPath(filepath.Join(s.Dir, name)), o.Precision)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l := &Lazy{model: embed.Model{Name: name, Digest: digest, Dim: e.Dim, Window: e.Window}}
	l.open = sync.OnceValues(func() (*encoder.Encoder, error) {
		m, err := s.Open(name, o)
		if err == nil && m.Model() != l.model {
			err = fmt.Errorf("%s: %w", name, ErrChanged)
		}
		return m, err
	})
	return l, nil
}

// Model says what embeds.
func (l *Lazy) Model() embed.Model { return l.model }

// Embed implements embed.Embedder.
func (l *Lazy) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	m, err := l.open()
	if err != nil {
		return nil, err
	}
	return m.Embed(ctx, k, texts)
}

// EmbedSpans implements embed.SpanEmbedder.
func (l *Lazy) EmbedSpans(ctx context.Context, text string, spans []doc.Span) ([][]float32, error) {
	m, err := l.open()
	if err != nil {
		return nil, err
	}
	return m.EmbedSpans(ctx, text, spans)
}
