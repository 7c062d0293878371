package output

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// column is one column of the table: the record's JSON name and its cell.
type column struct {
	name string
	cell func(r *store.Record) string
}

// columns has every field of a record in its order: texts and numbers as they
// are, headings joined by " > ", other lists and objects as JSON, empty where
// there is nothing.
func columns() []column {
	text := func(name string, f func(*store.Record) string) column { return column{name, f} }
	num := func(name string, f func(*store.Record) int) column {
		return column{name, func(r *store.Record) string { return strconv.Itoa(f(r)) }}
	}
	return []column{
		text("id", func(r *store.Record) string { return r.ID }),
		text("doc_id", func(r *store.Record) string { return r.DocID }),
		text("collection", func(r *store.Record) string { return r.Collection }),
		text("source", func(r *store.Record) string { return r.Source }),
		text("title", func(r *store.Record) string { return r.Title }),
		num("num", func(r *store.Record) int { return r.Num }),
		num("of", func(r *store.Record) int { return r.Of }),
		text("role", func(r *store.Record) string { return r.Role }),
		text("headings", func(r *store.Record) string { return strings.Join(r.Headings, " > ") }),
		text("kind", func(r *store.Record) string { return r.Kind }),
		text("profile", func(r *store.Record) string { return r.Profile }),
		text("lang", func(r *store.Record) string { return r.Lang }),
		num("start", func(r *store.Record) int { return r.Start }),
		num("end", func(r *store.Record) int { return r.End }),
		num("start_rune", func(r *store.Record) int { return r.StartRune }),
		num("end_rune", func(r *store.Record) int { return r.EndRune }),
		num("start_line", func(r *store.Record) int { return r.StartLine }),
		num("end_line", func(r *store.Record) int { return r.EndLine }),
		text("pages", func(r *store.Record) string { return asJSON(len(r.Pages) > 0, r.Pages) }),
		text("origins", func(r *store.Record) string { return asJSON(len(r.Origins) > 0, r.Origins) }),
		num("overlap", func(r *store.Record) int { return r.Overlap }),
		num("tokens", func(r *store.Record) int { return r.Tokens }),
		num("chars", func(r *store.Record) int { return r.Chars }),
		text("text", func(r *store.Record) string { return r.Text }),
		text("window", func(r *store.Record) string { return asJSON(r.Window != nil, r.Window) }),
		text("frame", func(r *store.Record) string { return asJSON(r.Frame != store.Frame{}, r.Frame) }),
		text("embed_text", func(r *store.Record) string { return r.EmbedText }),
		text("parent", func(r *store.Record) string { return r.Parent }),
		text("prev", func(r *store.Record) string { return r.Prev }),
		text("next", func(r *store.Record) string { return r.Next }),
		text("lexical", func(r *store.Record) string { return strings.Join(r.Lexical, ",") }),
		text("digest", func(r *store.Record) string { return r.Digest }),
		text("recipe", func(r *store.Record) string { return r.Recipe }),
		text("date", func(r *store.Record) string { return r.Date }),
		text("meta", func(r *store.Record) string { return asJSON(len(r.Meta) > 0, r.Meta) }),
		text("warnings", func(r *store.Record) string { return asJSON(len(r.Warnings) > 0, r.Warnings) }),
	}
}

// asJSON writes v in one line, or nothing where it isn't there.
func asJSON[T any](there bool, v T) string {
	if !there {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "" // numbers that JSON has no form for: a box of NaN
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// table writes CSV as RFC 4180 has it, save that lines end with LF, with a
// header row. Cells are data: a spreadsheet that takes "=…" for a formula has
// to be told to import them as text.
type table struct {
	w       *csv.Writer
	columns []column
	begun   bool
}

func newCSV(w io.Writer) Writer { return &table{w: csv.NewWriter(w), columns: columns()} }

// header writes the header row once: an output without records has it too.
func (t *table) header() error {
	if t.begun {
		return nil
	}
	t.begun = true
	row := make([]string, len(t.columns))
	for i, c := range t.columns {
		row[i] = c.name
	}
	return t.w.Write(row)
}

func (t *table) Begin(*doc.Document) error { return t.header() }

func (t *table) Write(r store.Record) error {
	if err := t.header(); err != nil {
		return err
	}
	row := make([]string, len(t.columns))
	for i, c := range t.columns {
		row[i] = c.cell(&r)
	}
	return t.w.Write(row)
}

func (t *table) Close() error {
	if err := t.header(); err != nil {
		return err
	}
	t.w.Flush()
	return t.w.Error()
}
