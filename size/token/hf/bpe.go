package hf

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/atom"
)

// bpe is byte pair encoding by merges of its own order, over characters.
//
// A piece falls into characters, each of which is a token (with a prefix, where
// it isn't the first, and a suffix, where it is the last), else falls into
// bytes or becomes the unknown token. Then, as long as there are neighbours
// that a merge joins, those of the earliest merge are joined, the leftmost of
// equals. A heap of candidates makes that O(n log n).
type bpe struct {
	vocab        wordVocab
	merges       mergeTable
	prefix       string
	suffix       string
	plain        [utf8.RuneSelf]int32 // ids of characters without prefix and suffix; -1
	byteIDs      *[256]int32          // ids of <0x00> to <0xFF>, -1 where missing; nil without byte fallback
	unknown      int                  // -1: characters that are no token vanish
	fuse         bool
	ignoreMerges bool
	raw          *[256]uint32   // ids of the characters that bytes are written as: pieces come as bytes
	whole        map[string]int // with raw and ignoreMerges: ids by the bytes of a token
	mark         string         // no token has it behind anything else: pieces part before it
	scratch      sync.Pool
}

// symbol is a token in the making, in a list.
type symbol struct {
	id         uint32
	size       int32 // bytes; 0 once it is part of another
	prev, next int32 // -1 at the ends
}

type bpeScratch struct {
	symbols []symbol
	heap    []uint64
	text    []byte
	last    uint32 // rank of the last merge
	cache   *atom.Cache
}

// merge is what joining two tokens makes.
type merge struct{ rank, id uint32 }

// mergeTable maps pairs of ids to merges, by open addressing.
type mergeTable struct {
	keys   []uint64
	merges []merge
	shift  uint
}

const noPair = ^uint64(0)

func newMergeTable(n int) mergeTable {
	width := max(bits.Len(uint(n))+1, 4)
	t := mergeTable{make([]uint64, 1<<width), make([]merge, 1<<width), uint(64 - width)}
	for i := range t.keys {
		t.keys[i] = noPair
	}
	return t
}

func (t *mergeTable) slot(key uint64) int {
	h := (key ^ key>>29) * 0x9e3779b97f4a7c15
	for i := int(h >> t.shift); ; i = (i + 1) & (len(t.keys) - 1) {
		if k := t.keys[i]; k == key || k == noPair {
			return i
		}
	}
}

func (t *mergeTable) set(a, b uint32, m merge) {
	i := t.slot(uint64(a)<<32 | uint64(b))
	t.keys[i], t.merges[i] = uint64(a)<<32|uint64(b), m
}

func (t *mergeTable) get(a, b uint32) (merge, bool) {
	i := t.slot(uint64(a)<<32 | uint64(b))
	return t.merges[i], t.keys[i] != noPair
}

// bpeConfig is the part of a file that makes a bpe.
type bpeConfig struct {
	Dropout                 *float64       `json:"dropout"`
	UnkToken                *string        `json:"unk_token"`
	ContinuingSubwordPrefix *string        `json:"continuing_subword_prefix"`
	EndOfWordSuffix         *string        `json:"end_of_word_suffix"`
	FuseUnk                 *bool          `json:"fuse_unk"`
	ByteFallback            *bool          `json:"byte_fallback"`
	IgnoreMerges            *bool          `json:"ignore_merges"`
	Vocab                   map[string]int `json:"vocab"`
	Merges                  mergeList      `json:"merges"`
}

func isSet(b *bool) bool { return b != nil && *b }

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func newBPE(c *bpeConfig) (*bpe, error) {
	if c.Dropout != nil && *c.Dropout != 0 {
		return nil, fmt.Errorf("dropout is %v: with it, tokens are drawn by chance; only 0 is supported", *c.Dropout)
	}
	if c.Vocab == nil || c.Merges == nil {
		return nil, fmt.Errorf("vocab or merges are missing")
	}
	if err := checkVocab(c.Vocab); err != nil {
		return nil, err
	}
	b := &bpe{
		vocab: c.Vocab, prefix: text(c.ContinuingSubwordPrefix), suffix: text(c.EndOfWordSuffix),
		fuse: isSet(c.FuseUnk), ignoreMerges: isSet(c.IgnoreMerges), unknown: -1,
	}
	b.scratch.New = func() any { return new(bpeScratch) }
	for i := range b.plain {
		b.plain[i] = -1
		if id, ok := b.vocab[string(rune(i))]; ok {
			b.plain[i] = int32(id)
		}
	}
	if isSet(c.ByteFallback) {
		b.byteIDs = new([256]int32)
		for i := range b.byteIDs {
			b.byteIDs[i] = -1
			if id, ok := b.vocab[fmt.Sprintf("<0x%02X>", i)]; ok {
				b.byteIDs[i] = int32(id)
			}
		}
	}
	if c.UnkToken != nil {
		if id, ok := b.vocab[*c.UnkToken]; ok {
			b.unknown = id
		}
	}
	if err := b.addMerges(c.Merges); err != nil {
		return nil, err
	}
	b.findMark()
	return b, nil
}

