package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/cache"
	"github.com/pildora/pildora/embed/remote"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// vectorsFile is where vectors are kept between runs, in the user's cache.
const vectorsFile = "pildora/vectors.db"

// anyEmbedder is the setting embedder that names no model: the default one embeds,
// and a question is embedded by the one that made the vectors.
const anyEmbedder = "auto"

// indexEmbedder is the model that embeds what is indexed, with what is known
// already in front; nil where nothing is to be embedded. A server that is down is
// one that fails later: what was cut for it must not be lost. bare leaves out what
// is in front.
func (a *app) indexEmbedder(ctx context.Context, s config.Settings, bare bool) (embed.Embedder, error) {
	if s.Vectors == "no" {
		return nil, nil
	}
	e, err := a.embedderLater(s.Embedder)
	var down *remote.DownError
	switch {
	case errors.As(err, &down):
		return embed.Down{Of: down.Model, Err: err}, nil
	case errors.Is(err, catalog.ErrNoEmbedder) && s.Vectors == "auto":
		return nil, nil
	case err != nil:
		return nil, s.Fault(err, "embedder", "vectors")
	}
	base, err := a.userCache()
	if err != nil || bare {
		return e, nil // without a place for it there is no cache
	}
	c, err := cache.Open(ctx, filepath.Join(base, filepath.FromSlash(vectorsFile)), e)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, c.Close)
	return c, nil
}

// searcher is how an index is searched: by words, by vectors or by both, as the
// settings say and the index allows.
func (a *app) searcher(ctx context.Context, s config.Settings, st store.Index, filter store.Filter) (retrieve.Searcher, error) {
	words := retrieve.Lexical(st, filter)
	if s.Search.Mode == "lexical" || s.Search.Mode == "auto" && s.Vectors == "no" {
		return words, nil
	}
	e, err := a.queryEmbedder(ctx, s, st, filter)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return words, nil
	}
	fusion, err := retrieve.FusionOf(s.Search.Fusion)
	if err != nil {
		return nil, s.Fault(err, "search.fusion")
	}
	h := retrieve.Hybrid{Text: st, Vectors: st, Embedder: e, Weight: s.Search.Weight, Fusion: fusion, Filter: filter}
	if s.Search.Mode != "auto" {
		return h.By(s.Search.Mode), nil
	}
	both := h.Search()
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		hits, err := both(ctx, query, k)
		if err != nil && errors.Is(err, retrieve.ErrQuery) && ctx.Err() == nil {
			a.wordsOnly(err)
			return words(ctx, query, k)
		}
		return hits, err
	}, nil
}

func (a *app) wordsOnly(why error) { a.say("words are searched, and no vectors: %v", why) }

// queryEmbedder is the model of the index's vectors. Where the index has none, or
// the model isn't at hand and nothing asks for it by name, it is nil.
func (a *app) queryEmbedder(ctx context.Context, s config.Settings, st store.Index, filter store.Filter) (embed.Embedder, error) {
	by, err := st.Embedders(ctx, filter.Generation)
	if err != nil {
		return nil, err
	}
	auto := s.Search.Mode == "auto"
	if len(by) == 0 {
		if auto {
			return nil, nil
		}
		return nil, usagef("the index has no vectors for search.mode %s; sync makes some where there is a model (%s)", s.Search.Mode, catalog.HowToAddEmbedder)
	}
	e, err := a.modelOf(s, by)
	if err != nil {
		var down *remote.DownError
		gone := errors.As(err, &down)
		switch {
		case auto && (gone || s.Embedder == anyEmbedder):
			a.wordsOnly(err)
			return nil, nil
		case gone:
			return nil, err
		}
		return nil, s.Fault(err, "embedder", "search.mode")
	}
	if n := by[e.Model().ID()]; len(by) > 1 {
		a.say("%d of %d vectors are not by %s, and are not searched; pildora sync makes them anew", total(by)-n, total(by), e.Model().Name)
	}
	return e, nil
}

// modelOf opens the model that made vectors of an index: that of the settings,
// or where they name none the one that made most of them.
func (a *app) modelOf(s config.Settings, by map[string]int) (embed.Embedder, error) {
	names := []string{s.Embedder}
	if s.Embedder == anyEmbedder {
		names = nil
		for _, precision := range catalog.Precisions() {
			names = append(names, nameOf(mostUsed(by))+precision)
		}
	}
	var other embed.Embedder
	for _, name := range names {
		e, err := a.embedderLater(name)
		if err != nil {
			return nil, err
		}
		if by[e.Model().ID()] > 0 {
			return e, nil
		}
		other = e
	}
	return nil, fmt.Errorf("the vectors of the index are by %s, and a question by %s can't be compared with them; sync with that model, or name the other one",
		strings.Join(described(by), " and "), describe(other.Model().ID()))
}

// mostUsed is the one who made most vectors; of equals the first by name.
func mostUsed(by map[string]int) (most string) {
	for _, id := range slices.Sorted(maps.Keys(by)) {
		if most == "" || by[id] > by[most] {
			most = id
		}
	}
	return most
}

// nameOf is the name in the identity of a model.
func nameOf(id string) string {
	if at := strings.LastIndexByte(id, '@'); at >= 0 {
		return id[:at]
	}
	return id
}

// describe is the identity of a model for a person: its name, and the beginning
// of its digest.
func describe(id string) string {
	name := nameOf(id)
	digest := strings.TrimPrefix(id[len(name):], "@")
	if name == "" {
		return "an unknown model"
	}
	if digest == "" {
		return name
	}
	return fmt.Sprintf("%s (%.8s)", name, digest)
}

func described(by map[string]int) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(by)) {
		out = append(out, describe(id))
	}
	return out
}

func total(by map[string]int) (n int) {
	for _, v := range by {
		n += v
	}
	return n
}
