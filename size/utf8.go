package size

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// block is how many bytes the processor's wide registers hold.
const block = 32

// valid is utf8.ValidString, which takes a byte at a time from the first letter
// on that isn't ASCII.
func valid(text string) bool {
	if !wide || len(text) < 2*block {
		return utf8.ValidString(text)
	}
	at := len(text) &^ (block - 1)
	if !validBlocks(unsafe.StringData(text), at) {
		return false
	}
	// The last sequence may go on behind the blocks.
	for n := 0; n < utf8.UTFMax-1 && text[at-1]&0xc0 == 0x80; n++ {
		at--
	}
	return utf8.ValidString(text[at-1:])
}

// runes counts the runes that begin in text, which is a part of valid UTF-8:
// the bytes that don't go on with a rune.
func runes(text string) int {
	n := len(text)
	if wide && len(text) >= 2*block {
		at := len(text) &^ (block - 1)
		n -= restBlocks(unsafe.StringData(text), at)
		text = text[at:]
	}
	return n - rest(text)
}

// rest counts the bytes that go on with a rune.
func rest(text string) int {
	const ones, lows = 0x0101010101010101, 0x00ff00ff00ff00ff
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	n := 0
	for len(b) >= 32 {
		// Up to 31 rounds: then a byte of sum is at most 4 × 31.
		var sum uint64
		for round := 0; round < 31 && len(b) >= 32; round++ {
			for at := 0; at < 32; at += 8 {
				x := binary.LittleEndian.Uint64(b[at:])
				sum += x >> 7 &^ (x >> 6) & ones
			}
			b = b[32:]
		}
		sum = sum&lows + sum>>8&lows
		n += int(sum * 0x0001000100010001 >> 48)
	}
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		n += bits.OnesCount64(x >> 7 &^ (x >> 6) & ones)
	}
	for _, c := range b {
		if c&0xc0 == 0x80 {
			n++
		}
	}
	return n
}
