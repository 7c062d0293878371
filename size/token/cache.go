package token

// cache remembers how many tokens pieces have: of pieces up to 15 bytes, and of
// those up to 31; and of some longer ones, such as the rules of tables, which
// take long to count. A text has few frequent words. Each entry is one piece, its
// bytes and in the last byte its length and count, so that a look at one line of
// memory tells all; a newer piece takes the place of an older one. It is small
// enough for the processor's own second cache.
type cache struct {
	short [1 << shortBits]ways
	long  [1 << longBits]longEntry
	rules [1 << ruleBits]rule
}

const (
	shortBits = 13
	longBits  = 10
	ruleBits  = 6
)

// shortEntry: the last byte of tail is length and count, four bits each.
type shortEntry struct{ head, tail uint64 }

// longEntry: the last byte is the length less 16, and the count, four bits each.
type longEntry [4]uint64

// countBits is where an entry has the count.
const countBits = 0xf << 56

// masks[n] keeps the first n bytes of two words.
var masks = func() (m [16][2]uint64) {
	for n := range m {
		m[n] = [2]uint64{^uint64(0), 1<<(8*max(n-8, 0)) - 1}
		if n < 8 {
			m[n][0] = 1<<(8*n) - 1
		}
	}
	return m
}()

// shortKey is the entry of text[p:p+n], without its count, where the text goes
// on for 16 bytes from p; n is at most 15.
func shortKey(text string, p, n int) shortEntry {
	mask := &masks[n&15]
	return shortEntry{load8(text[p:]) & mask[0], load8(text[p+8:])&mask[1] | uint64(n)<<60}
}

// ways is the places in which a piece may be, all in one line of memory, about
// in the order of use: a piece that is found moves one place ahead.
type ways [4]shortEntry

// shortAt returns the ways of a piece.
func (c *cache) shortAt(k shortEntry) *ways { return &c.short[stir(k.head, k.tail)>>(64-shortBits)] }

func (e *shortEntry) is(k shortEntry) bool { return e.head == k.head && e.tail&^countBits == k.tail }

func (e *shortEntry) count() int { return int(e.tail >> 56 & 0xf) }

func (x *ways) find(k shortEntry) int {
	for i := range x {
		if x[i].is(k) {
			return i
		}
	}
	return -1
}

func (x *ways) promote(i int) {
	if i > 0 {
		x[i-1], x[i] = x[i], x[i-1]
	}
}

// push puts an entry in the first free place, or in that of the least used one,
// but ahead of the one before it.
func (x *ways) push(k shortEntry) {
	for i := range x {
		if x[i].tail == 0 {
			x[i] = k
			return
		}
	}
	x[3], x[2] = x[2], k
}

// longKey is shortKey for 16 to 31 bytes, where the text goes on for 32.
func longKey(text string, p, n int) longEntry {
	mask := &masks[n&15]
	return longEntry{load8(text[p:]), load8(text[p+8:]), load8(text[p+16:]) & mask[0], load8(text[p+24:])&mask[1] | uint64(n-16)<<60}
}

func (c *cache) longAt(k *longEntry) *longEntry {
	return &c.long[stir(stir(k[0], k[1]), stir(k[2], k[3]))>>(64-longBits)]
}

func (e *longEntry) is(k *longEntry) bool {
	return e[0] == k[0] && e[1] == k[1] && e[2] == k[2] && e[3]&^countBits == k[3] && e[3]&countBits != 0
}

// rule is a piece of more than 31 bytes.
type rule struct {
	size, tokens uint16
	bytes        [252]byte
}

// ruleAt returns where a piece is remembered, or nil where it is too long.
func (c *cache) ruleAt(piece string) *rule {
	if len(piece) > len(rule{}.bytes) {
		return nil
	}
	return &c.rules[longKeyOf(piece, 0, len(piece))*0x9e3779b97f4a7c15>>(64-ruleBits)]
}

func (r *rule) is(piece string) bool { return string(r.bytes[:r.size]) == piece }

func (r *rule) set(piece string, tokens int) {
	r.size, r.tokens = uint16(copy(r.bytes[:], piece)), uint16(tokens)
}
