package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/glob"
	"github.com/pildora/pildora/store"
)

// A filter is asked in two steps that let pass whatever it does, and sometimes
// more; its matcher has the last word. What columns can answer is asked of all
// rows at once. What stands in the record's JSON takes some microseconds a row,
// which is a twentieth of reading the record, but too much where most rows
// pass and few are wanted: a search asks it row by row, the best first.

// clause is conditions joined by AND, with the values that they stand for.
type clause struct {
	sql  strings.Builder
	args []any
}

func (c *clause) and(sql string, args []any) {
	if sql != "" {
		c.sql.WriteString(" AND " + sql)
		c.args = append(c.args, args...)
	}
}

// conditions writes as SQL what of f the columns of chunk (as c) can answer.
func conditions(f store.Filter, generation int64) (string, []any) {
	c := clause{args: []any{generation}}
	for _, x := range [...]struct{ column, value string }{{"collection", f.Collection}, {"lang", f.Lang}, {"role", f.Role}} {
		if x.value != "" {
			c.and("c."+x.column+" = ?", []any{x.value})
		}
	}
	for _, w := range f.Where {
		column, has := columnOf[w.Field]
		switch {
		case w.Valid() != nil:
		case w.Field == store.FieldPath && !w.Not:
			c.and(prefixes(w.Values))
		case has && w.Not:
			c.and("NOT "+among(column, w.Values), anys(w.Values))
		case has:
			c.and(among(column, w.Values), anys(w.Values))
		}
	}
	return `c.generation = ?` + c.sql.String(), c.args
}

// details writes as SQL what of f the JSON of chunk (as c) can answer: nothing,
// or conditions each of which begins with AND.
func details(f store.Filter) (string, []any) {
	var c clause
	for _, w := range f.Where {
		key, meta := strings.CutPrefix(w.Field, store.MetaField)
		switch {
		case w.Valid() != nil:
		case w.Field == store.FieldKind, w.Field == store.FieldProfile:
			not := ""
			if w.Not {
				not = "NOT "
			}
			c.and(not+among(`coalesce(c.data->>'$.`+w.Field+`', '')`, w.Values), anys(w.Values))
		case w.Not:
		case w.Field == store.FieldSection:
			c.and(`EXISTS (SELECT 1 FROM json_each(c.data, '$.headings') WHERE `+among("value", w.Values)+`)`, anys(w.Values))
		case w.Field == store.FieldDate:
			c.and(dates(w))
		case meta && (w.Op == store.Equal || w.Op == "") && plainKey(key):
			c.and(mentions(key, w.Values))
		}
	}
	return c.sql.String(), c.args
}

// columnOf names the columns of chunk that hold what a condition is about.
var columnOf = map[string]string{store.FieldDoc: "c.doc_id", store.FieldCollection: "c.collection", store.FieldRole: "c.role", store.FieldLang: "c.lang"}

func among(expression string, values []string) string {
	return expression + ` IN (?` + strings.Repeat(`, ?`, len(values)-1) + `)`
}

func anys(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// prefixes is that a document's id begins as one of the patterns does; nothing
// where one of them says nothing of its beginning.
func prefixes(patterns []string) (string, []any) {
	var parts []string
	var args []any
	for _, p := range patterns {
		from := glob.Prefix(p)
		if from == "" || from[len(from)-1] == 0xff {
			return "", nil
		}
		to := []byte(from) // the first text beyond those that begin with it
		to[len(to)-1]++
		parts = append(parts, `c.doc_id >= ? AND c.doc_id < CAST(? AS TEXT)`)
		args = append(args, from, to)
	}
	return `(` + strings.Join(parts, ` OR `) + `)`, args
}

// dates is that a record's date may be as the condition says, in whole seconds.
// What SQLite doesn't read, or reads in another way, is left to the matcher.
func dates(w store.Condition) (string, []any) {
	var parts []string
	var args []any
	bound := func(sql string, t time.Time) {
		parts = append(parts, sql)
		args = append(args, t.Unix())
	}
	for _, v := range w.Values {
		start, end, _ := doc.ParseDate(v)
		switch w.Op {
		case store.Before:
			bound(`s <= ?`, start)
		case store.UpTo:
			bound(`s <= ?`, end)
		case store.After:
			bound(`s >= ?`, end)
		case store.From:
			bound(`s >= ?`, start)
		default:
			bound(`s >= ?`, start)
			parts[len(parts)-1] += ` AND s <= ?`
			args = append(args, end.Unix())
		}
	}
	const given = `SELECT c.data->>'$.date' AS d`
	return `EXISTS (SELECT 1 FROM (SELECT d, unixepoch(d) AS s FROM (` + given + `)) WHERE d IS NOT NULL AND (s IS NULL OR length(d) < 10 OR ` + strings.Join(parts, ` OR `) + `))`, args
}

// mentions is that the metadata under key hold one of the values, or at least
// what of it can't be written in two ways.
func mentions(key string, values []string) (string, []any) {
	var parts []string
	var args []any
	for _, v := range values {
		pieces := strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == '\\' || r == 0 })
		if len(pieces) == 0 {
			return "", nil
		}
		parts = append(parts, `instr(c.data->>?, ?) > 0`)
		args = append(args, fmt.Sprintf(`$.meta."%s"`, key), slices.MaxFunc(pieces, func(a, b string) int { return len(a) - len(b) }))
	}
	return `(` + strings.Join(parts, ` OR `) + `)`, args
}

// plainKey reports whether a key stands in JSON and in a path of SQLite as it
// is.
func plainKey(key string) bool {
	for _, r := range key {
		if r >= 0x80 || r != '_' && r != '-' && r != '.' && r != ' ' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return key != ""
}
