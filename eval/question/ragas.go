package question

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// ragasRow is a sample of a RAGAS test set, in the names of version 0.2 and
// after, or the older ones.
type ragasRow struct {
	UserInput   ragasText  `json:"user_input"`
	References  ragasTexts `json:"reference_contexts"`
	Reference   ragasText  `json:"reference"`
	Synthesizer string     `json:"synthesizer_name"`

	Question     ragasText  `json:"question"`
	Contexts     ragasTexts `json:"contexts"`
	GroundTruth  ragasTexts `json:"ground_truth"`
	GroundTruths ragasTexts `json:"ground_truths"`
	Evolution    string     `json:"evolution_type"`
}

// ragasText is a text, or a conversation of which the last turn counts.
type ragasText string

func (t *ragasText) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(t))
	}
	var turns []struct {
		Content string `json:"content"`
		Type    string `json:"type"`
	}
	err := json.Unmarshal(data, &turns)
	for _, turn := range turns {
		if turn.Type == "" || turn.Type == "human" {
			*t = ragasText(turn.Content)
		}
	}
	return err
}

// ragasTexts is a list of texts or one text.
type ragasTexts []string

func (t *ragasTexts) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		*t = ragasTexts{""}
		return json.Unmarshal(data, &(*t)[0])
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// ragas converts a test set: JSON, JSON Lines, or CSV as pandas writes it.
func (c *conversion) ragas(r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	first, err := firstByte(in)
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	if first != '[' && first != '{' {
		return c.ragasTable(in)
	}
	n := 0
	for v, err := range c.values(in) {
		if err != nil {
			return err
		}
		n++
		var row ragasRow
		if err := json.Unmarshal(v, &row); err != nil {
			return c.errorf("sample %d: %s", n, jsonFault(err))
		}
		c.ragasQuestion(row)
	}
	return nil
}

func (c *conversion) ragasTable(r io.Reader) error {
	n := 0
	for cells, err := range c.rows(r) {
		if err != nil {
			return err
		}
		n++
		row := ragasRow{
			UserInput: ragasText(cells["user_input"]), Reference: ragasText(cells["reference"]), Synthesizer: cells["synthesizer_name"],
			Question: ragasText(cells["question"]), GroundTruth: ragasTexts{cells["ground_truth"]}, Evolution: cells["evolution_type"],
		}
		for column, to := range map[string]*ragasTexts{"reference_contexts": &row.References, "contexts": &row.Contexts} {
			if cells[column] == "" {
				continue
			}
			texts, err := list(cells[column])
			if err != nil {
				return c.errorf("row %d: %s: %v: %s", n, column, err, clip(cells[column], 40))
			}
			*to = texts
		}
		c.ragasQuestion(row)
	}
	return nil
}

// hop is the mark that RAGAS puts before the contexts of a question that needs
// several.
var hop = regexp.MustCompile(`^\s*<\d+-hop>\s*`)

// ragasQuestion makes the contexts the spans of the question. Where the
// reference answer stands in the only context word for word, that is the span
// and the context its passage.
func (c *conversion) ragasQuestion(row ragasRow) {
	text, contexts := string(row.UserInput)+string(row.Question), row.References
	if len(contexts) == 0 {
		contexts = row.Contexts
	}
	answer := string(row.Reference)
	for _, truths := range []ragasTexts{row.GroundTruth, row.GroundTruths} {
		if answer == "" && len(truths) > 0 {
			answer = truths[0]
		}
	}
	q := Question{Question: text, Category: row.Synthesizer + row.Evolution}
	spans, ok := c.contextSpans(contexts)
	if !ok {
		return
	}
	if len(spans) == 0 {
		c.skip("", NoAnswer, "no reference contexts for %s", clip(text, 60))
		return
	}
	q.Doc = spans[0].Doc
	for i := range spans {
		if spans[i].Doc == q.Doc {
			spans[i].Doc = ""
		}
	}
	q.Spans = spans
	if len(spans) == 1 {
		q.Passage = &Span{Start: spans[0].Start, End: spans[0].End}
		if whole := c.lib.texts[q.Doc][spans[0].Start:spans[0].End]; strings.TrimSpace(answer) != "" {
			src := source{text: whole}
			if at := src.exact(strings.TrimSpace(answer)); len(at) == 1 {
				q.Spans = []Span{{Start: spans[0].Start + at[0].Start, End: spans[0].Start + at[0].End}}
			}
		}
	}
	c.add(q)
}

// contextSpans places contexts in the documents given, or makes a document of
// each. It reports false, and skips the question, where one has no place.
func (c *conversion) contextSpans(contexts []string) ([]Span, bool) {
	var spans []Span
	for _, context := range contexts {
		context = strings.TrimSpace(hop.ReplaceAllString(context, ""))
		if context == "" {
			continue
		}
		if !c.lib.given {
			spans = append(spans, Span{Doc: c.lib.context(context), End: len(context)})
			continue
		}
		at := c.lib.locate(context)
		if len(at) != 1 {
			c.skip("", c.lib.lost(context), "the context %s %s", clip(context, 50), c.lib.wording(context))
			return nil, false
		}
		spans = append(spans, Span{Doc: at[0].id, Start: at[0].at.Start, End: at[0].at.End})
	}
	return spans, true
}
