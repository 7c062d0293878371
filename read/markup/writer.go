package markup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
)

// MaxDepth is how deep blocks nest that are read as blocks.
const MaxDepth = 24

// ErrExpansion is wrapped by the error for a source whose names, replaced by
// what they stand for, become too much text.
var ErrExpansion = errors.New("expands to too much text")

// Writer is what a parser tells what it finds. It is for one goroutine.
type Writer struct {
	// Source is the text that spans are of.
	Source string
	// Title, Language and Meta are the document's.
	Title, Language string
	Meta            map[string]string

	ctx      context.Context
	err      error
	ticks    int
	b        convert.Builder
	spent    int
	warnings []string
	left     []string // files that were not read
	notes    []note
	lead     lead
	depth    int
}

// note is a footnote that waits for the end of the block it stands in.
type note struct {
	label string
	src   doc.Span
	write func()
}

// lead is what the next paragraph begins with.
type lead struct {
	text string
	src  doc.Span
}

// checkEvery is how many steps are made between two looks at the context.
const checkEvery = 1 << 10

// Going counts a step, looks at the context now and then, and reports whether
// to go on. Every loop of a parser asks it.
func (w *Writer) Going() bool {
	w.ticks++
	if w.ticks%checkEvery == 0 && w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err == nil
}

// Fail ends reading with an error; the first one counts.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// maxSpent is how many bytes replacing names may make, besides those of the
// source times spendFactor.
const (
	maxSpent    = 1 << 20
	spendFactor = 4
)

// Spend counts n bytes that were made by replacing a name, and reports whether
// there may be so many. Where there are more, reading ends with an error that
// wraps ErrExpansion.
func (w *Writer) Spend(n int, what string, at doc.Span) bool {
	w.spent += n
	if limit := maxSpent + spendFactor*len(w.Source); w.spent > limit {
		w.Fail(fmt.Errorf("line %d: %s %w: more than %d bytes; does a definition contain itself?", w.LineOf(at.Start), what, ErrExpansion, limit))
		return false
	}
	return w.err == nil
}

// LineOf is the number of the line, from 1, that a place of the source is in.
func (w *Writer) LineOf(at int) int {
	return 1 + strings.Count(w.Source[:min(at, len(w.Source))], "\n")
}

// maxWarnings is how many warnings of a document are kept.
const maxWarnings = 20

// Warn adds a warning, once.
func (w *Writer) Warn(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); len(w.warnings) < maxWarnings && !slices.Contains(w.warnings, s) {
		w.warnings = append(w.warnings, s)
	}
}

// Left notes a file that the source includes, and that is not read.
func (w *Writer) Left(name string) {
	name = strings.TrimSpace(name)
	if len(w.left) <= maxWarnings && !slices.Contains(w.left, name) {
		w.left = append(w.left, name[:min(len(name), 100)])
	}
}

// allWarnings are the warnings with the one about files that were left.
func (w *Writer) allWarnings() []string {
	if len(w.left) == 0 {
		return w.warnings
	}
	names := w.left
	more := ""
	if len(names) > 5 {
		names, more = names[:5], fmt.Sprintf(" and %d more", len(w.left)-5)
	}
	s := "what it includes is not read: " + strings.ToValidUTF8(strings.Join(names, ", "), "\ufffd") + more + "; give these files too"
	return append(w.warnings, s)
}

// maxValue is the longest value of metadata, in bytes; a longer one is cut.
const maxValue = 2 << 10

// Set sets a value of the metadata, unless it has one. White space collapses.
func (w *Writer) Set(name, value string) {
	value = strings.Join(strings.Fields(strings.ToValidUTF8(value[:min(len(value), maxValue)], "")), " ")
	if name == "date" || name == "modified" {
		value = Date(value)
	}
	if value == "" || w.Meta[name] != "" {
		return
	}
	if w.Meta == nil {
		w.Meta = map[string]string{}
	}
	w.Meta[name] = value
}

func origin(src doc.Span) doc.Origin { return doc.Origin{Source: src} }

// Open opens an element that stands for a stretch of the source.
func (w *Writer) Open(tag string, src doc.Span, attrs ...string) {
	w.depth++
	w.b.Open(tag, origin(src), attrs...)
	if w.lead.text != "" && tag == "p" {
		l := w.lead
		w.lead = lead{}
		w.strong(l)
		w.b.Text(" ", origin(l.src))
	}
}

