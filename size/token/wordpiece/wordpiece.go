// Package wordpiece cuts words into the pieces of a vocabulary, as BERT's
// models do, exactly as the model "WordPiece" of Hugging Face's tokenizers.
//
// From the front of a word the longest piece that the vocabulary knows is
// taken, then the longest that goes on from there, which stands in the
// vocabulary with a prefix, "##" by custom. A word where that comes to a halt,
// and one that is too long, is the unknown token as a whole (Schuster and
// Nakajima, 2012; Devlin et al., 2019).
//
// A [Model] cuts words. A [Fast] counts whole texts for a pipeline whose words
// don't depend on what stands beyond blanks and marks, as BERT's.
package wordpiece

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/trie"
)

// Config is what makes a Model.
type Config struct {
	Vocab    map[string]int // ids by piece
	Unknown  string         // the piece that stands for words without pieces, "[UNK]" by custom
	Prefix   string         // what pieces that go on a word begin with, "##" by custom
	MaxRunes int            // words of more runes are unknown, 100 by custom
}

// Model is safe for concurrent use.
type Model struct {
	first, rest *trie.Trie // pieces that begin a word, and that go on; the values index ids
	ids         []int
	unknown     int
	maxRunes    int
}

// New makes a model. Missing parts, negative ids and one id for two pieces are
// errors.
func New(c Config) (*Model, error) {
	if len(c.Vocab) == 0 {
		return nil, errors.New("wordpiece: the vocabulary is empty")
	}
	if c.MaxRunes < 0 {
		return nil, fmt.Errorf("wordpiece: a word of at most %d runes can't be", c.MaxRunes)
	}
	unknown, ok := c.Vocab[c.Unknown]
	if !ok {
		return nil, fmt.Errorf("wordpiece: the vocabulary lacks the unknown token %q", c.Unknown)
	}
	m := &Model{unknown: unknown, maxRunes: c.MaxRunes}
	if err := m.load(c); err != nil {
		return nil, fmt.Errorf("wordpiece: vocabulary: %w", err)
	}
	return m, nil
}

func (m *Model) load(c Config) error {
	pieces := make([]string, 0, len(c.Vocab))
	for p := range c.Vocab {
		pieces = append(pieces, p)
	}
	slices.Sort(pieces)
	owner := make(map[int]string, len(pieces))
	rest := make([]string, len(pieces)) // as long as pieces, so that values mean the same
	for i, p := range pieces {
		id := c.Vocab[p]
		if id < 0 {
			return fmt.Errorf("piece %q has the id %d", p, id)
		}
		if other, ok := owner[id]; ok {
			return fmt.Errorf("pieces %q and %q share the id %d", other, p, id)
		}
		owner[id] = p
		m.ids = append(m.ids, id)
		if strings.HasPrefix(p, c.Prefix) {
			rest[i] = p[len(c.Prefix):]
		}
	}
	var err error
	if m.first, err = trie.New(pieces); err != nil {
		return err
	}
	m.rest, err = trie.New(rest)
	return err
}

// Each calls yield with the id of each piece of the word and where in the word
// it starts and ends, in bytes. The empty word has no pieces.
func (m *Model) Each(word string, yield func(id, start, end int)) {
	if m.cut(word, nil) < 0 {
		yield(m.unknown, 0, len(word))
		return
	}
	m.cut(word, yield)
}

// Count is the number of pieces of the word.
func (m *Model) Count(word string) int {
	if n := m.cut(word, nil); n >= 0 {
		return n
	}
	return 1
}

// cut is the number of pieces, or -1 where the word is unknown.
func (m *Model) cut(word string, yield func(id, start, end int)) int {
	if len(word) > m.maxRunes && utf8.RuneCountInString(word) > m.maxRunes {
		return -1
	}
	n, t := 0, m.first
	for start := 0; start < len(word); n++ {
		value, end := longest(t, word, start)
		if value < 0 {
			return -1
		}
		if yield != nil {
			yield(m.ids[value], start, end)
		}
		start, t = end, m.rest
	}
	return n
}

// longest is the value and the end of the longest key that word[start:] begins
// with; the value is -1 where there is none.
func longest(t *trie.Trie, word string, start int) (value, end int) {
	value = -1
	node := t.Root()
	for i := start; i < len(word); i++ {
		if node = t.Next(node, word[i]); node == 0 {
			break
		}
		if v := node.Value(); v >= 0 {
			value, end = v, i+1
		}
	}
	return value, end
}
