package llm_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
)

var ask = llm.Request{System: "Say yes.", Messages: []llm.Message{{Role: llm.User, Text: "Well?"}}}

// waits is a Policy.Sleep that notes how long it was to wait, and doesn't.
type waits []time.Duration

func (w *waits) sleep(ctx context.Context, d time.Duration) error {
	*w = append(*w, d)
	return ctx.Err()
}

func TestRetryUntilItGoesWell(t *testing.T) {
	s := llmtest.New(t,
		llmtest.Reply{Status: 429, Text: "slow down", RetryAfter: 7 * time.Second},
		llmtest.Reply{Status: 500},
		llmtest.Reply{Fault: llmtest.Malformed},
		llmtest.Reply{Fault: llmtest.Truncated, Text: "yes and so on"},
		llmtest.Reply{Fault: llmtest.Empty},
		llmtest.Reply{Text: "yes", Usage: &llm.Usage{Input: 10, Output: 1, Cached: 4}},
	)
	var w waits
	c := llm.Retry(s.Client(), llm.Policy{Attempts: 6, Base: time.Second, Sleep: w.sleep})
	res, err := c.Complete(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	if want := (llm.Response{Text: "yes", Usage: llm.Usage{Input: 10, Output: 1, Cached: 4}, Stop: llm.Done}); res != want {
		t.Errorf("got %+v, want %+v", res, want)
	}
	if len(w) != 5 || w[0] != 7*time.Second {
		t.Errorf("waits %v: want 5, the first as the server asked", w)
	}
	for i, d := range w[1:] {
		if most := time.Second << (i + 1); d > most || d < most/2 {
			t.Errorf("wait %d was %v, want between %v and %v", i+2, d, most/2, most)
		}
	}
}

func TestRetryGivesUp(t *testing.T) {
	for name, c := range map[string]struct {
		reply llmtest.Reply
		calls int
		says  string
	}{
		"always 500":      {llmtest.Reply{Status: 500, Text: "no luck"}, 3, "given up after 3 attempts"},
		"wrong key":       {llmtest.Reply{Status: 401, Text: "wrong key"}, 1, "401: wrong key"},
		"not implemented": {llmtest.Reply{Status: 501}, 1, "501"},
		"an hour":         {llmtest.Reply{Status: 429, RetryAfter: time.Hour}, 1, "1h0m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			s := llmtest.NewFunc(t, func(llm.Request) llmtest.Reply { return c.reply })
			var w waits
			_, err := llm.Retry(s.Client(), llm.Policy{Attempts: 3, Sleep: w.sleep}).Complete(t.Context(), ask)
			var status *llm.StatusError
			if !errors.As(err, &status) || status.Status != c.reply.Status || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want status %d and %q", err, c.reply.Status, c.says)
			}
			if n := len(s.Calls()); n != c.calls {
				t.Errorf("%d calls, want %d", n, c.calls)
			}
		})
	}
}

func TestRetryTimeout(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Fault: llmtest.Hang}, llmtest.Reply{Text: "yes"})
	var w waits
	c := llm.Retry(s.Client(), llm.Policy{Timeout: 50 * time.Millisecond, Sleep: w.sleep})
	if res, err := c.Complete(t.Context(), ask); err != nil || res.Text != "yes" {
		t.Errorf("got %v, %v", res, err)
	}
}

func TestRetryEndsWithItsCaller(t *testing.T) {
	s := llmtest.NewFunc(t, func(llm.Request) llmtest.Reply { return llmtest.Reply{Fault: llmtest.Hang} })
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	_, err := llm.Retry(s.Client(), llm.Policy{}).Complete(ctx, ask)
	if !errors.Is(err, context.DeadlineExceeded) || len(s.Calls()) > 1 {
		t.Errorf("%v after %d calls", err, len(s.Calls()))
	}
	s = llmtest.NewFunc(t, func(llm.Request) llmtest.Reply { return llmtest.Reply{Status: 503} })
	ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err = llm.Retry(s.Client(), llm.Policy{Base: time.Minute, Max: time.Minute}).Complete(ctx, ask)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "waiting") {
		t.Errorf("got %v, want the wait broken off", err)
	}
}

func TestTemporary(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("no"), false},
		{context.Canceled, false},
		{&llm.ReplyError{Err: context.Canceled}, false},
		{context.DeadlineExceeded, true},
		{&llm.ReplyError{Err: errors.New("cut off")}, true},
		{&llm.StatusError{Status: 429}, true},
		{&llm.StatusError{Status: 502}, true},
		{&llm.StatusError{Status: 400}, false},
	} {
		if got := llm.Temporary(c.err); got != c.want {
			t.Errorf("Temporary(%v) = %v", c.err, got)
		}
	}
}

// An attempt that fails by itself just as its caller ends still tells of both.
func TestRetryTellsThatItsCallerEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := llm.Retry(llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		cancel()
		return llm.Response{}, &llm.StatusError{Status: 503}
	}), llm.Policy{})
	_, err := c.Complete(ctx, ask)
	var status *llm.StatusError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &status) {
		t.Errorf("got %v", err)
	}
}

// TestRetryOfTheUnreached: a server that is down is waited for once, not by
// every call, and is asked as ever when it is back.
func TestRetryOfTheUnreached(t *testing.T) {
	down, attempts := true, 0
	var w waits
	c := llm.Retry(llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		attempts++
		if down {
			return llm.Response{}, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
		}
		return llm.Response{}, &llm.StatusError{Status: 500}
	}), llm.Policy{Attempts: 3, Sleep: w.sleep})
	for i, want := range []int{3, 4, 5} {
		if _, err := c.Complete(t.Context(), ask); !llm.Unreached(err) || attempts != want {
			t.Errorf("call %d: %d attempts, %v", i+1, attempts, err)
		}
	}
	down = false
	for i, want := range []int{6, 9} { // the first finds out that it is back
		if _, err := c.Complete(t.Context(), ask); llm.Unreached(err) || attempts != want {
			t.Errorf("call %d: %d attempts, %v", i+1, attempts, err)
		}
	}
}
