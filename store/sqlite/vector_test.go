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
