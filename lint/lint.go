// Package lint finds what is wrong with chunks without asking a question: a
// pill or a sentence that is split though it would fit, a heading without its
// content, a chunk that begins with a reference to what it doesn't hold, a
// mosaic of foreign pills, near-duplicates, boilerplate.
//
// A [Linter] is given one document after the other, with its records, and
// reports [Finding]s. Each names its [Rule]; a rule says why that is a problem
// and how to mend it. What must never be, lost text or wrong offsets, is not
// for lint but for ingest/verify.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/whole"
	"github.com/pildora/pildora/lex/similar"
	"github.com/pildora/pildora/store"
)

// Level says how bad a finding is.
type Level uint8

// The levels.
const (
	Note    Level = iota // may be meant
	Warning              // costs answers
	Error                // breaks what a chunk is for
)

var levelNames = [...]string{"note", "warning", "error"}

// String returns the level's name, as SARIF has it.
func (l Level) String() string { return levelNames[l] }

// Levels are the names of all levels, mildest first.
func Levels() []string { return levelNames[:] }

// Rule is one thing that is looked for.
type Rule struct {
	ID    string
	Level Level
	Finds string // what it finds, a noun phrase
	Why   string // why it is a problem, one sentence
	Mend  string // how to mend it, one sentence
	check func(*subject)
}

// Finding is one problem of one chunk, or of a pill that no chunk holds.
type Finding struct {
	Rule    string   `json:"rule"`
	Level   string   `json:"level"`
	Doc     string   `json:"doc"`
	Source  string   `json:"source,omitempty"`
	Chunk   string   `json:"chunk,omitempty"` // id
	Span    doc.Span `json:"-"`
	Start   int      `json:"start"` // of what is meant, in bytes of the document's text
	End     int      `json:"end"`
	Line    int      `json:"line"` // of Start, from 1
	Message string   `json:"message"`
	Mend    string   `json:"mend"`
}

// String is the finding in one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s: %s", f.Doc, f.Line, f.Level, f.Rule, f.Message)
}

// Options say what chunks are held against.
type Options struct {
	// Limits are those that what is delivered was cut by. Without a measure nothing
	// is known to fit, and the rules that ask so find nothing.
	Limits chunk.Limits
	// Tiny and Huge are the tokens below and above which a chunk's size is
	// doubtful; zero means 12 and 1024.
	Tiny, Huge int
	// Similar is the share of equal word sequences from which two chunks are
	// near-duplicates; zero means 0.9. That of a linter's first document counts.
	Similar float64
	// Frame are the parts of a frame that were asked for.
	Frame []chunk.Role
}

func (o Options) withDefaults() Options {
	o.Tiny, o.Huge, o.Similar = cmp.Or(o.Tiny, 12), cmp.Or(o.Huge, 1024), cmp.Or(o.Similar, 0.9)
	return o
}

// Linter looks at documents one after the other. It remembers what it has seen
// of each document and chunk, to find near-duplicates. It is not safe for
// concurrent use.
type Linter struct {
	rules    []Rule
	seen     *similar.Index // chunks; made with the options of the first document
	versions *similar.Index // documents
}

// New returns a linter with the rules of those ids, or all of them where none
// is given. The error names an unknown rule and those that are known.
func New(ids ...string) (*Linter, error) {
	l := &Linter{versions: similar.NewIndex(similar.Versions)}
	for _, id := range ids {
		if !slices.ContainsFunc(Rules(), func(r Rule) bool { return r.ID == id }) {
			return nil, fmt.Errorf("unknown rule %q: known are %v", id, ruleIDs())
		}
	}
	for _, r := range Rules() {
		if len(ids) == 0 || slices.Contains(ids, r.ID) {
			l.rules = append(l.rules, r)
		}
	}
	return l, nil
}

func ruleIDs() []string {
	var ids []string
	for _, r := range Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// Document looks at one document and its records, which stand in order, and
// returns what it finds by place. Where records have parents or windows those are
// looked at, as they are what is delivered, against the limits of parents; only
// near-duplicates are sought among what is searched.
func (l *Linter) Document(d *doc.Document, records []store.Record, o Options) []Finding {
	o = o.withDefaults()
	if l.seen == nil {
		l.seen = similar.NewIndex(o.Similar)
	}
	s := &subject{doc: d, records: store.Delivered(records), opts: o, seen: l.seen, versions: l.versions}
	for _, r := range store.Searched(records) {
		if r.Role != store.RoleDerived {
			s.searched = append(s.searched, r)
			s.windows = s.windows || r.Window != nil
		}
	}
	s.forest = pill.Find(d, d.Whole())
	if o.Limits.Measure != nil {
		s.gauge = chunk.NewGauge(d, d.Whole(), o.Limits)
	}
	s.pills = sync.OnceValue(s.units)
	for _, r := range l.rules {
		s.rule = r
		r.check(s)
	}
	slices.SortStableFunc(s.found, func(a, b Finding) int { return cmp.Or(a.Start-b.Start, cmp.Compare(a.Rule, b.Rule)) })
	lines(d.Text, s.found)
	return s.found
}

// lines counts the lines of findings that are in order.
func lines(text string, found []Finding) {
	at, line := 0, 1
	for i := range found {
		to := min(max(at, found[i].Start), len(text))
		line += strings.Count(text[at:to], "\n")
		at = to
		found[i].Line = line
	}
}

// subject is one document being looked at.
type subject struct {
	doc      *doc.Document
	records  []store.Record // what is delivered
	searched []store.Record
	windows  bool // records may overlap
	opts     Options
	forest   *pill.Forest
	gauge    *chunk.Gauge // nil where no limits are known
	// pills are the outermost pills of the document that fit, and nothing
	// inside them; found when first asked for.
	pills func() []whole.Pill
	seen  *similar.Index
	// versions are the documents seen before.
	versions *similar.Index
	rule     Rule
	found    []Finding
}

// report adds a finding about span; r is the chunk, nil where there is none.
func (s *subject) report(r *store.Record, span doc.Span, format string, args ...any) {
	f := Finding{Rule: s.rule.ID, Level: s.rule.Level.String(), Doc: s.doc.URI, Span: span, Start: span.Start, End: span.End,
		Message: fmt.Sprintf(format, args...), Mend: s.rule.Mend}
	if r != nil {
		f.Chunk, f.Source = r.ID, r.Source
	} else if len(s.records) > 0 {
		f.Source = s.records[0].Source
	}
	s.found = append(s.found, f)
}

func body(r *store.Record) doc.Span { return doc.Span{Start: r.Start, End: r.End} }

// fits reports whether a span with its frame fits one chunk, as far as limits
// are known.
func (s *subject) fits(span doc.Span) bool {
	return s.gauge != nil && s.gauge.Fits(span, s.opts.Limits.Max)
}

// excerpt is the beginning of a span in one line.
func (s *subject) excerpt(span doc.Span) string { return excerpt(s.doc.Slice(span), 60) }
