// Package fake is an embedder without a model, for tests: texts that share
// words are near to each other.
package fake

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
)

// Embedder gives each word a vector by its hash and each text the sum of those
// of its words. It is safe for concurrent use.
type Embedder struct {
	// Dim is the length of the vectors; 0 means 64.
	Dim int
	// Window is how many words it takes at most; 0 means any number. Longer
	// texts are refused.
	Window int
}

var (
	_ embed.Embedder     = Embedder{}
	_ embed.SpanEmbedder = Embedder{}
)

func (e Embedder) dim() int {
	if e.Dim == 0 {
		return 64
	}
	return e.Dim
}

// Model says what embeds.
func (e Embedder) Model() embed.Model {
	return embed.Model{Name: "fake", Digest: fmt.Sprintf("fake-%d-%d", e.dim(), e.Window), Dim: e.dim(), Window: e.Window}
}

// Embed returns a vector for each text. Queries and passages are alike.
func (e Embedder) Embed(ctx context.Context, _ embed.Kind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, n := make([]float32, e.dim()), 0
		for word := range strings.FieldsFuncSeq(t, isBorder) {
			e.add(v, word)
			n++
		}
		if e.Window > 0 && n > e.Window {
			return nil, fmt.Errorf("fake: text %d has %d words: %w of %d", i, n, embed.ErrWindow, e.Window)
		}
		if n == 0 {
			v[0] = 1 // vectors have a length
		}
		embed.Normalize(v)
		out[i] = v
	}
	return out, nil
}

// EmbedSpans returns a vector for each span: that of its own words, and a tenth
// of that of the whole text.
func (e Embedder) EmbedSpans(ctx context.Context, text string, spans []doc.Span) ([][]float32, error) {
	whole, err := Embedder{Dim: e.Dim}.Embed(ctx, embed.Passage, []string{text})
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(spans))
	for i, s := range spans {
		if s.Start < 0 || s.End < s.Start || s.End > len(text) {
			return nil, fmt.Errorf("fake: span %v of a text of %d bytes", s, len(text))
		}
		out[i] = make([]float32, e.dim())
		n := 0
		for word := range strings.FieldsFuncSeq(text[s.Start:s.End], isBorder) {
			e.add(out[i], word)
			n++
		}
		if n == 0 {
			continue
		}
		embed.Normalize(out[i])
		for j, v := range whole[0] {
			out[i][j] += v / 10
		}
		embed.Normalize(out[i])
	}
	return out, nil
}

func isBorder(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func (e Embedder) add(v []float32, word string) {
	h := fnv.New64a()
	h.Write([]byte(strings.ToLower(word)))
	r := rand.New(rand.NewPCG(h.Sum64(), 1))
	for i := range v {
		v[i] += float32(r.NormFloat64())
	}
}
