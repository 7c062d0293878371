// Package hf counts and encodes texts exactly as Hugging Face's tokenizers do,
// from the file tokenizer.json that comes with a model.
//
// A [Tokenizer] is a pipeline. Added tokens, such as [MASK] or <|im_end|>, are
// taken out of the text first. What stands between them is normalized (cases,
// accents, normal forms), added tokens that are to be sought after that are
// taken out, and the rest is cut into pieces by pre-tokenizers, each of which
// cuts and may rewrite the pieces of the one before. A model (BPE, WordPiece,
// Unigram or WordLevel) turns each piece into tokens. What a post-processor
// puts around a text, such as [CLS] and [SEP], is no part of it: [Tokenizer.Special]
// says how many tokens that is.
//
// All is as the reference, the Python package tokenizers 0.23.3, does it, down
// to its tables of several Unicode versions. What a file asks for that isn't
// known here is an error that names it: counts are right or there are none.
//
// A text that isn't UTF-8 counts as what a lossy decoder makes of it: each
// maximal part of an ill-formed sequence is one U+FFFD.
package hf

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
	"github.com/pildora/pildora/size/token/lossy"
	"github.com/pildora/pildora/size/token/unigram"
)

// Tokenizer is what a tokenizer.json describes. It is safe for concurrent use.
type Tokenizer struct {
	name      string
	tables    *tables
	first     *added // tokens in the text as it is
	second    *added // tokens in the normalized text
	normalize normalizers
	splitters []splitter
	model     model
	texts     map[int]string // tokens by id
	post      post
	window    int
	fast      fast                    // for pipelines that it is known for, else nil
	ranks     func() *token.Tokenizer // the same for byte-level ones
	seamSet   func() []string
	runs      sync.Pool
}

var _ size.Preparer = (*Tokenizer)(nil)

// Parse reads the bytes of a tokenizer.json. The name is that of the
// tokenizer, for errors and for people.
func Parse(name string, data []byte) (*Tokenizer, error) {
	return ParseUnigram(name, data, nil)
}

