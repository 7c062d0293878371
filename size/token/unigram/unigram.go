// Package unigram cuts texts into the pieces whose scores add up highest, as
// the models of SentencePiece do (XLM-R, multilingual E5, T5), exactly as the
// model "Unigram" of Hugging Face's tokenizers.
//
// Each piece has a score, the logarithm of how probable it is; the best cut is
// found by dynamic programming from the front (Viterbi; Kudo, 2018). A letter
// that is no piece costs the least score less ten, and neighbours of that sort
// become one unknown token. Of two cuts of one score the one found first
// holds: the one whose last piece is longer. Scores are added in 64 bits, from
// the front, as the reference does, so that rounding decides alike.
//
// A [Model] cuts words. A [Fast] counts whole texts for a pipeline whose words
// don't depend on what stands beyond blanks.
package unigram

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/pildora/pildora/size/token/trie"
)

// Piece is an entry of a vocabulary; its id is its index.
type Piece struct {
	Text  string
	Score float64
}

// Config is what makes a Model.
type Config struct {
	Pieces       []Piece
	Unknown      int  // the id of the unknown token
	ByteFallback bool // unknown letters become the pieces <0x00> to <0xFF>, where these are there
}

// penalty is how much worse than the worst piece an unknown letter is.
const penalty = 10

// longestPiece is the most bytes a piece may have.
const longestPiece = math.MaxUint16

// Model is safe for concurrent use.
type Model struct {
	trie    *trie.Trie
	scores  []float64
	unknown int
	worst   float64 // the score of an unknown letter
	bytes   []int   // ids by byte, -1 where a byte has none; nil without byte fallback
	longest int     // bytes of the longest piece, at least those of a rune
	counts  tally   // how a counter may count
	seams   seams
	scratch sync.Pool // of *lattice
	counter sync.Pool // of *counter
}

// New makes a model. An empty vocabulary, one without its unknown token, and
// scores that are no numbers are errors. Of equal pieces the last one holds,
// as in the reference.
func New(c Config) (*Model, error) {
	if len(c.Pieces) == 0 {
		return nil, errors.New("unigram: the vocabulary is empty")
	}
	if c.Unknown < 0 || c.Unknown >= len(c.Pieces) {
		return nil, fmt.Errorf("unigram: the vocabulary of %d pieces lacks the unknown token, id %d", len(c.Pieces), c.Unknown)
	}
	m := &Model{unknown: c.Unknown, worst: math.Inf(1), longest: 4}
	texts := make([]string, len(c.Pieces))
	for id, p := range c.Pieces {
		if math.IsNaN(p.Score) || math.IsInf(p.Score, 0) {
			return nil, fmt.Errorf("unigram: vocabulary: piece %d, %q, has the score %v", id, p.Text, p.Score)
		}
		if len(p.Text) > longestPiece {
			return nil, fmt.Errorf("unigram: vocabulary: piece %d has %d bytes, more than %d", id, len(p.Text), longestPiece)
		}
		texts[id] = p.Text
		m.scores = append(m.scores, p.Score)
		m.worst = min(m.worst, p.Score)
		m.longest = max(m.longest, len(p.Text))
	}
	m.worst -= penalty
	var err error
	if m.trie, err = trie.New(texts); err != nil {
		return nil, fmt.Errorf("unigram: vocabulary: %w", err)
	}
	if c.ByteFallback {
		for b := range 256 {
			m.bytes = append(m.bytes, m.trie.Value(fmt.Sprintf("<0x%02X>", b)))
		}
	}
	m.counts, m.seams = newTally(m), newSeams(m, c.Pieces)
	m.scratch.New = func() any { return newLattice(m) }
	m.counter.New = func() any { return newCounter(m) }
	return m, nil
}
