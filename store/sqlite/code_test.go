package sqlite

import (
	"errors"
	"testing"

	"github.com/pildora/pildora/store"
)

func FuzzCodes(f *testing.F) {
	var c codes
	c.add(7, class{"x", "es", "chunk"}, []float32{1, -2, 0})
	c.add(9, class{"x", "en", "chunk"}, []float32{0, 0, 0})
	f.Add([]byte{})
	f.Add((&codes{}).encode())
	f.Add(c.encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decodeCodes(data)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		again, err := decodeCodes(c.encode())
		if err != nil || len(again.rows) != len(c.rows) || len(again.numbers) != len(c.numbers) {
			t.Fatalf("%v: %v, %v", c, again, err)
		}
	})
}
