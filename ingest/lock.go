package ingest

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/pildora/pildora/store"
)

// lockPause is the time between two looks at a lock that another sync holds.
const lockPause = 50 * time.Millisecond

// lock keeps other syncs away. A plan is made of what the store holds: two syncs
// at once would each plan without the other's documents, and of two with one id
// the later would silently win.
func (s *syncing) lock(ctx context.Context) (unlock func() error, err error) {
	shared, ok := s.Store.(store.Locker)
	if !ok || s.opt.DryRun {
		return func() error { return nil }, nil
	}
	return Lock(ctx, shared, s.opt.Command, s.opt.NoWait, s.Log)
}

// Lock waits until no sync works on a store that programs share, and keeps
// others away until unlock. Others are told what command this is, by default the
// program's name. With noWait it is an error that wraps store.ErrLocked that
// somebody works on it.
func Lock(ctx context.Context, shared store.Locker, command string, noWait bool, log *slog.Logger) (unlock func() error, err error) {
	who := store.Holder{PID: os.Getpid(), Command: cmp.Or(command, filepath.Base(os.Args[0]))}
	if who.Host, err = os.Hostname(); err != nil {
		who.Host = "this machine" // where that has no name, there is but one
	}
	for try := 0; ; try++ {
		who.Since = time.Now()
		unlock, other, err := shared.TryLock(ctx, who)
		if err != nil || unlock != nil {
			return unlock, err
		}
		if noWait {
			return nil, fmt.Errorf("%w: %s; run it again when that has finished", store.ErrLocked, other)
		}
		if try == int(time.Second/lockPause) {
			log.Warn("another sync works on this index; waiting until it has finished", "holder", other.String())
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}
