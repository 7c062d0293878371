package question

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
)

// topic is a query of BEIR or TREC.
type topic struct{ id, text string }

// judgement is a row of the qrels.
type judgement struct {
	doc   string
	grade int
}

// passage is a record of a corpus.
type passage struct{ id, title, text string }

// ask converts topics with the qrels: the passages judged relevant are the
// spans, whole, the best graded first within a document's order.
func (c *conversion) ask(topics []topic) error {
	if c.Qrels == nil {
		return c.errorf("the judgements are missing: give the qrels with --qrels FILE")
	}
	qrels, err := c.qrels(c.Qrels)
	if err != nil {
		return err
	}
	places, err := c.corpus()
	if err != nil {
		return err
	}
	for _, t := range topics {
		var spans []Span
		for _, j := range qrels[t.id] {
			if s, ok := c.judged(t.id, j, places); ok {
				spans = append(spans, s)
			}
		}
		if len(spans) == 0 {
			c.skip(t.id, NoAnswer, "nothing in the documents is judged relevant (grade %d or more)", c.MinGrade)
			continue
		}
		c.add(c.topicQuestion(t, spans))
	}
	return nil
}

func (c *conversion) topicQuestion(t topic, spans []Span) Question {
	slices.SortStableFunc(spans, func(a, b Span) int {
		return cmp.Or(cmp.Compare(b.Grade, a.Grade), cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Start, b.Start))
	})
	q := Question{ID: t.id, Question: t.text, Doc: spans[0].Doc}
	for i := range spans {
		if spans[i].Doc == q.Doc {
			spans[i].Doc = ""
		}
	}
	if c.Any {
		q.Spans, q.Alternatives = spans[:1:1], spans[1:]
	} else {
		q.Spans = spans
	}
	return q
}

// judged is the span of a judged passage or document.
func (c *conversion) judged(query string, j judgement, places map[string]located) (Span, bool) {
	at, ok := places[j.doc]
	if !ok && c.Corpus == nil {
		var id string
		if id, ok = c.lib.id(j.doc); ok {
			at = located{id, trim(c.lib.texts[id])}
			ok = !at.at.Empty()
		}
	}
	if !ok {
		c.note(query, BadAlternative, "the judged passage %q is in no document", j.doc)
		return Span{}, false
	}
	return Span{Doc: at.id, Start: at.at.Start, End: at.at.End, Grade: j.grade}, true
}

// trim is the text without the white space around it.
func trim(text string) doc.Span {
	body := doc.Trim(text, doc.Span{End: len(text)})
	body.Start += len(text[body.Start:body.End]) - len(strings.TrimLeft(text[body.Start:body.End], " \t"))
	return body
}

// corpus gives each passage of the corpus its place: in the documents given, or
// in a document of its own.
func (c *conversion) corpus() (map[string]located, error) {
	places := map[string]located{}
	if c.Corpus == nil {
		return places, nil
	}
	for p, err := range c.passages(c.Corpus) {
		if err != nil {
			return nil, err
		}
		body := strings.TrimSpace(p.text)
		if body == "" {
			body, p.title = strings.TrimSpace(p.title), ""
		}
		if body == "" {
			continue
		}
		if c.lib.given {
			if at := c.lib.locate(body); len(at) > 0 {
				places[p.id] = at[0] // the same passage twice is as good in either place
			}
			continue
		}
		text, before := titled(p.title, body)
		places[p.id] = located{c.lib.make(p.id, text), doc.Span{Start: before, End: before + len(body)}}
	}
	return places, nil
}

// passages yields the records of a corpus: JSON Lines, or <DOC> records.
func (c *conversion) passages(r io.Reader) iter.Seq2[passage, error] {
	return func(yield func(passage, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		first, err := firstByte(in)
		if err != nil && err != io.EOF {
			yield(passage{}, fmt.Errorf("%s: corpus: %w", c.Name, err))
			return
		}
		if first == '<' {
			c.docRecords(in, yield)
			return
		}
		for line, err := range lines(in, c.Name+" corpus") {
			var p struct {
				ID    squadID `json:"_id"`
				DocID squadID `json:"id"`
				Title string  `json:"title"`
				Text  string  `json:"text"`
			}
			if err == nil {
				err = line.object(&p)
			}
			if !yield(passage{string(cmp.Or(p.ID, p.DocID)), p.Title, p.Text}, err) || err != nil {
				return
			}
		}
	}
}

// qrels reads judgements: three columns (query, document, grade) or four (with
// an iteration after the query), divided by white space; a header is passed
// over.
func (c *conversion) qrels(r io.Reader) (map[string][]judgement, error) {
	judged := map[string][]judgement{}
	seen := map[[2]string]bool{}
	for line, err := range lines(r, c.Name+" qrels") {
		if err != nil {
			return nil, err
		}
		cells := strings.Fields(string(line.data))
		if strings.Contains(string(line.data), "\t") {
			cells = strings.Split(string(line.data), "\t")
		}
		if len(cells) < 3 || len(cells) > 4 {
			return nil, line.errorf("expected query, document and grade, found %d columns", len(cells))
		}
		query, id, mark := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-2]), strings.TrimSpace(cells[len(cells)-1])
		grade, err := strconv.ParseFloat(mark, 64)
		if err != nil && line.number == 1 {
			continue
		}
		if err != nil || grade < -1e6 || grade > 1e6 {
			return nil, line.errorf("the grade %q is no number", mark)
		}
		if int(grade) >= c.MinGrade && !seen[[2]string{query, id}] {
			seen[[2]string{query, id}] = true
			judged[query] = append(judged[query], judgement{id, int(grade)})
		}
	}
	return judged, nil
}

// beir converts queries.jsonl.
func (c *conversion) beir(r io.Reader) error {
	var topics []topic
	n := 0
	for v, err := range c.values(r) {
		if err != nil {
			return err
		}
		n++
		var q struct {
			ID   squadID `json:"_id"`
			Text string  `json:"text"`
		}
		if err := json.Unmarshal(v, &q); err != nil {
			return c.errorf("value %d: %s", n, jsonFault(err))
		}
		if q.ID == "" {
			return c.errorf("value %d has no _id; BEIR's queries.jsonl has _id and text", n)
		}
		topics = append(topics, topic{string(q.ID), q.Text})
	}
	return c.ask(topics)
}
