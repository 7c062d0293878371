package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// matched is a word of the question that a record holds.
type matched struct {
	Word     string   `json:"word"`
	Lexemes  []string `json:"lexemes"` // as the index sees it
	Body     int      `json:"body"`    // how often in the text
	Headings int      `json:"headings"`
	Score    float64  `json:"score"` // its share of the record's score
}

func listing(ms []matched) string {
	var parts []string
	for _, m := range ms {
		parts = append(parts, fmt.Sprintf("%s %.3f [%s: %d in the text, %d in headings]", label(m.Word), m.Score,
			label(strings.Join(m.Lexemes, " ")), m.Body, m.Headings))
	}
	return strings.Join(parts, ", ")
}

// explained says for each hit which words matched: in the best of the chunks
// that were found, where it is what they deliver. The score is a sum over
// lexemes, so a word's share is the score of the word asked for alone.
func (ans *answer) explained(ctx context.Context, st finder) (map[string][]matched, error) {
	best, err := ans.best(ctx, st)
	if err != nil {
		return nil, err
	}
	text, filter := ans.filter.Ask(ans.query)
	counts, err := st.CountTerms(ctx, text, filter)
	if err != nil {
		return nil, err
	}
	filter.Docs, filter.Words = nil, store.Words{}
	for _, h := range ans.hits {
		filter.Docs = append(filter.Docs, h.Record.DocID)
	}
	out := map[string][]matched{}
	seen := map[string]bool{}
	for l := range lex.Words(text) {
		word := text[l.Start:l.End]
		if seen[l.Text] || len(ans.hits) == 0 {
			continue
		}
		seen[l.Text] = true
		shares, err := scores(ctx, st, l.Text, filter)
		if err != nil {
			return nil, err
		}
		for _, h := range ans.hits {
			r := best[h.Record.ID]
			wanted := ans.analyzer.Query(word, []string{r.Lang}, store.MaxLexemes)
			if m, ok := ans.match(word, wanted, r, shares[r.ID]); ok && !h.neighbor {
				out[h.Record.ID] = append(out[h.Record.ID], m)
			}
		}
	}
	for _, t := range counts.Terms { // that stand for a prefix or a misspelt word
		if t.Of == "" || len(ans.hits) == 0 {
			continue
		}
		shares, err := scores(ctx, st, t.Lexeme, filter)
		if err != nil {
			return nil, err
		}
		for _, h := range ans.hits {
			r := best[h.Record.ID]
			if m, ok := ans.match(t.Of, []string{t.Lexeme}, r, shares[r.ID]); ok && !h.neighbor {
				out[h.Record.ID] = append(out[h.Record.ID], m)
			}
		}
	}
	return out, nil
}

// best is, by the id of each hit, the record that was found for it, the best
// one.
func (ans *answer) best(ctx context.Context, st retrieve.Getter) (map[string]store.Record, error) {
	out := map[string]store.Record{}
	var ids, by []string
	for _, h := range ans.hits {
		out[h.Record.ID] = h.Record
		if len(h.By) > 0 {
			ids, by = append(ids, h.Record.ID), append(by, h.By[0])
		}
	}
	if len(by) == 0 {
		return out, nil
	}
	records, err := st.Get(ctx, by...)
	for i := range records {
		out[ids[i]] = records[i]
	}
	return out, err
}

// manyChunks is more than any one document has among the hits.
const manyChunks = 100_000

func scores(ctx context.Context, st store.TextSearcher, word string, f store.Filter) (map[string]float64, error) {
	hits, err := st.SearchText(ctx, word, manyChunks, f)
	out := map[string]float64{}
	for _, h := range hits {
		out[h.Record.ID] = h.Score
	}
	return out, err
}

// match counts a word of the question in a record, by the lexemes that it is
// taken for.
func (ans *answer) match(word string, wanted []string, r store.Record, score float64) (matched, bool) {
	m := matched{Word: word, Score: score}
	fields := store.Analyse(&ans.analyzer, &r)
	for _, l := range wanted {
		body, head := times(fields.Body, l), times(fields.Head, l)
		if body+head > 0 {
			m.Lexemes = append(m.Lexemes, l)
			m.Body, m.Headings = m.Body+body, m.Headings+head
		}
	}
	return m, len(m.Lexemes) > 0
}

func times(lexemes []string, l string) int {
	n := 0
	for _, x := range lexemes {
		if x == l {
			n++
		}
	}
	return n
}

// legs are what the searches that were fused say of a hit, where that is to be
// told.
func (ans *answer) legs(h result) []store.Leg {
	if !ans.explain || h.neighbor {
		return nil
	}
	return h.Legs
}

// legsLine says for each search the rank and score there, and what it adds to
// the fused score.
func legsLine(ls []store.Leg) string {
	var parts []string
	for _, l := range ls {
		at := "not found"
		if l.Rank > 0 {
			at = fmt.Sprintf("rank %d, score %.3f", l.Rank, l.Score)
		}
		parts = append(parts, fmt.Sprintf("%s %+.3f (%s)", l.Name, l.Share, at))
	}
	return strings.Join(parts, ", ")
}
