package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"
)

// module calls the C functions of one instance of pdfium. A call that fails
// (out of memory, a trap, its context done) leaves err, and from then on all
// calls return 0: whoever loops looks at err.
type module struct {
	ctx   context.Context
	mod   api.Module
	most  int64 // bytes of memory that it may take
	fns   map[string]api.Function
	names map[string]uint64 // C strings in its memory
	stack [12]uint64
	err   error

	scratch uint64 // scratchBytes of its memory for results
	buffer  uint64 // bufferBytes of its memory for strings
}

const (
	scratchBytes = 128
	bufferBytes  = 1 << 16 // longer strings are left out
)

var errMemory = errors.New("more memory is needed than is allowed")

func newModule(ctx context.Context, mod api.Module, most int64) (*module, error) {
	m := &module{ctx: ctx, mod: mod, most: most, fns: map[string]api.Function{}, names: map[string]uint64{}}
	m.scratch, m.buffer = m.malloc(scratchBytes), m.malloc(bufferBytes)
	return m, m.err
}

// call calls a function; arguments and result are as in WebAssembly.
func (m *module) call(name string, args ...uint64) uint64 {
	if m.err != nil {
		return 0
	}
	f, known := m.fns[name]
	if !known {
		if f = m.mod.ExportedFunction(name); f == nil {
			m.err = fmt.Errorf("pdfium has no %s", name)
			return 0
		}
		m.fns[name] = f
	}
	copy(m.stack[:], args)
	if err := f.CallWithStack(m.ctx, m.stack[:]); err != nil {
		m.err = m.reason(name, err)
		return 0
	}
	return m.stack[0]
}

// reason says why a call failed, without the stack of WebAssembly.
func (m *module) reason(name string, err error) error {
	if ctxErr := m.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	if mem := m.mod.Memory(); mem != nil && int64(mem.Size()) > m.most-16<<20 {
		return errMemory
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	if strings.Contains(text, "unreachable") { // where it is when it gives up
		return fmt.Errorf("%w, or pdfium found a fault of its own in %s", errMemory, name)
	}
	return fmt.Errorf("pdfium stopped in %s: %s", name, text)
}

// full says that half of the memory is taken: pdfium keeps what it has read of
// a file, page by page.
func (m *module) full() bool {
	return int64(m.mod.Memory().Size()) > m.most/2
}

// number calls a function whose result is an int.
func (m *module) number(name string, args ...uint64) int {
	return int(int32(m.call(name, args...)))
}

// holds calls a function whose result is a truth value.
func (m *module) holds(name string, args ...uint64) bool { return uint32(m.call(name, args...)) != 0 }

func (m *module) malloc(n int) uint64 {
	at := m.call("malloc", uint64(n))
	if at == 0 && m.err == nil {
		m.err = errMemory
	}
	return at
}

// put copies data into memory of its own.
func (m *module) put(data []byte) uint64 {
	at := m.malloc(max(1, len(data)))
	if m.err == nil && !m.mod.Memory().Write(uint32(at), data) {
		m.err = errMemory
	}
	return at
}

// name returns the C string s, which it keeps.
func (m *module) name(s string) uint64 {
	at, known := m.names[s]
	if !known {
		at = m.put(append([]byte(s), 0))
		m.names[s] = at
	}
	return at
}

// out is the address of the i-th result of 8 bytes.
func (m *module) out(i int) uint64 { return m.scratch + 8*uint64(i) }

// results are the bytes behind out(0), valid until the next call.
func (m *module) results() view {
	b, ok := m.mod.Memory().Read(uint32(m.scratch), scratchBytes)
	if !ok {
		return make(view, scratchBytes)
	}
	return b
}

// zero clears the first n results.
func (m *module) zero(n int) {
	clear(m.results()[:8*n])
}

// view reads results.
type view []byte

func (v view) int(i int) int32   { return int32(binary.LittleEndian.Uint32(v[8*i:])) }
func (v view) uint(i int) uint64 { return uint64(binary.LittleEndian.Uint32(v[8*i:])) }

// f32 reads the i-th float of four bytes.
func (v view) f32(i int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(v[4*i:])) }

// f64 reads the i-th double.
func (v view) f64(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(v[8*i:])) }

// bytes calls a function that copies at most as many bytes as its last two
// arguments say, and returns how many there are, its end mark included.
func (m *module) bytes(name string, args ...uint64) []byte {
	n := m.number(name, append(args, m.buffer, bufferBytes)...)
	if n <= 0 || n > bufferBytes || m.err != nil {
		return nil
	}
	b, _ := m.mod.Memory().Read(uint32(m.buffer), uint32(n))
	return bytes.Clone(b)
}

// wide is bytes for UTF-16.
func (m *module) wide(name string, args ...uint64) string {
	b := m.bytes(name, args...)
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		unit := binary.LittleEndian.Uint16(b[i:])
		if unit == 0 {
			break
		}
		units = append(units, unit)
	}
	return string(utf16.Decode(units))
}

// narrow is bytes for UTF-8.
func (m *module) narrow(name string, args ...uint64) string {
	b, _, _ := bytes.Cut(m.bytes(name, args...), []byte{0})
	return string(bytes.ToValidUTF8(b, []byte("\ufffd")))
}
