package eval

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// Spec is an evaluation: what is asked of whom. Corpus, Questions, Contenders
// and Tokens must be given; the zero value of every other field is its default.
type Spec struct {
	Corpus *Corpus
	// Questions are checked against the corpus first; those that don't hold are
	// skipped, counted and named in the result.
	Questions  []question.Question
	Contenders []Contender
	// Tokens counts budgets and sizes.
	Tokens Tokenizer
	// K is how many records the metrics "@K" look at; 0 means 5.
	K int
	// Budgets are numbers of retrieved tokens; none means Budgets.
	Budgets []int
	// Within searches only in the document that a question is about.
	Within bool
	// After is what a question begins behind: of "Consider the Lease; who
	// pays?" only "who pays?" is asked where it is "; ". Questions that don't
	// hold it are asked whole.
	After string
	// Index says what of the records is searched; "" means Own.
	Index Indexed
	// Overlap delivers and indexes a record with the text before it that it
	// repeats. By default that stands in what is embedded only.
	Overlap bool
	// Chroma computes the span metrics as Chroma's evaluation does.
	Chroma bool
	// Searcher finds records; nil means words alone, retrieve.Lexical. Its name
	// is part of what cached figures are known by, so a searcher must have one.
	Searcher     func(store.TextSearcher, store.Filter) retrieve.Searcher
	SearcherName string
	// Modes are the ways in which each contender is searched where Searcher is
	// nil; none means Lexical. With several, each makes a run of its own, whose
	// name ends in the mode's.
	Modes []Mode
	// Embedder makes the vectors of modes that search by them.
	Embedder embed.Embedder
	// Assemble makes passages of what the modes with windows find; nil delivers
	// the windows themselves.
	Assemble *Assembly
	// DenseWeight is how much vectors count in fused modes, from 0 to 1; words
	// count the rest. 0 means DenseWeight.
	DenseWeight float64
	// Resamples of the bootstrap; 0 means 10,000. Seed makes them repeatable.
	Resamples int
	Seed      uint64
	// Cache is a folder that keeps the figures of each contender; "" keeps none.
	Cache string
	// Workers is how many questions are asked at once; 0 means one a processor.
	Workers int
	// Progress, if given, is told how work goes on, never by two goroutines at
	// once.
	Progress func(Progress)
}

// Tokenizer counts tokens and says where they end. *token.Tokenizer is one.
type Tokenizer interface {
	size.Measure
	metric.Tokenizer
	Name() string
}

// Indexed says what of a record the text index holds.
type Indexed string

// What can be searched.
const (
	Own      Indexed = "own"      // text, and the headings of records that have them: those of ours
	Text     Indexed = "text"     // text alone, for all
	Headings Indexed = "headings" // text, title and headings in force, for all
)

// Progress is how far an evaluation has come.
type Progress struct {
	Contender  string
	Number, Of int // of the contender, from 1
	Stage      Stage
	Done       int // questions asked, of Total
	Total      int
}

// Stage is what is being done for a contender.
type Stage string

// The stages, in order. Cached stands alone.
const (
	Cutting Stage = "cut"
	Asking  Stage = "ask"
	Done    Stage = "done"
	Cached  Stage = "cached"
)

// Budgets are the budgets of tokens at which spans are measured by default.
func Budgets() []int { return []int{250, 500, 1000, 2000, 4000} }

// depth is how many records are found for a question, at least: metrics of a
// whole ranking see no more.
const depth = 100

func workers() int { return runtime.GOMAXPROCS(0) }

