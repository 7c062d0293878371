package catalog

import (
	"strings"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/retrieve/rerank"
)

// Rerankers opens rerankers by their names.
type Rerankers struct {
	// Variable returns an environment variable: keys come from there.
	Variable func(name string) string
	// URL is where a server is; "" where its provider is.
	URL string
	// Completer opens the language model of the settings.
	Completer func() (llm.Completer, string, error)
}

// Open opens PROVIDER or PROVIDER:MODEL, or "llm", the language model of the
// settings. Nobody is asked yet.
func (s Rerankers) Open(name string) (rerank.Reranker, error) {
	if name == "llm" {
		c, _, err := s.Completer()
		if err != nil {
			return nil, err
		}
		return rerank.Judge{LLM: c}, nil
	}
	provider, model, _ := strings.Cut(name, ":")
	key := s.Variable("PILDORA_RERANK_KEY")
	if key == "" && s.URL == "" {
		key = s.Variable(strings.ToUpper(provider) + "_API_KEY") // it goes to nobody else
	}
	return rerank.New(rerank.Options{Provider: provider, Model: model, URL: s.URL, Key: key})
}
