package question

import (
	"io"
	"strconv"
	"strings"
)

// columnNames are the names by which the fields of a table go where no others
// are given.
var columnNames = []struct {
	field string
	names []string
}{
	{"question", []string{"question", "query", "user_input", "pregunta", "consulta"}},
	{"answer", []string{"answer", "text", "span", "reference", "ground_truth", "respuesta", "texto"}},
	{"doc", []string{"doc", "document", "doc_id", "file", "file_path", "source", "documento", "archivo", "fuente"}},
	{"id", []string{"id", "question_id", "qid"}},
	{"passage", []string{"passage", "context", "pasaje", "contexto"}},
	{"language", []string{"language", "lang", "idioma"}},
	{"category", []string{"category", "categoría", "categoria"}},
	{"kind", []string{"kind", "type", "tipo"}},
	{"start", []string{"start"}},
	{"end", []string{"end"}},
	{"start_rune", []string{"start_rune", "start_index"}},
	{"end_rune", []string{"end_rune", "end_index"}},
}

// csv converts a table with a row per answer. Rows that follow each other with
// one id, or without ids with one question and document, are one question.
func (c *conversion) csv(r io.Reader) error {
	var open Question // the question that the next row may go on with
	n := 0
	for cells, err := range c.rows(r) {
		if err != nil {
			return err
		}
		n++
		row, err := c.fields(cells)
		if err != nil {
			return err
		}
		q, ok, err := c.tableQuestion(row, n)
		if err != nil {
			return err
		}
		same := ok && len(open.Spans) > 0 && q.ID == open.ID && (q.ID != "" || q.Question == open.Question && q.Doc == open.Doc)
		switch {
		case same && len(q.Spans) > 0:
			open.Spans = append(open.Spans, q.Spans...)
		case ok:
			c.close(open)
			open = q
		}
	}
	c.close(open)
	return nil
}

func (c *conversion) close(q Question) {
	if q.Question != "" || len(q.Spans) > 0 {
		c.add(q)
	}
}

// fields names the cells of a row by field.
func (c *conversion) fields(cells map[string]string) (map[string]string, error) {
	row := map[string]string{}
	for _, f := range columnNames {
		names := f.names
		if name := c.Columns[f.field]; name != "" {
			names = []string{strings.ToLower(name)}
			if _, ok := cells[names[0]]; !ok {
				return nil, c.errorf("no column %q", name)
			}
		}
		for _, name := range names {
			if cell, ok := cells[name]; ok {
				row[f.field] = cell
				break
			}
		}
	}
	if _, ok := row["question"]; !ok {
		return nil, c.errorf("no column for the question (looked for %s); name it with --column question=NAME", strings.Join(columnNames[0].names, ", "))
	}
	return row, nil
}

// tableQuestion makes a question of a row. A document that isn't named is the
// one in which the passage, or else the answer, is found.
func (c *conversion) tableQuestion(row map[string]string, n int) (Question, bool, error) {
	q := Question{ID: row["id"], Question: strings.TrimSpace(row["question"]), Language: row["language"], Category: row["category"], Kind: row["kind"]}
	s := Span{Text: row["answer"]}
	for _, o := range []struct {
		field string
		to    *int
	}{{"start", &s.Start}, {"end", &s.End}, {"start_rune", &s.StartRune}, {"end_rune", &s.EndRune}} {
		cell := strings.TrimSpace(row[o.field])
		if cell == "" {
			continue
		}
		var err error
		if *o.to, err = strconv.Atoi(cell); err != nil {
			return q, false, c.errorf("row %d: %s is %q, not a whole number", n, o.field, cell)
		}
	}
	if s != (Span{}) {
		q.Spans = []Span{s}
	}
	if passage := strings.TrimSpace(row["passage"]); passage != "" {
		q.Passage = &Span{Text: passage}
	}
	if q.Doc = strings.TrimSpace(row["doc"]); q.Doc != "" {
		q.Doc = c.called(q.Doc)
		return q, true, nil
	}
	return c.homeless(q, s)
}

// homeless finds the document of a question that names none.
func (c *conversion) homeless(q Question, s Span) (Question, bool, error) {
	known := s.Text
	if q.Passage != nil {
		known = q.Passage.Text
	}
	if strings.TrimSpace(known) == "" {
		c.skip(q.ID, NoAnswer, "%s has neither a document nor a text of its answer", clip(q.Question, 60))
		return q, false, nil
	}
	if !c.lib.given && q.Passage != nil {
		q.Doc = c.lib.context(known)
		return q, true, nil
	}
	at := c.lib.locate(known)
	for _, p := range at {
		if p.id != at[0].id {
			at = nil
			break
		}
	}
	if len(at) == 0 {
		c.skip(q.ID, c.lib.lost(known), "%s names no document, and its text %s", clip(q.Question, 60), c.lib.wording(known))
		return q, false, nil
	}
	q.Doc = at[0].id
	return q, true, nil
}
