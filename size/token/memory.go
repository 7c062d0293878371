package token

import "unsafe"

// hugePage is the size in bytes of a large page of memory, as on amd64 and
// arm64.
const hugePage = 2 << 20

// arena is memory for tables, to be carved into slices. It lies in large pages
// where the system has them: the first touch of a small page costs
// microseconds, and a vocabulary has over a thousand of those, all of which are
// then looked up at random.
type arena struct{ free []byte }

func newArena(size int) *arena {
	size = (size + hugePage - 1) &^ (hugePage - 1)
	all := make([]byte, size+hugePage) // what isn't touched costs nothing
	first := -int(uintptr(unsafe.Pointer(unsafe.SliceData(all)))) & (hugePage - 1)
	b := &arena{all[first : first+size : first+size]}
	adviseHuge(b.free)
	return b
}

// line is the size of a line of the processor's cache, at which slices begin.
const line = 64

// room for n values of a type without pointers.
func roomFor[T any](n int) int {
	var t T
	return (n*int(unsafe.Sizeof(t)) + line - 1) &^ (line - 1)
}

// carve takes n zero values of a type without pointers.
func carve[T any](b *arena, n int) []T {
	size := roomFor[T](n)
	s := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b.free[:size]))), n)
	b.free = b.free[size:]
	return s
}
