package hf

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pildora/pildora/size/token/unigram"
	"github.com/pildora/pildora/size/token/wordpiece"
)

// loaded is the model of a file.
type loaded struct {
	model model
	vocab vocabulary
	// texts are the tokens by id; of a large vocabulary they are made only when
	// they are needed
	texts func() map[int]string
	// what is wrong with it where a text may hold characters that it doesn't know
	gap error
	has func(token string) bool
}

func readModel(raw json.RawMessage, pieces []unigram.Piece) (*loaded, error) {
	var shape struct {
		Type     *string          `json:"type"`
		Vocab    json.RawMessage  `json:"vocab"`
		Merges   json.RawMessage  `json:"merges"`
		MaxChars *json.RawMessage `json:"max_input_chars_per_word"`
	}
	if err := json.Unmarshal(raw, &shape); err != nil {
		return nil, wrongType(err)
	}
	kind := "WordLevel" // old files name no type
	switch {
	case shape.Type != nil:
		kind = *shape.Type
	case shape.Merges != nil:
		kind = "BPE"
	case shape.MaxChars != nil:
		kind = "WordPiece"
	case len(shape.Vocab) > 0 && shape.Vocab[0] == '[':
		kind = "Unigram"
	}
	p := part{kind, raw}
	var m *loaded
	var err error
	switch kind {
	case "BPE":
		m, err = readBPE(p)
	case "WordPiece":
		m, err = readWordPiece(p)
	case "WordLevel":
		m, err = readWordLevel(p)
	case "Unigram":
		m, err = readUnigram(p, pieces)
	default:
		return nil, unknownType(kind, "BPE", "WordPiece", "Unigram", "WordLevel")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return m, nil
}

func newLoaded(m model, vocab wordVocab) *loaded {
	l := &loaded{model: m, vocab: vocab}
	l.texts = func() map[int]string {
		texts := make(map[int]string, len(vocab))
		for token, id := range vocab {
			texts[id] = token
		}
		return texts
	}
	l.has = func(token string) bool { _, ok := vocab[token]; return ok }
	return l
}

func readBPE(p part) (*loaded, error) {
	var c bpeConfig
	if err := p.read(&c); err != nil {
		return nil, err
	}
	b, err := newBPE(&c)
	if err != nil {
		return nil, err
	}
	l := newLoaded(b, b.vocab)
	if c.UnkToken != nil && b.unknown < 0 {
		l.gap = fmt.Errorf("unk_token %q is not in the vocabulary", *c.UnkToken)
	}
	return l, nil
}

func readWordPiece(p part) (*loaded, error) {
	var c struct {
		Unknown string         `json:"unk_token"`
		Prefix  string         `json:"continuing_subword_prefix"`
		Most    int            `json:"max_input_chars_per_word"`
		Vocab   map[string]int `json:"vocab"`
	}
	if err := errors.Join(p.need("unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab"), p.read(&c)); err != nil {
		return nil, err
	}
	if err := checkVocab(c.Vocab); err != nil {
		return nil, err
	}
	m, err := wordpiece.New(wordpiece.Config{Vocab: c.Vocab, Unknown: c.Unknown, Prefix: c.Prefix, MaxRunes: c.Most})
	if err != nil {
		return nil, err
	}
	return newLoaded(m, c.Vocab), nil
}

func readWordLevel(p part) (*loaded, error) {
	var c struct {
		Unknown string         `json:"unk_token"`
		Vocab   map[string]int `json:"vocab"`
	}
	if err := errors.Join(p.need("unk_token", "vocab"), p.read(&c)); err != nil {
		return nil, err
	}
	if err := checkVocab(c.Vocab); err != nil {
		return nil, err
	}
	id, ok := c.Vocab[c.Unknown]
	if !ok {
		return nil, fmt.Errorf("unk_token %q is not in the vocabulary", c.Unknown)
	}
	return newLoaded(&wordLevel{c.Vocab, id}, c.Vocab), nil
}

// scored is an entry of a Unigram vocabulary: a text and a number.
type scored struct {
	text  string
	score float64
}

// UnmarshalJSON reads the pair.
func (s *scored) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("vocab: %.40s is not a token and its score", data)
	}
	err := json.Unmarshal(pair[0], &s.text)
	if err == nil {
		s.score, err = unigram.ParseScore(string(pair[1]))
	}
	return err
}

// readUnigram reads a Unigram model, whose pieces may be known already: then the
// file need not have them.
func readUnigram(p part, pieces []unigram.Piece) (*loaded, error) {
	var c struct {
		Unknown  *int     `json:"unk_id"`
		Fallback *bool    `json:"byte_fallback"`
		Vocab    []scored `json:"vocab"`
	}
	if err := p.read(&c); err != nil {
		return nil, err
	}
	if pieces == nil {
		if err := p.need("vocab"); err != nil {
			return nil, err
		}
		pieces = make([]unigram.Piece, len(c.Vocab))
		for i, s := range c.Vocab {
			pieces[i] = unigram.Piece{Text: s.text, Score: s.score}
		}
	}
	config := unigram.Config{Pieces: pieces, ByteFallback: isSet(c.Fallback)}
	var gap error
	if c.Unknown == nil {
		gap = errors.New("unk_id is missing: characters that the vocabulary lacks have no token")
	} else {
		config.Unknown = *c.Unknown
	}
	m, err := unigram.New(config)
	if err != nil {
		return nil, err
	}
	vocab := make(wordVocab, len(pieces))
	for id, s := range pieces {
		vocab[s.Text] = id // of equal ones the last holds
	}
	l := newLoaded(m, vocab)
	l.vocab = pieceVocab{vocab, len(pieces)}
	l.gap = gap
	if all := l.texts; c.Unknown != nil {
		l.texts = func() map[int]string {
			texts := all()
			delete(texts, *c.Unknown) // such a token is what stands in the text
			return texts
		}
	}
	return l, nil
}

// pieceVocab is a vocabulary in which a token may stand twice.
type pieceVocab struct {
	wordVocab
	n int
}

func (v pieceVocab) len() int { return v.n }

// covers reports the gap of a model, unless all that comes to it are the
// characters that bytes are written as, and it knows them all.
func (l *loaded) covers(ss []splitter, ns normalizers) error {
	if l.gap == nil {
		return nil
	}
	bytes := false
	if n := len(ss); n > 0 {
		_, bytes = ss[n-1].(byteSplitter)
	} else if n := len(ns); n > 0 {
		_, bytes = ns[n-1].(byteLevel)
	}
	for _, text := range byteText {
		bytes = bytes && l.has(text)
	}
	if bytes {
		return nil
	}
	return l.gap
}
