package token

import (
	"fmt"
	"math"
)

// FromRanks makes a tokenizer of the bytes of its tokens, in the order of their
// ranks, and the pattern, one of Names, that cuts texts into pieces. The rank is
// the id. Each single byte must be a token; empty and equal tokens, and those of
// over 255 bytes, are errors.
func FromRanks(name string, tokens []string, pattern string) (*Tokenizer, error) {
	s, err := patternOf("", pattern)
	if err != nil {
		return nil, err
	}
	classes, err := loadClasses()
	if err != nil {
		return nil, err
	}
	f := &rankFile{starts: make([]uint32, 0, len(tokens)+1)}
	for rank, t := range tokens {
		if len(t) == 0 || len(t) > math.MaxUint8 {
			return nil, fmt.Errorf("token %d has %d bytes, not 1 to 255", rank, len(t))
		}
		f.starts = append(f.starts, uint32(len(f.bytes)))
		f.bytes = append(f.bytes, t...)
	}
	f.starts = append(f.starts, uint32(len(f.bytes)))
	v, err := newVocab(f)
	if err != nil {
		return nil, err
	}
	s.name = name
	e := &engine{classes: classes, vocab: v}
	return newTokenizer(s, func() (*engine, error) { return e, nil }), nil
}