// metaMark is the character that stands for a blank in SentencePiece's models.
const metaMark = "▁"

// findMark looks whether pieces part before each metaMark behind another
// character: no merge crosses such a place then, and what is on each side goes
// its own way.
func (b *bpe) findMark() {
	_, ok := b.vocab[metaMark]
	if !ok || b.prefix != "" || b.suffix != "" {
		return
	}
	for token := range b.vocab {
		if i := strings.LastIndex(token, metaMark); i > 0 && strings.Trim(token[:i], metaMark) != "" {
			return
		}
	}
	b.mark = metaMark
}

// part returns the end of the part of a piece that begins at p and goes its own
// way: before a mark behind a character that is a token.
func (b *bpe) part(piece string, p int) int {
	if b.mark == "" || b.raw != nil {
		return len(piece)
	}
	for at := p + 1; at < len(piece); {
		i := strings.Index(piece[at:], b.mark)
		if i < 0 {
			break
		}
		at += i
		c, n := utf8.DecodeLastRuneInString(piece[:at])
		if at-n >= p && piece[at-n:at] != b.mark {
			if c < utf8.RuneSelf && b.plain[c] >= 0 {
				return at
			}
			if _, ok := b.vocab[piece[at-n:at]]; ok {
				return at
			}
		}
		at += len(b.mark)
	}
	return len(piece)
}

func (b *bpe) addMerges(list mergeList) error {
	b.merges = newMergeTable(len(list))
	for i, m := range list {
		if len(m[1]) < len(b.prefix) {
			return fmt.Errorf("merge %d, %q and %q: the second lacks the prefix %q", i, m[0], m[1], b.prefix)
		}
		left, ok := b.vocab[m[0]]
		right, ok2 := b.vocab[m[1]]
		made, ok3 := b.vocab[m[0]+m[1][len(b.prefix):]]
		if !ok || !ok2 || !ok3 {
			return fmt.Errorf("merge %d, %q and %q: not all of both and what they make are in the vocabulary", i, m[0], m[1])
		}
		b.merges.set(uint32(left), uint32(right), merge{uint32(i), uint32(made)})
	}
	return nil
}

// Each calls yield with the tokens of a piece. Their places are sums of the
// lengths of what went into them, as in the reference: where characters vanish
// or a prefix falls into bytes, they are off, and may lie beyond the piece.
func (b *bpe) Each(piece string, yield func(id, start, end int)) {
	if id, ok := b.ready(piece); ok {
		yield(id, 0, len(piece))
		return
	}
	s := b.scratch.Get().(*bpeScratch)
	defer b.scratch.Put(s)
	at := 0
	for p := 0; p < len(piece); {
		end := b.part(piece, p)
		b.encode(piece[p:end], s)
		for i := range s.symbols {
			if x := &s.symbols[i]; x.size != 0 {
				yield(int(x.id), at, at+int(x.size))
				at += int(x.size)
			}
		}
		p = end
	}
}

// Count counts them.
func (b *bpe) Count(piece string) int {
	if _, ok := b.ready(piece); ok {
		return 1
	}
	s := b.scratch.Get().(*bpeScratch)
	defer b.scratch.Put(s)
	n := 0
	for p := 0; p < len(piece); {
		end := b.part(piece, p)
		n += b.count(piece, p, end, s)
		p = end
	}
	return n
}

// cacheBits is how many parts a scratch remembers the counts of, as a power of two.
const cacheBits = 14

// count counts the tokens of one part, or remembers them.
func (b *bpe) count(piece string, p, end int, s *bpeScratch) int {
	if end-p > atom.Longest {
		return b.encode(piece[p:end], s)
	}
	if s.cache == nil {
		s.cache = atom.NewCache(cacheBits)
	}
	k := atom.KeyOf(piece, p, end)
	n, ok := s.cache.Find(k)
	if !ok {
		n = b.encode(piece[p:end], s)
		s.cache.Add(k, n)
	}
	return n
}

// ready returns the token that the piece is as a whole, where merges don't
// matter.
func (b *bpe) ready(piece string) (int, bool) {
	if !b.ignoreMerges {
		return 0, false
	}
	if b.raw != nil {
		id, ok := b.whole[piece]
		return id, ok
	}
	return b.vocab.id(piece)
}

// mostKept bounds what a scratch keeps between pieces.
const mostKept = 1 << 16

