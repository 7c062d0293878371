package chat

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/record/assemble"
)

// near is how many messages may stand between one and its answer for them to be
// one turn: what is further apart isn't read together.
const near = 20

// group is a run of messages that belong together: from the first to the last.
type group struct{ from, to int }

// write makes a document of a talk.
func write(ctx context.Context, t talk) (*doc.Document, error) {
	ordered(t.messages)
	messages := threaded(t.messages)
	w := writer{ctx: ctx, whos: map[string]string{}}
	for i := range messages {
		w.whos[messages[i].id] = messages[i].who
	}
	groups := groupsOf(messages)
	for i := 0; i < len(messages); {
		g := group{i, i}
		if len(groups) > 0 && groups[0].from == i {
			g, groups = groups[0], groups[1:]
		}
		if err := w.group(messages[g.from : g.to+1]); err != nil {
			return nil, err
		}
		i = g.to + 1
	}
	d := &doc.Document{Media: JSON, Title: t.title, Text: string(w.Text), Blocks: w.Blocks, Origins: w.Origins}
	if t.title != "" {
		d.Meta = map[string]string{"title": t.title}
	}
	return d, ctx.Err()
}

// ordered turns messages round that stand in the order of a screen, the newest
// first.
func ordered(messages []message) {
	n := len(messages)
	if n > 1 && messages[0].order > messages[n-1].order && messages[n-1].order > 0 {
		slices.Reverse(messages)
	}
}

// threaded moves the messages of each thread behind the one that it began with.
func threaded(messages []message) []message {
	at := map[string]int{}
	for i := range messages {
		at[messages[i].id] = i
	}
	in := map[int][]message{}
	for _, m := range messages {
		if root, ok := at[m.thread]; ok && m.thread != "" {
			in[root] = append(in[root], m)
		}
	}
	if len(in) == 0 {
		return messages
	}
	out := make([]message, 0, len(messages))
	for i, m := range messages {
		if _, ok := at[m.thread]; ok && m.thread != "" {
			continue
		}
		out = append(append(out, m), in[i]...)
	}
	return out
}

// groupsOf are the runs of messages from one that was answered to its last
// answer.
func groupsOf(messages []message) []group {
	at := map[string]int{}
	var groups []group
	for i := range messages {
		m := &messages[i]
		if root, ok := at[first2(m.thread, m.replyTo)]; ok && (m.thread != "" || i-root <= near) {
			for len(groups) > 0 && groups[len(groups)-1].to >= root {
				root = min(root, groups[len(groups)-1].from)
				groups = groups[:len(groups)-1]
			}
			groups = append(groups, group{root, i})
		}
		if m.id != "" {
			at[m.id] = i
		}
	}
	return groups
}

func first2(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// writer puts messages down.
type writer struct {
	assemble.Builder
	ctx   context.Context
	whos  map[string]string // who wrote each message
	count int
}

// group writes messages, in a turn of their own where they are several.
func (w *writer) group(messages []message) error {
	parent := int32(-1)
	if len(messages) > 1 {
		w.Gap()
		parent = int32(len(w.Blocks))
		w.Blocks = append(w.Blocks, doc.Block{Kind: doc.Turn, Parent: -1, Span: doc.Span{Start: len(w.Text)}, Label: messages[0].who})
	}
	for _, m := range messages {
		if err := w.message(m, parent); err != nil {
			return err
		}
	}
	if parent < 0 {
		return nil
	}
	w.Blocks[parent].Span.End = len(w.Text)
	if int(parent) == len(w.Blocks)-1 { // all of them are empty
		w.Blocks = w.Blocks[:parent]
	}
	return nil
}

// message writes a message, if there is a text.
func (w *writer) message(m message, parent int32) error {
	if w.count++; w.count%checkEvery == 1 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	text, err := w.body(m)
	if err != nil || len(text) == 0 {
		return err
	}
	w.Gap()
	start := len(w.Text)
	head := w.head(m)
	if !m.notice || head != "" {
		w.Put("", assemble.Mark(head, m.at))
		w.Text = append(w.Text, joint(head, assemble.Join(text))...)
	}
	w.Put("", text...)
	d, err := markdown.Reader{}.ReadText(w.ctx, read.Source{URI: "message"}, "\n"+string(w.Text[start:]))
	if err != nil {
		return err
	}
	self := int32(len(w.Blocks))
	kind := doc.Turn
	if m.notice {
		kind = doc.Paragraph
	}
	w.Blocks = append(w.Blocks, doc.Block{Kind: kind, Parent: parent, Span: doc.Span{Start: start, End: len(w.Text)}, Label: m.who})
	if kind == doc.Turn && len(d.Blocks) > 1 {
		for i := range d.Blocks {
			d.Blocks[i].Span.Start = max(1, d.Blocks[i].Span.Start)
		}
		w.Graft(d.Blocks, start-1, self)
	}
	return nil
}

// body is the text of a message without blanks around it. HTML becomes
// Markdown.
func (w *writer) body(m message) ([]assemble.Piece, error) {
	text := assemble.TrimLines(m.text)
	if !m.html || len(text) == 0 {
		return text, nil
	}
	d, err := html.Reader{Mode: html.All}.Read(w.ctx, read.Source{URI: "message", Data: []byte(assemble.Join(text))})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	if err != nil {
		return text, nil
	}
	return assemble.TrimLines(assemble.Made(d, text)), nil
}

// head is what stands before a message: who wrote it, to whom, and when.
func (w *writer) head(m message) string {
	var b strings.Builder
	if m.who != "" {
		b.WriteString("**" + m.who + "**")
	}
	if to := w.whos[m.replyTo]; to != "" && m.replyTo != "" {
		b.WriteString(" → " + to)
	}
	if m.when != "" {
		b.WriteString(" (" + m.when + ")")
	}
	if b.Len() > 0 {
		b.WriteString(":")
	}
	return strings.TrimSpace(b.String())
}

// joint is what stands between the head of a message and its text: a blank,
// or a blank line where the text begins with something else than prose.
func joint(head, text string) string {
	switch {
	case head == "":
		return ""
	case strings.IndexByte("#>-*+`|~<$[0123456789 \t", text[0]) >= 0 || strings.Contains(text, "\n"):
		return "\n\n"
	}
	return " "
}
