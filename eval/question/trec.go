package question

import (
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
)

// TREC's tagged files are no XML: <num> and its like are often never closed,
// and end where the next tag begins.
var (
	topicRecord = regexp.MustCompile(`(?is)<top(?:ic)?\b([^>]*)>(.*?)</top(?:ic)?\s*>`)
	topicNumber = regexp.MustCompile(`(?is)<num\b[^>]*>\s*(?:number:)?\s*([^\s<]+)|\b(?:number|id)\s*=\s*["']?([^\s"'>]+)`)
	topicText   = regexp.MustCompile(`(?is)<(?:title|query)\b[^>]*>\s*(?:topic:)?\s*([^<]+)`)
	docRecord   = regexp.MustCompile(`(?is)<doc\b[^>]*>(.*?)</doc\s*>`)
	docNumber   = regexp.MustCompile(`(?is)<docno\b[^>]*>\s*([^<]*?)\s*</docno\s*>`)
	docTitle    = regexp.MustCompile(`(?is)<(?:title|headline|head)\b[^>]*>(.*?)</(?:title|headline|head)\s*>`)
	docText     = regexp.MustCompile(`(?is)<text\b[^>]*>(.*?)</text\s*>`)
	anyTag      = regexp.MustCompile(`(?s)</?[A-Za-z][^<>]*>`)
)

// trec converts topics: <top> records, or lines of an id and a text.
func (c *conversion) trec(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(data), "\ufffd"), "\ufeff")
	if strings.HasPrefix(strings.TrimSpace(text), "<") {
		topics, err := c.tagged(text)
		if err != nil {
			return err
		}
		return c.ask(topics)
	}
	var topics []topic
	for line, err := range lines(strings.NewReader(text), c.Name) {
		if err != nil {
			return err
		}
		id, query, ok := strings.Cut(string(line.data), "\t")
		if !ok {
			id, query, ok = strings.Cut(string(line.data), " ")
		}
		if !ok {
			return line.errorf("expected an id, a tab and a query")
		}
		topics = append(topics, topic{strings.TrimSpace(id), strings.TrimSpace(query)})
	}
	return c.ask(topics)
}

func (c *conversion) tagged(text string) ([]topic, error) {
	var topics []topic
	for _, m := range topicRecord.FindAllStringSubmatch(text, -1) {
		number := topicNumber.FindStringSubmatch(m[1] + " " + m[2])
		query := topicText.FindStringSubmatch(m[2])
		if number == nil || query == nil {
			return nil, c.errorf("topic %d has no number or no title", len(topics)+1)
		}
		topics = append(topics, topic{number[1] + number[2], untagged(query[1])})
	}
	if len(topics) == 0 {
		return nil, c.errorf("no <top> records with an end tag")
	}
	return topics, nil
}

// untagged is the text of tagged text, on one line.
func untagged(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(anyTag.ReplaceAllString(text, " "))), " ")
}

// docRecords yields the <DOC> records of a corpus.
func (c *conversion) docRecords(r io.Reader, yield func(passage, error) bool) {
	data, err := io.ReadAll(r)
	if err != nil {
		yield(passage{}, fmt.Errorf("%s: corpus: %w", c.Name, err))
		return
	}
	n := 0
	for _, m := range docRecord.FindAllStringSubmatch(strings.ToValidUTF8(string(data), "\ufffd"), -1) {
		n++
		number := docNumber.FindStringSubmatch(m[1])
		if number == nil {
			yield(passage{}, c.errorf("corpus: document %d has no <DOCNO>", n))
			return
		}
		p := passage{id: number[1]}
		if title := docTitle.FindStringSubmatch(m[1]); title != nil {
			p.title = untagged(title[1])
		}
		var body []string
		for _, t := range docText.FindAllStringSubmatch(m[1], -1) {
			body = append(body, strings.TrimSpace(html.UnescapeString(anyTag.ReplaceAllString(t[1], ""))))
		}
		p.text = strings.Join(body, "\n\n")
		if !yield(p, nil) {
			return
		}
	}
	if n == 0 {
		yield(passage{}, c.errorf("corpus: no <DOC> records with an end tag"))
	}
}
