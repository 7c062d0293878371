package question

import (
	"encoding/json"
	"io"
	"strings"
)

// legalSet is LegalBench-RAG's form.
type legalSet struct {
	Tests []legalTest `json:"tests"`
}

type legalTest struct {
	Query    string `json:"query"`
	Snippets []struct {
		File   string `json:"file_path"`
		Span   []int  `json:"span"` // start and end in code points
		Answer string `json:"answer"`
	} `json:"snippets"`
	Tags []string `json:"tags"`
}

// legalbench converts the JSON of LegalBench-RAG.
func (c *conversion) legalbench(r io.Reader) error {
	n := 0
	for v, err := range c.values(r) {
		if err != nil {
			return err
		}
		n++
		var set legalSet
		if err := json.Unmarshal(v, &set); err != nil {
			return c.errorf("value %d: %s", n, jsonFault(err))
		}
		if set.Tests == nil {
			return c.errorf("no tests; LegalBench-RAG's form is {\"tests\": [{\"query\", \"snippets\"}]}")
		}
		for _, test := range set.Tests {
			if err := c.legalQuestion(test); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *conversion) legalQuestion(test legalTest) error {
	q := Question{Question: test.Query, Category: strings.Join(test.Tags, ",")}
	for _, s := range test.Snippets {
		if len(s.Span) != 2 {
			return c.errorf("test %d: a span has a start and an end, not %d numbers", c.count+1, len(s.Span))
		}
		span := Span{Doc: c.called(s.File), StartRune: s.Span[0], EndRune: s.Span[1], Text: s.Answer}
		if q.Doc == "" {
			q.Doc = span.Doc
		}
		if span.Doc == q.Doc {
			span.Doc = ""
		}
		q.Spans = append(q.Spans, span)
	}
	if len(q.Spans) == 0 {
		c.skip("", NoAnswer, "no snippets for %s", clip(q.Question, 60))
		return nil
	}
	c.add(q)
	return nil
}
