package sqlite

import (
	"errors"
	"reflect"
	"testing"

	"github.com/pildora/pildora/store"
)

func FuzzVectors(f *testing.F) {
	f.Add([]byte{})
	f.Add(encodeVectors(map[string][]float32{"m": {1, -2}, "": {}}))
	f.Add([]byte{1, 'm', 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		vs, err := decodeVectors(data)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		again, err := decodeVectors(encodeVectors(vs))
		if err != nil || len(again) != len(vs) {
			t.Fatalf("%v: %v, %v", vs, again, err)
		}
	})
}

func TestVectors(t *testing.T) {
	want := map[string][]float32{"m": {1, -2.5}, "otro modelo": {}, "": {3}}
	got, err := decodeVectors(encodeVectors(want))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

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
