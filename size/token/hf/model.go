package hf

// model turns a piece into tokens.
type model interface {
	// Each calls yield with each token and where in the piece it stands, in
	// bytes. Ends beyond the piece are the reference's own (see bpe).
	Each(piece string, yield func(id, start, end int))
	// Count is the number of calls that Each makes.
	Count(piece string) int
}

// vocabulary is what the added tokens need to know of a model.
type vocabulary interface {
	id(token string) (int, bool)
	len() int
}

// wordVocab is a vocabulary of unique tokens.
type wordVocab map[string]int

func (v wordVocab) id(token string) (int, bool) { id, ok := v[token]; return id, ok }
func (v wordVocab) len() int                    { return len(v) }

// wordLevel knows whole pieces only.
type wordLevel struct {
	vocab   wordVocab
	unknown int
}

func (w *wordLevel) Each(piece string, yield func(id, start, end int)) {
	id, ok := w.vocab[piece]
	if !ok {
		id = w.unknown
	}
	yield(id, 0, len(piece))
}

func (w *wordLevel) Count(string) int { return 1 }
