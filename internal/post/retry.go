package post

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Retry asks until once gives an answer, at most so many times, with ever longer
// waits, the longest between two of them as given; a server that says when to
// come back is waited for, but no longer either. What is no [*Refusal] for good
// is tried again: nonsense, a server that is down. The error is that of the last
// time; ctx's where that ended.
func Retry[T any](ctx context.Context, tries int, longest time.Duration, once func() (T, error)) (T, error) {
	var last error
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = min(500*time.Millisecond, longest)
	wait.MaxInterval = longest
	answer, err := backoff.Retry(ctx, func() (T, error) {
		v, err := once()
		if err == nil {
			return v, nil
		}
		last = err
		var no *Refusal
		switch {
		case ctx.Err() != nil, errors.As(err, &no) && !no.Temporary():
			return v, backoff.Permanent(err)
		case no != nil && no.After > 0:
			return v, &backoff.RetryAfterError{Duration: min(no.After, longest)}
		}
		return v, err
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(uint(tries)), backoff.WithMaxElapsedTime(0))
	switch {
	case err == nil:
		return answer, nil
	case ctx.Err() != nil:
		return answer, ctx.Err()
	}
	return answer, last
}
