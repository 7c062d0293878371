package metric_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval/metric"
	"pgregory.net/rapid"
)

// every is a tokenizer with a token each n bytes.
type every int

func (n every) Offsets(text string) []int {
	var out []int
	for at := int(n); at < len(text); at += int(n) {
		out = append(out, at)
	}
	if text != "" {
		out = append(out, len(text))
	}
	return out
}

// model computes the figures code point by code point, on sets.
type model struct {
	text  map[string][]rune
	token every
	opt   metric.Options
	pool  []metric.Passage
}

type place struct {
	doc string
	at  int
}

func (m *model) solid(set map[place]bool) int {
	n := 0
	for p := range set {
		if !strings.ContainsRune(" \n", m.text[p.doc][p.at]) {
			n++
		}
	}
	return n
}

func places(doc string, spans []metric.Span) map[place]bool {
	out := map[place]bool{}
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			out[place{doc, i}] = true
		}
	}
	return out
}

func both(a, b map[place]bool) map[place]bool {
	out := map[place]bool{}
	for p := range a {
		if b[p] {
			out[p] = true
		}
	}
	return out
}

func either(sets ...map[place]bool) map[place]bool {
	out := map[place]bool{}
	for _, s := range sets {
		for p := range s {
			out[p] = true
		}
	}
	return out
}

func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func (m *model) overlap(into map[string]float64, suffix string, answer, got map[place]bool) {
	n, a, g := m.solid(both(answer, got)), m.solid(answer), m.solid(got)
	into["recall"+suffix] = share(n, a)
	into["precision"+suffix] = share(n, g)
	into["iou"+suffix] = share(n, m.solid(either(answer, got)))
	into["f1"+suffix] = share(2*n, a+g)
}

// cost is the number of tokens that end in the code point.
func (m *model) cost(p place) int {
	text := m.text[p.doc]
	from, n := len(string(text[:p.at])), 0
	to := from + len(string(text[p.at]))
	for _, end := range m.token.Offsets(string(text)) {
		if from < end && end <= to {
			n++
		}
	}
	return n
}

// bought is what a budget pays for.
func (m *model) bought(ranked []metric.Passage, budget int, free bool) map[place]bool {
	got := map[place]bool{}
	for _, p := range ranked {
		fresh := both(places(p.Doc, p.Spans), places(p.Doc, p.Spans))
		for q := range got {
			delete(fresh, q)
		}
		if m.solid(fresh) == 0 && p.Unplaced == 0 {
			for q := range fresh {
				got[q] = true // blanks
			}
			continue
		}
		if !free {
			budget -= p.Context
		}
		if budget -= p.Unplaced; budget < 0 {
			return got
		}
		for _, s := range p.Spans {
			for i := s.Start; i < s.End; {
				if got[place{p.Doc, i}] {
					i++
					continue
				}
				j, total := i, 0 // a piece of new text
				for ; j < s.End && !got[place{p.Doc, j}]; j++ {
					total += m.cost(place{p.Doc, j})
				}
				whole := total <= budget
				for ; i < j; i++ {
					c := m.cost(place{p.Doc, i})
					if !whole && (budget == 0 || c > budget) {
						return got
					}
					budget -= c
					got[place{p.Doc, i}] = true
				}
			}
		}
	}
	return got
}

func (m *model) score(doc string, spans []metric.Span, ranked []metric.Passage) map[string]float64 {
	out := map[string]float64{}
	answer := places(doc, spans)
	for _, k := range m.opt.K {
		got, docHit := map[place]bool{}, 0.
		for _, p := range ranked[:min(k, len(ranked))] {
			got = either(got, places(p.Doc, p.Spans))
			if p.Doc == doc {
				docHit = 1
			}
		}
		at := fmt.Sprintf("@%d", k)
		m.overlap(out, at, answer, got)
		out["doc_hit"+at] = docHit
		out["hit"+at] = 0
		if m.solid(both(answer, got)) > 0 {
			out["hit"+at] = 1
		}
		out["whole"+at] = m.whole(doc, spans, ranked[:min(k, len(ranked))])
	}
	m.ranking(out, doc, spans, ranked)
	for _, free := range []bool{false, true} {
		name := map[bool]string{true: "_free"}[free]
		for _, b := range m.opt.Budgets {
			m.overlap(out, fmt.Sprintf("%s@%dt", name, b), answer, m.bought(ranked, b, free))
		}
	}
	text := map[place]bool{}
	for _, c := range m.pool {
		if set := places(c.Doc, c.Spans); m.solid(both(answer, set)) > 0 {
			text = either(text, set)
		}
	}
	out["precision_omega"] = share(m.solid(both(answer, text)), m.solid(either(answer, text)))
	return out
}

