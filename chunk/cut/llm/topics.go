// Package llm cuts where a language model says that the topic changes.
//
// [Topics] numbers the sentences of a span and asks a model after which of them
// another topic begins. Only numbers come back, so only ends of sentences can
// be cuts: whatever a model answers, it can neither put a word into a chunk nor
// take one out. A long span is shown in windows, each of which begins in the
// one before; each half of what they share is cut by the window that it lies
// deeper in.
//
// Numbers that aren't of sentences, or don't rise, make an answer useless, and
// one that is no JSON of the form asked for. It is asked for once more, and then
// cut.Ideas cuts what was shown.
package llm

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// Options are how a model is asked. LLM and Sentences must be given.
type Options struct {
	// LLM answers. The same answers give the same cuts: where they are to be
	// the same each time, wrap it in what remembers them.
	LLM llm.Completer
	// Sentences gives the ends to choose from.
	Sentences chunk.Cutter
	// Language is that of all documents (BCP 47); empty means each one's own.
	Language string
	// Window is how much of a span one call shows, in tokens, counted as a
	// third of the bytes; 0 means 4,000. Eight sentences are always shown.
	Window int
	// Strict makes each call that fails, and each answer that can't be used, an
	// error. Else cut.Ideas cuts instead.
	Strict bool
	// Warn is told of that: what span of which document (its URI), and why. It
	// may be called concurrently. Nil means that nobody is.
	Warn func(uri string, s doc.Span, why string)
}

// Digest is a short digest of the prompt and of what is done with its answers,
// for recipes.
func Digest() string { return prompt.Digest(version, prompts().Digest(name)) }

// version changes when the same answers may give other cuts.
const version = "1"

const name = "cut"

//go:embed prompts
var files embed.FS

var prompts = prompt.Embedded(files, "prompts")

// Topics returns a cutter at the ends of sentences after which a model says that
// another topic begins.
func Topics(o Options) chunk.Cutter {
	return &cutter{o, cut.Ideas(o.Language, o.Sentences)}
}

type cutter struct {
	Options
	ideas chunk.Cutter
}

// The bounds of windows.
const (
	bytesPerToken = 3
	usualWindow   = 4_000 // tokens
	leastShown    = 8     // sentences
	// longestShown is how many bytes of a sentence are shown: what it is about
	// stands in its beginning.
	longestShown = 600
	answerTokens = 1000
)

// fewest is how many sentences a span has at least in which a change is looked
// for.
const fewest = 4

// Cuts yields the changes of topic in a span, window by window.
func (c *cutter) Cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		ends, err := chunk.CutsOf(ctx, c.Sentences, d, s)
		if err != nil {
			yield(0, err)
			return
		}
		if len(ends)+1 < fewest {
			return
		}
		from := 0 // sentences before it are cut already
		for w := range c.windows(sentencesOf(d, s, ends)) {
			cuts, err := c.ask(ctx, d, w)
			if err != nil {
				yield(0, fmt.Errorf("%s: asking a model where the topic changes in bytes %v: %w", d.URI, w.span(), err))
				return
			}
			for _, i := range cuts { // a cut is behind sentence i of all
				if i >= from && i < w.until && !yield(w.all[i].End, nil) {
					return
				}
			}
			from = w.until
		}
	}
}

// sentencesOf are the sentences between ends.
func sentencesOf(d *doc.Document, s doc.Span, ends []int) []doc.Span {
	spans := make([]doc.Span, 0, len(ends)+1)
	start := s.Start
	for _, end := range append(ends[:len(ends):len(ends)], s.End) {
		spans = append(spans, doc.Span{Start: start, End: end})
		start = end
	}
	return spans
}

// window is the sentences from first to before last. Its cuts count before
// until, where the next window takes over.
type window struct {
	all                []doc.Span
	first, last, until int
}

func (w window) span() doc.Span {
	return doc.Span{Start: w.all[w.first].Start, End: w.all[w.last-1].End}
}

// windows cover all sentences; each begins a quarter of the one before it before
// its end, and they take over from each other in the middle of what they share.
func (c *cutter) windows(all []doc.Span) iter.Seq[window] {
	room := c.Window
	if room <= 0 {
		room = usualWindow
	}
	room *= bytesPerToken
	return func(yield func(window) bool) {
		for first := 0; ; {
			last, shown := first, 0
			for last < len(all) && (last-first < leastShown || shown+min(all[last].Len(), longestShown) <= room) {
				shown += min(all[last].Len(), longestShown)
				last++
			}
			if last == len(all) {
				yield(window{all, first, last, last})
				return
			}
			next := last - (last-first)/4
			if !yield(window{all, first, last, (next + last) / 2}) {
				return
			}
			first = next
		}
	}
}

type answer struct {
	After []int `json:"after"`
}

// ask returns after which sentences of a window the topic changes.
func (c *cutter) ask(ctx context.Context, d *doc.Document, w window) ([]int, error) {
	texts := make([]string, 0, w.last-w.first)
	for _, s := range w.all[w.first:w.last] {
		text := d.Slice(s)
		if len(text) > longestShown {
			text = strings.ToValidUTF8(text[:longestShown], "") + " …"
		}
		texts = append(texts, text)
	}
	show := struct {
		Sentences prompt.Data
		Last      int
	}{prompt.Numbered(texts), len(texts) - 1}
	lang := prompt.Language(c.languageOf(d))
	question, err := prompts().In(name, lang).Write(show)
	if err != nil {
		return nil, err
	}
	got, err := prompt.Ask(ctx, c.LLM, prompt.Request(lang, question, answerTokens), func(a answer) error { return a.check(len(texts)) })
	if err != nil {
		return c.instead(ctx, d, w, err)
	}
	cuts := make([]int, len(got.After))
	for i, n := range got.After {
		cuts[i] = w.first + n - 1
	}
	return cuts, nil
}

func (c *cutter) languageOf(d *doc.Document) string {
	if c.Language != "" {
		return c.Language
	}
	return d.Language
}

// check says what is wrong with an answer about n sentences.
func (a answer) check(n int) error {
	if a.After == nil {
		return errors.New(`"after" is missing`)
	}
	before := 0
	for _, i := range a.After {
		switch {
		case i < 1 || i >= n:
			return fmt.Errorf("%d is none of the numbers from 1 to %d", i, n-1)
		case i <= before:
			return fmt.Errorf("%d stands behind %d: numbers must rise", i, before)
		}
		before = i
	}
	return nil
}

// instead cuts a window without a model's answer, or returns err where that
// ends the work.
func (c *cutter) instead(ctx context.Context, d *doc.Document, w window, err error) ([]int, error) {
	if !errors.Is(err, prompt.ErrUnasked) {
		if c.Strict || prompt.Ends(ctx, err) {
			return nil, err
		}
		if c.Warn != nil {
			c.Warn(d.URI, w.span(), err.Error())
		}
	}
	ends, err := chunk.CutsOf(ctx, c.ideas, d, w.span())
	if err != nil {
		return nil, err
	}
	// Alone, a window may end sentences elsewhere: such ends are passed over.
	var cuts []int
	for i := w.first; i < w.last-1; i++ {
		for len(ends) > 0 && ends[0] < w.all[i].End {
			ends = ends[1:]
		}
		if len(ends) > 0 && ends[0] == w.all[i].End {
			cuts = append(cuts, i)
		}
	}
	return cuts, nil
}
