package cli

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval/question"
)

func questionsCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "questions",
		Short: "Make, check and convert question sets",
		Long: "A question set is a file of JSON Lines: questions with the exact spans of their answers in the documents.\n" +
			"Evaluations ask them. They are drafted from documents, converted from the forms of other tools, or written\n" +
			"by hand: {\"question\": \"…\", \"doc\": \"path/of/the/document.md\", \"spans\": [\"text of the answer\"]}.",
		Example: "  pildora questions draft examples/en\n  pildora questions check questions.jsonl examples/en",
		Args:    noSuchCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(questionsDraftCommand(a), questionsCheckCommand(a), questionsConvertCommand(a), questionsStatsCommand(a))
	return c
}

// open opens a file that the user gave; - is standard input.
func (a *app) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.env.Stdin), nil
	}
	f, err := os.Open(a.path(path))
	if err != nil {
		return nil, usageError{err}
	}
	return f, nil
}

// questions reads a question file as it was written; nothing is compared with
// documents.
func (a *app) questions(path string) ([]question.Question, error) {
	f, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var qs []question.Question
	for q, err := range question.Read(f, path) {
		if err != nil {
			return nil, usageError{err}
		}
		qs = append(qs, q)
	}
	return qs, nil
}

// writeQuestions writes questions to a file, or to standard output where out
// is empty.
func (a *app) writeQuestions(out string, qs []question.Question) error {
	if out == "" {
		return question.Write(a.out, qs)
	}
	return whole(a.path(out), func(w io.Writer) error { return question.Write(w, qs) })
}

// tell names what is wrong with questions: each fault with its count and the
// first few questions, or all of them with -v.
func (a *app) tell(problems []question.Problem) {
	const few = 5
	for _, t := range question.Count(problems) {
		kept := "left out"
		if t.Fault.Kept() {
			kept = "kept without it"
		}
		a.say("%s %s: %s", count(t.Count, "question"), kept, t.Fault)
		shown := 0
		for _, p := range problems {
			if p.Fault != t.Fault {
				continue
			}
			if shown++; shown > few && !a.verbose {
				a.say("  and %d more; -v names all", t.Count-few)
				break
			}
			a.say("  %s", label(p.String()))
		}
	}
}

// lost is how many problems cost the set a question.
func lost(problems []question.Problem) int {
	n := 0
	for _, p := range problems {
		if !p.Fault.Kept() && p.Index >= 0 {
			n++
		}
	}
	return n
}

// noQuestions is the error for a set of which nothing is left.
func noQuestions(what string) error {
	return usagef("%s: no question is left; nothing was written", what)
}
