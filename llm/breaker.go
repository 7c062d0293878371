package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrDown says that a model has failed too often in a row and isn't asked any
// more.
var ErrDown = errors.New("the language model gives no answer")

// Breaker returns a Completer that makes the calls of c until n of them in a row
// have failed in a way that another try might have avoided ([Temporary]); after
// that none is made, and the error wraps ErrDown and the last failure. Around
// [Retry], such a call is one that was given up. It saves a run of thousands of
// calls from waiting for each of them.
func Breaker(c Completer, n int) Completer { return &breaker{c: c, most: max(n, 1)} }

type breaker struct {
	c      Completer
	most   int
	mu     sync.Mutex // guards what follows
	failed int        // in a row
	last   error
}

// Complete makes the call, unless too many have failed.
func (b *breaker) Complete(ctx context.Context, r Request) (Response, error) {
	if err := b.open(); err != nil {
		return Response{}, err
	}
	res, err := b.c.Complete(ctx, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case err == nil:
		b.failed = 0
	case ctx.Err() == nil && Temporary(err):
		b.failed++
		b.last = err
	}
	return res, err
}

func (b *breaker) open() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < b.most {
		return nil
	}
	return fmt.Errorf("%w: %d calls in a row have failed, the last one so: %w", ErrDown, b.failed, b.last)
}
