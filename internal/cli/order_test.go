package cli

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestInOrderHoldsNoMoreThanAsked: results come in order, no more than n items
// are worked on at once, and no more results are held than may be, however
// slowly they are taken.
func TestInOrderHoldsNoMoreThanAsked(t *testing.T) {
	for name, tt := range map[string]struct {
		n, most int
		size    int64
	}{
		"one":   {1, 1, aheadBytes},
		"large": {3, 3, aheadBytes},
		"small": {3, 3 * aheadItems, 1},
		"half":  {1, 2, aheadBytes / 2},
	} {
		items := make([]int, 100)
		for i := range items {
			items[i] = i
		}
		var busy, held, mostBusy, mostHeld atomic.Int64
		raise := func(most *atomic.Int64, n int64) {
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
		}
		work := func(_ context.Context, i int, deliver func(int)) {
			raise(&mostBusy, busy.Add(1))
			raise(&mostHeld, held.Add(1))
			deliver(i)
			time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
			busy.Add(-1)
		}
		next := 0
		for i := range inOrderAhead(t.Context(), tt.n, slices.Values(items), func(int) int64 { return tt.size }, work) {
			if i != next {
				t.Fatalf("%s: got %d, want %d", name, i, next)
			}
			if next++; i < 20 {
				time.Sleep(time.Millisecond)
			}
			held.Add(-1)
		}
		// What is given back just now may be replaced before it is counted.
		if next != len(items) || mostBusy.Load() > int64(tt.n) || mostHeld.Load() > int64(tt.most)+1 {
			t.Errorf("%s: %d results, %d worked on at once, %d held; want at most %d and %d", name, next, mostBusy.Load(), mostHeld.Load(), tt.n, tt.most)
		}
		if mostHeld.Load() < int64(tt.most) {
			t.Errorf("%s: no more than %d were ever held, %d could be", name, mostHeld.Load(), tt.most)
		}
	}
}

// TestSmallItemsGoOnBehindALargeOne: with the first item not done, others are
// worked on and wait.
func TestSmallItemsGoOnBehindALargeOne(t *testing.T) {
	first := make(chan struct{})
	var others sync.WaitGroup
	others.Add(2*aheadItems - 1)
	work := func(_ context.Context, i int, deliver func(int)) {
		if i == 0 {
			<-first
		} else if i < 2*aheadItems {
			defer others.Done()
		}
		deliver(i)
	}
	go func() {
		others.Wait()
		close(first)
	}()
	n := 0
	for range inOrderAhead(t.Context(), 2, slices.Values(make20()), func(int) int64 { return 1 }, work) {
		n++
	}
	if n != 20 {
		t.Errorf("%d results", n)
	}
}

func make20() []int {
	items := make([]int, 20)
	for i := range items {
		items[i] = i
	}
	return items
}

// TestLeavingTheLoopEndsTheWork: what still runs is told, and nothing hangs.
func TestLeavingTheLoopEndsTheWork(t *testing.T) {
	ended := make(chan struct{}, 20)
	work := func(ctx context.Context, i int, deliver func(int)) {
		deliver(i)
		<-ctx.Done()
		ended <- struct{}{}
	}
	for range inOrderAhead(t.Context(), 2, slices.Values(make20()), func(int) int64 { return 1 }, work) {
		break
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the work goes on")
	}
}
