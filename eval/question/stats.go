package question

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/pildora/pildora/size"
)

// Statistics describe a question set. Spans are those of Question.Spans;
// alternatives aren't counted.
type Statistics struct {
	Questions int
	Drafted   int // of the questions: made by a program
	Spans     int
	// Counted by value, most frequent first; "" where a question has none.
	Kinds, Categories, Languages, Docs []Share
	SpansPerQuestion                   Distribution
	Runes                              Distribution // code points of a span
	Tokens                             Distribution // of a span by the measure given; zero without one
}

// Share is how many questions have one value.
type Share struct {
	Value string
	Count int
}

// Distribution is that of whole numbers. Percentiles are values that occur: P90
// is the least one that nine tenths of them don't exceed. All is zero where
// there are none.
type Distribution struct {
	Count, Min, P10, P25, P50, P75, P90, P95, P99, Max int
	Mean                                               float64
}

// Stats describes qs, whose spans must have their text, as those of [Check]
// do. m measures spans in tokens; nil leaves that out.
func Stats(qs []Question, m size.Measure) Statistics {
	s := Statistics{Questions: len(qs)}
	kinds, categories, languages, docs := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	var per, runes, tokens []int
	for _, q := range qs {
		kinds[q.Kind]++
		categories[q.Category]++
		languages[q.Language]++
		docs[q.Doc]++
		if q.Drafted {
			s.Drafted++
		}
		per = append(per, len(q.Spans))
		for _, span := range q.Spans {
			s.Spans++
			runes = append(runes, utf8.RuneCountInString(span.Text))
			if m != nil {
				tokens = append(tokens, m.Size(span.Text))
			}
		}
	}
	s.Kinds, s.Categories, s.Languages, s.Docs = shares(kinds), shares(categories), shares(languages), shares(docs)
	s.SpansPerQuestion, s.Runes, s.Tokens = distribution(per), distribution(runes), distribution(tokens)
	return s
}

// Distribute returns the distribution of ns.
func Distribute(ns []int) Distribution { return distribution(slices.Clone(ns)) }

func shares(counts map[string]int) []Share {
	var out []Share
	for v, n := range counts {
		out = append(out, Share{v, n})
	}
	slices.SortFunc(out, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// distribution sorts ns.
func distribution(ns []int) Distribution {
	if len(ns) == 0 {
		return Distribution{}
	}
	slices.Sort(ns)
	sum := 0.0
	for _, n := range ns {
		sum += float64(n)
	}
	at := func(percent int) int { return ns[(len(ns)*percent+99)/100-1] } // nearest rank
	return Distribution{
		Count: len(ns), Min: ns[0], P10: at(10), P25: at(25), P50: at(50), P75: at(75), P90: at(90), P95: at(95), P99: at(99), Max: ns[len(ns)-1],
		Mean: sum / float64(len(ns)),
	}
}
