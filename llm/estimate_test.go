package llm_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/llm"
)

// TestEstimator: nobody is asked, each call counts, and a document that many
// questions are asked of is paid in full once.
func TestEstimator(t *testing.T) {
	price := llm.Price{Input: 1e6, Output: 1e6, Cached: 0, Written: 2e6}
	e := &llm.Estimator{Price: &price, Count: words, Concurrent: 2}
	document := llm.Message{Role: llm.User, Text: strings.Repeat("word ", 96), Cache: true}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			r := llm.Request{MaxTokens: 50, Messages: []llm.Message{document, {Role: llm.User, Text: "one two three four five six"}}}
			if res, err := e.Complete(t.Context(), r); err != nil || res != (llm.Response{Stop: llm.Unasked}) {
				t.Errorf("got %+v, %v", res, err)
			}
		})
	}
	wg.Wait()
	got := e.Estimate()
	want := llm.Estimate{Calls: 4, Usage: llm.Usage{Input: 440, Output: 200, Cached: 300, Written: 100},
		Cost: 40 + 200 + 200, Time: 4 * time.Second}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if text := got.String(); !strings.Contains(text, "4 calls") || !strings.Contains(text, "440") || !strings.Contains(text, "costing at most 440") || !strings.Contains(text, "4s") {
		t.Errorf("says %q", text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Complete(ctx, call); !errors.Is(err, context.Canceled) || e.Estimate().Calls != 4 {
		t.Errorf("got %v", err)
	}
}

// TestEstimatorGuesses: without a tokenizer and a bound of the answer, there is
// still a figure.
func TestEstimatorGuesses(t *testing.T) {
	e := &llm.Estimator{}
	if _, err := e.Complete(t.Context(), llm.Request{System: "12345678", Messages: []llm.Message{{Role: llm.User, Text: "123456789"}}}); err != nil {
		t.Fatal(err)
	}
	if got := e.Estimate(); got.Usage.Input != 2+4+3+4 || got.Usage.Output < 1 || got.Cost != 0 || got.Time < time.Second {
		t.Errorf("got %+v", got)
	}
}
