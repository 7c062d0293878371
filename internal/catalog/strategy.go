// Package catalog names every component: strategies, units, tokenizers,
// formats, frame parts. Each list is a value, written in one place; adding a
// component is one line in it.
package catalog

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	cutllm "github.com/pildora/pildora/chunk/cut/llm"
	"github.com/pildora/pildora/chunk/cut/semantic"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/lex"
)

// Strategy is a way of cutting, by name.
type Strategy struct {
	Name  string
	Doc   string // one sentence, for help and reference
	build func(build) (chunk.Splitter, error)
}

// build is what a strategy is made of.
type build struct {
	recipe ingest.Recipe
	limits chunk.Limits
	parent chunk.Limits      // for strategies with parents
	drift  *semantic.Options // for strategies that cut where the meaning changes; nil for others
	asked  model.Options     // for strategies that ask a language model; zero for others
}

// Strategies returns all strategies, the default first.
func Strategies() []Strategy {
	return []Strategy{
		{"cascade", "by pills: the outermost that fits is one chunk; within one that doesn't, blocks, changes of idea, sentences, words", cascade},
		{"structural", "between sections always, then between blocks, sentences, words", structural},
		{"recursive", "after the best separator that fits: blank line, line end, full stop, blank, or those given", recursive},
		{"paragraph", "between blank lines, as many paragraphs as fit; one that doesn't fit alone, between its sentences", paragraphs},
		{"sentence", "between sentences, as many as fit", sentences},
		{"code", "between declarations, then statements, then lines, of source code as plain text and of code in other documents", code},
		{"semantic", "between sections always, then where the meaning changes as an embedding model sees it, then between sentences, words", drifting},
		{"llm", "between sections always, then where a language model says that the topic changes, then between sentences, words", topical},
		{"parent-child", "as cascade does, on two levels: parents are delivered, and the chunks in them are searched", parentChild},
		{"sentence-window", "sentence by sentence: one is searched, and delivered with those around it in its section", sentenceWindow},
		{"fixed", "a window of exactly max, blind to the text; the baseline", fixed},
	}
}

func fixed(b build) (chunk.Splitter, error) {
	b.limits.Overlap.Firm = true
	if b.limits.Overlap.Count == 0 {
		b.limits.Overlap.Units = nil // exactly its unit
	}
	return chunk.Pack(b.limits), nil
}

func recursive(b build) (chunk.Splitter, error) {
	if len(b.recipe.Separators) == 0 {
		return chunk.Pack(b.limits, cut.After("\n\n"), cut.After("\n"), cut.After(". "), cut.After(" ")), nil
	}
	var cutters []chunk.Cutter
	for _, sep := range b.recipe.Separators {
		if sep.Regexp == "" {
			cutters = append(cutters, cut.After(sep.Text))
			continue
		}
		re, err := regexp.Compile(sep.Regexp)
		if err != nil {
			return nil, fmt.Errorf("separator-regex %q: %w", sep.Regexp, err)
		}
		cutters = append(cutters, cut.Match(re))
	}
	return chunk.Pack(b.limits, cutters...), nil
}

func sentences(b build) (chunk.Splitter, error) {
	return chunk.Pack(b.limits, cut.Sentences(b.recipe.Lang), cut.Lines, cut.Words, cut.Segments), nil
}

func code(b build) (chunk.Splitter, error) {
	return chunk.Pack(b.limits, cut.Code, cut.Lines, cut.Words, cut.Segments), nil
}

// cascade cuts by pills, and what holds none that fits by ever finer borders.
func cascade(b build) (chunk.Splitter, error) {
	b.limits.Overlap.Sections = true
	lang := b.recipe.Lang
	sentences := cut.Sentences(lang)
	cohesive := cut.Cohesive(lang, sentences)
	cutters := []chunk.Cutter{cut.CohesiveBlocks(lang), cut.LongLines, b.ideas(cohesive), cohesive,
		cut.Blocks, sentences, cut.Headings, cut.Words, cut.Segments}
	packer, err := packerOf(b.recipe.Packing)
	if err != nil {
		return nil, err
	}
	return pill.Split(pill.Options{Limits: b.limits, Inner: packer.build(b.limits, cutters),
		Merge: pill.Merge{Siblings: b.recipe.Merge.Siblings, Under: b.recipe.Merge.Under}}), nil
}

