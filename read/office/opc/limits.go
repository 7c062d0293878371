package opc

import "cmp"

// Limits bound what a package may cost. Zero fields stand for the defaults.
type Limits struct {
	// MaxBytes is the longest source; the default is read.DefaultMaxBytes.
	MaxBytes int64
	// Entries is how many entries the zip may have: 65,536.
	Entries int
	// Part is how many bytes one part may unpack to: 256 MiB.
	Part int64
	// Total is how many bytes all that is read may unpack to: 1 GiB.
	Total int64
	// Ratio is how many times its packed size a part of more than 16 MiB may
	// unpack to: 200. Deflate reaches 1,032.
	Ratio int64
	// Depth is how deep elements may nest: 4,096.
	Depth int
	// Tokens is how many tags and texts one part may have: 50 million.
	Tokens int
}

// ratioFloor is the size from which on Ratio counts: below it nothing can be
// exhausted, and small parts of nothing but repetition are common.
const ratioFloor = 16 << 20

func (l Limits) orDefault() Limits {
	l.Entries = cmp.Or(l.Entries, 1<<16)
	l.Part = cmp.Or(l.Part, 256<<20)
	l.Total = cmp.Or(l.Total, 1<<30)
	l.Ratio = cmp.Or(l.Ratio, 200)
	l.Depth = cmp.Or(l.Depth, 4096)
	l.Tokens = cmp.Or(l.Tokens, 50_000_000)
	return l
}
