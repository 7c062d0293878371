package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/llm/prompt"
)

// The bounds of questions.
const (
	usualQuestions  = 3
	longestQuestion = 250 // code points; the prompt asks for 150
	questionTokens  = 120 // for each
)

type questionsAnswer struct {
	Questions []string `json:"questions"`
}

// questions are those that each body answers.
func questions(ctx context.Context, a about, bodies []doc.Span) ([]enrich.Derived, error) {
	most := a.Questions
	if most <= 0 {
		most = usualQuestions
	}
	return perBody(ctx, a, bodies, QuestionsPrompt, func(ctx context.Context, body doc.Span) ([]enrich.Derived, error) {
		passage, titles := head(a.doc.Slice(body), a.window()), a.titles(body)
		show := struct {
			about
			Passage, Titles prompt.Data
			Most            int
		}{a, prompt.Data(passage), titles, most}
		var out []enrich.Derived
		_, err := ask(ctx, a, QuestionsPrompt, show, most*questionTokens, func(got questionsAnswer, c checker) error {
			out = out[:0]
			asked := map[string]bool{}
			var bad error
			for _, text := range got.Questions[:min(most, len(got.Questions))] {
				text, err := question(text, c)
				if err != nil {
					bad = err
					continue
				}
				if key := spaced(text); !asked[key] {
					asked[key] = true
					out = append(out, enrich.Derived{Kind: "question", Text: text, Span: body})
				}
			}
			if len(out) == 0 {
				return cmp.Or(bad, errors.New("there are no questions in it"))
			}
			return c.speaks(join(out))
		})
		return out, err
	})
}

// unmarked are languages whose questions need no mark.
const unmarked = "ja th lo km my "

// question is one of an answer, or what is wrong with it.
func question(text string, c checker) (string, error) {
	text, err := c.clean(text, longestQuestion)
	if err != nil {
		return "", err
	}
	if strings.Contains(unmarked, c.language+" ") && c.language != "" {
		return text, nil
	}
	for _, mark := range []string{"?", "？", "؟", "\u037e"} {
		if strings.HasSuffix(strings.TrimRight(text, `"'»”)`), mark) {
			return text, nil
		}
	}
	return "", fmt.Errorf("%q is no question", clipped(text))
}

// join is the texts, a line each.
func join(derived []enrich.Derived) string {
	var b strings.Builder
	for _, d := range derived {
		b.WriteString(d.Text + "\n")
	}
	return b.String()
}
