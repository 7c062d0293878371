package llm_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
	"github.com/pildora/pildora/llm/remote"
)

// words counts what the scripted server counts.
func words(text string) int { return len(strings.Fields(text)) }

// fixed answers every call with a usage.
func fixed(u llm.Usage) llm.Completer {
	return llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: "yes", Usage: u, Stop: llm.Done}, nil
	})
}

// call is a request of 10 tokens in, with what a message takes, and 5 out.
var call = llm.Request{MaxTokens: 5, Messages: []llm.Message{{Role: llm.User, Text: "one two three four five six"}}}

func TestBudget(t *testing.T) {
	price := llm.Price{Input: 1e6, Output: 2e6, Cached: 5e5, Written: 1e6} // 1, 2 and a half a token
	for _, tt := range []struct {
		name   string
		bounds llm.Bounds
		usage  llm.Usage
		calls  int // that go through
		cost   float64
	}{
		{"none", llm.Bounds{}, llm.Usage{Input: 10, Output: 5}, 20, 0},
		{"tokens", llm.Bounds{Tokens: 60}, llm.Usage{Input: 10, Output: 5}, 4, 0},
		{"tokens, less than thought", llm.Bounds{Tokens: 60}, llm.Usage{Input: 10, Output: 1}, 5, 0},
		{"cost", llm.Bounds{Cost: 60, Price: &price}, llm.Usage{Input: 10, Output: 5}, 3, 60},
		{"cost, cached", llm.Bounds{Cost: 60, Price: &price}, llm.Usage{Input: 10, Output: 5, Cached: 10}, 3, 45},
		{"no usage told", llm.Bounds{Cost: 60, Price: &price}, llm.Usage{}, 3, 60},
		{"not even one", llm.Bounds{Cost: 19, Price: &price}, llm.Usage{}, 0, 0},
	} {
		tt.bounds.Count = words
		b, err := llm.NewBudget(fixed(tt.usage), tt.bounds)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range 20 {
			_, err = b.Complete(t.Context(), call)
			if err != nil {
				break
			}
			n++
		}
		if n != tt.calls || n < 20 && (!errors.Is(err, llm.ErrBudget) || llm.Temporary(err)) {
			t.Errorf("%s: %d calls, %v", tt.name, n, err)
		}
		if s := b.Spent(); s.Calls != n || s.Cost != tt.cost {
			t.Errorf("%s: spent %+v", tt.name, s)
		}
	}
}

func TestBudgetWithoutPrices(t *testing.T) {
	if _, err := llm.NewBudget(fixed(llm.Usage{}), llm.Bounds{Cost: 1}); !errors.Is(err, llm.ErrPrice) || !strings.Contains(err.Error(), "million tokens") {
		t.Errorf("got %v", err)
	}
	if _, err := llm.NewBudget(fixed(llm.Usage{}), llm.Bounds{Tokens: -1}); err == nil {
		t.Error("a bound below nothing")
	}
}

// TestBudgetOfFailures: a refusal costs nothing, a lost reply as much as was
// thought, and each attempt of a retried call counts.
func TestBudgetOfFailures(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Status: 429}, llmtest.Reply{Text: "a b", Fault: llmtest.Truncated}, llmtest.Reply{Text: "yes", Usage: &llm.Usage{Input: 10, Output: 1}})
	b, err := llm.NewBudget(s.Client(), llm.Bounds{Count: words})
	if err != nil {
		t.Fatal(err)
	}
	var w waits
	if _, err := llm.Retry(b, llm.Policy{Sleep: w.sleep}).Complete(t.Context(), call); err != nil {
		t.Fatal(err)
	}
	if got, want := b.Spent(), (llm.Spent{Calls: 3, Usage: llm.Usage{Input: 20, Output: 6}}); got != want {
		t.Errorf("spent %+v, want %+v", got, want)
	}
}

// TestBudgetOfTheUnreached: a server that isn't there takes nothing.
func TestBudgetOfTheUnreached(t *testing.T) {
	c, err := remote.New(remote.Options{Provider: "ollama", Model: "m", URL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := llm.NewBudget(c, llm.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Complete(t.Context(), call); err == nil || !llm.Temporary(err) {
		t.Errorf("got %v", err)
	}
	if got := b.Spent(); got != (llm.Spent{}) {
		t.Errorf("spent %+v", got)
	}
}

// TestBudgetTogether: however many calls there are at once, and whatever they
// take up to what was thought, the bound holds, and no call is refused that
// would have fitted once the others had ended.
func TestBudgetTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := rapid.IntRange(0, 5).Draw(t, "out")
		bound := rapid.IntRange(1, 200).Draw(t, "bound")
		var running, most atomic.Int64
		inner := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			return llm.Response{Text: "yes", Usage: llm.Usage{Input: 10, Output: out}, Stop: llm.Done}, nil
		})
		b, err := llm.NewBudget(inner, llm.Bounds{Tokens: bound, Count: words})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		var done atomic.Int64
		for range 20 {
			wg.Go(func() {
				if _, err := b.Complete(context.Background(), call); err == nil {
					done.Add(1)
				} else if !errors.Is(err, llm.ErrBudget) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		// One after the other, a call goes through while what was spent and 15
		// fit.
		want := 0
		for want < 20 && want*(10+out)+15 <= bound {
			want++
		}
		if s := b.Spent(); int(done.Load()) != want || s.Usage.Input+s.Usage.Output > bound {
			t.Errorf("%d of %d calls went through, %+v spent of %d", done.Load(), want, s, bound)
		}
	})
}

func TestBudgetGivesUpWaiting(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Fault: llmtest.Hang})
	b, err := llm.NewBudget(s.Client(), llm.Bounds{Tokens: 20, Count: words})
	if err != nil {
		t.Fatal(err)
	}
	first, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = b.Complete(first, call)
	}()
	for len(s.Calls()) == 0 {
		time.Sleep(time.Millisecond)
	}
	second, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Complete(second, call); !errors.Is(err, context.Canceled) || errors.Is(err, llm.ErrBudget) {
		t.Errorf("got %v", err)
	}
	stop()
	<-ended
}

func TestPrice(t *testing.T) {
	for text, want := range map[string]llm.Price{
		"1/2":           {Input: 1, Output: 2, Cached: 1, Written: 1},
		"0.15 /0.6/ 0":  {Input: 0.15, Output: 0.6, Cached: 0, Written: 0.15},
		"3/15/0.3/3.75": {Input: 3, Output: 15, Cached: 0.3, Written: 3.75},
	} {
		if got, err := llm.ParsePrice(text); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "1", "1/", "a/b", "-1/2", "1/2/3/4/5", "1/NaN", "1/Inf"} {
		if _, err := llm.ParsePrice(bad); !errors.Is(err, llm.ErrPrice) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
	p := llm.Price{Input: 3, Output: 15, Cached: 0.3, Written: 3.75}
	if got := p.Of(llm.Usage{Input: 1_000_000, Output: 100_000, Cached: 800_000, Written: 100_000}); math.Abs(got-(0.3+1.5+0.24+0.375)) > 1e-12 {
		t.Errorf("costs %g", got)
	}
}
