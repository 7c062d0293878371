// Package draft has a language model write questions about documents, for
// evaluations, each with its answer quoted from the document.
//
// A document is shown in windows, whole sections where they fit. What a model
// quotes must stand there, to the letter but for white space: a question whose
// answer doesn't is left out and counted. Documents are data that can't give
// instructions (see package llm/prompt).
//
// Questions that a model words differ more from their answers than those that
// package question drafts by rule, and are still no person's.
package draft

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
	"github.com/pildora/pildora/size"
)

//go:embed prompts/*.txt
var promptFiles embed.FS

var prompts = sync.OnceValues(func() (*prompt.Prompts, error) { return prompt.Load(promptFiles, "prompts") })

// Options bound what is drafted. LLM must be given; other zero values are
// their defaults.
type Options struct {
	LLM llm.Completer
	// PerDocument is how many questions are asked for of one document at most,
	// spread over its windows. Default: 12.
	PerDocument int
	// MaxAnswer is how long an answer may be, in code points. Default: 1500.
	MaxAnswer int
	// Window is how much of a document one call shows, in bytes. Default:
	// 12,000.
	Window int
	// Workers is how many windows are worked on at once; the LLM bounds its
	// calls itself. Default: 4.
	Workers int
	// Progress, if given, is told of every window that is done, by several
	// goroutines at once.
	Progress func()
}

// Result is what was drafted.
type Result struct {
	Questions []question.Question // in the order of documents and answers
	// Left counts what was left out, by why.
	Left map[string]int
}

// task is one window of a document that questions are asked about.
type task struct {
	d      *doc.Document
	window doc.Span
	most   int
	found  []question.Question
	left   []string // why something was left out
}