// parentChild cuts parents as cascade does, and each of them into chunks.
func parentChild(b build) (chunk.Splitter, error) {
	child, err := cascade(b)
	if err != nil {
		return nil, err
	}
	b.limits = b.parent
	parent, err := cascade(b)
	return chunk.Nest(parent, child), err
}

func sentenceWindow(b build) (chunk.Splitter, error) {
	one := chunk.Pack(b.limits, cut.LongLines, cut.Lines, cut.Words, cut.Segments)
	sentences := chunk.Each(cut.Sentences(b.recipe.Lang), func(*doc.Document, doc.Span) chunk.Splitter { return one })
	return chunk.Window(b.recipe.Window, sentences), nil
}

// ideas cuts where the idea changes: the words, or the meaning.
func (b build) ideas(sentences chunk.Cutter) chunk.Cutter {
	if b.drift == nil {
		return cut.Ideas(b.recipe.Lang, sentences)
	}
	o := *b.drift
	o.Sentences = sentences
	return semantic.Drift(o)
}

func drifting(b build) (chunk.Splitter, error) {
	b.limits.Overlap.Sections = true
	sentences := cut.Sentences(b.recipe.Lang)
	pack := chunk.Pack(b.limits, b.ideas(sentences), sentences, cut.Headings, cut.Words, cut.Segments)
	return chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack }), nil
}

// topical cuts where a language model says that the topic changes.
func topical(b build) (chunk.Splitter, error) {
	b.limits.Overlap.Sections = true
	sentences := cut.Sentences(b.recipe.Lang)
	topics := cutllm.Topics(cutllm.Options{LLM: b.asked.LLM, Sentences: sentences, Language: b.recipe.Lang, Window: b.asked.Window / 4, Strict: b.asked.Strict,
		Warn: func(uri string, s doc.Span, why string) {
			if b.asked.Warn != nil {
				b.asked.Warn(model.Warning{Doc: uri, Span: s, Task: "cut", Why: why})
			}
		}})
	pack := chunk.Pack(b.limits, topics, sentences, cut.Headings, cut.Words, cut.Segments)
	return chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack }), nil
}

func structural(b build) (chunk.Splitter, error) {
	b.limits.Overlap.Sections = true
	pack := chunk.Pack(b.limits, cut.Blocks, cut.LongLines, cut.Sentences(b.recipe.Lang), cut.Headings, cut.Words, cut.Segments)
	return chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack }), nil
}

// splitter makes the splitter of a recipe.
func splitter(r ingest.Recipe, l, parent chunk.Limits, drift *semantic.Options, asked model.Options) (chunk.Splitter, error) {
	for _, s := range Strategies() {
		if s.Name == r.Strategy {
			return s.build(build{r, l, parent, drift, asked})
		}
	}
	return nil, unknown("strategy", r.Strategy, StrategyNames())
}

// StrategyNames lists the names of all strategies.
func StrategyNames() []string { return names(Strategies(), func(s Strategy) string { return s.Name }) }

// limits are the limits of a recipe whose tokens t counts, and what makes its
// frames, with the parts that aren't embedded.
func limits(r ingest.Recipe, t *Tokenizer) (chunk.Limits, enrich.Framer, error) {
	var framer enrich.Framer
	unit, err := unitOf(r.Unit)
	if err != nil {
		return chunk.Limits{}, framer, err
	}
	measure, part := unit.measure(t)
	l := chunk.Limits{Max: r.Max, Target: r.Target, Min: r.Min, Measure: measure, Overlap: overlapping(r)}
	roles, err := Roles(r.Frame)
	if err != nil {
		return chunk.Limits{}, framer, err
	}
	var fields *enrich.Fields
	switch r.Tables {
	case "", "rows":
	case "fields":
		fields = new(enrich.Fields)
		l.Rendering = fields
	default:
		return chunk.Limits{}, framer, unknown("tables", r.Tables, []string{"rows", "fields"})
	}
	embedded, aside := partition(roles, func(role chunk.Role) bool { return len(r.Embed) == 0 || slices.Contains(r.Embed, role.String()) })
	framer = enrich.Framer{Fields: fields, Max: r.Max, Measure: part, Roles: embedded, Joined: r.Merge != ingest.Merge{}}
	if len(embedded) > 0 {
		l.Frame = framer.Remembering()
	}
	framer.Roles = aside
	return l, framer, l.Validate()
}

