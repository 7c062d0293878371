package eval

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
)

// Result is what an evaluation found, complete: from its JSON two evaluations
// can be compared and a report can be made, with the documents or without.
type Result struct {
	Settings  Settings `json:"settings"`
	Corpus    Facts    `json:"corpus"`
	Questions []Asked  `json:"questions"`
	// Skipped counts the questions that were not asked, by reason.
	Skipped []Problem `json:"skipped"`
	// Mended counts those that were asked although a part of them doesn't hold,
	// without that part or with their span moved.
	Mended []Problem `json:"mended,omitempty"`
	// Runs are in the order of the contenders.
	Runs []Trial `json:"runs"`
	// Comparisons are between every two runs, by metric, in the order of Runs.
	Comparisons []Comparison `json:"comparisons"`
}

// Settings are what all contenders had in common.
type Settings struct {
	Version   string  `json:"version"` // of this package
	Ingest    string  `json:"ingest_version"`
	Lex       int     `json:"lex_version"`
	K         int     `json:"k"`
	Budgets   []int   `json:"budgets"` // in tokens
	Within    bool    `json:"within"`
	After     string  `json:"question_after,omitempty"`
	Overlap   bool    `json:"deliver_overlap"`
	Index     Indexed `json:"index"`
	Chroma    bool    `json:"chroma"`
	Depth     int     `json:"depth"` // records looked at for each question, at least
	Tokenizer string  `json:"tokenizer"`
	Searcher  string  `json:"searcher"`
	Resamples int     `json:"resamples"`
	Seed      uint64  `json:"seed"`
}

// Facts is the size of the corpus and its digest.
type Facts struct {
	Documents int              `json:"documents"`
	Bytes     int              `json:"bytes"`
	Hash      string           `json:"hash"`
	Failed    []ingest.Failure `json:"failed,omitempty"`
}

// Asked is a question as it was asked. Spans are in bytes of its document: all
// of Spans together are an answer, and each of Alternatives is one.
type Asked struct {
	ID           string  `json:"id"`
	Question     string  `json:"question"`
	Doc          string  `json:"doc"`
	Language     string  `json:"language,omitempty"`
	Category     string  `json:"category,omitempty"`
	Kind         string  `json:"kind,omitempty"`
	Drafted      bool    `json:"drafted,omitempty"`
	Spans        []Place `json:"spans"`
	Alternatives []Place `json:"alternative_spans,omitempty"`
}

