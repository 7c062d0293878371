package judge

import (
	"context"
	"embed"
	"errors"
	"sync"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

//go:embed prompts/*.txt
var promptFiles embed.FS

// answering is the prompt that answers are asked for with.
var answering = sync.OnceValues(func() (*prompt.Prompts, error) { return prompt.Load(promptFiles, "prompts") })

// Answerer answers questions from passages, as a reader of a search's results
// would. Its requests are made by prompts in Spanish and English, where the
// passages stand as data that can't give instructions.
type Answerer struct {
	LLM llm.Completer
	// MaxTokens bounds each answer; 0 means 600.
	MaxTokens int
}

// Answer answers s.Question from s.Contexts, asked for in a language (BCP 47).
// The error is the model's, prompt.ErrUnasked where there is none, or wraps a
// *prompt.Unusable where there was no answer as asked for, twice.
func (a Answerer) Answer(ctx context.Context, s Sample, lang string) (string, error) {
	prompts, err := answering()
	if err != nil {
		return "", err
	}
	lang = prompt.Language(lang)
	shown := struct {
		Question prompt.Data
		Passages []prompt.Data
	}{Question: prompt.Data(s.Question)}
	for _, text := range s.Contexts {
		shown.Passages = append(shown.Passages, prompt.Data(text))
	}
	question, err := prompts.In("answer", lang).Write(shown)
	if err != nil {
		return "", err
	}
	most := a.MaxTokens
	if most <= 0 {
		most = 600
	}
	got, err := prompt.Ask(ctx, a.LLM, prompt.Request(lang, question, most), answer.check)
	return got.Answer, err
}

// answer is the form of an answer.
type answer struct {
	Answer string `json:"answer"`
}

func (a answer) check() error {
	if blank(a.Answer) {
		return errors.New(`"answer" is missing or empty`)
	}
	return nil
}
