package embed

import "context"

// Down stands for an embedder that can't be asked now: it says whose vectors are
// wanted, and makes none.
type Down struct {
	Of  Model
	Err error // why not
}

var _ Embedder = Down{}

// Model says what would embed.
func (d Down) Model() Model { return d.Of }

// Embed returns d.Err, unless nothing is asked.
func (d Down) Embed(_ context.Context, _ Kind, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	return nil, d.Err
}