// Place is an answer's span, in bytes of its document: Asked.Doc, unless it
// says otherwise.
type Place struct {
	Doc   string `json:"doc,omitempty"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Span returns the range without the document.
func (p Place) Span() doc.Span { return doc.Span{Start: p.Start, End: p.End} }

// DocOf returns the document that a place of a lies in.
func (a *Asked) DocOf(p Place) string {
	if p.Doc != "" {
		return p.Doc
	}
	return a.Doc
}

// Trial is how one contender did.
type Trial struct {
	Name   string         `json:"name"`
	Chunks int            `json:"chunks"`
	Sizes  ChunkStats     `json:"chunk_stats"`
	Recipe *ingest.Recipe `json:"recipe,omitempty"` // nil for foreign chunks
	// Problems are what could not be used of the contender's chunks.
	Problems []Problem `json:"problems,omitempty"`
	// Metrics are means over the questions with their 95 % intervals.
	Metrics     map[string]Estimate `json:"metrics"`
	PerQuestion []Answer            `json:"per_question"`
	// Judged is what a language model made of what was delivered; nil where none
	// was asked.
	Judged *Judged `json:"judged,omitempty"`
	Cost   Cost    `json:"cost"`
}

// Estimate is a mean with its 95 % bootstrap interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	Lo   float64 `json:"lo"`
	Hi   float64 `json:"hi"`
}

// Answer is what a contender gave to one question.
type Answer struct {
	ID      string             `json:"id"`
	Metrics map[string]float64 `json:"metrics"`
	// Hits are the first records found, best first.
	Hits []Found `json:"hits,omitempty"`
	// Cuts are where the spans of an answer that no record holds whole are
	// parted, as bytes of the document; empty where one does.
	Cuts []int `json:"cuts,omitempty"`
}

// Found is a record found: what it delivers as bytes of its document, and its
// length in tokens with its context and without. Context is the text delivered
// before it that isn't the document's at this place: headings above, a table's
// header.
type Found struct {
	Doc     string  `json:"doc"`
	Start   int     `json:"start"`
	End     int     `json:"end"`
	Tokens  int     `json:"tokens"`
	Paid    int     `json:"paid_tokens"`
	Score   float64 `json:"score"`
	Context string  `json:"context,omitempty"`
}

// Cost is what a contender took. Cached says that the figures come from an
// earlier run; times are then of that one.
type Cost struct {
	CutSeconds    float64 `json:"cut_seconds"`             // documents to records
	IndexSeconds  float64 `json:"index_seconds"`           // records to index
	EmbedSeconds  float64 `json:"embed_seconds,omitempty"` // records to vectors
	SearchSeconds float64 `json:"search_seconds"`
	Cached        bool    `json:"cached,omitempty"`
}

// Comparison is the difference of two runs in one metric over the same
// questions: the mean of A minus that of B, its 95 % interval and its p-value by
// paired bootstrap (see stat.Difference). PHolm is the p-value corrected for all
// comparisons in that metric, and Significant says that it is below 0.05.
type Comparison struct {
	A           string  `json:"a"`
	B           string  `json:"b"`
	Metric      string  `json:"metric"`
	Diff        float64 `json:"diff"`
	Lo          float64 `json:"lo"`
	Hi          float64 `json:"hi"`
	P           float64 `json:"p"`
	PHolm       float64 `json:"p_holm"`
	Significant bool    `json:"significant"`
	// Detectable is the smallest difference that these questions would show.
	Detectable float64 `json:"detectable"`
	Wins       int     `json:"wins"`   // questions where A has more
	Losses     int     `json:"losses"` // questions where B has more
	// Words say all of it.
	Words string `json:"words"`
}

// Read reads a result that was written as JSON, and checks that it is whole.
func Read(r io.Reader) (Result, error) {
	var out Result
	if err := json.NewDecoder(r).Decode(&out); err != nil {
		return Result{}, fmt.Errorf("evaluation result: %w", err)
	}
	if err := out.Check(); err != nil {
		return Result{}, fmt.Errorf("evaluation result: %w", err)
	}
	return out, nil
}

// Check reports a result that isn't whole: without runs (wrapping ErrEmpty),
// or with runs that did not answer the same questions in the same order. A
// result without its questions will do to compare, but not to report.
func (r *Result) Check() error {
	if len(r.Runs) == 0 {
		return fmt.Errorf("%w: it holds no runs", ErrEmpty)
	}
	first := &r.Runs[0]
	if n := len(r.Questions); n > 0 && n != len(first.PerQuestion) {
		return fmt.Errorf("%s answered %d of %d questions", first.Name, len(first.PerQuestion), n)
	}
	for i := range r.Runs {
		t := &r.Runs[i]
		if len(t.PerQuestion) == 0 || len(t.PerQuestion) != len(first.PerQuestion) {
			return fmt.Errorf("%s answered %d questions, %s %d", t.Name, len(t.PerQuestion), first.Name, len(first.PerQuestion))
		}
		for j := range t.PerQuestion {
			if id := first.PerQuestion[j].ID; t.PerQuestion[j].ID != id || len(r.Questions) > 0 && r.Questions[j].ID != id {
				return fmt.Errorf("%s: answer %d is to question %q, not to %q", t.Name, j+1, t.PerQuestion[j].ID, id)
			}
		}
	}
	return nil
}

// Trial returns the run of that name.
func (r *Result) Trial(name string) (*Trial, bool) {
	for i := range r.Runs {
		if r.Runs[i].Name == name {
			return &r.Runs[i], true
		}
	}
	return nil, false
}
