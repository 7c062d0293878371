// Package pildora cuts documents into chunks for retrieval without breaking
// their sense, keeps an index of them in step with their sources, and searches
// it.
//
// The nouns: a document is one source read into text with blocks; a chunk is a
// span of it with what must stand around it to be understood; a [Record] is a
// chunk as it is written, indexed and delivered. [Split] makes the records of
// one document. [Open] opens an [Index] in a folder; [Index.Sync] makes it
// agree with files; [Index.Search] finds records.
//
// This package is a façade. Whoever composes strategies of their own uses the
// packages below it: chunk and chunk/cut to cut, read to read, size to
// measure, store to keep, retrieve to find.
package pildora

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/pdf"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// Record is one chunk with everything that is known of it.
type Record = store.Record

// Hit is a record that was found.
type Hit = store.Hit

// MetaRule says what is known of the documents that it matches.
type MetaRule = ingest.MetaRule

// Match says which documents a [MetaRule] is for.
type Match = ingest.Match

// Report says what a sync did.
type Report = ingest.Report

// Options say how documents are cut. The zero value of each field is the
// default that `pildora config check` shows.
type Options struct {
	// Profile is the kind of source, which chooses what the other fields leave
	// empty: faq, legal, manual …, see docs/profiles.md.
	Profile   string
	Strategy  string // cascade, structural, recursive, paragraph, sentence, code, semantic, parent-child, sentence-window, fixed
	Parent    int    // of the strategy parent-child: most of a parent, in Unit; 0 means four times Max
	Around    int    // of the strategy sentence-window: sentences on either side; 0 means 3
	Packing   string // of the strategy cascade: ahead, greedy
	Merge     string // of the strategy cascade: never, siblings, under:40
	Tables    string // how rows are embedded: rows, fields
	Max       int    // hard limit of a chunk, frame included, in Unit
	Target    int    // soft limit; 0 means Max
	Min       int    // least size of a chunk, as far as that can be
	Unit      string // tokens, chars, words, bytes, sentences
	Tokenizer string // cl100k, o200k …; a model; a tokenizer.json, its folder, a .tiktoken file: docs/tokenizers.md
	// Measure counts instead of Unit and Tokenizer, which are then left empty: any
	// tokenizer of yours, with size.Plus around it for the special tokens of its
	// model. Tokens of records are counted by it too. It must be safe for
	// concurrent use.
	Measure size.Measure
	// MeasureID stands for Measure in the recipe of each record, and what was
	// indexed with another one is cut again: name the model and its version.
	MeasureID string
	// Embedder makes the vectors of what Index.Sync writes, and of questions. It
	// sees where the meaning changes too, for the strategy semantic and for Ideas
	// "vectors". See the packages below embed; embed/cache keeps vectors between
	// syncs.
	Embedder embed.Embedder
	// Vectors "no" leaves vectors out of the index though there is an Embedder.
	Vectors string
	// Mode is what Index.Search searches: lexical (words), dense (vectors) or
	// fused; empty means fused where the index has vectors of the Embedder.
	Mode string
	// DenseWeight is how much vectors count in the mode fused, words counting the
	// rest of 1; 0 means the default, which evaluation chose.
	DenseWeight float64
	Fusion      string // zscore, rrf; empty means zscore
	Ideas       string // of the strategy cascade: words, vectors
	// Typos lets a word of a question that no chunk holds stand for those that are
	// written nearly like it, see docs/search.md.
	Typos bool
	// Prefer "newest" makes Index.Search put the newer one first of passages that
	// say nearly the same in two documents, see retrieve.Newest.
	Prefer string
	// Drift is the threshold of a change of meaning: percentile, deviation,
	// interquartile, gradient, absolute, with a value after a colon.
	Drift       string
	DriftWindow int      // sentences compared on either side, 1 to 3; 0 means 1
	DriftSmooth int      // borders on either side that a distance is averaged with
	Overlap     string   // none, 10%, 64, 2s, 1p
	Frame       []string // breadcrumb, summary, context, header, all, none; nil means the default
	Format      string   // text, markdown; empty looks at the name and the content
	HTML        string   // how much of a page is read: content, all, article; empty means content
	Quotes      string   // what becomes of other messages in an e-mail: trim, keep; empty means trim
	Lang        string   // language of the documents; empty detects it
	Separators  []string // of the recursive strategy
	// Summary is where the summary in a frame comes from whose author wrote none:
	// extract, author, llm. Context is what places a chunk in its document: rules,
	// pieces of them by name, llm. Derive are the kinds of texts that LLM derives:
	// questions, propositions, tables, sections. See docs/context.md.
	Summary         string
	Context, Derive []string
	// Embed and Lexical are the parts of a record that are embedded and that the
	// text index sees; nil means the default.
	Embed, Lexical []string
	// LLM is the language model that all of this asks. LLMID stands for it in the
	// recipe of each record: name the model and its version. LLMWarn, where set,
	// is told of what it didn't do; it may be called concurrently.
	LLM     llm.Completer
	LLMID   string
	LLMWarn func(model.Warning)
	// Meta says what is known of documents beside what they say themselves:
	// authors, tags, who may see them. All rules that match one are applied.
	Meta []MetaRule
	// PDF reads PDF files: with a password, OCR, or in processes of their own,
	// see docs/pdf.md. The zero value reads them in this process.
	PDF pdf.Reader
}

