// Package remote asks language models over HTTP: OpenAI's chat completions and
// responses, servers that speak the former (llama.cpp, vLLM and many more),
// Anthropic's messages and Ollama's chat.
//
// A [Client] makes each call once: wrap it in [llm.Retry]. Errors are those of
// package llm ([llm.StatusError], [llm.ReplyError]) with the model's name and
// address before them; they never hold the key, which callers take from the
// environment. Redirects aren't followed.
//
// Models differ in what they can be told. What one refuses of the fields that
// only shape a call (a temperature of 0, marks of a shared beginning, texts to
// stop at, not to think, an older name of the bound of the answer) is left out
// or said otherwise from then on, and the call is made again.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pildora/pildora/internal/post"
	"github.com/pildora/pildora/llm"
)

// ErrKey is wrapped by the error for a provider that answers nobody without a
// key.
var ErrKey = errors.New("no key")

// mostAnswer bounds the bytes of an answer.
const mostAnswer = 16 << 20

// Options say which model is asked, and where. Provider must be given, and
// Model where servers of the provider have several.
type Options struct {
	// Provider is one of Providers.
	Provider string
	// URL is where the server is, without the path of the call; empty means
	// where the provider itself is.
	URL string
	// Model is its name there.
	Model string
	// Key is sent as the server wants it. Nothing else shows it.
	Key string
	// Think lets a model that reasons do so before it answers, within the bound
	// of the answer; without it one that can be told not to is.
	Think bool
	// Timeout bounds one call; 0 means two minutes.
	Timeout time.Duration
	// Client makes the requests; nil means one of its own.
	Client *http.Client
}

// Client asks one model. It is safe for concurrent use.
type Client struct {
	model  string
	id     string
	format format
	own    bool // the provider's own server, not one that speaks like it
	think  bool
	server *post.Server
	left   atomic.Uint32 // fields that the model refuses
}

var _ llm.Completer = (*Client)(nil)

// Providers lists the providers by name.
func Providers() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// KeyVariable is the environment variable in which a provider's own programs
// look for the key; empty where there is none.
func KeyVariable(provider string) string {
	if f, ok := find(provider); ok {
		return f.variable
	}
	return ""
}

func find(provider string) (format, bool) {
	i := slices.IndexFunc(formats[:], func(f format) bool { return f.name == provider })
	if i < 0 {
		return format{}, false
	}
	return formats[i], true
}

// New returns a client. Nobody is asked yet.
func New(o Options) (*Client, error) {
	f, ok := find(o.Provider)
	if !ok {
		return nil, fmt.Errorf("provider %q is none of %s", o.Provider, strings.Join(Providers(), ", "))
	}
	if o.Model == "" && f.named {
		return nil, fmt.Errorf("%s: which model? There are several", o.Provider)
	}
	if o.URL == "" {
		o.URL = f.url
	}
	base, err := post.Address(o.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Provider, err)
	}
	own := f.keyed && f.at(o.URL)
	if own && o.Key == "" {
		return nil, fmt.Errorf("%s: %w", o.Provider, ErrKey)
	}
	if o.Timeout <= 0 {
		o.Timeout = 2 * time.Minute
	}
	id := fmt.Sprintf("%s %s %s", o.Provider, base, o.Model)
	if o.Think {
		id += " thinking"
	}
	return &Client{model: o.Model, format: f, own: own, think: o.Think, id: id,
		server: &post.Server{Base: base, Header: f.header(o.Key), Key: o.Key, Client: o.Client, Timeout: o.Timeout, Most: mostAnswer}}, nil
}

// Own reports whether a server at url is the provider's own, which its key is
// for; so is an empty url.
func Own(provider, url string) bool {
	f, ok := find(provider)
	return ok && (url == "" || f.at(url))
}

// ID says what answers: provider, address, model, and whether it thinks. What has one ID gives
// the same answers, as far as models do.
func (c *Client) ID() string { return c.id }

// Complete makes one call.
func (c *Client) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	res, err := c.complete(ctx, r)
	if err != nil {
		return llm.Response{}, fmt.Errorf("%s: %w", c.server.Name(c.format.name, c.model), err)
	}
	return res, nil
}

func (c *Client) complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	if len(r.Messages) == 0 || r.Messages[len(r.Messages)-1].Role != llm.User {
		return llm.Response{}, errors.New("a request must end with a message of the user")
	}
	for {
		left := field(c.left.Load())
		question, err := json.Marshal(c.format.question(call{r, c.model, c.own, c.think, left}))
		if err != nil {
			return llm.Response{}, err
		}
		answer, err := c.server.Ask(ctx, c.format.path, question)
		var no *post.Refusal
		switch {
		case err == nil:
			return c.read(answer, r.Stop)
		case errors.As(err, &no) && c.leave(no, r, left):
			continue
		case no != nil:
			return llm.Response{}, &llm.StatusError{Status: no.Code, Message: strings.TrimPrefix(no.Said+no.Hint(), "; "), After: no.After}
		case errors.Is(err, post.ErrAnswer):
			return llm.Response{}, &llm.ReplyError{Err: err}
		}
		return llm.Response{}, err
	}
}

// read makes a response of an answer that says yes.
func (c *Client) read(answer []byte, stops []string) (llm.Response, error) {
	res, err := c.format.read(answer)
	var status *llm.StatusError
	switch {
	case errors.As(err, &status):
		status.Message = c.server.Clean(status.Message)
		return llm.Response{}, status
	case err != nil:
		return llm.Response{}, &llm.ReplyError{Err: err}
	}
	res.Usage = possible(res.Usage)
	// Not every provider is told where to stop, and not every one that is
	// leaves the text out.
	for _, stop := range stops {
		if before, _, ok := strings.Cut(res.Text, stop); ok && stop != "" {
			res.Text, res.Stop = before, llm.Done
		}
	}
	if res.Stop == llm.Done && strings.TrimSpace(res.Text) == "" {
		return llm.Response{}, &llm.ReplyError{Err: errors.New("no text in it")}
	}
	return res, nil
}

// possible makes figures that can't be ones that can: what counts them must not
// be led to believe that something was given back.
func possible(u llm.Usage) llm.Usage {
	u.Input, u.Output = max(u.Input, 0), max(u.Output, 0)
	u.Cached = min(max(u.Cached, 0), u.Input)
	u.Written = min(max(u.Written, 0), u.Input-u.Cached)
	return u
}

// field is one of those that a call can do without.
type field uint32

const (
	temperature field = 1 << iota
	breakpoint
	stopTexts
	maxTokens // by its older name
	noThought
)

// leave notes what of the call's fields a refusal names, and reports whether
// there is something new to leave out.
func (c *Client) leave(no *post.Refusal, r llm.Request, left field) bool {
	if no.Code != http.StatusBadRequest {
		return false
	}
	var more field
	for _, f := range []struct {
		field  field
		named  string
		spared bool // the caller meant it
	}{
		{temperature, "temperature", r.Temperature != 0},
		{breakpoint, "prompt_cache_breakpoint", false},
		{noThought, "thinking", c.think},
		{noThought, "reasoning", c.think},
		{noThought, "think", c.think},
		{stopTexts, "'stop'", len(r.Stop) == 0},
		{maxTokens, "max_completion_tokens", r.MaxTokens == 0 || c.own},
	} {
		if left&f.field == 0 && !f.spared && strings.Contains(no.Said, f.named) {
			more |= f.field
		}
	}
	for old := c.left.Load(); more != 0 && !c.left.CompareAndSwap(old, old|uint32(more)); old = c.left.Load() {
	}
	return more != 0
}
