package encoder

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"unsafe"
)

// tensors are named arrays of numbers in a file.
type tensors interface {
	// load returns a tensor of this shape in float32, in dst where that has the
	// room; it is the caller's.
	load(dst []float32, name string, shape ...int) ([]float32, error)
	// shape returns the shape of a tensor, nil where there is none.
	shape(name string) []int
	// table returns a tensor of two dimensions whose rows are read one by one.
	table(name string, rows, columns int) (table, error)
}

// table is a matrix whose rows are asked for.
type table interface {
	// row adds the i-th row to dst.
	row(i int, dst []float32)
	bytes() int
}

// safetensors is a file of that format: the length of a header in JSON, the
// header, the data.
type safetensors struct {
	file    *os.File
	start   int64
	entries map[string]entry
}

type entry struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// mostHeader bounds the header, as the reference does.
const mostHeader = 100 << 20

func openSafetensors(path string) (*safetensors, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s := &safetensors{file: f}
	if err := s.readHeader(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func (s *safetensors) readHeader() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	var length [8]byte
	if _, err := io.ReadFull(s.file, length[:]); err != nil {
		return fmt.Errorf("no header: not a safetensors file, or one that is cut off: %w", err)
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > mostHeader || int64(n) > info.Size()-8 {
		return fmt.Errorf("a header of %d bytes in a file of %d: not a safetensors file, or one that is cut off", n, info.Size())
	}
	header := make([]byte, n)
	if _, err := io.ReadFull(s.file, header); err != nil {
		return err
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(header, &raw); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	s.start = 8 + int64(n)
	s.entries = make(map[string]entry, len(raw))
	for name, value := range raw {
		if name == "__metadata__" {
			continue
		}
		var e entry
		if err := json.Unmarshal(value, &e); err != nil {
			return fmt.Errorf("header: tensor %s: %w", name, err)
		}
		size := int64(widths[e.Type])
		for _, n := range e.Shape {
			if n < 0 || size > math.MaxInt64/int64(max(n, 1)) {
				return fmt.Errorf("tensor %s: shape %v", name, e.Shape)
			}
			size *= int64(n)
		}
		if e.Offsets[0] < 0 || e.Offsets[1] < e.Offsets[0] || e.Offsets[1] > info.Size()-s.start {
			return fmt.Errorf("tensor %s: bytes %v of %d: the file is cut off", name, e.Offsets, info.Size()-s.start)
		}
		if widths[e.Type] != 0 && size != e.Offsets[1]-e.Offsets[0] {
			return fmt.Errorf("tensor %s: %d bytes for shape %v of %s", name, e.Offsets[1]-e.Offsets[0], e.Shape, e.Type)
		}
		s.entries[name] = e
	}
	return nil
}

// widths are the bytes of the numbers that can be read.
var widths = map[string]int{"F32": 4, "F16": 2, "BF16": 2}

func (s *safetensors) shape(name string) []int {
	e, ok := s.entries[name]
	if !ok {
		return nil
	}
	return e.Shape
}

func (s *safetensors) find(name string, shape ...int) (entry, error) {
	e, ok := s.entries[name]
	if !ok {
		return e, fmt.Errorf("tensor %s is missing", name)
	}
	if !slices.Equal(e.Shape, shape) {
		return e, fmt.Errorf("tensor %s has the shape %v, not %v", name, e.Shape, shape)
	}
	if widths[e.Type] == 0 {
		return e, fmt.Errorf("tensor %s is of type %s; read are F32, F16 and BF16", name, e.Type)
	}
	return e, nil
}

func (s *safetensors) load(dst []float32, name string, shape ...int) ([]float32, error) {
	e, err := s.find(name, shape...)
	if err != nil {
		return nil, err
	}
	size := e.Offsets[1] - e.Offsets[0]
	out := room(dst, int(size/int64(widths[e.Type])))
	if len(out) == 0 {
		return out, nil
	}
	// The bytes are read to the end of the array and widened from there.
	all := unsafe.Slice((*byte)(unsafe.Pointer(&out[0])), 4*len(out))
	raw := all[int64(len(all))-size:]
	if _, err := s.file.ReadAt(raw, s.start+e.Offsets[0]); err != nil {
		return nil, fmt.Errorf("tensor %s: %w", name, err)
	}
	for i := range out {
		switch e.Type {
		case "F32":
			out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		case "F16":
			out[i] = half(binary.LittleEndian.Uint16(raw[2*i:]))
		case "BF16":
			out[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(raw[2*i:])) << 16)
		}
	}
	return out, nil
}

// half is the number of half precision with these bits.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		v := float32(fraction) * (1 << 6) / (1 << 30) // fraction · 2^-24
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

func (s *safetensors) table(name string, rows, columns int) (table, error) {
	data, err := s.load(nil, name, rows, columns)
	return floatTable{data, columns}, err
}

type floatTable struct {
	data    []float32
	columns int
}

func (t floatTable) row(i int, dst []float32) {
	for j, v := range t.data[i*t.columns:][:t.columns] {
		dst[j] += v
	}
}

func (t floatTable) bytes() int { return 4 * len(t.data) }
