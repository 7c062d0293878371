// Package token measures texts in tokens, exactly as the tokenizers of OpenAI's
// models count them.
//
// A [Tokenizer] cuts a text into pieces by a pattern (words with the blank
// before them, up to three digits, punctuation, white space) and each piece
// into tokens by byte pair encoding. Pieces and tokens are those of tiktoken's
// encode_ordinary: a special token written out, such as <|endoftext|>, is
// plain text.
//
// Counts are neither additive nor monotone: a text can have fewer tokens than
// its beginning. So [Tokenizer.Prepare] doesn't sum pieces up but answers for
// each span as if it stood alone.
//
// Text that is not UTF-8 counts as what a lossy decoder makes of it: each
// maximal part of an ill-formed sequence is one U+FFFD, as Unicode recommends
// and Python and Rust do.
package token

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token/lossy"
	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// spec is what makes a tokenizer: its ranks and its pattern.
type spec struct {
	name, file string
	pattern    pattern
	ranks      int // how many there are, those left out included
}

func specs() []spec {
	return []spec{
		{"cl100k", "cl100k_base.tiktoken", pattern{cl100k, cl100kPieces, newlineSeam}, 100256},
		{"o200k", "o200k_base.tiktoken", pattern{o200k, o200kPieces, newlineSeam}, 199998},
		{"p50k", "p50k_base.tiktoken", pattern{r50k, r50kPieces, blanksSeam}, 50281},
		{"r50k", "r50k_base.tiktoken", pattern{r50k, r50kPieces, blanksSeam}, 50256},
	}
}

// Names lists the tokenizers that New knows.
func Names() []string {
	var names []string
	for _, s := range specs() {
		names = append(names, s.name)
	}
	return names
}

// Tokenizer is a byte pair encoding. One made by New loads its ranks on first
// use, which takes some ten milliseconds and some megabytes, and keeps them. It
// is safe for concurrent use; one value is enough for a program.
type Tokenizer struct {
	spec    spec
	load    func() (*engine, error)
	workers sync.Pool
}

var _ size.Preparer = (*Tokenizer)(nil)

// New returns the tokenizer of that name: "cl100k" (GPT-4, text-embedding-3),
// "o200k" (GPT-4o and later), "p50k" or "r50k" (GPT-3).
func New(name string) (*Tokenizer, error) {
	for _, s := range specs() {
		if s.name == name {
			return newTokenizer(s, sync.OnceValues(s.builtin)), nil
		}
	}
	return nil, fmt.Errorf("unknown tokenizer %q: known are %s", name, strings.Join(Names(), ", "))
}

func newTokenizer(s spec, load func() (*engine, error)) *Tokenizer {
	t := &Tokenizer{spec: s, load: load}
	t.workers.New = func() any { return t.newWorker() }
	return t
}

// engine is what all uses of a tokenizer share. It doesn't change, save that
// its vocabulary finds splits out on demand.
type engine struct {
	classes *classTable
	vocab   *vocab
	lines   int // of the rank file
}

// builtin loads the ranks that are compiled in.
func (s spec) builtin() (*engine, error) {
	file, err := assets.Assets.Open(s.file)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	e, err := newEngine(file, int(info.Size()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	return e, nil
}

// Name returns the name that New knows the tokenizer by, or that of the file,
// without .tiktoken, that it was read from.
func (t *Tokenizer) Name() string { return t.spec.name }

// Size returns the number of tokens of text.
func (t *Tokenizer) Size(text string) int {
	if text == "" {
		return 0
	}
	if !utf8.ValidString(text) {
		text, _ = decodeLossy(text)
	}
	w := t.worker()
	defer t.workers.Put(w)
	return w.count(text, nil)
}

// Encode returns the ids of the tokens of text, in order.
func (t *Tokenizer) Encode(text string) []int {
	var ids []int
	t.each(text, func(rank uint32, _ int) { ids = append(ids, int(rank)) })
	return ids
}

// Offsets returns where each token of text ends, in bytes. Tokens may end
// inside a character. In text that isn't UTF-8, a token that ends within a
// replaced sequence ends behind it.
func (t *Tokenizer) Offsets(text string) []int {
	var ends []int
	back := func(end int) int { return end }
	if !utf8.ValidString(text) {
		var holes []lossy.Hole
		if text, holes = decodeLossy(text); len(holes) > 0 {
			back = func(end int) int { return original(holes, end) }
		}
	}
	t.each(text, func(_ uint32, end int) { ends = append(ends, back(end)) })
	return ends
}

func (t *Tokenizer) each(text string, yield func(rank uint32, end int)) {
	if text == "" {
		return
	}
	if !utf8.ValidString(text) {
		text, _ = decodeLossy(text)
	}
	w := t.worker()
	defer t.workers.Put(w)
	w.each(text, yield)
}

// Token returns the bytes of the token with that id, or "" where there is none.
func (t *Tokenizer) Token(id int) string {
	w := t.worker()
	defer t.workers.Put(w)
	if id < 0 || id >= len(w.vocab.splits) {
		return ""
	}
	return w.vocab.token(uint32(id))
}

// Prepare cuts the whole text once; the Ruler then reads only the ends of a
// span. It takes about a quarter of the text's size in memory, and eight times
// the length of the few long pieces (over 64 bytes without a cut) that spans
// began or ended in last. Text that isn't UTF-8 is read anew for each span, and
// so is a span that begins or ends inside a character.
func (t *Tokenizer) Prepare(text string) size.Ruler {
	if len(text) > maxMarked || !utf8.ValidString(text) {
		return direct{t, text}
	}
	w := t.worker()
	defer t.workers.Put(w)
	return newRuler(t, text, w)
}
