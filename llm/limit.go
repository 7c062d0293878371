package llm

import (
	"context"
	"fmt"
)

// Limit returns a Completer that runs at most n calls of c at once (at least
// one); further ones wait their turn, or until their context ends.
func Limit(c Completer, n int) Completer {
	return &limiter{c, make(chan struct{}, max(n, 1))}
}

type limiter struct {
	c     Completer
	seats chan struct{}
}

// Complete waits for a seat and makes the call.
func (l *limiter) Complete(ctx context.Context, r Request) (Response, error) {
	select {
	case l.seats <- struct{}{}:
	case <-ctx.Done():
		return Response{}, fmt.Errorf("waiting for one of %d calls to end: %w", cap(l.seats), ctx.Err())
	}
	defer func() { <-l.seats }()
	return l.c.Complete(ctx, r)
}