func (b *bpe) encode(piece string, s *bpeScratch) int {
	if cap(s.symbols) > mostKept {
		*s = bpeScratch{cache: s.cache}
	}
	b.begin(piece, s)
	n := len(s.symbols)
	s.heap = s.heap[:0]
	for i := 0; i+1 < len(s.symbols); i++ {
		if m, ok := b.merges.get(s.symbols[i].id, s.symbols[i+1].id); ok {
			s.heap = append(s.heap, uint64(m.rank)<<32|uint64(i))
		}
	}
	for i := len(s.heap)/2 - 1; i >= 0; i-- {
		sink(s.heap, i)
	}
	for len(s.heap) > 0 {
		top := s.heap[0]
		last := len(s.heap) - 1
		s.heap[0] = s.heap[last]
		s.heap = s.heap[:last]
		sink(s.heap, 0)
		if b.join(s, uint32(top>>32), int32(uint32(top))) {
			n--
		}
	}
	return n
}

// join carries out the merge of that rank at a symbol, if it is still to do.
func (b *bpe) join(s *bpeScratch, rank uint32, at int32) bool {
	x := &s.symbols[at]
	if x.size == 0 || x.next < 0 {
		return false
	}
	right := &s.symbols[x.next]
	m, ok := b.merges.get(x.id, right.id)
	if !ok || m.rank != rank {
		return false
	}
	s.last = rank
	x.id, x.size, x.next = m.id, x.size+right.size, right.next
	right.size = 0
	if x.next >= 0 {
		s.symbols[x.next].prev = at
		b.push(s, at)
	}
	if x.prev >= 0 {
		b.push(s, x.prev)
	}
	return true
}

// push notes the merge of a symbol with the next one, if there is one.
func (b *bpe) push(s *bpeScratch, at int32) {
	x := &s.symbols[at]
	m, ok := b.merges.get(x.id, s.symbols[x.next].id)
	if !ok {
		return
	}
	s.heap = append(s.heap, uint64(m.rank)<<32|uint64(at))
	for i := len(s.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if s.heap[up] <= s.heap[i] {
			break
		}
		s.heap[up], s.heap[i] = s.heap[i], s.heap[up]
		i = up
	}
}

func sink(h []uint64, i int) {
	for {
		low := 2*i + 1
		if low >= len(h) {
			return
		}
		if low+1 < len(h) && h[low+1] < h[low] {
			low++
		}
		if h[i] <= h[low] {
			return
		}
		h[i], h[low] = h[low], h[i]
		i = low
	}
}

// begin makes the first symbols of a piece.
func (b *bpe) begin(piece string, s *bpeScratch) {
	s.symbols = s.symbols[:0]
	if b.raw != nil {
		for i := range len(piece) {
			s.add(b.raw[piece[i]], 1)
		}
		s.symbols[len(piece)-1].next = -1
		return
	}
	pending := int32(0) // bytes of an unknown token that isn't added yet
	for p := 0; p < len(piece); {
		_, n := utf8.DecodeRuneInString(piece[p:])
		id, ok := b.character(piece, p, n, s)
		switch {
		case ok:
			pending = b.flush(s, pending)
			s.add(uint32(id), int32(n))
		case b.addBytes(s):
			// an unknown token before it comes behind it, as in the reference
		case b.unknown >= 0:
			if !b.fuse {
				pending = b.flush(s, pending)
			}
			pending += int32(n)
		}
		p += n
	}
	b.flush(s, pending)
	if n := len(s.symbols); n > 0 {
		s.symbols[n-1].next = -1
	}
}

// character looks up the character piece[p:p+n], and leaves it in s.text with
// its prefix and suffix.
func (b *bpe) character(piece string, p, n int, s *bpeScratch) (int, bool) {
	first, last := p == 0, p+n == len(piece)
	if n == 1 && (first || b.prefix == "") && (!last || b.suffix == "") {
		if id := b.plain[piece[p]]; id >= 0 {
			return int(id), true
		}
	}
	s.text = s.text[:0]
	if !first {
		s.text = append(s.text, b.prefix...)
	}
	s.text = append(s.text, piece[p:p+n]...)
	if last {
		s.text = append(s.text, b.suffix...)
	}
	id, ok := b.vocab[string(s.text)]
	return id, ok
}

func (b *bpe) addBytes(s *bpeScratch) bool {
	if b.byteIDs == nil {
		return false
	}
	for _, x := range s.text {
		if b.byteIDs[x] < 0 {
			return false
		}
	}
	for _, x := range s.text {
		s.add(uint32(b.byteIDs[x]), 1)
	}
	return true
}

func (b *bpe) flush(s *bpeScratch, pending int32) int32 {
	if pending > 0 {
		s.add(uint32(b.unknown), pending)
	}
	return 0
}

func (s *bpeScratch) add(id uint32, size int32) {
	n := int32(len(s.symbols))
	s.symbols = append(s.symbols, symbol{id, size, n - 1, n + 1})
}
