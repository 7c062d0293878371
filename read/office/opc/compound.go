package opc

import (
	"encoding/binary"
	"unicode/utf16"
)

// compoundMagic begins every compound file (OLE structured storage).
var compoundMagic = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")

const (
	directoryEntry = 128 // bytes of an entry in a compound file's directory
	noEntry        = 0xffffffff
	headerFAT      = 109     // sectors of the allocation table that the header lists
	mostEntries    = 1 << 16 // of a directory that are looked at
)

// compoundNames are the names of what stands at the top of a compound file: what
// an object inside of it is called doesn't count. Nothing but the directory is
// read and nothing is allocated by what the file says of itself; a damaged
// directory gives the names up to the damage.
func compoundNames(data []byte) map[string]bool {
	directory := compoundDirectory(data)
	names := map[string]bool{}
	if len(directory) < directoryEntry {
		return names
	}
	seen := map[uint32]bool{}
	waiting := []uint32{binary.LittleEndian.Uint32(directory[76:])} // the root's child
	for len(waiting) > 0 {
		i := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if i == noEntry || seen[i] || int64(i) >= int64(len(directory)/directoryEntry) {
			continue
		}
		seen[i] = true
		e := directory[int(i)*directoryEntry:][:directoryEntry]
		names[compoundName(e)] = true
		waiting = append(waiting, binary.LittleEndian.Uint32(e[68:]), binary.LittleEndian.Uint32(e[72:]))
	}
	return names
}

// compoundName is the name of a directory entry: UTF-16, its length in bytes
// with a closing NUL.
func compoundName(e []byte) string {
	n := min(int(binary.LittleEndian.Uint16(e[64:]))/2, 32) - 1
	units := make([]uint16, 0, 32)
	for i := range max(n, 0) {
		units = append(units, binary.LittleEndian.Uint16(e[2*i:]))
	}
	return string(utf16.Decode(units))
}

// compoundDirectory follows the chain of the directory's sectors.
func compoundDirectory(data []byte) []byte {
	if len(data) < 512 {
		return nil
	}
	shift := binary.LittleEndian.Uint16(data[30:])
	if shift != 9 && shift != 12 {
		return nil
	}
	size := int64(1) << shift
	sector := func(n uint32) []byte {
		from := (int64(n) + 1) * size
		if from+size > int64(len(data)) {
			return nil
		}
		return data[from : from+size]
	}
	var directory []byte
	for n := binary.LittleEndian.Uint32(data[48:]); len(directory) < mostEntries*directoryEntry; {
		s := sector(n)
		if s == nil {
			break
		}
		directory = append(directory, s...)
		perSector := uint32(size / 4)
		if n/perSector >= headerFAT {
			break
		}
		table := sector(binary.LittleEndian.Uint32(data[76+4*(n/perSector):]))
		if table == nil {
			break
		}
		n = binary.LittleEndian.Uint32(table[4*(n%perSector):])
	}
	return directory
}
