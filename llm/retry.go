package llm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// Policy says how often and when a call is tried again. Its zero value tries
// up to four times, waiting about 0.5, 1 and 2 seconds.
type Policy struct {
	// Attempts is how often a call is made at most; 0 means 4.
	Attempts int
	// Base is the first wait, doubled for each further one; 0 means 500 ms.
	// Half of every wait is drawn by chance, so that calls refused together
	// don't come back together.
	Base time.Duration
	// Max bounds a wait; 0 means 30 s. A server that asks for more than that
	// is not asked again.
	Max time.Duration
	// Timeout bounds each attempt; 0 means that only the caller's context does.
	Timeout time.Duration
	// Sleep waits, or returns ctx's error when ctx ends first; nil means by
	// the clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Retry returns a Completer that makes the calls of c again while their error
// is [Temporary] and p allows. A wait is at least what the server asked for
// ([RetryAfter]). The last attempt's error is returned, with the number of
// attempts.
//
// Once a call was given up because its server couldn't be reached, further ones
// try once, until one reaches it: where many documents ask a server that is
// down, not every one of them waits for it.
func Retry(c Completer, p Policy) Completer {
	if p.Attempts <= 0 {
		p.Attempts = 4
	}
	if p.Base <= 0 {
		p.Base = 500 * time.Millisecond
	}
	if p.Max <= 0 {
		p.Max = 30 * time.Second
	}
	if p.Sleep == nil {
		p.Sleep = sleep
	}
	return &retrier{c: c, p: p}
}

type retrier struct {
	c    Completer
	p    Policy
	down atomic.Bool // the last call that was given up didn't reach its server
}

// Complete tries until an attempt goes well or fails for good.
func (r *retrier) Complete(ctx context.Context, q Request) (Response, error) {
	most := r.p.Attempts
	if r.down.Load() {
		most = 1
	}
	for n := 1; ; n++ {
		res, err := r.attempt(ctx, q)
		if !Unreached(err) {
			r.down.Store(false)
		}
		switch {
		case err == nil:
			return res, nil
		case ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return Response{}, fmt.Errorf("attempt %d: %w", n, err)
		case ctx.Err() != nil:
			return Response{}, fmt.Errorf("attempt %d: %w, after %w", n, ctx.Err(), err)
		case !Temporary(err):
			return Response{}, err
		case n >= most:
			r.down.Store(Unreached(err))
			if most == 1 {
				return Response{}, err
			}
			return Response{}, fmt.Errorf("given up after %d attempts: %w", n, err)
		}
		wait, ok := r.wait(n, RetryAfter(err))
		if !ok {
			return Response{}, fmt.Errorf("attempt %d: asked to wait for %v, but no wait may be longer than %v: %w", n, wait, r.p.Max, err)
		}
		if err := r.p.Sleep(ctx, wait); err != nil {
			return Response{}, fmt.Errorf("waiting after attempt %d: %w", n, err)
		}
	}
}

func (r *retrier) attempt(ctx context.Context, q Request) (Response, error) {
	if r.p.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.p.Timeout)
		defer cancel()
	}
	return r.c.Complete(ctx, q)
}

// wait returns how long to wait after attempt n, and false where the server
// asked for longer than is allowed.
func (r *retrier) wait(n int, asked time.Duration) (time.Duration, bool) {
	if asked > r.p.Max {
		return asked, false
	}
	d := r.p.Max
	// Beyond 30 doublings any base is past any maximum, and would overflow.
	if n < 30 && r.p.Base < r.p.Max>>(n-1) {
		d = r.p.Base << (n - 1)
	}
	d = d/2 + rand.N(d/2+1)
	return max(d, asked), true
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
