package eval

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/retrieve/passage"
	"github.com/pildora/pildora/store"
)

// Assembly says that windows are made into passages, which are what is
// delivered: at most Passages of them, with Tokens a passage all together.
type Assembly struct {
	Passages int `json:"passages"`
	Tokens   int `json:"tokens"`
}

// String writes it as [ParseAssembly] reads it.
func (a Assembly) String() string { return fmt.Sprintf("%dx%d", a.Passages, a.Tokens) }

// ParseAssembly reads PASSAGESxTOKENS: "5x256" is five passages that have 1,280
// tokens together.
func ParseAssembly(text string) (Assembly, error) {
	n, each, ok := strings.Cut(text, "x")
	passages, err := strconv.Atoi(n)
	tokens, err2 := strconv.Atoi(each)
	if !ok || err != nil || err2 != nil || passages < 1 || tokens < 1 {
		return Assembly{}, fmt.Errorf("%q is not PASSAGESxTOKENS, such as 5x256", text)
	}
	return Assembly{passages, tokens}, nil
}

// link leads from each record to those beside it, where nobody has: chunks of
// other programs have no neighbours of their own.
func link(rs []store.Record) {
	for i := range rs {
		if i > 0 && rs[i-1].DocID == rs[i].DocID {
			rs[i-1].Next, rs[i].Prev = rs[i].ID, rs[i-1].ID
		}
	}
}

// passages finds windows by a mode, and delivers them or passages made of them.
func (r *running) passages(ctx context.Context, x *index, m Mode, f store.Filter, query string) ([]store.Hit, error) {
	finder := passage.Finder{Chunks: r.searcher(x, m, f).Filled(retrieve.Deliver(x)), Index: x, Analyzer: r.analyzer, Words: 1 - r.DenseWeight}
	found, err := finder.Find(ctx, query)
	if err != nil {
		return nil, err
	}
	if r.Assemble != nil {
		return r.assembled(found)
	}
	for k := max(depth, r.K); ; k *= 2 {
		ws := found.Windows(k)
		hits := make([]store.Hit, len(ws))
		for i, w := range ws {
			hits[i] = r.delivered(w.Record, w.Span, w.Score, i+1)
		}
		if len(ws) < k || r.scorer.fills(hits) {
			return hits, nil
		}
	}
}

func (r *running) assembled(found *passage.Found) ([]store.Hit, error) {
	ps, err := found.Assemble(passage.Options{Tokens: r.Tokens, Passages: r.Assemble.Passages, Budget: r.Assemble.Passages * r.Assemble.Tokens})
	if err != nil {
		return nil, err
	}
	hits := make([]store.Hit, len(ps))
	for i, p := range ps {
		hits[i] = r.delivered(p.Records[0], p.Span, p.Score, p.Rank)
	}
	return hits, nil
}

// delivered is a span of a document as a record that is delivered with nothing
// around it, as a search does where its settings don't ask for more.
func (r *running) delivered(of *store.Record, span doc.Span, score float64, rank int) store.Hit {
	d := r.Corpus.byID[of.DocID]
	out := store.Record{ID: fmt.Sprintf("%s@%d-%d", of.DocID, span.Start, span.End), DocID: of.DocID, Role: of.Role, Lang: of.Lang,
		Start: span.Start, End: span.End, StartRune: d.runes().runeAt(span.Start), EndRune: d.runes().runeAt(span.End), Text: d.Slice(span)}
	return store.Hit{Record: out, Score: score, Rank: rank}
}
