package cache_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/cache"
	"github.com/pildora/pildora/llm/llmtest"
)

func open(t *testing.T, path, model string, c llm.Completer) *cache.Cache {
	t.Helper()
	got, err := cache.Open(t.Context(), path, model, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = got.Close() })
	return got
}

func ask(text string) llm.Request {
	return llm.Request{System: "s", Messages: []llm.Message{{Role: llm.User, Text: text}}}
}

// TestAsksOnce: what was answered is known to all, and everything that may
// change an answer makes another question.
func TestAsksOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "a 1%.sqlite")
	s := llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		return llmtest.Reply{Text: "re " + r.Messages[0].Text, Stop: llm.Length}
	})
	first := open(t, path, "m", s.Client())
	want, err := first.Complete(t.Context(), ask("a"))
	if err != nil || want.Text != "re a" || want.Usage == (llm.Usage{}) {
		t.Fatalf("got %+v, %v", want, err)
	}
	marked := ask("a")
	marked.Messages[0].Cache = true
	for _, r := range []llm.Request{ask("a"), marked} {
		if got, err := open(t, path, "m", s.Client()).Complete(t.Context(), r); err != nil || got != want || len(s.Calls()) != 1 {
			t.Errorf("%d calls, %+v, %v", len(s.Calls()), got, err)
		}
	}
	for i, change := range []func(*llm.Request){
		func(r *llm.Request) { r.System = "t" }, func(r *llm.Request) { r.MaxTokens = 1 }, func(r *llm.Request) { r.Temperature = 1 },
		func(r *llm.Request) { r.JSON, r.System = true, "json" }, func(r *llm.Request) { r.Stop = []string{"x"} },
		func(r *llm.Request) { r.Messages = append(r.Messages, r.Messages[0]) },
	} {
		r := ask("a")
		change(&r)
		if _, err := first.Complete(t.Context(), r); err != nil || len(s.Calls()) != 2+i {
			t.Errorf("change %d: %d calls, %v", i, len(s.Calls()), err)
		}
	}
	before := len(s.Calls())
	if _, err := open(t, path, "another", s.Client()).Complete(t.Context(), ask("a")); err != nil || len(s.Calls()) != before+1 {
		t.Errorf("another model: %v", err)
	}
}

// TestKeepsNoFailures: what went wrong is asked again, and so is what nobody
// answered.
func TestKeepsNoFailures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	s := llmtest.New(t, llmtest.Reply{Status: 500}, llmtest.Reply{Text: "yes"})
	if res, err := open(t, path, "m", &llm.Estimator{}).Complete(t.Context(), ask("a")); err != nil || res.Stop != llm.Unasked {
		t.Fatalf("got %+v, %v", res, err)
	}
	c := open(t, path, "m", s.Client())
	if _, err := c.Complete(t.Context(), ask("a")); err == nil {
		t.Fatal("no error")
	}
	if res, err := c.Complete(t.Context(), ask("a")); err != nil || res.Text != "yes" {
		t.Errorf("got %+v, %v", res, err)
	}
}

// TestTogether: equal requests at the same time are one call.
func TestTogether(t *testing.T) {
	s := llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		time.Sleep(20 * time.Millisecond)
		return llmtest.Reply{Text: "re " + r.Messages[0].Text}
	})
	c := open(t, filepath.Join(t.TempDir(), "a.sqlite"), "m", s.Client())
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			text := string(rune('a' + i%2))
			if res, err := c.Complete(t.Context(), ask(text)); err != nil || res.Text != "re "+text {
				t.Errorf("got %+v, %v", res, err)
			}
		})
	}
	wg.Wait()
	if n := len(s.Calls()); n != 2 {
		t.Errorf("%d calls", n)
	}
}

// TestCallerGone: one whose call was made for another that has gone makes it
// anew.
func TestCallerGone(t *testing.T) {
	asked := make(chan struct{}, 2)
	first, leave := context.WithCancel(t.Context())
	c := open(t, filepath.Join(t.TempDir(), "a.sqlite"), "m", llm.Func(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		asked <- struct{}{}
		if ctx == first {
			<-ctx.Done()
			return llm.Response{}, ctx.Err()
		}
		return llm.Response{Text: "yes", Stop: llm.Done}, nil
	}))
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := c.Complete(first, ask("a")); !errors.Is(err, context.Canceled) {
			t.Errorf("the first got %v", err)
		}
	})
	<-asked
	wg.Go(func() {
		if res, err := c.Complete(t.Context(), ask("a")); err != nil || res.Text != "yes" {
			t.Errorf("the second got %+v, %v", res, err)
		}
	})
	time.Sleep(10 * time.Millisecond) // the second may wait by now, but need not
	leave()
	wg.Wait()
}

func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 500)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(t.Context(), path, "m", nil); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}
