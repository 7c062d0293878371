package model

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// Summary returns a Summarizer that asks a model for three lines: what the
// document is, what it says, and for whom or since when. A document longer than
// the window is summed up by sections first. Where the model has no usable
// answer, fallback is asked; nil means that there is then no summary.
func Summary(o Options, fallback enrich.Summarizer) enrich.Summarizer {
	return summarizer{o, fallback}
}

type summarizer struct {
	Options
	fallback enrich.Summarizer
}

// The bounds of a summary.
const (
	mostLines     = 3
	longestLine   = 300 // code points; the prompt asks for 200
	summaryTokens = 600
)

// Summary makes a call, or as many more as the document has windows.
func (s summarizer) Summary(ctx context.Context, d *doc.Document) (string, error) {
	if doc.IsBlank(d.Text) {
		return "", nil
	}
	a := s.about(d)
	lines, err := s.lines(ctx, a)
	if err == nil {
		return strings.Join(lines, "\n"), nil
	}
	if err := a.failed(ctx, d.Whole(), SummaryPrompt, err); err != nil {
		return "", err
	}
	if s.fallback == nil {
		return "", nil
	}
	return s.fallback.Summary(ctx, d)
}

type summaryAnswer struct {
	Lines []string `json:"lines"`
}

func (s summarizer) lines(ctx context.Context, a about) ([]string, error) {
	whole := piece{span: a.doc.Whole(), text: a.doc.Slice(a.doc.Body(a.doc.Whole()))}
	text, notes, err := a.condensed(ctx, "", []piece{whole})
	if err != nil {
		return nil, err
	}
	document, err := view{about: a, Notes: notes, Text: prompt.Data(text)}.write()
	if err != nil {
		return nil, err
	}
	var lines []string
	_, err = ask(ctx, a, SummaryPrompt, a, summaryTokens, func(got summaryAnswer, c checker) error {
		if len(got.Lines) == 0 || len(got.Lines) > mostLines {
			return fmt.Errorf("there are %d lines, not %d", len(got.Lines), mostLines)
		}
		lines = lines[:0]
		for _, l := range got.Lines {
			l, err := c.clean(l, longestLine)
			if err != nil {
				return err
			}
			lines = append(lines, l)
		}
		return c.speaks(strings.Join(lines, "\n"))
	}, llm.Message{Role: llm.User, Text: document})
	return lines, err
}
