package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/cache"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/internal/config"
)

func modeNames() string {
	var names []string
	for _, m := range eval.Modes() {
		names = append(names, string(m))
	}
	return strings.Join(names, ", ")
}

// searched fills what of an evaluation is about how it searches. Vectors are
// kept beside the figures, where those are.
func (a *app) searched(ctx context.Context, s *eval.Spec, opt evalOptions, settings config.Settings) error {
	s.DenseWeight = opt.weight
	if opt.assemble != "" {
		assembly, err := eval.ParseAssembly(opt.assemble)
		if err != nil {
			return usagef("--assemble %w", err)
		}
		s.Assemble = &assembly
	}
	for _, name := range opt.modes {
		if !slices.Contains(eval.Modes(), eval.Mode(name)) {
			return usagef("--mode %s is none of %s", name, modeNames())
		}
		s.Modes = append(s.Modes, eval.Mode(name))
	}
	if !slices.ContainsFunc(s.Modes, eval.Mode.Embeds) {
		return nil
	}
	e, err := a.embedder(settings.Embedder)
	if err != nil {
		return settings.Fault(err, "embedder")
	}
	s.Embedder = e
	if opt.cache == "" {
		return nil
	}
	c, err := cache.Open(ctx, filepath.Join(a.path(opt.cache), "vectors.sqlite"), e)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, c.Close)
	s.Embedder = c
	if spans, ok := e.(embed.SpanEmbedder); ok {
		s.Embedder = cachedSpans{c, spans}
	}
	return nil
}

// cachedSpans keeps the vectors of texts; those of spans are as quickly made
// anew.
type cachedSpans struct {
	*cache.Cache
	embed.SpanEmbedder
}
