// Package judge says how good answers are, and the passages they were made
// of, by asking a language model: faithfulness, answer relevance, context
// precision and context recall, by the definitions of RAGAS (Es et al.: RAGAS:
// Automated Evaluation of Retrieval Augmented Generation, EACL 2024, and its
// documentation), with prompts of our own.
//
// A [Sample] is one question with what was retrieved and answered. A [Metric]
// gives it a [Score] from 0 to 1; [Run] judges many and sums up. A model must
// answer in JSON of an exact form; one that doesn't is told what was wrong and
// asked once more. What can't be judged is a named [Failure], counted and left
// out of the mean: nothing is NaN, and nothing becomes a 0 that nobody gave.
//
// [Lexical] costs nothing and asks nobody: the share of the answer's words
// that the passages hold.
//
// [WriteJSONL] and [WriteCSV] hand samples to RAGAS itself.
package judge

import (
	"context"

	"github.com/pildora/pildora/llm"
)

// Sample is one question with what came of it. The JSON names are RAGAS's.
type Sample struct {
	Question string `json:"user_input"`
	// Contexts are the passages that were delivered, best first. Nil means
	// that nothing was searched; empty, that nothing was found.
	Contexts  []string `json:"retrieved_contexts,omitzero"`
	Answer    string   `json:"response,omitempty"`
	Reference string   `json:"reference,omitempty"` // the right answer
}

// Metric scores samples. Its name stays the same for the same settings. Score
// returns an error only when ctx ends or no further call could go well
// (prompt.Ends); everything else that keeps a sample from being judged is a
// Failure in its score. Safe for concurrent use.
type Metric interface {
	Name() string
	Score(ctx context.Context, s Sample) (Score, error)
}

// Score is what a metric says of one sample.
type Score struct {
	// Value lies in 0 … 1; it says nothing where there is a Failure.
	Value    float64   `json:"value"`
	Failure  Failure   `json:"failure,omitempty"`
	Detail   string    `json:"detail,omitempty"`   // what failed, for a person
	Verdicts []Verdict `json:"verdicts,omitempty"` // what the value is made of, in order
	Usage    llm.Usage `json:"usage"`              // of all calls, failed ones included as far as they were answered
	Calls    int       `json:"calls"`
}

// Verdict is one judgement that a value is made of: a statement that is borne
// out or isn't, a passage that is useful or isn't, a question as like as this.
type Verdict struct {
	Text   string  `json:"text"`
	Value  float64 `json:"value"` // 0 or 1, or a similarity between them
	Reason string  `json:"reason,omitempty"`
}

// Failure names why a sample could not be judged; empty where it was.
type Failure string

// The failures.
const (
	NoAnswer     Failure = "no answer"            // the metric needs one, and the sample has none
	NoReference  Failure = "no reference"         // likewise
	NoContexts   Failure = "no contexts"          // nothing was searched (Contexts is nil)
	NoStatements Failure = "no statements"        // the answer claims nothing that could be checked
	NoWords      Failure = "no words"             // the text has no words to look for
	CallFailed   Failure = "call failed"          // the model could not be reached, or refused
	NotAsked     Failure = "not asked"            // an llm.Estimator stands for the model
	CutOff       Failure = "reply cut off"        // the model's reply was too long, twice
	BadReply     Failure = "reply not as asked"   // the model's reply had another form, twice
	NoSimilarity Failure = "similarity not given" // the similarity function failed
)

// missing returns what a sample lacks of what a metric needs.
func (s Sample) missing(answer, reference, contexts bool) Failure {
	switch {
	case answer && blank(s.Answer):
		return NoAnswer
	case reference && blank(s.Reference):
		return NoReference
	case contexts && s.Contexts == nil:
		return NoContexts
	}
	return ""
}

// Against says which text of a sample is compared with its contexts.
type Against uint8

// The texts.
const (
	Answer    Against = iota // what was answered
	Reference                // the right answer
)

// of returns the text, or what is missing.
func (a Against) of(s Sample) (string, Failure) {
	if a == Reference {
		return s.Reference, s.missing(false, true, true)
	}
	return s.Answer, s.missing(true, false, true)
}
