package catalog_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
)

// variables are environment variables by name.
type variables map[string]string

func (v variables) get(name string) string { return v[name] }

func ask(text string) llm.Request {
	return llm.Request{MaxTokens: 5, Messages: []llm.Message{{Role: llm.User, Text: text}}}
}

// quick tries again without waiting.
var quick = llm.Policy{Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}

func openCompleter(t *testing.T, s catalog.Completers, set catalog.LLM) *catalog.Completer {
	t.Helper()
	s.Policy = quick
	c, err := s.Open(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// answer answers whatever is asked, and counts.
func answer(n *atomic.Int64) func(int, llm.Request) (llmtest.Reply, bool) {
	return func(int, llm.Request) (llmtest.Reply, bool) {
		n.Add(1)
		return llmtest.Reply{Text: "yes", Usage: &llm.Usage{Input: 10, Output: 1}}, true
	}
}

// TestCompleterKeys: the key comes from the environment, the provider's own
// one for its own server alone.
func TestCompleterKeys(t *testing.T) {
	var n atomic.Int64
	own, other := llmtest.Speak(t, "own openai", answer(&n)), llmtest.Speak(t, "openai", answer(&n))
	for name, tt := range map[string]struct {
		s    *llmtest.Server
		vars variables
		url  string
		want string // in the error; empty for none
	}{
		"its own":         {own, variables{"OPENAI_API_KEY": llmtest.Key + "\n"}, "", ""},
		"any":             {own, variables{"PILDORA_LLM_KEY": llmtest.Key, "OPENAI_API_KEY": "other"}, "", ""},
		"none":            {own, variables{"ANTHROPIC_API_KEY": llmtest.Key}, "", "set PILDORA_LLM_KEY or OPENAI_API_KEY in the environment"},
		"elsewhere":       {other, variables{"OPENAI_API_KEY": llmtest.Key}, other.URL, "is the key set"},
		"elsewhere, any":  {other, variables{"PILDORA_LLM_KEY": llmtest.Key}, other.URL, ""},
		"elsewhere, none": {other, variables{}, other.URL, "is the key set"},
	} {
		c, err := catalog.Completers{Variable: tt.vars.get, Client: tt.s.HTTP}.Open(t.Context(), catalog.LLM{Name: "openai:" + llmtest.Model, URL: tt.url})
		if err == nil {
			_, err = c.Complete(t.Context(), ask("a"))
		}
		if (err == nil) != (tt.want == "") || err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), llmtest.Key)) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
}

func TestCompleterOpen(t *testing.T) {
	open := catalog.Completers{Variable: variables{}.get}
	for _, tt := range []struct {
		set  catalog.LLM
		want string
		is   error
	}{
		{catalog.LLM{}, "llm: PROVIDER:MODEL", catalog.ErrNoCompleter},
		{catalog.LLM{Name: "qwen3"}, `provider "qwen3" is none of`, nil},
		{catalog.LLM{Name: "ollama"}, "which model", nil},
		{catalog.LLM{Name: "ollama:m", URL: "nowhere"}, "no address", nil},
		{catalog.LLM{Name: "ollama:m", Price: "dear"}, "dear", llm.ErrPrice},
		{catalog.LLM{Name: "ollama:m", MaxCost: 1}, "llm_price", llm.ErrPrice},
		{catalog.LLM{Name: "ollama:qwen3:8b"}, "", nil},
		{catalog.LLM{Name: "openai:m", DryRun: true}, "", nil},
	} {
		_, err := open.Open(t.Context(), tt.set)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) || tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%+v: got %v, want %q", tt.set, err, tt.want)
		}
	}
}

// TestCompleterResumes: a run that its budget stops loses nothing, and what is
// known costs nothing.
func TestCompleterResumes(t *testing.T) {
	var n atomic.Int64
	s := llmtest.Speak(t, "ollama", answer(&n))
	open := catalog.Completers{Variable: variables{"PILDORA_LLM_KEY": llmtest.Key}.get, Cache: filepath.Join(t.TempDir(), "a.sqlite")}
	set := catalog.LLM{Name: "ollama:" + llmtest.Model, URL: s.URL, MaxTokens: 40, Price: "1e6/1e6"}
	run := func(set catalog.LLM) (*catalog.Completer, error) {
		c := openCompleter(t, open, set)
		for _, q := range []string{"a", "b", "c", "d"} {
			if _, err := c.Complete(t.Context(), ask(q)); err != nil {
				return c, err
			}
		}
		return c, nil
	}
	c, err := run(set)
	if !errors.Is(err, llm.ErrBudget) || n.Load() != 3 || c.Spent().Cost != 33 {
		t.Fatalf("%d asked, %+v spent, %v", n.Load(), c.Spent(), err)
	}
	set.DryRun = true
	c, err = run(set)
	if e, dry := c.Estimate(); err != nil || !dry || e.Calls != 1 || n.Load() != 3 {
		t.Errorf("%d asked, estimate %+v, %v", n.Load(), e, err)
	}
	set.DryRun = false
	if c, err = run(set); err != nil || n.Load() != 4 || c.Spent().Calls != 1 {
		t.Errorf("%d asked, %+v spent, %v", n.Load(), c.Spent(), err)
	}
	if _, dry := c.Estimate(); dry {
		t.Error("no dry run")
	}
}

// TestCompleterNests: no more calls at once than asked for, each attempt of
// one counts, and so do those that went wrong.
func TestCompleterNests(t *testing.T) {
	var now, most, failed atomic.Int64
	s := llmtest.Speak(t, "vllm", func(int, llm.Request) (llmtest.Reply, bool) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		time.Sleep(5 * time.Millisecond)
		if failed.Add(1) <= 3 {
			return llmtest.Reply{Status: 503}, true
		}
		return llmtest.Reply{Text: "yes", Usage: &llm.Usage{Input: 10, Output: 1}}, true
	})
	c := openCompleter(t, catalog.Completers{Variable: variables{"PILDORA_LLM_KEY": llmtest.Key}.get}, catalog.LLM{Name: "vllm:" + llmtest.Model, URL: s.URL, Concurrency: 2, Thinking: 7})
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if _, err := c.Complete(t.Context(), ask("a")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := c.Spent(); most.Load() > 2 || got.Calls != 13 || got.Usage.Input != 100 {
		t.Errorf("%d at once, %+v spent", most.Load(), got)
	}
	if n := s.Calls()[0].MaxTokens; n != 12 {
		t.Errorf("answers have %d tokens", n)
	}
	if c.ID != "vllm:"+llmtest.Model {
		t.Errorf("ID %q", c.ID)
	}
}
