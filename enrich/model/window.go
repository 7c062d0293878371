package model

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/llm/prompt"
	"github.com/pildora/pildora/size"
)

// bytesPerToken is how many bytes are counted as a token.
const bytesPerToken = 3

// UsualWindow is the window when none is given.
const UsualWindow = 16_000

// smallestWindow has room for several summaries of parts.
const smallestWindow = 2_000

// window is how many bytes of a document one call shows at most.
func (o Options) window() int {
	n := o.Window
	if n <= 0 {
		n = UsualWindow
	}
	return max(n, smallestWindow) * bytesPerToken
}

// windows tile a span with spans of at most so many bytes: whole sections, as
// many as fit; of one that doesn't fit, blocks, then sentences.
func (a about) windows(ctx context.Context, s doc.Span, most int) ([]doc.Span, error) {
	pack := chunk.Pack(chunk.Limits{Max: most, Measure: size.Bytes}, cut.Sections, cut.Blocks, cut.Sentences(a.Language), cut.Words)
	var out []doc.Span
	for c, err := range pack.Split(ctx, a.doc, s) {
		if err != nil {
			return nil, fmt.Errorf("cutting it into windows: %w", err)
		}
		out = append(out, c.Span)
	}
	return out, nil
}

// view is what the document prompt shows.
type view struct {
	about
	Part, Notes        bool        // that Text is a part of the document, or summaries of its parts
	Outline, Beginning prompt.Data // of a document that is shown in part
	Text               prompt.Data
}

// write fills the document prompt in.
func (v view) write() (string, error) { return prompts().In(DocumentPrompt, v.prompts).Write(v) }

// text is a span as it is shown.
func (a about) text(s doc.Span) prompt.Data { return prompt.Data(a.doc.Slice(a.doc.Body(s))) }

// surroundings is what part of the window goes to the outline of a long
// document, and what to its beginning: one in so many.
const surroundings = 8

// views are what is shown of a document, window by window, and the windows: of
// one that fits, all of it.
func (a about) views(ctx context.Context) ([]doc.Span, []view, error) {
	whole, most := a.doc.Whole(), a.window()
	if len(a.doc.Text) <= most {
		return []doc.Span{whole}, []view{{about: a, Text: a.text(whole)}}, nil
	}
	around := most / surroundings
	windows, err := a.windows(ctx, whole, most-2*around)
	if err != nil {
		return nil, nil, err
	}
	views, outline := make([]view, len(windows)), a.outline(around)
	for i, w := range windows {
		views[i] = view{about: a, Part: true, Outline: outline, Text: a.text(w)}
		if i > 0 {
			views[i].Beginning = prompt.Data(head(a.doc.Text, around))
		}
	}
	return windows, views, nil
}

// outline is the headings of the document, indented by level, as many as fit.
func (a about) outline(most int) prompt.Data {
	var b strings.Builder
	for _, h := range a.doc.Outline() {
		block := a.doc.Blocks[h.Block]
		line := strings.Repeat("  ", max(0, int(block.Level)-1)) + oneLine(block.Label) + "\n"
		if b.Len()+len(line) > most {
			break
		}
		b.WriteString(line)
	}
	return prompt.Data(strings.TrimRight(b.String(), "\n"))
}

// head is the beginning of a text, at most so many bytes of it, up to the end
// of a line, else of a word.
func head(text string, most int) string {
	text = strings.TrimPrefix(text, doc.BOM)
	if len(text) <= most {
		return strings.TrimSpace(text)
	}
	text = strings.ToValidUTF8(text[:most], "")
	for _, end := range []string{"\n", " "} {
		if i := strings.LastIndex(text, end); i > len(text)/2 {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}

// tail is the end of a text, likewise.
func tail(text string, most int) string {
	if len(text) <= most {
		return strings.TrimSpace(text)
	}
	text = strings.ToValidUTF8(text[len(text)-most:], "")
	for _, end := range []string{"\n", " "} {
		if i := strings.Index(text, end); i >= 0 && i < len(text)/2 {
			return strings.TrimSpace(text[i:])
		}
	}
	return text
}
