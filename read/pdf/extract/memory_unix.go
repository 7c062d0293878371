//go:build linux || darwin

package extract

import (
	"context"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory gives instances memory of the system's instead of Go's: it grows
// without being copied, and goes back as a whole when an instance ends.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(reserve))
}

// reserve reserves addresses for the most that an instance may take; memory is
// taken where it is touched.
func reserve(_, most uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return &grown{}
	}
	return &reserved{all}
}

// reserved is memory of the system's.
type reserved struct{ all []byte }

// Reallocate returns the first size bytes, which stay where they are.
func (r *reserved) Reallocate(size uint64) []byte {
	if size > uint64(len(r.all)) {
		return nil
	}
	return r.all[:size:len(r.all)]
}

// Free gives the memory back.
func (r *reserved) Free() {
	if r.all != nil {
		_ = syscall.Munmap(r.all) // it was mapped so
		r.all = nil
	}
}

// grown is memory of Go's, where the system refuses that much at once.
type grown struct{ all []byte }

// Reallocate returns size bytes with what was in them before.
func (g *grown) Reallocate(size uint64) []byte {
	if size > uint64(cap(g.all)) {
		g.all = append(g.all[:cap(g.all)], make([]byte, size-uint64(cap(g.all)))...)
	}
	g.all = g.all[:size]
	return g.all
}

// Free does nothing: it is collected.
func (g *grown) Free() {}
