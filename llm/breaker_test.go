package llm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

func TestBreaker(t *testing.T) {
	busy := &llm.StatusError{Status: 503}
	wrong := &llm.StatusError{Status: 400}
	var answer error
	calls := 0
	c := llm.Breaker(llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		calls++
		return llm.Response{}, answer
	}), 3)
	for i, step := range []struct {
		answer error
		called bool
	}{
		{busy, true}, {busy, true}, {nil, true}, // a good one begins the row anew
		{busy, true}, {wrong, true}, {busy, true}, // one that is wrong for good isn't of it
		{busy, true}, {busy, false}, {nil, false},
	} {
		before := calls
		answer = step.answer
		_, err := c.Complete(t.Context(), ask)
		if called := calls > before; called != step.called || called && !errors.Is(err, step.answer) {
			t.Errorf("step %d: called %v, %v", i, called, err)
		}
		if !step.called && (!errors.Is(err, llm.ErrDown) || !errors.Is(err, busy) || !prompt.Ends(t.Context(), err)) {
			t.Errorf("step %d: %v", i, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	c = llm.Breaker(llm.Func(func(context.Context, llm.Request) (llm.Response, error) { cancel(); return llm.Response{}, busy }), 1)
	for range 3 {
		if _, err := c.Complete(ctx, ask); errors.Is(err, llm.ErrDown) {
			t.Error("a caller that gave up counts as a failure of the model")
		}
	}
}