// base is the recipe that the options are set over: the defaults, and the
// profile.
func (o Options) base() (config.Recipe, error) {
	s := config.Default(config.Fields())
	switch _, known := config.ProfileOf(o.Profile); {
	case o.Profile == "":
		return s.Recipe, nil
	case !known:
		return config.Recipe{}, fmt.Errorf("unknown profile %q: known are %s; %s is for the program", o.Profile,
			strings.Join(slices.DeleteFunc(config.ProfileNames(), func(n string) bool { return n == config.AutoProfile }), ", "), config.AutoProfile)
	}
	return s.As(-1, o.Profile), nil
}

// cutting resolves the options over the defaults.
func (o Options) cutting() (ingest.Cutting, error) {
	r, err := o.base()
	if err != nil {
		return ingest.Cutting{}, err
	}
	var tokenizers catalog.Tokenizers
	if o.Measure != nil {
		if o.Unit != "" || o.Tokenizer != "" {
			return ingest.Cutting{}, errors.New("a Measure counts instead of Unit and Tokenizer; leave them empty")
		}
		if o.MeasureID == "" {
			return ingest.Cutting{}, errors.New("a Measure needs a MeasureID, which tells recipes with it from others")
		}
		o.Tokenizer = "measure:" + o.MeasureID
		tokenizers.Add(o.Tokenizer, o.Measure)
	}
	set := func(to *string, v string) {
		if v != "" {
			*to = v
		}
	}
	set(&r.Strategy, o.Strategy)
	set(&r.Packing, o.Packing)
	set(&r.Ideas, o.Ideas)
	set(&r.Drift, o.Drift)
	if o.DriftWindow != 0 {
		r.Window = o.DriftWindow
	}
	r.Smooth = o.DriftSmooth
	if o.Embedder != nil {
		r.Embedder = o.Embedder.Model().Name
		tokenizers.Embedder = func(string) (embed.Embedder, error) { return o.Embedder, nil }
	}
	set(&r.Tables, o.Tables)
	set(&r.Summary, o.Summary)
	for _, part := range []struct {
		to *[]string
		v  []string
	}{{&r.Context, o.Context}, {&r.Derive, o.Derive}, {&r.Embed, o.Embed}, {&r.Lexical, o.Lexical}} {
		if part.v != nil {
			*part.to = part.v
		}
	}
	if o.LLM != nil {
		if o.LLMID == "" {
			return ingest.Cutting{}, errors.New("an LLM needs an LLMID, which tells recipes with it from others")
		}
		tokenizers.Completer = func() (llm.Completer, string, error) { return o.LLM, o.LLMID, nil }
		tokenizers.Warn = o.LLMWarn
	}
	set(&r.Unit, o.Unit)
	set(&r.Tokenizer, o.Tokenizer)
	set(&r.Format, o.Format)
	if o.Quotes != "trim" {
		set(&r.Quotes, o.Quotes)
	}
	if o.HTML != "content" {
		set(&r.HTML, o.HTML)
	}
	set(&r.Lang, o.Lang)
	if o.Max != 0 {
		r.Max = o.Max
	}
	if o.Target != 0 {
		r.Target = o.Target
	}
	if o.Min != 0 {
		r.Min = o.Min
	}
	if o.Parent != 0 {
		r.Parent = o.Parent
	}
	if o.Around != 0 {
		r.Around = o.Around
	}
	if o.Merge != "" {
		if r.Merge, err = config.ParseMerge(o.Merge); err != nil {
			return ingest.Cutting{}, fmt.Errorf("merge: %w", err)
		}
	}
	if o.Frame != nil {
		r.Frame = o.Frame
	}
	if o.Overlap != "" {
		if r.Overlap, err = config.ParseOverlap(o.Overlap); err != nil {
			return ingest.Cutting{}, fmt.Errorf("overlap: %w", err)
		}
	}
	for _, s := range o.Separators {
		r.Separators = append(r.Separators, config.Separator{Pattern: s})
	}
	return tokenizers.Cutting(r.Resolve(), "")
}

