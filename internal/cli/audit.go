package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// auditOptions are the flags of audit that are no settings.
type auditOptions struct {
	passage, doc, questions string
	filter                  []string
	json                    bool
}

func auditCommand(a *app) *cobra.Command {
	var opt auditOptions
	flags := config.NewFlags(only("index", "collection", "search.k", "search.parents", "search.mode", "search.dense_weight", "search.fusion", "embedder", "vectors"))
	c := &cobra.Command{
		Use:   "audit ID|QUERY",
		Short: "Say why a passage was found or wasn't",
		Long: "With a question and --passage TEXT, says what became of the passage that should have been found: which chunk\n" +
			"holds it whole, or between which it was cut; in which generation; its rank by words, by vectors and in both\n" +
			"together; and what was found before it. With the id of a chunk, says where it comes from: its document and\n" +
			"source, the recipe, its neighbours, and the generations that have it. With --questions FILE.jsonl, does the\n" +
			"first for every question of a set and counts the causes.",
		Example: "  pildora audit \"¿Quién firma el albarán?\" --passage \"el albarán lo firma quien recibe\"\n" +
			"  pildora audit glosario.md#2dfc62140e2f8f63\n  pildora audit --questions examples/questions/es.jsonl",
		Args: args("ID|QUERY", 0, -1),
		RunE: func(c *cobra.Command, words []string) error {
			asked := strings.TrimSpace(strings.Join(words, " "))
			switch {
			case (asked == "") == (opt.questions == ""):
				return usagef("give a question, the id of a chunk, or --questions FILE.jsonl: one of them")
			case opt.questions != "" && (opt.passage != "" || opt.doc != ""):
				return usagef("--questions says itself which passages are wanted; leave --passage and --doc out")
			}
			return a.withIndex(c.Context(), flags, func(s config.Settings, st *sqlite.Store) error {
				return a.audit(c.Context(), s, st, asked, opt)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup, config.SearchGroup, config.RecipeGroup)
	f := c.Flags()
	f.StringVar(&opt.passage, "passage", "", "the `TEXT` that should have been found")
	f.StringVar(&opt.doc, "doc", "", "the document `ID` that it stands in")
	f.StringVar(&opt.questions, "questions", "", "audit every question of `FILE.jsonl`")
	f.StringArrayVar(&opt.filter, "filter", nil, "only chunks with `KEY=VALUE`, as in search; repeatable")
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return c
}

func (a *app) audit(ctx context.Context, s config.Settings, st *sqlite.Store, asked string, opt auditOptions) error {
	if opt.questions == "" && opt.passage == "" {
		if !strings.Contains(asked, "#") {
			return usagef("--passage TEXT is missing: what should have been found? (the id of a chunk holds a #; pildora list and show name them)")
		}
		return a.auditChunk(ctx, st, asked, opt.json)
	}
	filter, err := parseFilter(s.Collection, opt.filter)
	if err != nil {
		return err
	}
	if filter.Generation, err = st.Live(ctx); err != nil {
		return err
	}
	by, err := a.auditor(ctx, s, st, filter)
	if err != nil {
		return err
	}
	if opt.questions != "" {
		return a.auditAll(ctx, by, opt)
	}
	found, err := by.audit(ctx, asked, retrieve.Passage{Doc: opt.doc, Text: opt.passage})
	if err != nil {
		return err
	}
	if opt.json {
		return encode(a.out, found)
	}
	w := bufio.NewWriter(a.out)
	by.print(w, found)
	return w.Flush()
}

// auditor asks an index and looks at what comes.
type auditor struct {
	store  store.Index
	search retrieve.Searcher
	filter store.Filter
	docs   map[string]store.DocState
	k      int // results of a search
}

// audited is how many hits a passage is looked for among.
const audited = 1000

// before is how many of the hits that were found before a passage are named.
const before = 5

func (a *app) auditor(ctx context.Context, s config.Settings, st *sqlite.Store, filter store.Filter) (*auditor, error) {
	x := &auditor{store: store.Pin(st, filter.Generation), filter: filter, docs: map[string]store.DocState{}, k: s.Search.K}
	search, err := a.searcher(ctx, s, st, filter)
	if err != nil {
		return nil, err
	}
	deliver := []retrieve.Step{retrieve.Deliver(x.store)}
	if s.Search.Parents == "yes" {
		deliver = append(deliver, retrieve.Parents(x.store))
	}
	x.search = search.Filled(deliver...)
	list, err := entries(ctx, st, filter.Generation)
	for _, d := range list {
		x.docs[d.DocID] = d
	}
	return x, err
}

// cause is what became of a passage.
type cause string

// The causes, from the best to the worst.
const (
	causeFound   cause = "found"       // whole, among the results
	causeDeep    cause = "ranked low"  // whole, but behind the results
	causeCut     cause = "cut"         // nothing that is delivered holds all of it
	causeUnfound cause = "not matched" // whole, but no search finds it
	causeMissing cause = "not indexed" // no chunk has it
)

func causes() []cause { return []cause{causeFound, causeDeep, causeCut, causeUnfound, causeMissing} }

// finding is what became of one passage.
type finding struct {
	Question   string      `json:"question"`
	Passage    string      `json:"passage"`
	Cause      cause       `json:"cause"`
	Generation string      `json:"generation"`
	Rank       int         `json:"rank,omitempty"` // of the best chunk with it, after fusion
	Best       string      `json:"best,omitempty"` // that chunk
	Legs       []store.Leg `json:"legs,omitempty"`
	Holders    []holder    `json:"holders"`
	Before     []holder    `json:"before"` // what was found before it, the best first
	Document   *docStatus  `json:"document,omitempty"`
}

// holder is a chunk with (a part of) a passage, or one that was found.
type holder struct {
	ID    string  `json:"id"`
	Num   int     `json:"num"`
	Of    int     `json:"of"`
	Share float64 `json:"share,omitempty"` // of the passage
	Score float64 `json:"score,omitempty"`
	Text  string  `json:"text"`
}

// docStatus is what the manifest knows of a document.
type docStatus struct {
	Doc    string      `json:"doc"`
	State  store.State `json:"state"`
	Stage  string      `json:"stage,omitempty"`
	Error  string      `json:"error,omitempty"`
	Recipe string      `json:"recipe"`
	Time   time.Time   `json:"time"`
}

func (x *auditor) status(id string) *docStatus {
	d, ok := x.docs[id]
	if !ok {
		return nil
	}
	return statusOf(d)
}

func statusOf(d store.DocState) *docStatus {
	return &docStatus{d.DocID, d.State, d.Stage, d.Error, d.Recipe, d.Time}
}

// audit asks the question and looks for the passage.
func (x *auditor) audit(ctx context.Context, asked string, p retrieve.Passage) (finding, error) {
	out := finding{Question: asked, Passage: p.Text, Generation: x.filter.Generation, Cause: causeMissing, Holders: []holder{}, Before: []holder{}}
	held, err := retrieve.Hold(ctx, x.store, x.filter, p)
	if err != nil {
		return out, err
	}
	for _, r := range held.Whole {
		out.Holders = append(out.Holders, holding(r, 1, 0))
	}
	for _, piece := range held.Pieces {
		out.Holders = append(out.Holders, holding(piece.Record, piece.Share, 0))
	}
	switch {
	case len(held.Whole) > 0:
		out.Cause, out.Document = causeUnfound, x.status(held.Whole[0].DocID)
	case len(held.Pieces) > 0:
		out.Cause, out.Document = causeCut, x.status(held.Pieces[0].Record.DocID)
	default:
		out.Document = x.status(p.Doc)
	}
	hits, err := x.search(ctx, asked, audited)
	if err != nil {
		return out, err
	}
	at := slices.IndexFunc(hits, func(h store.Hit) bool { return holdsAll(h.Record, held) })
	whole := at >= 0
	if !whole {
		at = slices.IndexFunc(hits, func(h store.Hit) bool { return holdsSome(h.Record, held) })
	}
	for _, h := range hits[:min(before, len(hits))] {
		if at < 0 || len(out.Before) < at {
			out.Before = append(out.Before, holding(h.Record, 0, h.Score))
		}
	}
	if at >= 0 {
		out.Rank, out.Best, out.Legs = at+1, hits[at].Record.ID, hits[at].Legs
	}
	if whole {
		if out.Cause = causeDeep; out.Rank <= x.k {
			out.Cause = causeFound
		}
	}
	return out, nil
}

// holdsAll reports whether what is delivered holds all of a passage: it, or the
// parent or window of its pieces.
func holdsAll(r store.Record, held retrieve.Holding) bool {
	if len(held.Whole) > 0 {
		return slices.ContainsFunc(held.Whole, func(w store.Record) bool { return holds(r, w) })
	}
	return len(held.Pieces) > 0 && !slices.ContainsFunc(held.Pieces, func(p retrieve.Piece) bool { return !holds(r, p.Record) })
}

func holdsSome(r store.Record, held retrieve.Holding) bool {
	return slices.ContainsFunc(held.Pieces, func(p retrieve.Piece) bool { return holds(r, p.Record) })
}

// holds reports whether what is delivered holds a chunk.
func holds(r, c store.Record) bool {
	return r.Collection == c.Collection && r.DocID == c.DocID && r.Start <= c.Start && c.End <= r.End
}

func holding(r store.Record, share, score float64) holder {
	return holder{ID: r.ID, Num: r.Num, Of: r.Of, Share: share, Score: score, Text: excerpt(r.Text, 100)}
}

func (x *auditor) print(w *bufio.Writer, f finding) {
	fmt.Fprintf(w, "%s in generation %s\n", f.Cause, label(f.Generation))
	switch f.Cause {
	case causeMissing:
		fmt.Fprintln(w, "no chunk has these words in a row: the document isn't indexed, says it otherwise, or its reader left it out (pildora read shows what is read)")
	case causeCut:
		fmt.Fprintf(w, "nothing that is delivered holds it whole; it was cut into %s\n", count(len(f.Holders), "piece"))
	}
	for _, h := range f.Holders {
		fmt.Fprintf(w, "  %3.0f%%  %s  %d/%d  %s\n", 100*h.Share, label(h.ID), h.Num, h.Of, label(h.Text))
	}
	if d := f.Document; d != nil {
		fmt.Fprintf(w, "document  %s: %s since %s, by recipe %s\n", label(d.Doc), d.State, d.Time.Format(time.DateTime), label(d.Recipe))
		if d.Error != "" {
			fmt.Fprintf(w, "          failed: %s: %s\n", label(d.Stage), label(d.Error))
		}
	}
	switch {
	case f.Rank > 0:
		fmt.Fprintf(w, "rank      %d of what was found (%s); a search shows %d\n", f.Rank, label(f.Best), x.k)
	case len(f.Holders) > 0:
		fmt.Fprintf(w, "rank      not among the first %d\n", audited)
	}
	if len(f.Legs) > 0 {
		fmt.Fprintf(w, "          %s\n", legsLine(f.Legs))
	}
	for i, h := range f.Before {
		if i == 0 {
			fmt.Fprintln(w, "before it")
		}
		fmt.Fprintf(w, "  %3d. %.3f  %s  %d/%d  %s\n", i+1, h.Score, label(h.ID), h.Num, h.Of, label(h.Text))
	}
}

// audits are those of a set of questions.
type audits struct {
	Questions int           `json:"questions"`
	Causes    map[cause]int `json:"causes"`
	Findings  []finding     `json:"findings"`
}

// auditAll audits every question for each of its spans, and counts the worst
// cause of each.
func (a *app) auditAll(ctx context.Context, by *auditor, opt auditOptions) error {
	asked, err := a.questions(opt.questions)
	if err != nil {
		return err
	}
	bar, done := a.bar("audit", "questions", len(asked))
	defer done()
	out := audits{Questions: len(asked), Causes: map[cause]int{}, Findings: []finding{}}
	order := causes()
	for _, q := range asked {
		worst := -1
		var of finding
		for _, p := range passagesOf(q) {
			f, err := by.audit(ctx, q.Question, p)
			if err != nil {
				return err
			}
			if at := slices.Index(order, f.Cause); at > worst {
				worst, of = at, f
			}
		}
		if worst >= 0 {
			out.Causes[of.Cause]++
			out.Findings = append(out.Findings, of)
		}
		bar.Add(1)
	}
	if opt.json {
		return encode(a.out, out)
	}
	w := bufio.NewWriter(a.out)
	for _, f := range out.Findings {
		if f.Cause != causeFound {
			rank := ""
			if f.Rank > 0 {
				rank = fmt.Sprintf(" (rank %d)", f.Rank)
			}
			fmt.Fprintf(w, "%-11s  %s%s\n", f.Cause, label(f.Question), rank)
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(out.Causes), func(x, y cause) int { return slices.Index(order, x) - slices.Index(order, y) }) {
		fmt.Fprintf(w, "%d of %s: %s\n", out.Causes[c], count(out.Questions, "question"), c)
	}
	return w.Flush()
}

// passagesOf are the spans of a question.
func passagesOf(q question.Question) []retrieve.Passage {
	var out []retrieve.Passage
	for _, s := range q.Spans {
		out = append(out, retrieve.Passage{Doc: q.DocOf(s), Span: doc.Span{Start: s.Start, End: s.End}, Text: s.Text})
	}
	return out
}

// origin is what is known of a chunk.
type origin struct {
	Record      store.Record `json:"record"`
	Document    *docStatus   `json:"document,omitempty"`
	Source      string       `json:"source"`
	Neighbors   []holder     `json:"neighbors"`
	Generations []string     `json:"generations"` // that have it, the live one marked with *
}

func (a *app) auditChunk(ctx context.Context, st *sqlite.Store, id string, asJSON bool) error {
	all, err := st.Generations(ctx)
	if err != nil {
		return err
	}
	out := origin{Neighbors: []holder{}}
	have := false
	for _, g := range all {
		rs, err := st.GetIn(ctx, g.Name, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		name := g.Name
		if g.Live {
			name += "*"
		}
		if out.Generations = append(out.Generations, name); g.Live || !have {
			have, out.Record = true, rs[0]
			if err := out.around(ctx, store.Pin(st, g.Name)); err != nil {
				return err
			}
		}
	}
	if !have {
		return usagef("no generation has a chunk %q; pildora show DOC lists those of a document", id)
	}
	if asJSON {
		return encode(a.out, out)
	}
	w := bufio.NewWriter(a.out)
	r := out.Record
	fmt.Fprintf(w, "chunk       %s  %s\nsource      %s, %s\ngenerations %s (* is live)\nrecipe      %s\n", label(r.ID), numbered(r),
		label(out.Source), linesOf(r), label(strings.Join(out.Generations, ", ")), label(r.Recipe))
	if d := out.Document; d != nil {
		fmt.Fprintf(w, "document    %s: %s since %s\n", label(d.Doc), d.State, d.Time.Format(time.DateTime))
	}
	fmt.Fprintf(w, "size        %s, %s\n", count(r.Tokens, "token"), count(r.Chars, "character"))
	for _, h := range out.Neighbors {
		fmt.Fprintf(w, "neighbour   %s  %d/%d  %s\n", label(h.ID), h.Num, h.Of, label(h.Text))
	}
	return w.Flush()
}

// around fills what stands around the chunk.
func (o *origin) around(ctx context.Context, st store.Index) error {
	o.Source, o.Neighbors = o.Record.Source, o.Neighbors[:0]
	d, known, err := entry(ctx, st, o.Record.DocID)
	if err != nil {
		return err
	}
	if known {
		o.Document = statusOf(d)
	}
	for _, id := range []string{o.Record.Parent, o.Record.Prev, o.Record.Next} {
		if id == "" {
			continue
		}
		rs, err := st.Get(ctx, id)
		if err != nil {
			return err
		}
		o.Neighbors = append(o.Neighbors, holding(rs[0], 0, 0))
	}
	return nil
}