// Close closes the innermost element. Footnotes that wait are written where no
// element is open.
func (w *Writer) Close() {
	w.depth--
	w.b.Close()
	if w.depth == 0 {
		w.flushNotes()
	}
}

// Void adds an element without content.
func (w *Writer) Void(tag string, src doc.Span, attrs ...string) {
	w.b.Void(tag, origin(src), attrs...)
}

// Put adds text that stands for a stretch of the source.
func (w *Writer) Put(s string, src doc.Span) { w.b.Text(s, origin(src)) }

// Copy adds a stretch of the source byte for byte.
func (w *Writer) Copy(s doc.Span) { w.Put(w.Source[s.Start:s.End], s) }

// Write adds a part of a text.
func (w *Writer) Write(t Text, from, to int) {
	t.each(from, to, func(i, j int, src doc.Span, _ bool) { w.Put(t.S[i:j], src) })
}

// Code writes preformatted lines. language may be empty.
func (w *Writer) Code(language string, lines []Line) {
	lines = Tight(lines)
	if len(lines) == 0 {
		return
	}
	w.Open("pre", SpanOf(lines), codeClass(language)...)
	w.Verbatim(lines)
	w.Close()
}

func codeClass(language string) []string {
	if language == "" {
		return nil
	}
	return []string{"class", "language-" + language}
}

// Verbatim adds lines with their line ends.
func (w *Writer) Verbatim(lines []Line) {
	for i, l := range lines {
		if !w.Going() {
			return
		}
		w.Copy(l.Span())
		if i+1 < len(lines) {
			w.Put("\n", doc.Span{Start: l.End, End: max(l.End, lines[i+1].Start)})
		}
	}
}

// Math writes a display formula.
func (w *Writer) Math(t Text) {
	if strings.TrimSpace(t.S) == "" {
		return
	}
	w.Open("x-math", t.Span(0, len(t.S)))
	w.Write(t, 0, len(t.S))
	w.Close()
}

// Lead lets the next paragraph begin with a label in bold: of an admonition, a
// theorem. [Writer.EndLead] writes it where no paragraph came.
func (w *Writer) Lead(label string, src doc.Span) {
	w.EndLead()
	w.lead = lead{label, src}
}

// EndLead writes a label as a paragraph of its own, where it still waits.
func (w *Writer) EndLead() {
	if w.lead.text == "" {
		return
	}
	l := w.lead
	w.lead = lead{}
	w.Open("p", l.src)
	w.strong(l)
	w.Close()
}

func (w *Writer) strong(l lead) {
	w.b.Open("strong", origin(l.src))
	w.b.Text(l.text, origin(l.src))
	w.b.Close()
}

// Footnote writes a footnote's definition: at once, or where it stands inside
// another block, after that. write writes its content.
func (w *Writer) Footnote(label string, src doc.Span, write func()) {
	w.notes = append(w.notes, note{Label(label), src, write})
	if w.depth == 0 {
		w.flushNotes()
	}
}

// flushNotes writes the footnotes that wait; one may hold others.
func (w *Writer) flushNotes() {
	for len(w.notes) > 0 && w.Going() {
		n := w.notes[0]
		w.notes = w.notes[1:]
		w.depth++
		w.b.Open("x-footnote", origin(n.src), "label", n.label)
		n.write()
		w.b.Close()
		w.depth--
	}
}

// Reference adds the mark of a reference to a footnote.
func (w *Writer) Reference(label string, src doc.Span) {
	w.Put("[^"+Label(label)+"]", src)
}

// maxLabel is the longest label of a footnote, in bytes.
const maxLabel = 60

// Label is a name as the label of a footnote has it: without blanks and
// brackets, "note" where nothing is left.
func Label(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '[' || r == ']' || r == '^' || r == '\\' || r == '`' || r == '*' || r == '|' || r == '<' || r == '>' || r < ' ':
			return -1
		case r == ' ' || r == '\u00a0':
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	for len(name) > maxLabel {
		name = strings.ToValidUTF8(name[:maxLabel], "")
	}
	if name = strings.TrimSpace(name); name == "" {
		return "note"
	}
	return name
}
