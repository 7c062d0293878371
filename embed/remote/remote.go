// Package remote asks servers for vectors: OpenAI's and those that speak its
// format, Ollama, Hugging Face's Text Embeddings Inference (TEI), llama.cpp,
// Cohere, Voyage and Jina.
//
// Texts go out in batches, several at once. What is temporary (a full server,
// one that is down, an answer that is cut off) is tried again, after as long as
// the server asks for; what isn't is an error that names the server and what it
// said. Vectors of another dimension than the model's, or with what is no
// number, are refused. Keys are given by the caller, who takes them from the
// environment; errors never hold them.
package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/internal/post"
	"github.com/pildora/pildora/size"
)

// Options say which server is asked, and how. Provider and Model must be given
// (TEI and llama.cpp serve one model and need no name).
type Options struct {
	// Provider is the format that the server speaks, by the name of one of
	// Providers.
	Provider string
	// URL is where the server is; empty means where the provider itself is.
	URL string
	// Model is its name there.
	Model string
	// Key is sent as the server wants it. Nothing else shows it.
	Key string
	// Dim is the length of the vectors; 0 means that of the first that come.
	// Ask says to ask the server for that many.
	Dim int
	Ask bool
	// Window is how many tokens the model takes; 0 if unknown. Longer texts
	// are the server's to refuse.
	Window int
	// Tokens counts what batches and windows are measured by; nil means a
	// quarter of the bytes.
	Tokens size.Measure
	// BatchTexts and BatchTokens bound one request, Concurrent how many go on
	// at once; 0 means 64, 32,000 and 4.
	BatchTexts, BatchTokens, Concurrent int
	// Timeout bounds one request; 0 means a minute.
	Timeout time.Duration
	// Tries is how often a request is made before its error counts; 0 means 6.
	// Longest is the longest time between two of them, also where a server asks
	// for more; 0 means a minute.
	Tries   int
	Longest time.Duration
	// Query and Passage are put before texts of that kind, for models that want
	// it and servers that don't know.
	Query, Passage string
	// Client is used for all requests; nil means one of its own.
	Client *http.Client
}

// Embedder asks a server. It is safe for concurrent use.
type Embedder struct {
	o      Options
	format format
	server *post.Server
	model  embed.Model
}

var _ embed.Embedder = (*Embedder)(nil)

// LateEmbedder is an embedder whose server gives vectors of the parts of a text
// in the light of all of it.
type LateEmbedder struct{ *Embedder }

var _ embed.SpanEmbedder = LateEmbedder{}

// Providers lists the formats that are spoken.
func Providers() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// New returns an embedder, after one request that finds out the dimension
// where o doesn't say it. It is an embed.SpanEmbedder where the server can
// serve as one: of TEI, Voyage's contextual models and Jina.
func New(ctx context.Context, o Options) (embed.Embedder, error) {
	i := slices.IndexFunc(formats[:], func(f format) bool { return f.name == o.Provider })
	if i < 0 {
		return nil, fmt.Errorf("provider %q is none of %s", o.Provider, strings.Join(Providers(), ", "))
	}
	e := &Embedder{o: o, format: formats[i]}
	if o.Model == "" && e.format.named {
		return nil, fmt.Errorf("%s: which model? Servers of %s have several", o.Provider, o.Provider)
	}
	e.defaults()
	base, err := post.Address(e.o.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Provider, err)
	}
	e.server = &post.Server{Base: base, Header: post.Bearer(o.Key), Key: o.Key, Client: e.o.Client, Timeout: e.o.Timeout, Most: mostAnswer}
	name := o.Model
	if name == "" {
		name = o.Provider + " at " + base.Host
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d %q %q", o.Provider, base, o.Model, o.Dim, o.Query, o.Passage))
	e.model = embed.Model{Name: name, Digest: hex.EncodeToString(sum[:16]), Dim: o.Dim, Window: o.Window}
	if e.model.Dim == 0 {
		vectors, err := e.request(ctx, embed.Passage, []string{"a"})
		if err != nil {
			return nil, err
		}
		e.model.Dim = len(vectors[0])
	}
	if e.format.late != nil && e.format.late(e.o) != nil {
		return LateEmbedder{e}, nil
	}
	return e, nil
}