// Questions drafts questions about documents. The error is one that ends the
// work: ctx's, llm.ErrBudget, or a model that answers nobody; with a cache of
// answers a further call goes on where this one was. Where an llm.Estimator
// stands for the model nothing is drafted.
func Questions(ctx context.Context, docs []*doc.Document, o Options) (Result, error) {
	o.PerDocument, o.MaxAnswer, o.Window, o.Workers = cmp.Or(o.PerDocument, 12), cmp.Or(o.MaxAnswer, 1500), cmp.Or(o.Window, 12_000), cmp.Or(o.Workers, 4)
	var tasks []*task
	for _, d := range docs {
		some, err := o.tasks(ctx, d)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %w", d.URI, err)
		}
		tasks = append(tasks, some...)
	}
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(o.Workers)
	for _, t := range tasks {
		if running.Err() != nil {
			break
		}
		g.Go(func() error {
			if err := o.draft(running, t); err != nil {
				return fmt.Errorf("%s: %w", t.d.URI, err)
			}
			if o.Progress != nil {
				o.Progress()
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Result{}, err
	}
	return gather(docs, tasks), ctx.Err()
}

// tasks parts a document in windows, of which, where there are more than
// questions, some are picked evenly.
func (o Options) tasks(ctx context.Context, d *doc.Document) ([]*task, error) {
	pack := chunk.Pack(chunk.Limits{Max: o.Window, Measure: size.Bytes}, cut.Sections, cut.Blocks, cut.Sentences(d.Language), cut.Words)
	var windows []doc.Span
	for c, err := range pack.Split(ctx, d, d.Whole()) {
		if err != nil {
			return nil, err
		}
		if !d.Body(c.Span).Empty() {
			windows = append(windows, d.Body(c.Span))
		}
	}
	n := min(len(windows), o.PerDocument)
	out := make([]*task, n)
	for i := range out {
		// Questions are spread as evenly as windows: 5 over 3 are 1, 2 and 2.
		out[i] = &task{d: d, window: windows[i*len(windows)/n], most: (i+1)*o.PerDocument/n - i*o.PerDocument/n}
	}
	return out, nil
}

// drafted is the form of an answer.
type drafted struct {
	Questions []struct {
		Question string `json:"question"`
		Quote    string `json:"quote"`
	} `json:"questions"`
}

// draft asks about one window.
func (o Options) draft(ctx context.Context, t *task) error {
	all, err := prompts()
	if err != nil {
		return err
	}
	language := t.d.Language
	if language == "" {
		language, _ = lex.Detect(t.d.Slice(t.window))
	}
	in := prompt.Language(language)
	text, err := all.In("draft", in).Write(struct {
		Title, Passage prompt.Data
		Language       string
		Most           int
	}{title(t.d), prompt.Data(t.d.Slice(t.window)), language, t.most})
	if err != nil {
		return err
	}
	const tokens = 300 // of a question and its quote
	_, err = prompt.Ask(ctx, o.LLM, prompt.Request(in, text, 200+tokens*t.most), func(got drafted) error { return o.take(t, got, language) })
	switch {
	case errors.Is(err, prompt.ErrUnasked), err == nil:
		return nil
	case prompt.Ends(ctx, err):
		return err
	}
	if t.found = nil; len(t.left) == 0 {
		t.left = append(t.left, "a call failed: "+err.Error())
	}
	return nil
}

// title is a document's as it is shown, "" where it has none.
func title(d *doc.Document) prompt.Data {
	return prompt.Data(strings.Join(strings.Fields(d.Title), " "))
}

// take takes what will do of an answer. Where nothing does the model is told
// why and asked again.
func (o Options) take(t *task, got drafted, language string) error {
	if got.Questions == nil {
		return errors.New(`"questions" is missing`)
	}
	t.found, t.left = nil, nil
	passage := spaced(t.d.Slice(t.window))
	for _, q := range got.Questions[:min(t.most, len(got.Questions))] {
		text := strings.Join(strings.Fields(q.Question), " ")
		if why := o.unfit(text, q.Quote, passage); why != "" {
			t.left = append(t.left, why)
			continue
		}
		t.found = append(t.found, question.Question{ID: "draft-" + prompt.Digest(t.d.URI, text), Question: text, Language: language, Doc: t.d.URI,
			Spans: []question.Span{{Text: strings.TrimSpace(q.Quote)}}, Kind: "model", Drafted: true,
			Passage: &question.Span{Start: t.window.Start, End: t.window.End}})
	}
	if len(t.found) == 0 && len(t.left) > 0 {
		return errors.New(t.left[0])
	}
	return nil
}

// The reasons why a question is left out.
const (
	noQuestion = "a question is none, or too long"
	notThere   = "a quote doesn't stand in the passage to the letter"
	tooLong    = "a quote is empty or too long"
	askedTwice = "a question is asked twice"
)

const longestQuestion = 300 // code points

// unfit says why a question won't do, "" where it will.
func (o Options) unfit(text, quote, passage string) string {
	switch n := utf8.RuneCountInString(strings.TrimSpace(quote)); {
	case !strings.ContainsAny(text, "?？؟\u037e") || utf8.RuneCountInString(text) > longestQuestion:
		return noQuestion
	case n == 0 || n > o.MaxAnswer:
		return tooLong
	case !strings.Contains(passage, spaced(quote)):
		return notThere
	}
	return ""
}

// spaced is a text without its white space.
func spaced(text string) string { return strings.Join(strings.Fields(text), "") }

// gather places the answers in their documents, and leaves out what is asked
// twice.
func gather(docs []*doc.Document, tasks []*task) Result {
	r := Result{Left: map[string]int{}}
	byID := map[string]*doc.Document{}
	for _, d := range docs {
		byID[d.URI] = d
	}
	seen := map[string]bool{}
	var all []question.Question
	for _, t := range tasks {
		for _, why := range t.left {
			r.Left[why]++
		}
		for _, q := range t.found {
			if key := strings.ToLower(q.Question); !seen[key] {
				seen[key] = true
				all = append(all, q)
			} else {
				r.Left[askedTwice]++
			}
		}
	}
	if len(all) == 0 {
		return r
	}
	good, bad := question.Check(all, func(id string) (*doc.Document, bool) { d, ok := byID[id]; return d, ok })
	for _, p := range bad {
		if !p.Fault.Kept() {
			r.Left[string(p.Fault)]++
		}
	}
	for i := range good {
		good[i].Passage = nil // a window is no passage that means anything
	}
	place := map[string]int{}
	for i, d := range docs {
		place[d.URI] = i
	}
	slices.SortStableFunc(good, func(a, b question.Question) int {
		return cmp.Or(place[a.Doc]-place[b.Doc], a.Spans[0].Start-b.Spans[0].Start)
	})
	r.Questions = good
	return r
}
