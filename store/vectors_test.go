package store

import (
	"errors"
	"reflect"
	"testing"
)

func FuzzVectors(f *testing.F) {
	f.Add([]byte{})
	f.Add(EncodeVectors(map[string][]float32{"m": {1, -2}, "": {}}))
	f.Add([]byte{1, 'm', 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		vs, err := DecodeVectors(data)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		again, err := DecodeVectors(EncodeVectors(vs))
		if err != nil || len(again) != len(vs) {
			t.Fatalf("%v: %v, %v", vs, again, err)
		}
	})
}

func TestVectors(t *testing.T) {
	want := map[string][]float32{"m": {1, -2.5}, "otro modelo": {}, "": {3}}
	got, err := DecodeVectors(EncodeVectors(want))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}
