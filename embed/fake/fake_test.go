package fake_test

import (
	"context"
	"errors"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/embedtest"
	"github.com/pildora/pildora/embed/fake"
)

func TestEmbedder(t *testing.T) { embedtest.Run(t, fake.Embedder{}, 0) }

func TestNearness(t *testing.T) {
	v, err := fake.Embedder{}.Embed(context.Background(), embed.Passage, []string{"el plazo de devolución", "Plazo de la devolución", "otra cosa"})
	if err != nil || embed.Dot(v[0], v[1]) < 0.6 || embed.Dot(v[0], v[2]) > 0.5 {
		t.Errorf("%.2f and %.2f, %v", embed.Dot(v[0], v[1]), embed.Dot(v[0], v[2]), err)
	}
	if _, err := (fake.Embedder{Window: 2}).Embed(context.Background(), embed.Query, []string{"uno dos tres"}); !errors.Is(err, embed.ErrWindow) {
		t.Errorf("got %v", err)
	}
}
