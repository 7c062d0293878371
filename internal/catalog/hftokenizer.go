package catalog

import "github.com/pildora/pildora/size/token/hf"

// openJSON reads a tokenizer.json, or that of a folder.
func openJSON(path string) (*Tokenizer, error) {
	t, err := hf.Open(path)
	if err != nil {
		return nil, err
	}
	return &Tokenizer{part: spanned{t}, special: t.Special(), window: t.Window()}, nil
}

// spanned is a tokenizer that says where its tokens stand.
type spanned struct{ *hf.Tokenizer }

// Offsets returns where each token ends.
func (s spanned) Offsets(text string) []int {
	spans := s.Spans(text)
	ends := make([]int, len(spans))
	for i, at := range spans {
		ends[i] = at.End
	}
	return ends
}
