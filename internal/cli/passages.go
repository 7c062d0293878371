package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/retrieve/passage"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// windows looks for sentences in and around what a search finds.
func windows(s config.Settings, st *sqlite.Store, filter store.Filter, search retrieve.Searcher) *passage.Finder {
	return &passage.Finder{Chunks: search.Filled(retrieve.Deliver(st)), Index: st, Filter: filter, Depth: max(passage.Depth, s.Search.K),
		Words: 1 - s.Search.Weight, Analyzer: &lex.Analyzer{}}
}

// tokensEach is how many tokens a passage has where no budget is given.
const tokensEach = 256

// passages finds and assembles what the settings ask for.
func (a *app) passages(ctx context.Context, s config.Settings, st *sqlite.Store, filter store.Filter, search retrieve.Searcher, query string) ([]result, error) {
	tokens, err := a.tokenizer(s)
	if err != nil {
		return nil, err
	}
	order, err := passage.OrderOf(s.Search.Order)
	if err != nil {
		return nil, s.Fault(err, "search.order")
	}
	found, err := windows(s, st, filter, search).Find(ctx, query)
	if err != nil {
		return nil, err
	}
	o := passage.Options{Tokens: tokens, Budget: s.Search.Budget, Passages: s.Search.Passages, Order: order, Diversity: s.Search.Diversity,
		Context: func(r *store.Record) []string { return preamble(*r, s.Deliver) }}
	if o.Budget == 0 {
		o.Budget = o.Passages * tokensEach
	}
	ps, err := found.Assemble(o)
	if err != nil {
		return nil, err
	}
	out := make([]result, len(ps))
	for i := range ps {
		out[i] = result{Hit: store.Hit{Record: placed(&ps[i]), Score: ps[i].Score, Rank: ps[i].Rank}, passage: &ps[i]}
	}
	if s.Search.Prefer == preferNewest && order == passage.Best {
		return byAge(out), nil
	}
	return out, nil
}

// byAge puts the newer one first of passages that say nearly the same.
func byAge(passages []result) []result {
	hits := make([]store.Hit, len(passages))
	for i := range passages {
		hits[i] = passages[i].Hit
	}
	out := make([]result, 0, len(passages))
	for rank, i := range retrieve.ByAge(hits) {
		out = append(out, passages[i])
		out[rank].Rank = rank + 1
	}
	return out
}

// preamble is what deliver names of a record besides its text and what that
// repeats.
func preamble(r store.Record, deliver []string) []string {
	var out []string
	for _, name := range deliver {
		if text := part(r, name); name != "text" && name != "overlap" && text != "" {
			out = append(out, text)
		}
	}
	return out
}

// placed is a record that stands where a passage does.
func placed(p *passage.Passage) store.Record {
	r := *p.Records[0]
	r.Start, r.End, r.StartRune, r.EndRune, r.StartLine, r.EndLine = p.Span.Start, p.Span.End, p.StartRune, p.EndRune, p.StartLine, p.EndLine
	r.Pages, r.Text, r.Tokens = p.Pages, p.Text, p.Tokens
	return r
}

// delivered is what a reader gets of a result.
func (h result) delivered(parts []string) string {
	if h.passage != nil {
		return h.passage.Delivered()
	}
	return delivered(h.Record, parts)
}

// numbered is which of how many chunks of its document a result is, or touches.
func (h result) numbered() string {
	if h.passage != nil {
		if last := h.passage.Records[len(h.passage.Records)-1]; last.Num != h.Record.Num {
			return fmt.Sprintf("%d–%d/%d", h.Record.Num, last.Num, h.Record.Of)
		}
	}
	return fmt.Sprintf("%d/%d", h.Record.Num, h.Record.Of)
}

// spanJSON is a place in a document, in bytes.
type spanJSON struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// partJSON is what a passage holds of one chunk.
type partJSON struct {
	ID  string `json:"id"`
	Num int    `json:"num"`
	spanJSON
}

// passageJSON is a passage with all that is needed to cite it.
type passageJSON struct {
	Rank       int        `json:"rank"`
	Score      float64    `json:"score"`
	DocID      string     `json:"doc_id"`
	Collection string     `json:"collection,omitempty"`
	Source     string     `json:"source"`
	Title      string     `json:"title,omitempty"`
	Headings   []string   `json:"headings"`
	Of         int        `json:"of"`
	Chunks     []partJSON `json:"chunks"`
	spanJSON
	StartRune int      `json:"start_rune"`
	EndRune   int      `json:"end_rune"`
	StartLine int      `json:"start_line"`
	EndLine   int      `json:"end_line"`
	Pages     []int    `json:"pages,omitempty"`
	Date      string   `json:"date,omitempty"`
	Tokens    int      `json:"tokens"`
	Context   []string `json:"context,omitempty"`
	Text      string   `json:"text"`
}

func (h result) passageJSON(w *bufio.Writer) error {
	r, p := h.Record, h.passage
	out := passageJSON{Rank: h.Rank, Score: h.Score, DocID: r.DocID, Collection: r.Collection, Source: r.Source, Title: r.Title,
		Headings: append([]string{}, r.Headings...), Of: r.Of, spanJSON: spanJSON{r.Start, r.End}, StartRune: r.StartRune, EndRune: r.EndRune,
		StartLine: r.StartLine, EndLine: r.EndLine, Pages: r.Pages, Date: r.Date, Tokens: p.Tokens, Context: p.Context, Text: p.Text}
	for i, x := range p.Records {
		out.Chunks = append(out.Chunks, partJSON{x.ID, x.Num, spanJSON(p.Parts[i])})
	}
	return encode(w, out)
}

// best is the place in a chunk that a search by windows found, as one line; ""
// where it looked for chunks.
func (h result) best() string {
	r := h.Record
	if h.At == nil || h.At.Start < r.Start || h.At.End > r.End {
		return ""
	}
	return oneLine(strings.TrimSpace(r.Text[h.At.Start-r.Start : h.At.End-r.Start]))
}