// Splitter cuts documents by options that were resolved once: a tokenizer file
// is read when it is made. It is safe for concurrent use.
type Splitter struct {
	cutting ingest.Cutting
	readers catalog.Readers
	rules   ingest.MetaRules
}

// NewSplitter resolves options. Errors name the one at fault.
func NewSplitter(o Options) (*Splitter, error) {
	c, err := o.cutting()
	if err != nil {
		return nil, err
	}
	return &Splitter{c, catalog.Readers{PDF: o.PDF}, o.Meta}, nil
}

// Split cuts one document and returns its records in order. name decides the
// format, as far as Options.Format doesn't, and becomes the document's id.
// Errors name the document.
func (s *Splitter) Split(ctx context.Context, name string, data []byte) ([]Record, error) {
	d, err := document(ctx, s.cutting, s.readers, s.rules, read.Source{URI: name, Media: read.Media(name, data), Data: data})
	if err != nil {
		return nil, err
	}
	return s.cutting.Records(ctx, d, name)
}

// Split cuts one document as [Splitter.Split] does; for many, make a Splitter.
func Split(ctx context.Context, name string, data []byte, o Options) ([]Record, error) {
	s, err := NewSplitter(o)
	if err != nil {
		return nil, err
	}
	return s.Split(ctx, name, data)
}

// document reads a source in the format and language of a recipe, and describes
// it by rules.
func document(ctx context.Context, c ingest.Cutting, readers catalog.Readers, rules ingest.MetaRules, s read.Source) (*doc.Document, error) {
	media := func(found string) (string, error) { return catalog.MediaFor(c.Recipe, found) }
	return ingest.Reading{Media: media, Lang: c.Recipe.Lang, Reader: readers.Reader, Rules: rules}.Document(ctx, s)
}

// ErrPaths is wrapped by the error for a sync without a path.
var ErrPaths = errors.New("no path given")

// sourceErrors are the failures of a report as one error, nil where there is
// none.
func sourceErrors(r Report) error {
	var lines []string
	for _, f := range r.Failed {
		lines = append(lines, f.Error)
	}
	if lines == nil {
		return nil
	}
	return fmt.Errorf("%d of the documents failed: %s", len(lines), strings.Join(lines, "; "))
}
