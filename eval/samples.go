package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/judge"
)

// Samples are the questions that a run was asked, with what it delivered, in
// the form in which judges want them: the contexts are the first Settings.K
// passages with what stands around them, best first, and the reference is the
// answer's text, a line for each span; of a question with nothing but
// alternatives it is the first of them. The answer is that of [Judge], empty
// where there is none. The corpus is the one that was evaluated; an error wraps ErrEmpty
// where r has no such run, or names a place that the corpus doesn't have.
func Samples(r *Result, c *Corpus, run string) ([]judge.Sample, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	t, ok := r.Trial(run)
	if !ok {
		return nil, fmt.Errorf("%w: no run is called %q (there are %s)", ErrEmpty, run, names(r))
	}
	if len(r.Questions) == 0 {
		return nil, fmt.Errorf("%w: the result doesn't hold its questions", ErrEmpty)
	}
	answers := map[string]string{}
	if t.Judged != nil {
		for _, a := range t.Judged.Answers {
			answers[a.ID] = a.Answer
		}
	}
	out := make([]judge.Sample, len(r.Questions))
	for i := range r.Questions {
		q := &r.Questions[i]
		s := judge.Sample{Question: q.Question, Contexts: []string{}, Answer: answers[q.ID]}
		for _, p := range slices.Concat(q.Spans, q.Alternatives) {
			if _, err := c.slice(q.DocOf(p), p.Span()); err != nil {
				return nil, fmt.Errorf("question %s: %w", q.ID, err)
			}
		}
		if right := texts(c.Document(q.Doc).Text, q.Spans, q.Alternatives); len(right) > 0 {
			s.Reference = right[0]
		}
		for _, h := range t.PerQuestion[i].Hits {
			body, err := c.slice(h.Doc, doc.Span{Start: h.Start, End: h.End})
			if err != nil {
				return nil, fmt.Errorf("%s, question %s: %w", run, q.ID, err)
			}
			s.Contexts = append(s.Contexts, withContext(h.Context, body))
		}
		out[i] = s
	}
	return out, nil
}

// slice is the text of a place, valid UTF-8 whatever the place.
func (c *Corpus) slice(id string, s doc.Span) (string, error) {
	d := c.Document(id)
	if d == nil {
		return "", fmt.Errorf("document %q is not in the corpus", id)
	}
	if s.Start < 0 || s.Start > s.End || s.End > len(d.Text) {
		return "", fmt.Errorf("document %q has no bytes %d to %d; is it the one that was evaluated?", id, s.Start, s.End)
	}
	return strings.ToValidUTF8(d.Text[s.Start:s.End], ""), nil
}
