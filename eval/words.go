package eval

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
)

// wordsKey is the metric of the answer's words among the first k passages.
func wordsKey(k int) string { return fmt.Sprintf("answer_words@%d", k) }

// around are the parts that are delivered before a body, in order: of its frame
// what is embedded with it, without the text before it that it repeats. What is
// only searched costs the reader nothing.
func around(r *store.Record) []string {
	var out []string
	for _, part := range []string{r.Frame.Summary, r.Frame.Breadcrumb, r.Frame.Header, r.Frame.Context} {
		var lines []string
		for line := range strings.SplitSeq(part, "\n") {
			if line != "" && (r.EmbedText == "" || strings.Contains(r.EmbedText, line)) {
				lines = append(lines, line)
			}
		}
		if lines != nil {
			out = append(out, strings.Join(lines, "\n"))
		}
	}
	return out
}

// withContext is what is delivered of a record: what stands around it, and it.
func withContext(context, body string) string {
	if context == "" {
		return body
	}
	return context + "\n\n" + body
}

// wording scores by words alone; see judge.Lexical.
type wording struct {
	analyzer *lex.Analyzer
	corpus   *Corpus
}

// share is the share of the answer's distinct words that stand in passages; of
// several answers that with the largest share. An answer without any words, a
// sign for instance, is looked for as it stands.
func (w *wording) share(ctx context.Context, q *question.Question, passages []string) (float64, error) {
	d := w.corpus.Document(q.Doc)
	m := judge.Lexical(judge.LexicalOptions{Against: judge.Reference, Analyzer: w.analyzer, Language: d.Language})
	best := 0.0
	for _, answer := range texts(d.Text, places(q.Spans), places(q.Alternatives)) {
		s, err := m.Score(ctx, judge.Sample{Question: q.Question, Contexts: passages, Reference: answer})
		if err != nil {
			return 0, err
		}
		if s.Failure == judge.NoWords && strings.Contains(strings.Join(passages, "\n"), strings.TrimSpace(answer)) {
			s.Value = 1
		}
		best = max(best, s.Value)
	}
	return best, nil
}

// texts are the texts of the answers to a question, each of which is right: all
// spans together, a line each, and every alternative.
func texts(source string, spans, alternatives []Place) []string {
	var out, all []string
	for _, p := range spans {
		all = append(all, source[p.Start:p.End])
	}
	if len(all) > 0 {
		out = append(out, strings.Join(all, "\n"))
	}
	for _, p := range alternatives {
		out = append(out, source[p.Start:p.End])
	}
	return out
}
