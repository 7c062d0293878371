package llm_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pildora/pildora/llm"
)

func TestLimit(t *testing.T) {
	var now, most atomic.Int32
	turn := make(chan struct{})
	c := llm.Limit(llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		<-turn
		now.Add(-1)
		return llm.Response{}, nil
	}), 3)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := c.Complete(t.Context(), ask); err != nil {
				t.Error(err)
			}
		})
	}
	for range 20 {
		turn <- struct{}{}
	}
	wg.Wait()
	if m := most.Load(); m > 3 || m < 1 {
		t.Errorf("%d calls at once, want at most 3", m)
	}
}

func TestLimitEndsWithItsCaller(t *testing.T) {
	in, out := make(chan struct{}), make(chan struct{})
	c := llm.Limit(llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		close(in)
		<-out
		return llm.Response{}, nil
	}), 0)
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = c.Complete(context.Background(), ask) })
	<-in
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Complete(ctx, ask); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the wait broken off", err)
	}
	close(out)
	wg.Wait()
}
