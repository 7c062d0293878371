package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/pildora/pildora/read"
)

// The first bytes of parts of a ZIP archive, and the flags of an entry.
const (
	localSign      = "PK\x03\x04"
	directorySign  = "PK\x01\x02"
	descriptorSign = "PK\x07\x08"

	encrypted = 1 << 0
	streamed  = 1 << 3 // sizes stand after the content

	stored   = 0
	deflated = 8
)

// local is what the header before an entry's content says.
type local struct {
	flags, method    uint16
	crc              uint32
	packed, unpacked int64
	name             string
	content          []byte // and what comes after it
}

var errCut = errors.New("cut short")

// parseLocal reads the header at the start of data.
func parseLocal(data []byte) (local, error) {
	const fixed = 30
	if len(data) < fixed {
		return local{}, errCut
	}
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(data[at:]) }
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	name, extra := int(u16(26)), int(u16(28))
	if len(data) < fixed+name+extra {
		return local{}, errCut
	}
	return local{flags: u16(6), method: u16(8), crc: u32(14), packed: int64(u32(18)), unpacked: int64(u32(22)),
		name: entryName(string(data[fixed : fixed+name])), content: data[fixed+name+extra:]}, nil
}

// salvage yields what an archive whose directory is damaged or missing still
// holds, by the headers before each entry, and then the error for it.
func salvage(data []byte, limit int64, cause error, yield func(read.Entry, error) bool) {
	n := 0
	for bytes.HasPrefix(data, []byte(localSign)) {
		l, err := parseLocal(data)
		if err != nil {
			break
		}
		rest, err := l.end(&limit)
		if l.flags&encrypted != 0 {
			err = errEncrypted
		}
		if !strings.HasSuffix(l.name, "/") {
			n++
			if !yield(read.Entry{Name: l.name, Size: -1, Open: l.open}, err) {
				return
			}
		}
		if rest == nil {
			break
		}
		data = rest
	}
	yield(read.Entry{}, fmt.Errorf("damaged or cut short after %d entries: %w", n, cause))
}

// end finds what comes after the entry, nil where that can't be known. limit
// is lowered by what had to be unpacked for it.
func (l *local) end(limit *int64) (rest []byte, err error) {
	switch {
	case l.flags&streamed == 0:
		if l.packed > int64(len(l.content)) {
			return nil, errCut
		}
		rest = l.content[l.packed:]
		l.content = l.content[:l.packed]
		return rest, nil
	case l.method != deflated || l.flags&encrypted != 0:
		return nil, errors.New("its length stands in the archive's directory, which is damaged")
	}
	r := bytes.NewReader(l.content)
	n, err := io.Copy(io.Discard, io.LimitReader(flate.NewReader(r), *limit+1))
	if *limit -= n; *limit < 0 {
		return nil, fmt.Errorf("%w: it unpacks to more than the limit", read.ErrTooLarge)
	}
	if err != nil {
		return nil, errCut
	}
	rest = l.content[len(l.content)-r.Len():]
	l.content = l.content[:len(l.content)-len(rest)]
	descriptor := 12
	if bytes.HasPrefix(rest, []byte(descriptorSign)) {
		descriptor = 16
	}
	if len(rest) < descriptor {
		return nil, errCut
	}
	l.crc = binary.LittleEndian.Uint32(rest[descriptor-12:])
	return rest[descriptor:], nil
}

// open unpacks the entry.
func (l local) open() (io.Reader, error) {
	switch l.method {
	case stored:
		return &summed{r: bytes.NewReader(l.content), want: l.crc}, nil
	case deflated:
		return &summed{r: flate.NewReader(bytes.NewReader(l.content)), want: l.crc}, nil
	}
	return nil, fmt.Errorf("compressed by method %d, which isn't read here", l.method)
}

// summed checks the sum of what was read.
type summed struct {
	r         io.Reader
	sum, want uint32
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, p[:n])
	if err == io.EOF && s.sum != s.want {
		return n, errors.New("damaged: its checksum is wrong")
	}
	return n, err
}
