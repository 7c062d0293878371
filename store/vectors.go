package store

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// EncodeVectors writes the vectors of a record by name: length and bytes of
// the name, number of dimensions, float32s, all little endian. No vectors are
// no bytes.
func EncodeVectors(vs map[string][]float32) []byte {
	var out []byte
	for _, name := range slices.Sorted(maps.Keys(vs)) {
		out = binary.AppendUvarint(out, uint64(len(name)))
		out = append(out, name...)
		out = binary.AppendUvarint(out, uint64(len(vs[name])))
		for _, x := range vs[name] {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
	}
	return out
}

// DecodeVectors reads what EncodeVectors wrote; anything else is ErrCorrupt.
func DecodeVectors(data []byte) (map[string][]float32, error) {
	if len(data) == 0 {
		return nil, nil
	}
	out := map[string][]float32{}
	for len(data) > 0 {
		n, w := binary.Uvarint(data)
		if w <= 0 || n > uint64(len(data)-w) {
			return nil, fmt.Errorf("%w: vectors cut short", ErrCorrupt)
		}
		name := string(data[w : w+int(n)])
		data = data[w+int(n):]
		dims, w := binary.Uvarint(data)
		if w <= 0 || dims > uint64(len(data)-w)/4 {
			return nil, fmt.Errorf("%w: vector %q cut short", ErrCorrupt, name)
		}
		data = data[w:]
		v := make([]float32, dims)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		data = data[4*dims:]
		out[name] = v
	}
	return out, nil
}