// ParseUnigram is Parse of a tokenizer.json of the type Unigram whose model has
// no vocabulary: pieces are it, by id. To write a large one as JSON and read it
// again takes some ten times its room.
func ParseUnigram(name string, data []byte, pieces []unigram.Piece) (*Tokenizer, error) {
	t, err := parse(name, data, pieces)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

func parse(name string, data []byte, pieces []unigram.Piece) (*Tokenizer, error) {
	f, err := readFile(data)
	if err != nil {
		return nil, err
	}
	t := &Tokenizer{name: name}
	if t.tables, err = loadTables(); err != nil {
		return nil, err
	}
	if t.normalize, err = readNormalizer(t.tables, f.Normalizer, 0); err != nil {
		return nil, fmt.Errorf("normalizer: %w", err)
	}
	if t.splitters, err = readSplitters(t.tables, f.PreTokenizer, 0); err != nil {
		return nil, fmt.Errorf("pre_tokenizer: %w", err)
	}
	if t.post, err = readPost(f.PostProcessor, 0); err != nil {
		return nil, fmt.Errorf("post_processor: %w", err)
	}
	m, err := readModel(f.Model, pieces)
	if err == nil {
		err = m.covers(t.splitters, t.normalize)
	}
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	t.model = m.model
	tokens, err := f.addedTokens()
	if err == nil {
		t.first, t.second, err = newAdded(t.tables, tokens, m.vocab, t.normalize)
	}
	if err != nil {
		return nil, fmt.Errorf("added_tokens: %w", err)
	}
	if len(t.post.trims) > 0 {
		t.texts = m.texts()
	}
	if f.Truncation != nil {
		t.window = f.Truncation.MaxLength
	}
	t.runs.New = func() any { return newRun(t) }
	t.takeRaw()
	t.fast = t.newFast(f)
	t.ranks = sync.OnceValue(t.ranked)
	t.seamSet = sync.OnceValue(t.seams)
	return t, nil
}

// Name returns the name that Parse was given; Open gives the path.
func (t *Tokenizer) Name() string { return t.name }

// Special returns how many tokens are put around one text.
func (t *Tokenizer) Special() int { return len(t.post.before) + len(t.post.after) }

// Around returns the ids of the special tokens that are put before and after
// one text. Nobody changes them.
func (t *Tokenizer) Around() (before, after []int) { return t.post.before, t.post.after }

// Window returns how many tokens the model takes at most, special ones
// included, or 0 where nothing says.
func (t *Tokenizer) Window() int { return t.window }

// Size returns how many tokens text has, without those around it.
func (t *Tokenizer) Size(text string) int {
	if !utf8.ValidString(text) {
		text, _ = lossy.Decode(text)
	}
	if t.fast != nil {
		return t.countFast(text)
	}
	if k := t.ranks(); k != nil {
		return t.countRanked(k, text)
	}
	r := t.runs.Get().(*run)
	defer t.runs.Put(r)
	r.yield, r.spans, r.n = nil, false, 0
	r.text(text)
	return r.n
}

// Encode returns the ids of the tokens of text.
func (t *Tokenizer) Encode(text string) []int {
	if !utf8.ValidString(text) {
		text, _ = lossy.Decode(text)
	}
	var ids []int
	t.each(text, false, func(id int, _ string, _ doc.Span) { ids = append(ids, id) })
	return ids
}

// Spans returns where each token stands in text, in bytes. Tokens may share
// characters, and where a text is rewritten a span covers what its token is
// made of.
func (t *Tokenizer) Spans(text string) []doc.Span {
	_, spans := t.EncodeSpans(text)
	return spans
}

// EncodeSpans is [Tokenizer.Encode] and [Tokenizer.Spans] at once.
func (t *Tokenizer) EncodeSpans(text string) ([]int, []doc.Span) {
	var holes []lossy.Hole
	if !utf8.ValidString(text) {
		text, holes = lossy.Decode(text)
	}
	var ids []int
	var spans []doc.Span
	t.each(text, true, func(id int, value string, s doc.Span) {
		ids = append(ids, id)
		for _, trim := range t.post.trims {
			s = trim.apply(t.tables, text, len(spans), value, s)
		}
		spans = append(spans, s)
	})
	if holes == nil {
		return ids, spans
	}
	for i, s := range spans {
		spans[i] = doc.Span{Start: lossy.Original(holes, s.Start), End: lossy.Original(holes, s.End)}
	}
	return ids, spans
}

func (t *Tokenizer) each(text string, spans bool, yield func(id int, value string, s doc.Span)) {
	r := t.runs.Get().(*run)
	defer t.runs.Put(r)
	r.yield, r.spans = yield, spans
	r.text(text)
	r.yield = nil
}

// run is one text's way through the pipeline.
type run struct {
	t     *Tokenizer
	next  []func(view) // by stage: what takes its pieces
	spans bool
	yield func(id int, value string, s doc.Span) // nil: count only
	n     int
	piece view
	token func(id, start, end int)
}

func newRun(t *Tokenizer) *run {
	r := &run{t: t, next: make([]func(view), len(t.splitters))}
	for i := range t.splitters {
		r.next[i] = func(v view) { r.stage(i+1, v) }
	}
	r.token = r.take
	return r
}

func (r *run) text(text string) {
	r.t.first.split(text, func(start, end, token int) {
		if token < 0 {
			r.segment(whole(text[start:end], start, r.spans))
		} else if start < end {
			r.added(r.t.first.tokens[token].ID, text[start:end], doc.Span{Start: start, End: end})
		}
	})
}

// segment is a part of the text without added tokens of the first kind.
func (r *run) segment(v view) {
	if v.s == "" {
		return
	}
	v = r.t.normalize.normalize(v)
	if v.s == "" {
		return
	}
	r.t.second.split(v.s, func(start, end, token int) {
		if token < 0 {
			r.stage(0, v.slice(start, end))
			return
		}
		if start == end {
			return
		}
		var s doc.Span
		if r.spans {
			s = v.span(start, end)
		}
		r.added(r.t.second.tokens[token].ID, v.s[start:end], s)
	})
}

// added is an added token that was found.
func (r *run) added(id int, text string, s doc.Span) {
	if r.yield == nil {
		r.n++
		return
	}
	r.yield(id, text, s)
}

func (r *run) stage(i int, v view) {
	if v.s == "" {
		return
	}
	if i < len(r.next) {
		r.t.splitters[i].split(v, r.next[i])
		return
	}
	if r.yield == nil {
		r.n += r.t.model.Count(v.s)
		return
	}
	r.piece = v
	r.t.model.Each(v.s, r.token)
}

// take is a token of the piece at hand.
func (r *run) take(id, start, end int) {
	if !r.spans {
		r.yield(id, "", doc.Span{})
		return
	}
	s := doc.Span{Start: start, End: end} // as the reference has it for what lies beyond the piece
	value := ""
	if end <= len(r.piece.s) {
		s = r.piece.span(start, end)
		value = r.piece.s[start:end]
	}
	if text, ok := r.t.texts[id]; ok {
		value = text
	}
	r.yield(id, value, s)
}
