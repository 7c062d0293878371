package question

import (
	"encoding/json"
	"io"
	"strings"
)

// chroma converts the CSV of Chroma's chunking evaluation. Its offsets are
// code points.
func (c *conversion) chroma(r io.Reader) error {
	n := 0
	for row, err := range c.rows(r) {
		if err != nil {
			return err
		}
		n++
		var references []struct {
			Content string `json:"content"`
			Start   int    `json:"start_index"`
			End     int    `json:"end_index"`
		}
		if _, ok := row["references"]; !ok {
			return c.errorf("no column references; Chroma's form has question, references and corpus_id")
		}
		if err := json.Unmarshal([]byte(row["references"]), &references); err != nil && strings.TrimSpace(row["references"]) != "" {
			return c.errorf("row %d: references: %s", n, jsonFault(err))
		}
		q := Question{Question: row["question"], Doc: c.called(row["corpus_id"])}
		for _, ref := range references {
			q.Spans = append(q.Spans, Span{StartRune: ref.Start, EndRune: ref.End, Text: ref.Content})
		}
		if len(q.Spans) == 0 {
			c.skip("", NoAnswer, "no references for %s", clip(q.Question, 60))
			continue
		}
		c.add(q)
	}
	return nil
}

// called is the id of the document called name, or name where there is none.
func (c *conversion) called(name string) string {
	if id, ok := c.lib.id(name); ok {
		return id
	}
	return name
}
