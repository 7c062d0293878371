package size

// wide says that the processor has what the functions below need.
var wide = hasAVX2()

func hasAVX2() bool

// validBlocks reports whether the n bytes at p, a multiple of 32, are UTF-8,
// but for a sequence that goes on behind them.
//
// The algorithm is that of Keiser and Lemire ("Validating UTF-8 in less than
// one instruction per byte", Software: Practice and Experience 51, 2021).
//
//go:noescape
func validBlocks(p *byte, n int) bool

// restBlocks counts the bytes at p, n of them, a multiple of 32, that go on
// with a rune.
//
//go:noescape
func restBlocks(p *byte, n int) int
