package question

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pildora/pildora/doc"
)

// ErrFormat is wrapped by the error for a format that isn't in [Formats].
var ErrFormat = errors.New("unknown question format")

// Format is a form of question sets that [From] reads.
type Format struct {
	Name    string
	Summary string // one line: what is read and what becomes of it
	convert func(*conversion, io.Reader) error
}

// Formats returns the forms of other tools, by name.
func Formats() []Format {
	return []Format{
		{"beir", "queries.jsonl, with the corpus and the qrels; a judged passage is the span, whole", (*conversion).beir},
		{"chroma", "CSV of Chroma's chunking evaluation: question, references (JSON), corpus_id; needs the documents", (*conversion).chroma},
		{"csv", "a table with a column for the question and one for the answer's text or offsets; columns by name", (*conversion).csv},
		{"legalbench", "LegalBench-RAG's JSON: tests of a query and snippets, each a file_path and a span; needs the documents", (*conversion).legalbench},
		{"ragas", "test sets of RAGAS (JSON, JSON Lines, CSV): user_input and reference_contexts, or the older names", (*conversion).ragas},
		{"squad", "SQuAD 1 and 2 and what follows them: articles of paragraphs, or flat records with a context", (*conversion).squad},
		{"trec", "topics (tagged, or id and text a line), with the qrels; a relevant document is the span, whole", (*conversion).trec},
	}
}

// Options say what a conversion needs beside its input. The zero value serves
// the forms that bring their documents along.
type Options struct {
	// Name is what errors call the input, and begins the ids of questions that
	// have none. Default: the format's name.
	Name string
	// Language is set on questions that name none.
	Language string
	// Docs are the texts of the documents by id. Where it is set, spans and
	// passages are sought in them; passages that are in none of them are
	// problems, not new documents.
	Docs map[string]string
	// Corpus holds the passages of BEIR (JSON Lines of _id, title, text) or
	// TREC (the same, or <DOC> records). Without it judged ids are looked up
	// in Docs.
	Corpus io.Reader
	// Qrels holds the judgements of BEIR and TREC: query, document and grade
	// in columns, with a column between query and document or without.
	Qrels io.Reader
	// MinGrade is the least grade that counts as relevant. Default: 1.
	MinGrade int
	// Any makes each relevant passage an answer by itself (an alternative);
	// else all of them make the whole answer, as BEIR's recall has it.
	Any bool
	// Columns maps the fields of a CSV file (question, answer, doc, id,
	// passage, language, category, kind, start, end, start_rune, end_rune) to
	// the names of its columns, where those aren't their own.
	Columns map[string]string
}

// Result is what a conversion yields.
type Result struct {
	Questions []Question        // checked as by [Check], where there are documents
	Docs      map[string]string // documents made of the input: id → text
	Problems  []Problem         // questions left out, with the reason, and others kept without a part
}

// From converts the question set in r, whose form is one of [Formats]. Input
// that isn't of that form is an error that wraps [ErrSyntax]; questions that
// can't be converted (unanswerable, their passage not found) are problems. In
// ids and spans of the result nothing depends on chance: the same input gives
// the same result.
func From(format string, r io.Reader, opts Options) (Result, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name != format {
			names = append(names, f.Name)
			continue
		}
		c := newConversion(f.Name, opts)
		if err := f.convert(c, r); err != nil {
			return Result{}, err
		}
		return c.result(), nil
	}
	return Result{}, fmt.Errorf("%w %q (known: %s)", ErrFormat, format, strings.Join(names, ", "))
}

// conversion is a conversion at work.
type conversion struct {
	Options
	lib       *library
	questions []Question
	problems  []Problem
	numbers   []int // of each question in the input, from 0
	count     int   // questions met, converted or not
}

func newConversion(format string, opts Options) *conversion {
	if opts.Name == "" {
		opts.Name = format
	}
	if opts.MinGrade == 0 {
		opts.MinGrade = 1
	}
	return &conversion{Options: opts, lib: newLibrary(opts.Docs)}
}

// add takes a converted question.
func (c *conversion) add(q Question) {
	c.numbers = append(c.numbers, c.count)
	c.count++
	if q.ID == "" {
		q.ID = fmt.Sprintf("%s-%04d", c.Name, c.count)
	}
	if q.Language == "" {
		q.Language = c.Language
	}
	c.questions = append(c.questions, q)
}

// skip leaves a question out.
func (c *conversion) skip(id string, f Fault, format string, args ...any) {
	c.note(id, f, format, args...)
	c.count++
}

// note remarks on a question without counting it as left out.
func (c *conversion) note(id string, f Fault, format string, args ...any) {
	if id == "" && c.Name != "" {
		id = fmt.Sprintf("%s-%04d", c.Name, c.count+1)
	}
	c.problems = append(c.problems, Problem{Fault: f, ID: id, Index: c.count, Message: fmt.Sprintf(format, args...)})
}

// result checks what was converted, if there is anything to check it with.
func (c *conversion) result() Result {
	res := Result{Questions: c.questions, Docs: c.lib.made, Problems: c.problems}
	if len(c.lib.texts) == 0 || c.count == 0 {
		if c.count == 0 {
			res.Problems = append(res.Problems, Problem{Fault: EmptySet, Index: -1, Message: "the set has no questions"})
		}
		return res
	}
	if len(c.questions) == 0 {
		return res
	}
	find := func(id string) (*doc.Document, bool) {
		text, ok := c.lib.texts[id]
		return &doc.Document{URI: id, Text: text}, ok
	}
	var more []Problem
	res.Questions, more = Check(c.questions, find, c.lib.ids()...)
	for _, p := range more {
		p.Index = c.numbers[p.Index]
		res.Problems = append(res.Problems, p)
	}
	return res
}

func (c *conversion) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", c.Name, ErrSyntax, fmt.Sprintf(format, args...))
}
