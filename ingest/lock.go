package ingest

import (
	"context"
	"time"

	"github.com/pildora/pildora/store"
)

// lockPause is the time between two looks at a lock that another sync holds.
const lockPause = 50 * time.Millisecond

// lock waits until no other sync works on the store, where programs share it.
// A plan is made of what the store holds: two syncs at once would each plan
// without the other's documents, and of two with one id the later would
// silently win.
func (s *syncing) lock(ctx context.Context) (unlock func() error, err error) {
	shared, ok := s.Store.(store.Locker)
	if !ok || s.opt.DryRun {
		return func() error { return nil }, nil
	}
	for try := 0; ; try++ {
		unlock, held, err := shared.TryLock(ctx)
		if err != nil {
			return nil, err
		}
		if held {
			return unlock, nil
		}
		if try == int(time.Second/lockPause) {
			s.Log.Warn("another sync works on this index; waiting until it has finished")
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}
