package output

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// markdown writes a section a chunk: a heading with its number and breadcrumb,
// a line of facts, and the body in a fence that nothing in it can close. A parent
// has a section without its body, which is that of the chunks in it.
type markdown struct {
	w *bufio.Writer
	n int // sections so far, for the blank line between them
}

func newMarkdown(w io.Writer) Writer { return &markdown{w: bufio.NewWriterSize(w, 1<<16)} }

func (m *markdown) Begin(d *doc.Document) error {
	title := d.Title
	if doc.IsBlank(title) {
		title = d.URI
	}
	m.gap()
	fmt.Fprintf(m.w, "# %s\n", inline(title))
	return m.w.Flush()
}

// gap writes the blank line before a section. Errors of a bufio.Writer stay,
// and come back from Flush.
func (m *markdown) gap() {
	if m.n > 0 {
		m.w.WriteByte('\n')
	}
	m.n++
}

func (m *markdown) Write(r store.Record) error {
	m.gap()
	heading := fmt.Sprintf("## %s%d/%d", roleName(&r), r.Num, r.Of)
	if r.Parent != "" {
		heading = "#" + heading
	}
	if b := breadcrumb(&r); b != "" {
		heading += " · " + inline(b)
	}
	fmt.Fprintf(m.w, "%s\n\n%s · %s · %d tokens", heading, code(r.ID), lines(&r), r.Tokens)
	if r.Kind != "" {
		fmt.Fprintf(m.w, " · %s", inline(r.Kind))
	}
	if r.Overlap > 0 {
		fmt.Fprintf(m.w, " · repeats the %d bytes before", r.Overlap)
	}
	if r.Role == store.RoleDerived {
		fmt.Fprintf(m.w, " · of %s", code(r.Parent))
	}
	if r.Window != nil {
		fmt.Fprintf(m.w, " · delivers %s", windowOf(&r))
	}
	if r.Role == store.RoleParent {
		_, err := m.w.WriteString("\n")
		return err
	}
	if r.Frame.Header != "" {
		fmt.Fprintf(m.w, "\n\nHeader:\n\n%s", fenced(r.Frame.Header))
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(m.w, "\n\nWarning: %s", inline(w))
	}
	_, err := fmt.Fprintf(m.w, "\n\n%s\n", fenced(r.Text))
	return err
}

func (m *markdown) Close() error { return m.w.Flush() }

// roleName says what a record is where it is no chunk, for its number to follow.
func roleName(r *store.Record) string {
	switch r.Role {
	case store.RoleParent:
		return "Parent "
	case store.RoleDerived:
		return "Derived "
	}
	return ""
}

// windowOf says what is delivered around a body.
func windowOf(r *store.Record) string {
	w := r.Window
	at := store.Record{StartLine: w.StartLine, EndLine: w.EndLine}
	return fmt.Sprintf("%s, bytes %d–%d, %s", lines(&at), w.Start, w.End, plural(w.Tokens, "token"))
}

// breadcrumb is the one that is embedded, else the headings.
func breadcrumb(r *store.Record) string {
	if r.Frame.Breadcrumb != "" {
		return r.Frame.Breadcrumb
	}
	return strings.Join(r.Headings, " > ")
}

func lines(r *store.Record) string {
	if r.StartLine == r.EndLine {
		return fmt.Sprintf("line %d", r.StartLine)
	}
	return fmt.Sprintf("lines %d–%d", r.StartLine, r.EndLine)
}

// fenced puts a text between fences longer than any run of backticks in it.
func fenced(text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	end := "\n"
	if text == "" || strings.HasSuffix(text, "\n") {
		end = ""
	}
	return fence + "\n" + text + end + fence
}

// code writes a code span that text can't close.
func code(text string) string {
	text = oneLine(text)
	ticks := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if run++; text[i] != c {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// marks are the signs that can mean something inside a line of Markdown, or at
// the end of a heading. A ">" can't without its "<".
const marks = "\\`*_[]<#~&$"

// inline makes one line of plain Markdown text: marks lose their meaning. It
// stands after other text in its line, so marks of blocks ("- ", "1.") have
// none there.
func inline(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune(marks, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// oneLine turns every run of white space into one blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