func (e *Embedder) defaults() {
	set := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	set(&e.o.BatchTexts, 64)
	set(&e.o.BatchTokens, 32_000)
	set(&e.o.Concurrent, 4)
	set(&e.o.Tries, 6)
	if e.o.Timeout <= 0 {
		e.o.Timeout = time.Minute
	}
	if e.o.Longest <= 0 {
		e.o.Longest = time.Minute
	}
	if e.o.URL == "" {
		e.o.URL = e.format.url
	}
	if e.o.Tokens == nil {
		e.o.Tokens = quarter{}
	}
}

// quarter guesses tokens.
type quarter struct{}

func (quarter) Size(text string) int { return (len(text) + 3) / 4 }

// Model says what embeds.
func (e *Embedder) Model() embed.Model { return e.model }

// Embed returns a vector for each text.
func (e *Embedder) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	prefix := e.o.Passage
	if k == embed.Query {
		prefix = e.o.Query
	}
	sent := make([]string, len(texts))
	for i, t := range texts {
		sent[i] = prefix + t
		if strings.TrimSpace(sent[i]) == "" {
			sent[i] = "." // servers refuse what is empty
		}
	}
	out := make([][]float32, len(texts))
	g, asking := errgroup.WithContext(ctx)
	g.SetLimit(e.o.Concurrent)
	for from := 0; from < len(sent); {
		to, tokens := from, 0
		for to < len(sent) && to-from < e.o.BatchTexts {
			n := e.o.Tokens.Size(sent[to])
			if to > from && tokens+n > e.o.BatchTokens {
				break
			}
			tokens += n
			to++
		}
		first, last := from, to
		g.Go(func() error {
			if err := asking.Err(); err != nil {
				return err
			}
			vectors, err := e.request(asking, k, sent[first:last])
			if err != nil {
				return fmt.Errorf("texts %d to %d of %d: %w", first+1, last, len(texts), err)
			}
			copy(out[first:], vectors)
			return nil
		})
		from = to
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, ctx.Err()
}

// request embeds one batch.
func (e *Embedder) request(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	return e.ask(ctx, e.format.embed(e.o, k, texts), func(v [][]float32) error { return e.fits(v, len(texts)) })
}

// fits checks and normalizes what came.
func (e *Embedder) fits(vectors [][]float32, n int) error {
	dim := e.model.Dim
	if dim == 0 && len(vectors) > 0 {
		dim = len(vectors[0])
	}
	if err := embed.Check(vectors, n, dim); err != nil {
		return err
	}
	for i, v := range vectors {
		embed.Normalize(v)
		if dim == 0 || embed.Dot(v, v) == 0 {
			return fmt.Errorf("vector %d is empty or zero", i)
		}
	}
	return nil
}

// EmbedSpans returns a vector for each span, in the light of the others: spans
// that together are longer than the model's window go out in groups. They
// should be in the order of the text.
func (e LateEmbedder) EmbedSpans(ctx context.Context, text string, spans []doc.Span) ([][]float32, error) {
	out := make([][]float32, len(spans))
	var full []int
	for i, s := range spans {
		switch {
		case s.Start < 0 || s.End < s.Start || s.End > len(text):
			return nil, fmt.Errorf("%s: span %v of a text of %d bytes", e.model.Name, s, len(text))
		case strings.TrimSpace(text[s.Start:s.End]) == "":
			out[i] = make([]float32, e.model.Dim)
		default:
			full = append(full, i)
		}
	}
	late := e.format.late(e.o)
	for len(full) > 0 {
		n, tokens := 0, 0
		var group []doc.Span
		for _, i := range full {
			size := e.o.Tokens.Size(text[spans[i].Start:spans[i].End])
			if n > 0 && (e.o.Window > 0 && tokens+size > e.o.Window || n >= mostParts) {
				break
			}
			tokens += size
			group = append(group, spans[i])
			n++
		}
		vectors, err := late(ctx, e.Embedder, text, group)
		if err == nil {
			err = e.fits(vectors, len(group))
		}
		if err != nil {
			return nil, err
		}
		for j, i := range full[:n] {
			out[i] = vectors[j]
		}
		full = full[n:]
	}
	return out, ctx.Err()
}

// mostParts is how many parts of a text go out together: what servers take.
const mostParts = 512
