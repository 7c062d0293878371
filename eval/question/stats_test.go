package question_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/size"
)

func TestStats(t *testing.T) {
	span := func(text string) question.Span { return question.Span{Text: text} }
	qs := []question.Question{
		{Kind: "faq", Language: "es", Doc: "a", Spans: []question.Span{span("uno dos"), span("añil")}},
		{Kind: "table", Language: "es", Doc: "b", Spans: []question.Span{span("tres")}, Drafted: true},
		{Kind: "faq", Language: "en", Doc: "b", Category: "c", Spans: []question.Span{span("one two three")}},
	}
	s := question.Stats(qs, size.Words)
	if s.Questions != 3 || s.Drafted != 1 || s.Spans != 4 {
		t.Errorf("%+v", s)
	}
	if !reflect.DeepEqual(s.Kinds, []question.Share{{Value: "faq", Count: 2}, {Value: "table", Count: 1}}) || !reflect.DeepEqual(s.Docs, []question.Share{{Value: "b", Count: 2}, {Value: "a", Count: 1}}) {
		t.Errorf("shares: %v %v", s.Kinds, s.Docs)
	}
	if s.Runes.Min != 4 || s.Runes.P50 != 4 || s.Runes.P75 != 7 || s.Runes.Max != 13 || s.Runes.Mean != 7 || s.SpansPerQuestion.Max != 2 {
		t.Errorf("code points: %+v, spans: %+v", s.Runes, s.SpansPerQuestion)
	}
	if s.Tokens.Max != 3 || s.Tokens.P25 != 1 || s.Tokens.Count != 4 {
		t.Errorf("tokens: %+v", s.Tokens)
	}
	if s := question.Stats(nil, nil); !reflect.DeepEqual(s.Tokens, question.Distribution{}) || s.Kinds != nil {
		t.Errorf("of nothing: %+v", s)
	}
}

// TestDistribution holds percentiles to their definition.
func TestDistribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ns := rapid.SliceOfN(rapid.IntRange(0, 50), 1, 150).Draw(t, "numbers")
		d := question.Distribute(ns)
		for percent, got := range map[int]int{10: d.P10, 25: d.P25, 50: d.P50, 75: d.P75, 90: d.P90, 95: d.P95, 99: d.P99, 100: d.Max} {
			upTo, below := 0, 0
			for _, n := range ns {
				if n <= got {
					upTo++
				}
				if n < got {
					below++
				}
			}
			if upTo*100 < percent*len(ns) || below*100 >= percent*len(ns) || !slices.Contains(ns, got) {
				t.Fatalf("P%d of %v is %d", percent, ns, got)
			}
		}
	})
}

func TestStatsOfExamples(t *testing.T) {
	qs := readSet(t, filepath.Join(root(t), "examples", "questions", "es.jsonl"))
	s := question.Stats(qs, size.Runes)
	if s.Questions != len(qs) || s.Spans < len(qs) || s.Tokens != s.Runes || s.Runes.Min < 1 {
		t.Errorf("%+v", s)
	}
}
