package rerank

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// Judge has a language model say how well passages answer: some at once, each
// from 0 to 10. The zero value of all but LLM is a good choice.
type Judge struct {
	LLM llm.Completer
	// Batch is how many passages are judged in one request; 0 means 10. The
	// batches of one question are asked for concurrently.
	Batch int
	// Most bounds what is shown of a passage, in bytes; 0 means 4,000.
	Most int
}

var _ Reranker = Judge{}

//go:embed prompts
var files embed.FS

var prompts = prompt.Embedded(files, "prompts")

type verdict struct {
	Scores []float64 `json:"scores"`
}

// best is the highest score.
const best = 10

// Rerank asks the model, in the question's language where there is a prompt in
// it. The error is the model's, or says what can't be used of its answer.
func (j Judge) Rerank(ctx context.Context, query string, passages []string) ([]float64, error) {
	batch := j.Batch
	if batch <= 0 {
		batch = 10
	}
	out := make([]float64, len(passages))
	group, ctx := errgroup.WithContext(ctx)
	at := 0
	for part := range slices.Chunk(passages, batch) {
		to := out[at:][:len(part)]
		at += len(part)
		group.Go(func() error {
			scores, err := j.judge(ctx, query, part)
			copy(to, scores)
			return err
		})
	}
	return out, group.Wait()
}

func (j Judge) judge(ctx context.Context, query string, passages []string) ([]float64, error) {
	shown := make([]string, len(passages))
	for i, p := range passages {
		shown[i] = cutAt(p, j.Most)
	}
	language, _ := lex.Detect(query)
	in := prompt.Language(language)
	text, err := prompts().In("rank", in).Write(struct {
		Question, Passages prompt.Data
		Count              int
	}{prompt.Data(query), prompt.Numbered(shown), len(passages)})
	if err != nil {
		return nil, err
	}
	const tokens = 8 // for each number, with what stands around it
	v, err := prompt.Ask(ctx, j.LLM, prompt.Request(in, text, 40+tokens*len(passages)), func(v verdict) error {
		if len(v.Scores) != len(passages) {
			return fmt.Errorf("%d scores for %d passages", len(v.Scores), len(passages))
		}
		for _, s := range v.Scores {
			if s < 0 || s > best {
				return fmt.Errorf("a score of %g, not from 0 to %d", s, best)
			}
		}
		return nil
	})
	return v.Scores, err
}

// cutAt is the beginning of a text, of at most so many bytes.
func cutAt(text string, most int) string {
	if most <= 0 {
		most = 4000
	}
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
