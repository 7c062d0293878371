package opc

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/pildora/pildora/read"
)

// local is the signature of the header in front of each entry of a zip.
var local = []byte("PK\x03\x04")

const localBytes = 30 // of a local header without name and extra field

// recover takes the entries of a zip whose directory, which is at its end, is
// lost or damaged: each has a header in front too. The sizes in it may be zero
// (a program that wrote as it went) or lies, so an entry ends where the next
// header begins, and no byte is in two of them. A package inside of an entry may
// show its headers too: of two parts of one name the first counts here.
func (p *Package) recover(ctx context.Context, data []byte, cause error) error {
	for at := bytes.Index(data, local); at >= 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, ok := parseLocal(data[at:])
		if !ok {
			at = nextLocal(data, at+len(local))
			continue
		}
		start := at + h.length
		next := nextLocal(data, h.end(data, start))
		end := len(data)
		if next >= 0 {
			end = next
		}
		if len(p.names) >= p.limits.Entries {
			return fmt.Errorf("%w: more than the %d entries allowed", read.ErrTooLarge, p.limits.Entries)
		}
		body := data[start:end]
		if h.method == 0 && !h.streamed {
			body = body[:min(uint32(len(body)), h.packed)]
		}
		if p.Find(h.name) != "" {
			at = next
			continue
		}
		p.add(h.name, entry{packed: int64(len(body)), encrypted: h.flags&1 != 0, open: func() (io.ReadCloser, error) {
			if h.method == 0 {
				return io.NopCloser(bytes.NewReader(body)), nil
			}
			return flate.NewReader(bytes.NewReader(body)), nil
		}})
		at = next
	}
	if len(p.names) == 0 {
		return fmt.Errorf("%w: %w, and no entry can be recovered; get the file anew", ErrDamaged, cause)
	}
	p.Warn("damaged (%v): read by the headers of its %d entries; some may be missing or cut off", cause, len(p.names))
	return nil
}

// errInner is a directory that was found where the package's own is lost.
var errInner = errors.New("its directory is lost, the one that is left is of a package inside of it")

// whole reports whether a zip's directory lists the entry that data begins
// with: else it is that of a zip inside of the last entry.
func whole(data []byte, z *zip.Reader) bool {
	first, ok := parseLocal(data)
	if !ok || !bytes.HasPrefix(data, local) {
		return true
	}
	for _, f := range z.File {
		if at, err := f.DataOffset(); err == nil && at == int64(first.length) {
			return true
		}
	}
	return false
}

// localHeader is what the header in front of an entry says.
type localHeader struct {
	name     string
	length   int // of the header
	flags    uint16
	method   uint16
	packed   uint32
	streamed bool // packed is not known
}

// end is where the next header may begin at the earliest: after the entry's
// bytes, where that can be believed.
func (h localHeader) end(data []byte, start int) int {
	if end := start + int(h.packed); !h.streamed && end < len(data) && bytes.HasPrefix(data[end:], []byte("PK")) {
		return end
	}
	return start
}

// parseLocal reads the header at the start of data. Bytes that only look like
// a signature are told by the fields after it.
func parseLocal(data []byte) (localHeader, bool) {
	if len(data) < localBytes {
		return localHeader{}, false
	}
	u16 := func(i int) int { return int(binary.LittleEndian.Uint16(data[i:])) }
	name, extra := u16(26), u16(28)
	h := localHeader{flags: uint16(u16(6)), method: uint16(u16(8)), length: localBytes + name + extra,
		packed: binary.LittleEndian.Uint32(data[18:])}
	h.streamed = h.flags&8 != 0 || h.packed == 0xffffffff
	if name == 0 || h.length > len(data) || h.method != 0 && h.method != 8 {
		return localHeader{}, false
	}
	raw := data[localBytes : localBytes+name]
	if bytes.IndexByte(raw, 0) >= 0 || !utf8.Valid(raw) {
		return localHeader{}, false
	}
	h.name = string(raw)
	return h, true
}

func nextLocal(data []byte, from int) int {
	if i := bytes.Index(data[from:], local); i >= 0 {
		return from + i
	}
	return -1
}