func (m *model) whole(doc string, spans []metric.Span, ranked []metric.Passage) float64 {
	if m.solid(places(doc, spans)) == 0 {
		return 0
	}
	for _, s := range spans {
		want, ok := places(doc, []metric.Span{s}), false
		for _, p := range ranked {
			ok = ok || m.solid(both(want, places(p.Doc, p.Spans))) == m.solid(want)
		}
		if !ok && m.solid(want) > 0 {
			return 0
		}
	}
	return 1
}

// ranking uses the metrics over ids: each passage that is the first to reach a
// span is an id that is wanted, and so is each span that none reaches.
func (m *model) ranking(out map[string]float64, doc string, spans []metric.Span, ranked []metric.Passage) {
	var ids, gold []string
	reached := map[metric.Span]bool{}
	for i, p := range ranked {
		ids = append(ids, fmt.Sprint(i))
		first := false
		for _, s := range spans {
			if !reached[s] && m.solid(both(places(doc, []metric.Span{s}), places(p.Doc, p.Spans))) > 0 {
				reached[s], first = true, true
			}
		}
		if first {
			gold = append(gold, fmt.Sprint(i))
		}
	}
	for _, s := range spans {
		if !reached[s] && m.solid(places(doc, []metric.Span{s})) > 0 {
			gold = append(gold, s.String())
		}
	}
	for _, k := range m.opt.Depth {
		out[fmt.Sprintf("mrr@%d", k)] = metric.ReciprocalRank(ids, gold, k)
		out[fmt.Sprintf("ndcg@%d", k)] = metric.NDCG(ids, gold, k)
	}
	out["map"] = metric.AveragePrecision(ids, gold, metric.All)
}

func drawSpan(t *rapid.T, n int, name string) metric.Span {
	a := rapid.IntRange(0, n).Draw(t, name)
	return metric.Span{Start: a, End: min(n, a+rapid.IntRange(0, 12).Draw(t, name))}
}

func drawPassage(t *rapid.T, texts map[string][]rune) metric.Passage {
	id := rapid.SampledFrom([]string{"x", "y"}).Draw(t, "doc")
	p := metric.Passage{Doc: id}
	for range rapid.SampledFrom([]int{1, 1, 1, 2, 3, 0}).Draw(t, "spans") {
		p.Spans = append(p.Spans, drawSpan(t, len(texts[id]), "passage"))
	}
	p.Context = rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(t, "context")
	p.Unplaced = rapid.SampledFrom([]int{0, 0, 0, 2}).Draw(t, "unplaced")
	return p
}

// Score is what the definitions say, code point by code point.
func TestScoreIsTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]rune("aaaaa é世 🙂\n"))
		m := model{text: map[string][]rune{}, token: every(rapid.IntRange(1, 5).Draw(t, "token"))}
		m.opt = metric.Options{K: []int{1, 3}, Depth: []int{2, 9}, Budgets: []int{1, 3, 7, 20}, Free: true}
		var docs []*metric.Document
		for _, id := range []string{"x", "y"} {
			m.text[id] = rapid.SliceOfN(letters, 0, 30).Draw(t, id)
			docs = append(docs, metric.NewDocument(id, string(m.text[id]), m.token))
		}
		var ranked []metric.Passage
		for range rapid.IntRange(0, 6).Draw(t, "results") {
			ranked = append(ranked, drawPassage(t, m.text))
		}
		for range rapid.IntRange(0, 6).Draw(t, "chunks") {
			m.pool = append(m.pool, drawPassage(t, m.text))
		}
		q := metric.Question{Doc: "x"}
		want := map[string]float64{}
		for range rapid.IntRange(0, 3).Draw(t, "answers") {
			var spans []metric.Span
			for range rapid.IntRange(0, 3).Draw(t, "parts") {
				spans = append(spans, drawSpan(t, len(m.text["x"]), "answer"))
			}
			q.Answers = append(q.Answers, spans)
			for name, v := range m.score("x", spans, ranked) {
				want[name] = max(want[name], v)
			}
		}
		s, err := metric.NewScorer(docs, metric.NewPool(m.pool), m.opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Score(q, ranked)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range s.Keys() {
			if !(got[i] >= 0 && got[i] <= 1) {
				t.Fatalf("%s is %v", name, got[i])
			}
			if strings.HasPrefix(name, "auc") || len(q.Answers) == 0 {
				continue
			}
			if w, ok := want[name]; !ok || math.Abs(w-got[i]) > 1e-12 {
				t.Fatalf("%s is %v, the model says %v", name, got[i], w)
			}
		}
	})
}
