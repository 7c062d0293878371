package cli

import (
	"context"
	"iter"
)

// inOrder does work on each item, n at once, and yields the results in the
// order of the items. Never more than n results are held, so memory is bounded
// however slowly they are taken. Leaving the loop cancels what still runs.
func inOrder[T, R any](ctx context.Context, n int, items []T, work func(context.Context, T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		// Work begins when its place in the queue is taken: n-1 wait in the
		// queue and one in the hand of the loop below.
		queue := make(chan chan R, max(n, 1)-1)
		go func() {
			defer close(queue)
			for _, item := range items {
				result := make(chan R, 1)
				select {
				case queue <- result:
				case <-ctx.Done():
					return
				}
				go func() { result <- work(ctx, item) }()
			}
		}()
		for result := range queue {
			if !yield(<-result) {
				return
			}
		}
	}
}