// resolved returns s with its defaults, or what is wrong with it.
func (s Spec) resolved() (Spec, error) {
	switch {
	case s.Corpus == nil || len(s.Corpus.Documents) == 0:
		return s, fmt.Errorf("%w: no documents", ErrEmpty)
	case len(s.Contenders) == 0:
		return s, fmt.Errorf("%w: no contenders; give strategies or chunk files", ErrEmpty)
	case s.Tokens == nil:
		return s, fmt.Errorf("evaluation: no tokenizer to count budgets with")
	case s.K < 0:
		return s, fmt.Errorf("k is %d, must be at least 1", s.K)
	case s.Resamples < 0:
		return s, fmt.Errorf("resamples is %d, must be at least 1", s.Resamples)
	}
	if s.K == 0 {
		s.K = 5
	}
	if len(s.Budgets) == 0 {
		s.Budgets = Budgets()
	}
	s.Budgets = slices.Clone(s.Budgets)
	slices.Sort(s.Budgets)
	s.Budgets = slices.Compact(s.Budgets)
	if s.Budgets[0] < 1 {
		return s, fmt.Errorf("budget of %d tokens, must be at least 1", s.Budgets[0])
	}
	if s.Resamples == 0 {
		s.Resamples = 10_000
	}
	if s.Workers <= 0 {
		s.Workers = workers()
	}
	if err := s.resolveModes(); err != nil {
		return s, err
	}
	switch {
	case s.Index == "":
		s.Index = Own
	case s.Index != Own && s.Index != Text && s.Index != Headings:
		return s, fmt.Errorf("index %q is none of %s, %s, %s", s.Index, Own, Text, Headings)
	}
	if s.Searcher != nil && s.SearcherName == "" && s.Cache != "" {
		return s, fmt.Errorf("evaluation: a searcher without a name can't have cached figures")
	}
	return s, s.named()
}

// named checks the contenders' names.
func (s *Spec) named() error {
	seen := map[string]bool{}
	for _, c := range s.Contenders {
		switch name := c.Name(); {
		case strings.TrimSpace(name) == "":
			return fmt.Errorf("evaluation: a contender has no name; chunk files are given as NAME=FILE")
		case seen[name]:
			return fmt.Errorf("evaluation: two contenders are called %q; give one another name", name)
		default:
			seen[name] = true
		}
	}
	return nil
}

// settings are what of the spec stands in the result.
func (s *Spec) settings() Settings {
	searcher := s.SearcherName
	if s.Searcher == nil {
		var names []string
		for _, m := range s.Modes {
			names = append(names, s.described(m))
		}
		searcher = strings.Join(names, "; ")
	}
	return Settings{Version: Version, Ingest: ingest.Version, Lex: lex.Version, K: s.K, Budgets: s.Budgets, Within: s.Within, After: s.After,
		Index: s.Index, Overlap: s.Overlap, Chroma: s.Chroma, Depth: depth, Tokenizer: s.Tokens.Name(), Searcher: searcher,
		Resamples: s.Resamples, Seed: s.Seed}
}

// query is what is searched for a question.
func (s *Spec) query(text string) string {
	if s.After != "" {
		if _, rest, ok := strings.Cut(text, s.After); ok && strings.TrimSpace(rest) != "" {
			return strings.TrimSpace(rest)
		}
	}
	return text
}

// prepare gives the records the form in which they are searched and delivered.
func (s *Spec) prepare(p *Pieces) {
	if p.Foreign {
		link(p.Records)
	}
	for i := range p.Records {
		r := &p.Records[i]
		d := s.Corpus.byID[r.DocID]
		if s.Overlap && r.Overlap > 0 {
			r.Start -= r.Overlap
			r.Text, r.Overlap = d.Text[r.Start:r.End], 0
		}
		if s.Index == Headings && p.Foreign {
			r.Title, r.Headings = d.Title, d.Headings(extent(r))
		}
		r.StartRune, r.EndRune = d.runes().runeAt(r.Start), d.runes().runeAt(r.End)
		if w := r.Window; w != nil {
			w.StartRune, w.EndRune = d.runes().runeAt(w.Start), d.runes().runeAt(w.End)
		}
	}
}

// fields returns what of a record is searched.
func (s *Spec) fields(a *lex.Analyzer, p *Pieces) func(*store.Record) store.Fields {
	bare := s.Index == Text || s.Index == Own && p.Foreign
	return func(r *store.Record) store.Fields {
		if !bare {
			return store.Analyse(a, r)
		}
		c := *r
		c.Title, c.Headings = "", nil
		return store.Analyse(a, &c)
	}
}
