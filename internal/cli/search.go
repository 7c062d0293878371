package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/retrieve/passage"
	"github.com/pildora/pildora/retrieve/rerank"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// searchOptions are the flags of search that are no settings.
type searchOptions struct {
	in      []string
	filter  []string
	explain bool
	json    bool
	color   string
}

func searchCommand(a *app) *cobra.Command {
	var opt searchOptions
	flags := config.NewFlags(only("index", "collection", "search.k", "search.budget", "search.neighbors", "search.parents", "search.output", "workers", "include",
		"exclude", "gitignore", "hidden", "urls", "url_addresses", "max_file_bytes", "password", "ocr", "ocr_lang",
		"vectors", "embedder", "search.mode", "search.typos", "search.prefer", "search.dense_weight", "search.fusion",
		"search.rerank", "search.rerank_url", "search.rerank_depth", "llm", "llm_url", "llm_price", "llm_concurrency", "llm_timeout", "llm_max_cost", "llm_max_tokens", "llm_thinking", "llm_cache", "search.granularity", "search.passages", "search.order", "search.diversity"))
	c := &cobra.Command{
		Use:   "search QUERY",
		Short: "Find the passages that answer a question",
		Long: "Searches the index, and prints for each passage its rank and score, where it stands, and its text with the\n" +
			"words of the question marked. With --in it first brings an index of these files and folders up to date, kept\n" +
			"in the user's cache (or in --index), so that one command answers from a folder.\n\n" +
			"Where documents were cut on two levels (strategies parent-child and sentence-window), what was found delivers its\n" +
			"parent or window, each text once; -k counts parents, and windows before those that overlap are stitched into one\n" +
			"passage. With --parents no it shows the chunks that were found.\n\n" +
			"With --granularity window the sentences in and around the best chunks are ranked, each showing its chunk. With\n" +
			"--passages the best of them are assembled for a reader or a language model: at most so many passages, whole\n" +
			"sentences, grown where that is worth most, --budget tokens in all, nothing twice.\n\n" +
			"Where the index has vectors, what is near to the question in meaning is found beside what holds its words, and\n" +
			"both lists are fused; --mode chooses one of them. The question is embedded by the model of the index.\n\n" +
			"\"A phrase\" must be in what is found, word* stands for any word that begins so, and what holds -word or -\"a phrase\"\n" +
			"isn't found; in a question with a question mark, quotes only lift, and the rest is text unless it is +\"…\" or -\"…\".\n" +
			"After -- a question may begin with a minus. With --typos yes, misspelt words find what is written nearly so.\n\n" +
			"Finding nothing is no error.",
		Example: "  pildora search \"plazo de devolución\"\n" +
			"  pildora search --in examples/es \"¿Cuántos días de vacaciones tengo si me incorporo en julio?\"\n" +
			"  pildora search --in examples/en -k 3 --neighbors 1 --explain \"who signs the delivery note?\"\n" +
			"  pildora search --in examples/en --passages 5 --budget 1200 --output prompt \"who signs the delivery note?\"\n" +
			"  pildora search --filter lang=es --json vacaciones\n" +
			"  pildora search --in examples/es 'vacaciones -julio'",
		Args: args("QUERY", 1, -1),
		RunE: func(c *cobra.Command, words []string) error {
			if err := withoutIn(c, opt.in); err != nil {
				return err
			}
			if err := exclusive(c, "json", "output"); err != nil {
				return err
			}
			if opt.json {
				if err := flags.Set("search.output", "--json", config.Item{Text: "json"}); err != nil {
					return err
				}
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.search(c.Context(), s, strings.Join(words, " "), opt)
		},
	}
	addFlags(c, flags, config.IndexGroup, config.RecipeGroup, config.SearchGroup, config.InputGroup, config.LLMGroup)
	f := c.Flags()
	f.StringArrayVar(&opt.in, "in", nil, "bring an index of `PATH` up to date first and search it; repeatable")
	f.StringArrayVar(&opt.filter, "filter", nil, filterHelp)
	f.BoolVar(&opt.explain, "explain", false, "say which words matched, how often, and what each added to the score; and of a fused search the rank and score in each list")
	f.BoolVar(&opt.json, "json", false, "print one record a line, with rank and score (the same as --output json)")
	f.StringVar(&opt.color, "color", "auto", "mark the words found, `WHEN`: auto (on a terminal), always or never")
	return c
}

// withoutIn refuses flags about what --in brings in where nothing is.
func withoutIn(c *cobra.Command, in []string) error {
	for _, name := range []string{"include", "exclude", "gitignore", "hidden", "allow-url", "allow-address", "workers", "max-file-bytes"} {
		if len(in) == 0 && c.Flags().Changed(name) {
			return usagef("--%s is about the files that --in brings in; give --in PATH, or leave it out", name)
		}
	}
	return nil
}

// sensible refuses what could only be ignored.
func sensible(s config.Settings, query string, opt searchOptions) error {
	switch {
	case strings.TrimSpace(query) == "":
		return usagef("the question is empty; give words to search for")
	case opt.explain && s.Search.Output == "prompt":
		return usagef("--explain is for people, and the output prompt is for a language model; choose another output")
	case opt.explain && s.Search.Passages > 0:
		return usagef("--explain is about chunks, and passages are made of their sentences; leave one of them out")
	case s.Search.Rerank != "" && s.Search.Passages > 0:
		return usagef("search.rerank puts chunks in order, and passages are made of the best sentences of all; leave one of them out")
	case s.Search.Neighbors > 0 && s.Search.Passages > 0:
		return usagef("passages grow as far as their budget allows; leave out the neighbours, or the passages")
	case (s.Search.Passages > 0 || s.Search.Granularity == "window") && (s.Search.Mode == "dense" || s.Search.Fusion == "rrf"):
		return usagef("sentences are found by words, to which vectors are added by z-scores: the mode dense and the fusion rrf are for chunks")
	case opt.color == "always" && s.Search.Output != "text":
		return usagef("--color always is for the output text; %s is never coloured", s.Search.Output)
	}
	return nil
}

func (a *app) search(ctx context.Context, s config.Settings, query string, opt searchOptions) error {
	if err := sensible(s, query, opt); err != nil {
		return err
	}
	filter, err := parseFilter(s.Collection, opt.filter)
	if err != nil {
		return err
	}
	filter.Words.Typos = s.Search.Typos == "yes"
	bold, err := a.marks(opt.color)
	if err != nil {
		return err
	}
	st, missed, err := a.searchable(ctx, s, opt.in)
	if err != nil {
		return err
	}
	var hits []result
	// All of a search is of the generation that is live when it begins.
	filter.Generation, err = st.Live(ctx)
	if err != nil {
		return errors.Join(err, st.Close())
	}
	search, err := a.searcher(ctx, s, st, filter)
	if err == nil {
		if s.Search.Passages > 0 {
			hits, err = a.passages(ctx, s, st, filter, search, query)
		} else {
			hits, err = a.chunks(ctx, s, st, filter, search, query)
		}
	}
	if err == nil {
		err = a.answer(ctx, s, st, &answer{query: query, hits: hits, bold: bold, explain: opt.explain, filter: filter})
	}
	if err = errors.Join(err, st.Close()); err != nil {
		return err
	}
	return missed
}

// searchable opens the index to search, brought up to date from in where that
// is given. missed says which documents could not be; the others can be
// searched.
func (a *app) searchable(ctx context.Context, s config.Settings, in []string) (st *sqlite.Store, missed, err error) {
	if len(in) == 0 {
		st, err = openIndex(ctx, a.indexDir(s))
		return st, nil, err
	}
	dir := a.indexDir(s)
	if s.Index == "" {
		if dir, err = a.cacheDir(in); err != nil {
			return nil, nil, err
		}
	}
	return a.synced(ctx, s, dir, in)
}

// preferNewest is a value of search.prefer.
const preferNewest = "newest"

// chunks searches, and adds neighbours as far as the budget has room for them.
func (a *app) chunks(ctx context.Context, s config.Settings, st *sqlite.Store, filter store.Filter, search retrieve.Searcher, query string) ([]result, error) {
	if s.Search.Granularity == "window" {
		search = windows(s, st, filter, search).Searcher()
	}
	if s.Search.Prefer == preferNewest {
		search = retrieve.Newest(search)
	}
	reader, err := a.reranker(s)
	if err != nil {
		return nil, err
	}
	at := store.Pin(st, filter.Generation)
	deliver, steps := []retrieve.Step{retrieve.Deliver(at)}, []retrieve.Step{}
	if s.Search.Budget > 0 {
		steps = append(steps, retrieve.Budget(s.Search.Budget))
	}
	if s.Search.Parents == "yes" {
		deliver, steps = append(deliver, retrieve.Parents(at)), append(steps, retrieve.Stitch())
	}
	search = search.Filled(deliver...)
	if reader != nil {
		search = rerank.After(search, reader, s.Search.RerankDepth, func(r store.Record) string { return delivered(r, s.Deliver) })
	}
	hits, err := search.Then(steps...)(ctx, query, s.Search.K)
	if err != nil {
		return nil, err
	}
	all, err := retrieve.Neighbors(at, s.Search.Neighbors)(ctx, query, hits)
	if err != nil {
		return nil, err
	}
	return within(all, hits, s.Search.Budget), nil
}

// result is a hit, a neighbour shown with one, or a passage.
type result struct {
	store.Hit
	neighbor bool
	passage  *passage.Passage
}

// within marks the neighbours and leaves out those that the budget has no
// room for; 0 is no bound.
func within(all, hits []store.Hit, budget int) []result {
	isHit := map[string]bool{}
	spent := 0
	for _, h := range hits {
		isHit[h.Record.ID] = true
		spent += h.Record.Tokens
	}
	var out []result
	for _, h := range all {
		neighbor := !isHit[h.Record.ID]
		if neighbor {
			if budget > 0 && spent+h.Record.Tokens > budget {
				continue
			}
			spent += h.Record.Tokens
		}
		out = append(out, result{Hit: h, neighbor: neighbor})
	}
	return out
}
