package sqlite

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/pildora/pildora/store"
)

// A document's vectors are kept twice: whole beside each record, and as codes of
// one byte a number, those of all its records in one row of table vector, which
// a search reads instead of the records.

// codes are the vectors of a document as a search sees them.
type codes struct {
	dim     int
	classes []class
	rows    []codedRow
	numbers []int8 // dim for each row
}

// class is what filters can choose records by without looking at them. Few
// documents have more than one.
type class struct{ collection, lang, role string }

// codedRow is one record: number i of its vector is scale times numbers[i].
type codedRow struct {
	key   int64 // of the record's row
	class int   // index into classes
	scale float32
}

// add takes the vector of a record in.
func (c *codes) add(key int64, of class, v []float32) {
	c.dim = len(v)
	at := 0
	for at < len(c.classes) && c.classes[at] != of {
		at++
	}
	if at == len(c.classes) {
		c.classes = append(c.classes, of)
	}
	most := float32(0)
	for _, x := range v {
		most = max(most, x, -x)
	}
	scale := most / math.MaxInt8
	c.rows = append(c.rows, codedRow{key, at, scale})
	for _, x := range v {
		n := 0.0
		if scale > 0 {
			n = math.RoundToEven(float64(x / scale))
		}
		c.numbers = append(c.numbers, int8(max(-math.MaxInt8, min(math.MaxInt8, n))))
	}
}

// encode writes codes: dimension, classes (three texts each), rows (the distance
// of the key from the one before, the class), scales, numbers.
func (c *codes) encode() []byte {
	out := binary.AppendUvarint(nil, uint64(c.dim))
	out = binary.AppendUvarint(out, uint64(len(c.classes)))
	for _, k := range c.classes {
		for _, s := range [...]string{k.collection, k.lang, k.role} {
			out = append(binary.AppendUvarint(out, uint64(len(s))), s...)
		}
	}
	out = binary.AppendUvarint(out, uint64(len(c.rows)))
	before := int64(0)
	for _, r := range c.rows {
		out = binary.AppendVarint(out, r.key-before)
		out = binary.AppendUvarint(out, uint64(r.class))
		before = r.key
	}
	for _, r := range c.rows {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(r.scale))
	}
	for _, n := range c.numbers {
		out = append(out, byte(n))
	}
	return out
}

// errCodes is the error of codes that nobody wrote so.
var errCodes = fmt.Errorf("%w: codes of vectors cut short", store.ErrCorrupt)

// decodeCodes reads what encode wrote; the numbers stay where they are in data.
func decodeCodes(data []byte) (*codes, error) {
	d := decoder{data: data}
	c := &codes{dim: d.count(math.MaxInt32)}
	for range d.count(len(data)) {
		c.classes = append(c.classes, class{d.text(), d.text(), d.text()})
	}
	n := d.count(len(data))
	key := int64(0)
	for range n {
		key += d.signed()
		c.rows = append(c.rows, codedRow{key: key, class: d.count(len(c.classes) - 1)})
		if d.bad {
			return nil, errCodes
		}
	}
	scales := d.bytes(4 * n)
	if d.bad || n > 0 && c.dim == 0 || len(d.data) != n*c.dim {
		return nil, errCodes
	}
	for i := range c.rows {
		c.rows[i].scale = math.Float32frombits(binary.LittleEndian.Uint32(scales[4*i:]))
	}
	c.numbers = unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(d.data))), len(d.data)) // the same bytes, with signs
	return c, nil
}

// decoder takes values off data; bad says that one wasn't there.
type decoder struct {
	data []byte
	bad  bool
}

// count reads a number of at most most.
func (d *decoder) count(most int) int {
	n, w := binary.Uvarint(d.data)
	if w <= 0 || most < 0 || n > uint64(most) {
		d.bad = true
		return 0
	}
	d.data = d.data[w:]
	return int(n)
}

func (d *decoder) signed() int64 {
	n, w := binary.Varint(d.data)
	if w <= 0 {
		d.bad = true
		return 0
	}
	d.data = d.data[w:]
	return n
}

func (d *decoder) bytes(n int) []byte {
	if d.bad || n > len(d.data) {
		d.bad = true
		return nil
	}
	out := d.data[:n]
	d.data = d.data[n:]
	return out
}

func (d *decoder) text() string { return string(d.bytes(d.count(len(d.data)))) }
