package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// Mode says by what records are found.
type Mode string

// The modes. All but Lexical and Window need Spec.Embedder, Late and FusedLate one that is
// also an embed.SpanEmbedder.
const (
	Lexical   Mode = "lexical"    // words: BM25
	Dense     Mode = "dense"      // vectors of what is embedded of each record, one by one
	Bare      Mode = "dense-text" // vectors of the text of each record, without its frame
	Late      Mode = "late"       // vectors of records in the light of their whole document
	Fused     Mode = "fused"      // Lexical and Dense, weighted
	FusedLate Mode = "fused-late" // Lexical and Late, weighted
	// Windows of sentences in and around the records that Lexical or Fused finds,
	// by words of several sizes of text around them: package retrieve/passage.
	Window      Mode = "window"
	FusedWindow Mode = "fused-window"
)

// Modes lists all modes.
func Modes() []Mode { return []Mode{Lexical, Dense, Bare, Late, Fused, FusedLate, Window, FusedWindow} }

// vectors is the mode whose vectors a mode searches, "" for none.
func (m Mode) vectors() Mode {
	switch m {
	case Fused, FusedWindow:
		return Dense
	case FusedLate:
		return Late
	case Lexical, Window:
		return ""
	}
	return m
}

func (m Mode) fused() bool { return m == Fused || m == FusedLate || m == FusedWindow }

// Embeds reports whether a mode searches by vectors, too or alone.
func (m Mode) Embeds() bool { return m.vectors() != "" }

func (m Mode) windows() bool { return m == Window || m == FusedWindow }

// DenseWeight is how much vectors count in a fused search where Spec says
// nothing: as much as in a search.
const DenseWeight = retrieve.DenseWeight

// resolveModes checks and fills what of the spec is about modes.
func (s *Spec) resolveModes() error {
	if s.Searcher != nil {
		if len(s.Modes) > 0 {
			return fmt.Errorf("evaluation: modes and a searcher of one's own exclude each other")
		}
		return nil
	}
	if len(s.Modes) == 0 {
		s.Modes = []Mode{Lexical}
	}
	if s.DenseWeight == 0 {
		s.DenseWeight = DenseWeight
	}
	for i, m := range s.Modes {
		switch _, spans := s.Embedder.(embed.SpanEmbedder); {
		case !slices.Contains(Modes(), m):
			return fmt.Errorf("mode %q is none of %v", m, Modes())
		case slices.Contains(s.Modes[:i], m):
			return fmt.Errorf("mode %s is there twice", m)
		case s.Assemble != nil && !m.windows():
			return fmt.Errorf("mode %s finds no windows to make passages of; modes %s and %s do", m, Window, FusedWindow)
		case m.Embeds() && s.Embedder == nil:
			return fmt.Errorf("mode %s needs an embedder", m)
		case m.vectors() == Late && !spans:
			return fmt.Errorf("mode %s needs an embedder that gives vectors of tokens; %s gives those of texts only", m, s.Embedder.Model().Name)
		}
	}
	return nil
}

// described names a mode with all that decides what it finds.
func (s *Spec) described(m Mode) string {
	name := string(m)
	if m.windows() && s.Assemble != nil {
		name += " in passages of " + s.Assemble.String()
	}
	if !m.Embeds() {
		return name
	}
	name = fmt.Sprintf("%s by %s (%s)", name, s.Embedder.Model().Name, s.Embedder.Model().Digest)
	if m.fused() {
		name += fmt.Sprintf(", %g of vectors", s.DenseWeight)
	}
	return name
}

// searcher is the one of a mode over an index that has its vectors.
func (r *running) searcher(x *index, m Mode, f store.Filter) retrieve.Searcher {
	words := retrieve.Lexical(x, f)
	if !m.Embeds() {
		return words
	}
	dense := retrieve.Dense(r.queries, x, f)
	if !m.fused() {
		return dense
	}
	return retrieve.Fuse(retrieve.ZScore, retrieve.Weighted{Name: retrieve.LexicalLeg, Weight: 1 - r.DenseWeight, Search: words},
		retrieve.Weighted{Name: retrieve.DenseLeg, Weight: r.DenseWeight, Search: dense})
}

// questionVectors is an embedder that knows the vectors of the questions.
type questionVectors struct {
	embed.Embedder
	known map[string][]float32
}

// Embed returns what is known.
func (q *questionVectors) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	if k == embed.Query && len(texts) == 1 {
		if v, ok := q.known[texts[0]]; ok {
			return [][]float32{v}, nil
		}
	}
	return q.Embedder.Embed(ctx, k, texts)
}

// embedQuestions embeds all questions at once.
func (r *running) embedQuestions(ctx context.Context) error {
	if !slices.ContainsFunc(r.Modes, Mode.Embeds) {
		return nil
	}
	var texts []string
	for _, q := range r.asked {
		texts = append(texts, r.query(q.Question))
	}
	vectors, err := embed.Checked(ctx, r.Embedder, embed.Query, texts)
	if err != nil {
		return fmt.Errorf("embedding the questions: %w", err)
	}
	r.queries = &questionVectors{r.Embedder, map[string][]float32{}}
	for i, t := range texts {
		r.queries.known[t] = vectors[i]
	}
	return nil
}

// embedded returns the vectors of records for a mode that searches them.
func (r *running) embedded(ctx context.Context, m Mode, rs []store.Record) ([][]float32, error) {
	if m != Late {
		texts := make([]string, len(rs))
		for i := range rs {
			texts[i] = rs[i].Text
			if m == Dense && rs[i].EmbedText != "" {
				texts[i] = rs[i].EmbedText
			}
		}
		return embed.Checked(ctx, r.Embedder, embed.Passage, texts)
	}
	out := make([][]float32, 0, len(rs))
	for from := 0; from < len(rs); {
		to := from
		var spans []doc.Span
		for to < len(rs) && rs[to].DocID == rs[from].DocID {
			spans = append(spans, extent(&rs[to]))
			to++
		}
		d := r.Corpus.byID[rs[from].DocID]
		vectors, err := r.Embedder.(embed.SpanEmbedder).EmbedSpans(ctx, d.Text, spans)
		if err == nil {
			err = embed.Check(vectors, len(spans), r.Embedder.Model().Dim)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rs[from].DocID, err)
		}
		out = append(out, vectors...)
		from = to
	}
	return out, nil
}

// SearchVector implements store.VectorSearcher over all vectors; f.Generation
// must be empty.
func (x *index) SearchVector(ctx context.Context, v []float32, k int, f store.Filter) ([]store.Hit, error) {
	if k < 1 {
		return nil, nil
	}
	pass := x.passing(f, f.Words.Restricted(x.analyzer, x.langs))
	var found []scored
	for row := range x.records {
		if row%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if pass(row) {
			found = append(found, scored{int32(row), embed.Dot(x.vectors[row], v)})
		}
	}
	slices.SortFunc(found, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), x.compare(a, b)) })
	var hits []store.Hit
	for i, s := range found[:min(k, len(found))] {
		hits = append(hits, store.Hit{Record: x.records[s.row], Score: s.score, Rank: i + 1})
	}
	return hits, nil
}
