package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/cache"
	"github.com/pildora/pildora/llm/remote"
	"github.com/pildora/pildora/size"
)

// ErrNoCompleter says that a language model is needed and none is named.
var ErrNoCompleter = errors.New("no language model; name one with llm: PROVIDER:MODEL, such as ollama:qwen3 (docs/llm.md)")

// LLM says which language model is asked, and how: what the settings llm_… say.
type LLM struct {
	Name        string        // PROVIDER:MODEL
	URL         string        // where it is; "" where its provider is
	Price       string        // IN/OUT[/CACHED[/WRITTEN]] for a million tokens, see llm.ParsePrice; "" if unknown
	Concurrency int           // calls at once; 0 means 4
	Timeout     time.Duration // of one call; 0 means two minutes
	MaxCost     float64       // of all calls, in the money of Price; 0 is no bound
	MaxTokens   int           // of all calls, input and output; 0 is no bound
	Thinking    int           // tokens to think with before each answer, beside those of the answer; 0 asks the model not to
	DryRun      bool          // nobody is asked: calls are added up to an estimate
}

// Completers opens language models by their names.
type Completers struct {
	// Variable returns an environment variable: keys come from there, and from
	// nowhere else.
	Variable func(name string) string
	// Cache is the file that answers are kept in, shared by runs; "" keeps
	// none.
	Cache string
	// Client makes the requests; nil is one of its own.
	Client *http.Client
	// Policy says how often a call is tried again; 0 attempts are six, no
	// longest wait is a minute. Its Timeout is that of the settings.
	Policy llm.Policy
	// Tokens counts the tokens of estimates; nil guesses by the length.
	Tokens size.Measure
}

// Completer is an opened language model: what it is asked goes through a cache
// of answers, a breaker, a bound of calls at once, retries and a budget, in this
// order, to the client. So what is known waits for nothing, a call that is to be tried
// again keeps its place, and every attempt counts. It is safe for concurrent use. Close it at the end.
type Completer struct {
	llm.Completer
	// ID stands for the model in recipes: PROVIDER:MODEL.
	ID string

	budget    *llm.Budget
	estimator *llm.Estimator // nil but in a dry run
	cache     *cache.Cache
}

// Open opens a language model. No request is made. Errors wrap ErrNoCompleter
// where none is named, llm.ErrPrice where the price is none or is missing.
func (s Completers) Open(ctx context.Context, set LLM) (*Completer, error) {
	provider, model, _ := strings.Cut(set.Name, ":")
	if set.Name == "" {
		return nil, ErrNoCompleter
	}
	o := remote.Options{Provider: provider, Model: model, URL: set.URL, Timeout: set.Timeout, Think: set.Thinking > 0, Client: s.Client, Key: s.key(provider, set.URL)}
	if set.DryRun && o.Key == "" {
		o.Key = "none is needed where nobody is asked"
	}
	client, err := remote.New(o)
	if errors.Is(err, remote.ErrKey) {
		return nil, fmt.Errorf("%w; set %s or %s in the environment", err, anyKey, remote.KeyVariable(provider))
	}
	if err != nil {
		return nil, err
	}
	return s.around(ctx, client, set)
}

// anyKey is the variable with the key for whatever model is asked.
const anyKey = "PILDORA_LLM_KEY"

// key finds a key. The provider's own one goes to nobody else.
func (s Completers) key(provider, url string) string {
	key := s.Variable(anyKey)
	if own := remote.KeyVariable(provider); key == "" && own != "" && remote.Own(provider, url) {
		key = s.Variable(own)
	}
	return strings.TrimSpace(key)
}

// hopeless is how many calls in a row are given up until the model isn't asked
// any more: with the usual concurrency that is told after one call's tries.
const hopeless = 4

// around puts everything else around a client.
func (s Completers) around(ctx context.Context, client *remote.Client, set LLM) (*Completer, error) {
	var price *llm.Price
	if set.Price != "" {
		p, err := llm.ParsePrice(set.Price)
		if err != nil {
			return nil, err
		}
		price = &p
	}
	var count func(string) int
	if s.Tokens != nil {
		count = s.Tokens.Size
	}
	budget, err := llm.NewBudget(client, llm.Bounds{Cost: set.MaxCost, Tokens: set.MaxTokens, Price: price, Count: count})
	if err != nil {
		return nil, fmt.Errorf("%w; llm_price: IN/OUT says it", err)
	}
	calls := cmp.Or(set.Concurrency, 4)
	s.Policy.Attempts, s.Policy.Max = cmp.Or(s.Policy.Attempts, 6), cmp.Or(s.Policy.Max, time.Minute)
	c := &Completer{ID: set.Name, budget: budget, Completer: llm.Breaker(llm.Limit(llm.Retry(budget, s.Policy), calls), hopeless)}
	if set.DryRun {
		c.estimator = &llm.Estimator{Price: price, Count: count, Concurrent: calls}
		c.Completer = c.estimator
	}
	if set.Thinking > 0 {
		c.Completer = llm.Thinking(c.Completer, set.Thinking)
	}
	if s.Cache != "" {
		if c.cache, err = cache.Open(ctx, s.Cache, client.ID(), c.Completer); err != nil {
			return nil, err
		}
		c.Completer = c.cache
	}
	return c, nil
}

// Spent returns what was spent so far; answers of the cache cost nothing.
func (c *Completer) Spent() llm.Spent { return c.budget.Spent() }

// Estimate returns what the calls would have taken so far, and whether this is
// a dry run. What the cache knows isn't counted.
func (c *Completer) Estimate() (llm.Estimate, bool) {
	if c.estimator == nil {
		return llm.Estimate{}, false
	}
	return c.estimator.Estimate(), true
}

// Close closes the cache.
func (c *Completer) Close() error {
	if c.cache == nil {
		return nil
	}
	return c.cache.Close()
}
