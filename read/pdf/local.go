package pdf

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/worker"
)

// CacheDir is the folder that compiled code is kept in: pildora/pdfium in the
// user's folder for caches, or in base where that isn't empty. It is "" where
// there is no such folder.
func CacheDir(base string) string {
	if base == "" {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	return filepath.Join(base, "pildora", "pdfium")
}

// local reads in this process.
type local struct{ *extract.Engine }

// shared is the engine of all readers that name no other. It takes seconds to
// make, is the same for all and keeps nothing of what it reads, so there is
// one.
var shared = sync.OnceValues(func() (local, error) {
	e, err := extract.Open(context.Background(), extract.Config{CacheDir: CacheDir(""), Interruptible: true})
	return local{e}, err
})

// Extract ends a file that takes too long.
func (l local) Extract(ctx context.Context, data []byte, o extract.Options, s extract.Sink) error {
	ctx, cancel := context.WithTimeoutCause(ctx, worker.DefaultTime, worker.ErrTime)
	defer cancel()
	err := l.Engine.Extract(ctx, data, o, s)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
