package cut

import (
	"encoding/binary"
	"unsafe"
)

// lastByte returns the last place in text[from:to] where c stands, or -1. It
// looks at eight bytes at a time, from the end.
func lastByte(text string, from, to int, c byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	for all := ones * uint64(c); to-from >= 8; to -= 8 {
		x := binary.LittleEndian.Uint64(b[to-8:]) ^ all
		if (x-ones)&^x&tops != 0 { // a byte of x is zero
			break
		}
	}
	for i := to - 1; i >= from; i-- {
		if b[i] == c {
			return i
		}
	}
	return -1
}
