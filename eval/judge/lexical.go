package judge

import (
	"context"
	"iter"
	"math"

	"github.com/pildora/pildora/lex"
)

// LexicalOptions say how [Lexical] compares. The zero value compares answers,
// all words alike.
type LexicalOptions struct {
	// Against is whose words are looked for: of the answer, a proxy of
	// faithfulness, or of the reference, a proxy of context recall.
	Against Against
	// Analyzer gives the lexemes; nil means one of its own.
	Analyzer *lex.Analyzer
	// Language is that of all samples (BCP 47); empty means that it is guessed
	// for each from the text looked for.
	Language string
	// Weight is how much a lexeme counts, not below 0; nil means 1 for each.
	// See [IDF].
	Weight func(lexeme string) float64
}

// Lexical is the share of the distinct words of the answer (or the reference)
// that stand in the contexts, by their stems and weights. It asks no model and
// is a proxy: words in another order, or denied, count as the same, and
// synonyms as missing. 0 where nothing was found; a text without words, or
// whose words all weigh nothing, fails as [NoWords].
func Lexical(o LexicalOptions) Metric {
	if o.Analyzer == nil {
		o.Analyzer = new(lex.Analyzer)
	}
	if o.Weight == nil {
		o.Weight = func(string) float64 { return 1 }
	}
	return lexical{o}
}

type lexical struct{ LexicalOptions }

// Name returns "lexical_faithfulness", or "lexical_recall" against references.
func (m lexical) Name() string {
	if m.Against == Reference {
		return "lexical_recall"
	}
	return "lexical_faithfulness"
}

// Score makes no calls.
func (m lexical) Score(ctx context.Context, s Sample) (Score, error) {
	text, missing := m.Against.of(s)
	if missing != "" {
		return Score{Failure: missing}, ctx.Err()
	}
	lang := m.Language
	if lang == "" {
		lang, _ = lex.Detect(text)
	}
	held := map[string]bool{}
	for _, c := range s.Contexts {
		for l := range m.Analyzer.Lexemes(c, lang) {
			held[l.Text] = true
		}
	}
	found, all := 0.0, 0.0
	seen := map[string]bool{}
	for l := range m.Analyzer.Lexemes(text, lang) {
		if seen[l.Text] {
			continue
		}
		seen[l.Text] = true
		w := m.Weight(l.Text)
		all += w
		if held[l.Text] {
			found += w
		}
	}
	if !(all > 0) || math.IsInf(all, 0) {
		return Score{Failure: NoWords}, ctx.Err()
	}
	return Score{Value: min(found/all, 1)}, ctx.Err()
}

// IDF returns weights by how rare a lexeme is among texts in a language, as in
// BM25: ln(1 + (N − n + ½)/(n + ½)) for one that n of N texts hold. The
// texts' language should be that of the samples.
func IDF(a *lex.Analyzer, texts iter.Seq[string], language string) func(lexeme string) float64 {
	if a == nil {
		a = new(lex.Analyzer)
	}
	n, last, df := 0, map[string]int{}, map[string]int{}
	for text := range texts {
		n++
		for l := range a.Lexemes(text, language) {
			if last[l.Text] != n {
				last[l.Text] = n
				df[l.Text]++
			}
		}
	}
	return func(lexeme string) float64 {
		held := float64(df[lexeme])
		return math.Log(1 + (float64(n)-held+0.5)/(held+0.5))
	}
}
