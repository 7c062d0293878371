package judge

import (
	"context"
	"math"

	"github.com/pildora/pildora/lex"
)

// Similarity says how alike a question and each of others are, 1 for the same;
// values outside 0 … 1 count as the nearer end. It is asked once for each
// sample, and safe for concurrent use. With an embedder it is the cosine of
// the vectors.
type Similarity func(ctx context.Context, question string, others []string) ([]float64, error)

// LexicalCosine is the cosine of the counts of stemmed words, of texts in a
// language (BCP 47; empty means that of the question, guessed). It knows no
// synonyms: use it where no embedder is at hand. A nil analyzer means one of
// its own. Texts without words are alike to nothing.
func LexicalCosine(a *lex.Analyzer, language string) Similarity {
	if a == nil {
		a = new(lex.Analyzer)
	}
	return func(ctx context.Context, question string, others []string) ([]float64, error) {
		lang := language
		if lang == "" {
			lang, _ = lex.Detect(question)
		}
		q := counts(a, question, lang)
		values := make([]float64, len(others))
		for i, text := range others {
			values[i] = cosine(q, counts(a, text, lang))
		}
		return values, ctx.Err()
	}
}

func counts(a *lex.Analyzer, text, lang string) map[string]int {
	m := map[string]int{}
	for l := range a.Lexemes(text, lang) {
		m[l.Text]++
	}
	return m
}

// cosine works in whole numbers up to the last step, so that the order of the
// words does not matter.
func cosine(a, b map[string]int) float64 {
	dot, na, nb := 0, 0, 0
	for t, n := range a {
		dot += n * b[t]
		na += n * n
	}
	for _, n := range b {
		nb += n * n
	}
	if dot == 0 {
		return 0
	}
	return min(float64(dot)/math.Sqrt(float64(na)*float64(nb)), 1)
}
