package read

import (
	"math/rand/v2"
	"testing"
)

// TestIsBinaryCountsEachByte checks the count, which passes over eight bytes at
// once, against one byte at a time.
func TestIsBinaryCountsEachByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var seen [2]int
	for range 20_000 {
		data := make([]byte, r.IntN(40))
		controls, share := 0, r.IntN(8)
		for i := range data {
			if data[i] = byte(r.IntN(256)); r.IntN(8) >= share {
				data[i] |= 0x20
			}
			if b := data[i]; b < 0x20 && !textControl(b) || b == 0x7f {
				controls++
			}
		}
		for _, valid := range []bool{true, false} {
			want := controls >= 4 && controls*20 > len(data)
			if valid {
				want = controls >= 8 && controls*10 > len(data)*3
			}
			if want {
				seen[0]++
			} else {
				seen[1]++
			}
			if got := isBinary(data, valid); got != want {
				t.Fatalf("%q, valid %v: %v with %d control bytes", data, valid, got, controls)
			}
		}
	}
	if seen[0] < 100 || seen[1] < 100 {
		t.Errorf("%d binary, %d text: the sample tells nothing", seen[0], seen[1])
	}
}

// TestMayControl checks each byte in each place among others.
func TestMayControl(t *testing.T) {
	for _, other := range []byte{' ', 'a', '~', 0x80, 0xff} {
		for place := range 8 {
			for b := range 256 {
				w := uint64(0)
				for i := range 8 {
					c := other
					if i == place {
						c = byte(b)
					}
					w |= uint64(c) << (8 * i)
				}
				if got, want := mayControl(w), b < 0x20 || b == 0x7f; got != want {
					t.Errorf("%#02x among %#02x at %d: %v", b, other, place, got)
				}
			}
		}
	}
}
