package model

import (
	"context"
	"errors"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/llm/prompt"
)

// The bounds of a summary of a section.
const (
	longestSection = 900 // code points; the prompt asks for 600
	sectionTokens  = 600
)

type sectionAnswer struct {
	Summary string `json:"summary"`
}

// sumUp asks for the summary of a text of the document at s, which is notes
// where it is put together of summaries. Where nobody is asked it is the
// beginning of the text, with prompt.ErrUnasked, so that what follows from it
// can be counted.
func (a about) sumUp(ctx context.Context, s doc.Span, titles prompt.Data, text string, notes bool) (string, error) {
	show := struct {
		about
		Titles, Text prompt.Data
		Notes        bool
	}{a, titles, prompt.Data(text), notes}
	var summary string
	_, err := ask(ctx, a, SectionPrompt, show, sectionTokens, func(got sectionAnswer, c checker) (err error) {
		if summary, err = c.clean(got.Summary, longestSection); err != nil {
			return err
		}
		return c.speaks(summary)
	})
	if errors.Is(err, prompt.ErrUnasked) {
		return head(text, unasked), err
	}
	return summary, err
}

// unasked is how long, in bytes, a summary is taken to be that nobody wrote.
const unasked = 600

// piece is what a part of a section says: its own text, or a summary of it.
type piece struct {
	span doc.Span
	text string
	note bool
}

// condensed puts pieces together to a text that fits into a window. Where they
// don't, each group of neighbours that does is summed up, until they do.
func (a about) condensed(ctx context.Context, titles prompt.Data, pieces []piece) (text string, notes bool, err error) {
	most := a.window()
	if pieces, err = a.fitting(ctx, pieces, most); err != nil {
		return "", false, err
	}
	for {
		groups := grouped(pieces, most)
		if len(groups) <= 1 {
			text, notes := joined(pieces)
			return text, notes, nil
		}
		// A group has half a window at least, but perhaps the last, and becomes
		// a few lines: there are ever fewer.
		pieces = make([]piece, len(groups))
		err := each(ctx, len(groups), func(ctx context.Context, i int) error {
			g := groups[i]
			s := doc.Span{Start: g[0].span.Start, End: g[len(g)-1].span.End}
			text, notes := joined(g)
			summary, err := a.sumUp(ctx, s, titles, text, notes)
			pieces[i] = piece{s, summary, true}
			if errors.Is(err, prompt.ErrUnasked) {
				return nil
			}
			return err
		})
		if err != nil {
			return "", false, err
		}
	}
}

// fitting cuts up the pieces that don't fit by themselves.
func (a about) fitting(ctx context.Context, pieces []piece, most int) ([]piece, error) {
	var out []piece
	for _, p := range pieces {
		if len(p.text) <= most || p.note {
			out = append(out, p)
			continue
		}
		windows, err := a.windows(ctx, p.span, most)
		if err != nil {
			return nil, err
		}
		for _, w := range windows {
			out = append(out, piece{span: w, text: a.doc.Slice(a.doc.Body(w))})
		}
	}
	return out, nil
}

// between stands between the pieces of a text that is put together.
const between = "\n\n"

func joined(pieces []piece) (text string, notes bool) {
	texts := make([]string, 0, len(pieces))
	for _, p := range pieces {
		if p.text != "" {
			texts = append(texts, p.text)
		}
		notes = notes || p.note
	}
	return strings.Join(texts, between), notes
}

// grouped makes groups of neighbours that fit together.
func grouped(pieces []piece, most int) [][]piece {
	var groups [][]piece
	from, size := 0, 0
	for i, p := range pieces {
		if n := len(p.text) + len(between); i > from && size+n > most {
			groups = append(groups, pieces[from:i])
			from, size = i, n
		} else {
			size += n
		}
	}
	if from < len(pieces) {
		groups = append(groups, pieces[from:])
	}
	return groups
}
