package eval_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/pildora/pildora/chunk"
	cutters "github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

func wordsOf(n int) chunk.Splitter {
	return chunk.Pack(chunk.Limits{Max: n, Measure: size.Words}, cutters.Words)
}

// TestRunDelivers: of a contender with parents the parents are what is found,
// once each; of one with windows the windows; and both are scored by them.
func TestRunDelivers(t *testing.T) {
	const text = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce"
	nested := ingest.Cutting{Recipe: ingest.Recipe{Strategy: "nested", Unit: "tokens", Max: 2, Parent: 6}, Splitter: chunk.Nest(wordsOf(6), wordsOf(2)), Tokens: size.Words}
	windowed := ingest.Cutting{Recipe: ingest.Recipe{Strategy: "windowed", Unit: "tokens", Max: 2, Window: 1}, Splitter: chunk.Window(1, wordsOf(2)), Tokens: size.Words}
	r := run(t, eval.Spec{Corpus: corpus(t, map[string]string{"a": text}), Tokens: words{}, Budgets: []int{4, 6}, Resamples: 100,
		Questions:  []question.Question{ask("q", "a", "¿cinco o uno?", "dos tres")}, // two chunks of one parent, each with half of the answer or nothing
		Contenders: []eval.Contender{eval.Recipe("nested", nested), eval.Recipe("windowed", windowed)}})
	for _, want := range []struct {
		run       string
		texts     []string
		count     int     // of what can be delivered
		limit     int     // of that
		precision float64 // of what was
	}{
		{"nested", []string{"uno dos tres cuatro cinco seis"}, 2, 6, 7. / 25},
		{"windowed", []string{"tres cuatro cinco seis siete ocho", "uno dos tres cuatro"}, 6, 0, 7. / 34},
	} {
		tr, _ := r.Trial(want.run)
		a := tr.PerQuestion[0]
		var got []string
		for _, h := range a.Hits {
			got = append(got, text[h.Start:h.End])
		}
		slices.Sort(got) // windows tie
		if !slices.Equal(got, want.texts) {
			t.Errorf("%s: found %q", want.run, got)
		}
		if a.Metrics["whole@5"] != 1 || a.Metrics["recall@6t"] != 1 && want.run == "nested" || math.Abs(a.Metrics["precision@5"]-want.precision) > 1e-6 {
			t.Errorf("%s: %v", want.run, a.Metrics)
		}
		if s := tr.Sizes; tr.Chunks != 6 || s.Count != want.count || s.Max != 6 || s.Limit != want.limit || s.Lost != 0 || s.Growth != 0 || s.Cut != 0 {
			t.Errorf("%s: %d chunks are searched, %+v", want.run, tr.Chunks, s)
		}
	}
}

// derivedPieces is a contender with a text derived of its second chunk.
type derivedPieces struct{ pieces }

func (p derivedPieces) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	out, err := p.pieces.Records(ctx, c)
	of := out.Records[1]
	out.Records = append(out.Records, store.Record{ID: of.DocID + "#q", DocID: of.DocID, Role: store.RoleDerived, Lang: of.Lang, Parent: of.ID,
		Text: "¿Qué viene luego?", EmbedText: "¿Qué viene luego?", Start: of.Start, End: of.End})
	return out, err
}

// TestRunDeliversChunks: a derived text that is found delivers its chunk, and is
// no chunk itself.
func TestRunDeliversChunks(t *testing.T) {
	text := "uno dos tres. cuatro cinco seis."
	r := run(t, eval.Spec{Corpus: corpus(t, map[string]string{"a": text}), Tokens: words{}, Budgets: []int{4}, Resamples: 100,
		Questions:  []question.Question{ask("q", "a", "¿luego?", "cinco seis")},
		Contenders: []eval.Contender{derivedPieces{pieces{name: "derived", cuts: []string{"cuatro"}}}}})
	tr := r.Runs[0]
	if hits := tr.PerQuestion[0].Hits; len(hits) != 1 || text[hits[0].Start:hits[0].End] != "cuatro cinco seis." || tr.PerQuestion[0].Metrics["whole@5"] != 1 {
		t.Errorf("%+v", tr.PerQuestion[0])
	}
	if tr.Chunks != 3 || tr.Sizes.Count != 2 || tr.Sizes.Growth != 0 {
		t.Errorf("%+v", tr.Sizes)
	}
}