// partition parts a list in those that hold and those that don't.
func partition[T any](list []T, holds func(T) bool) (yes, no []T) {
	for _, v := range list {
		if holds(v) {
			yes = append(yes, v)
		} else {
			no = append(no, v)
		}
	}
	return yes, no
}

// parentLimits are those of the parents of a recipe: they aren't embedded, so
// they repeat nothing and stand as they are. Where it has none they are zero.
func parentLimits(r ingest.Recipe, t *Tokenizer) (chunk.Limits, error) {
	if r.Strategy != "parent-child" {
		return chunk.Limits{}, nil
	}
	if r.Parent <= r.Max {
		return chunk.Limits{}, fmt.Errorf("%w: parent is %d, must be above max, which is %d", chunk.ErrLimits, r.Parent, r.Max)
	}
	r.Max, r.Target, r.Min, r.Overlap, r.Tables = r.Parent, 0, 0, ingest.Overlap{}, ""
	l, _, err := limits(r, t)
	return l, err
}

func overlapping(r ingest.Recipe) chunk.Overlapping {
	units := []chunk.Cutter{cut.Paragraphs, cut.Sentences(r.Lang), cut.Words}
	switch o := r.Overlap; {
	case o.Paragraphs > 0:
		return chunk.Overlapping{Count: o.Paragraphs, Units: units[:1]}
	case o.Sentences > 0:
		return chunk.Overlapping{Count: o.Sentences, Units: units[1:2]}
	case o.Percent > 0:
		return chunk.Overlapping{Max: int(float64(r.Max) * o.Percent / 100), Units: units}
	default:
		return chunk.Overlapping{Max: o.Size, Units: units}
	}
}

// Cutting makes a recipe ready to cut and record documents, with a tokenizer
// opened for it alone: see [Tokenizers.Cutting].
func Cutting(r ingest.Recipe, collection string) (ingest.Cutting, error) {
	return new(Tokenizers).Cutting(r, collection)
}

// Cutting makes a recipe ready to cut and record documents. The recipe it has
// then names its tokenizer by [Tokenizer.ID]. Errors name the setting at fault
// and what is known; they wrap [ErrUnknown], [ErrTokenizer], [ErrWindow],
// [ErrRoom], [ErrEnrich] or [chunk.ErrLimits].
func (ts *Tokenizers) Cutting(r ingest.Recipe, collection string) (ingest.Cutting, error) {
	t, err := ts.Open(r.Tokenizer)
	if err != nil {
		return ingest.Cutting{}, err
	}
	r.Version, r.Lex = ingest.Version, lex.Version
	if r.Tokenizer != "" {
		r.Tokenizer = t.ID()
	}
	l, framer, err := limits(r, t)
	if err != nil {
		return ingest.Cutting{}, err
	}
	if t.window > 0 && r.Unit == "tokens" && r.Max > t.window {
		return ingest.Cutting{}, fmt.Errorf("max %d is %w of %s, which is %d tokens; set max to %d or less", r.Max, ErrWindow, t.name, t.window, t.window)
	}
	if r.Unit == "tokens" && r.Max <= t.special {
		return ingest.Cutting{}, fmt.Errorf("max %d leaves %w: %s puts %d around each text; set max to more than %d",
			r.Max, ErrRoom, t.name, t.special, t.special)
	}
	parent, err := parentLimits(r, t)
	if err != nil {
		return ingest.Cutting{}, err
	}
	drift, err := ts.drift(&r)
	if err != nil {
		return ingest.Cutting{}, err
	}
	asked, err := ts.asked(&r)
	if err != nil {
		return ingest.Cutting{}, err
	}
	enriching, err := enriching(&r, framer, asked)
	if err != nil {
		return ingest.Cutting{}, err
	}
	s, err := splitter(r, l, parent, drift, asked)
	if err != nil {
		return ingest.Cutting{}, err
	}
	return ingest.Cutting{Recipe: r, Splitter: s, Limits: l, Parents: parent, Tokens: t.Measure(), Collection: collection, Enriching: enriching}, nil
}
