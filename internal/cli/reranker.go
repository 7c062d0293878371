package cli

import (
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/retrieve/rerank"
)

// reranker opens the reranker of the settings; nil where there is none.
func (a *app) reranker(s config.Settings) (rerank.Reranker, error) {
	if s.Search.Rerank == "" {
		return nil, nil
	}
	r, err := catalog.Rerankers{Variable: a.variable, URL: s.Search.RerankURL, Completer: a.tokenizers.Completer}.Open(s.Search.Rerank)
	if err != nil {
		return nil, s.Fault(err, "search.rerank", "search.rerank_url")
	}
	return r, nil
}
