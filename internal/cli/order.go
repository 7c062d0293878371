package cli

import (
	"context"
	"iter"
	"slices"
)

// inOrder does work on each item, n at once, and yields the results in the
// order of the items. Never more than n results are held, so memory is bounded
// however slowly they are taken. Leaving the loop cancels what still runs.
func inOrder[T, R any](ctx context.Context, n int, items []T, work func(context.Context, T) R) iter.Seq[R] {
	whole := func(T) int64 { return aheadBytes }
	return inOrderAhead(ctx, n, slices.Values(items), whole, func(ctx context.Context, item T, deliver func(R)) { deliver(work(ctx, item)) })
}

// How far work may be ahead of the result that is taken, beyond what is worked
// on: by so many items for each that is, of so many bytes together. Where items
// differ in size, the small ones behind a large one keep all workers busy.
const (
	aheadItems = 4
	aheadBytes = 8 << 20
)

// inOrderAhead is inOrder for items of known sizes and for work that goes on
// after its result was delivered, which it does exactly once. An item counts as
// worked on until its work returns, and its result as held until the next one
// is asked for.
func inOrderAhead[T, R any](ctx context.Context, n int, items iter.Seq[T], size func(T) int64, work func(context.Context, T, func(R))) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		run := ahead[T, R]{n: max(n, 1), size: size, work: work}
		run.queue = make(chan pending[R], aheadItems*run.n)
		run.taken = make(chan int64, aheadItems*run.n)
		go run.start(ctx, items)
		for p := range run.queue {
			if !yield(<-p.result) {
				return
			}
			run.taken <- p.size // there is room for all that are held
		}
	}
}

// ahead is one run of inOrderAhead.
type ahead[T, R any] struct {
	n     int
	size  func(T) int64
	work  func(context.Context, T, func(R))
	queue chan pending[R] // what was started, in order
	taken chan int64      // sizes of what is held no more
}

// pending is an item that was started.
type pending[R any] struct {
	result chan R
	size   int64
}

// start starts the items one after the other, each when it may.
func (a *ahead[T, R]) start(ctx context.Context, items iter.Seq[T]) {
	defer close(a.queue)
	busy := make(chan struct{}, a.n)
	held, bytes := 0, int64(0)
	for item := range items {
		n := a.size(item)
		for held >= a.n && (held >= aheadItems*a.n || bytes+n > aheadBytes) {
			select {
			case size := <-a.taken:
				held--
				bytes -= size
			case <-ctx.Done():
				return
			}
		}
		select {
		case busy <- struct{}{}:
		case <-ctx.Done():
			return
		}
		held++
		bytes += n
		p := pending[R]{make(chan R, 1), n}
		a.queue <- p
		go func() {
			defer func() { <-busy }()
			a.work(ctx, item, func(r R) { p.result <- r })
		}()
	}
}
