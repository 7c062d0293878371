package question

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// squadEntry is any level of a SQuAD file: the whole, an article, a paragraph,
// a question, or a flat record that is paragraph and question at once. Those
// that follow SQuAD (MLQA, XQuAD, COVID-QA, FQuAD …) nest them alike.
type squadEntry struct {
	Data       []squadEntry `json:"data"`
	Title      string       `json:"title"`
	Paragraphs []squadEntry `json:"paragraphs"`
	Context    string       `json:"context"`
	QAs        []squadEntry `json:"qas"`
	ID         squadID      `json:"id"`
	Question   string       `json:"question"`
	Answers    squadAnswers `json:"answers"`
	Impossible bool         `json:"is_impossible"`
	Language   string       `json:"lang"`
}

// squadID is a text or a number.
type squadID string

func (s *squadID) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*s = squadID(text)
		return nil
	}
	var number json.Number
	err := json.Unmarshal(data, &number)
	*s = squadID(number)
	return err
}

type squadAnswer struct {
	Text  string `json:"text"`
	Start int    `json:"answer_start"` // in code points of the context
}

// squadAnswers is a list of answers, or lists of texts and starts.
type squadAnswers []squadAnswer

func (a *squadAnswers) UnmarshalJSON(data []byte) error {
	var columns struct {
		Text  []string `json:"text"`
		Start []int    `json:"answer_start"`
	}
	if len(data) == 0 || data[0] != '{' {
		return json.Unmarshal(data, (*[]squadAnswer)(a))
	}
	if err := json.Unmarshal(data, &columns); err != nil {
		return err
	}
	if len(columns.Text) != len(columns.Start) {
		return fmt.Errorf("%d texts of answers and %d starts", len(columns.Text), len(columns.Start))
	}
	for i, text := range columns.Text {
		*a = append(*a, squadAnswer{text, columns.Start[i]})
	}
	return nil
}

// squadQA is a question and where its context is.
type squadQA struct {
	squadEntry
	title string
}

// squad converts articles to documents "# title" and paragraphs, or finds the
// paragraphs in the documents given.
func (c *conversion) squad(r io.Reader) error {
	var qas []squadQA
	n := 0
	for v, err := range c.values(r) {
		if err != nil {
			return err
		}
		n++
		var e squadEntry
		if err := json.Unmarshal(v, &e); err != nil {
			return c.errorf("value %d: %s", n, jsonFault(err))
		}
		qas = e.flatten(qas, "", "")
	}
	if len(qas) == 0 && n > 0 {
		return c.errorf("no question with a context (data, paragraphs, context, qas, or flat records with a context)")
	}
	places := c.contexts(qas)
	for _, qa := range qas {
		c.squadQuestion(qa, places)
	}
	return nil
}

// flatten appends the questions of e and what is in it.
func (e squadEntry) flatten(qas []squadQA, title, context string) []squadQA {
	if e.Title != "" {
		title = e.Title
	}
	if e.Context != "" {
		context = e.Context
	}
	for _, inner := range [][]squadEntry{e.Data, e.Paragraphs, e.QAs} {
		for _, i := range inner {
			qas = i.flatten(qas, title, context)
		}
	}
	// A paragraph without questions is still part of its article.
	if context != "" && (e.Question != "" || e.Context != "" && len(e.QAs) == 0) {
		e.Context = context
		qas = append(qas, squadQA{e, title})
	}
	return qas
}

// passageKey is what makes two contexts one.
type passageKey struct{ title, context string }

// contexts gives each context a place: in the documents given, or in documents
// made of the articles.
func (c *conversion) contexts(qas []squadQA) map[passageKey]located {
	places := map[passageKey]located{}
	if c.lib.given {
		for _, qa := range qas {
			if at := c.lib.locate(qa.Context); len(at) == 1 {
				places[passageKey{qa.title, qa.Context}] = at[0]
			}
		}
		return places
	}
	var titles []string
	texts := map[string]*strings.Builder{}
	for _, qa := range qas {
		name, key := qa.title, passageKey{qa.title, qa.Context}
		if name == "" {
			name = "context-" + digest(qa.Context)
		}
		if _, ok := places[key]; ok {
			continue
		}
		if texts[name] == nil {
			titles = append(titles, name)
			texts[name] = &strings.Builder{}
			if qa.title != "" {
				fmt.Fprintf(texts[name], "# %s\n", strings.Join(strings.Fields(strings.ReplaceAll(qa.title, "_", " ")), " "))
			}
		}
		b := texts[name]
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		places[key] = located{name, doc.Span{Start: b.Len(), End: b.Len() + len(qa.Context)}}
		b.WriteString(qa.Context)
		b.WriteByte('\n')
	}
	ids := map[string]string{}
	for _, name := range titles {
		ids[name] = c.lib.make(name, texts[name].String())
	}
	for key, at := range places {
		places[key] = located{ids[at.id], at.at}
	}
	return places
}

func (c *conversion) squadQuestion(qa squadQA, places map[passageKey]located) {
	id := string(qa.ID)
	if qa.Question == "" {
		return // a paragraph nobody asks about
	}
	if qa.Impossible || len(qa.Answers) == 0 {
		c.skip(id, Unanswerable, "the set says that the passage doesn't answer it")
		return
	}
	at, ok := places[passageKey{qa.title, qa.Context}]
	if !ok {
		c.skip(id, c.lib.lost(qa.Context), "its context %s %s", clip(qa.Context, 50), c.lib.wording(qa.Context))
		return
	}
	q := Question{ID: id, Question: qa.Question, Language: qa.Language, Doc: at.id, Passage: &Span{Start: at.at.Start, End: at.at.End}}
	for _, a := range mostFrequent(qa.Answers) {
		s, ok := c.squadSpan(id, at, qa.Context, a)
		if !ok {
			continue
		}
		if len(q.Spans) == 0 {
			q.Spans = []Span{s}
		} else {
			q.Alternatives = append(q.Alternatives, s)
		}
	}
	if len(q.Spans) == 0 {
		c.skip(id, NotFound, "the answer %s is not in its context", clip(qa.Answers[0].Text, 60))
		return
	}
	c.add(q)
}

// squadSpan places an answer in its document. Sets whose offsets are off by
// some white space are common: the nearest occurrence in the context is taken.
func (c *conversion) squadSpan(id string, at located, context string, a squadAnswer) (Span, bool) {
	text := strings.TrimSpace(a.Text)
	start := byteOf(context, a.Start) + len(a.Text) - len(strings.TrimLeft(a.Text, " \t\r\n"))
	if text == "" {
		return Span{}, false
	}
	if start < 0 || start > len(context) || !strings.HasPrefix(context[start:], text) {
		from, ok := closest(context, text, start)
		if !ok {
			return Span{}, false
		}
		c.note(id, Moved, "the answer %s isn't at %d but at %d of its context", clip(text, 40), a.Start, utf8.RuneCountInString(context[:from]))
		start = from
	}
	there := c.lib.texts[at.id][at.at.Start:at.at.End]
	if there == context {
		return Span{Start: at.at.Start + start, End: at.at.Start + start + len(text), Text: text}, true
	}
	// The context was found without regard to white space: the answer is the
	// same of its occurrences there.
	in, out := (&source{text: context}).loose(text), (&source{text: there}).loose(text)
	for i, p := range in {
		if p.Start == start && len(in) == len(out) {
			return Span{Start: at.at.Start + out[i].Start, End: at.at.Start + out[i].End}, true
		}
	}
	return Span{Text: text}, true
}

// byteOf is the byte at which code point r of text begins, or -1.
func byteOf(text string, r int) int {
	n := 0
	for i := range text {
		if n == r {
			return i
		}
		n++
	}
	return -1
}

// closest is the occurrence of part in text that is nearest to byte at.
func closest(text, part string, at int) (int, bool) {
	best, ok := 0, false
	for _, i := range occurrences(text, part) {
		if !ok || abs(i-at) < abs(best-at) {
			best, ok = i, true
		}
	}
	return best, ok
}

func abs(n int) int { return max(n, -n) }

// mostFrequent returns the answers without repetition: the one that most gave
// first (the earlier of equals), the others as they stand.
func mostFrequent(as []squadAnswer) []squadAnswer {
	votes := map[squadAnswer]int{}
	var out []squadAnswer
	best := 0
	for _, a := range as {
		if votes[a] == 0 {
			out = append(out, a)
		}
		votes[a]++
	}
	for i, a := range out {
		if votes[a] > votes[out[best]] {
			best = i
		}
	}
	first := out[best]
	copy(out[1:best+1], out[:best])
	out[0] = first
	return out
}

// lost and wording say why a passage has no place.
func (l *library) lost(passage string) Fault {
	if len(l.locate(passage)) == 0 {
		return NotFound
	}
	return Ambiguous
}

func (l *library) wording(passage string) string {
	at := l.locate(passage)
	if len(at) == 0 {
		return "is in no document"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "is in several places: ")
	for i, p := range at[:min(4, len(at))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s bytes %v", p.id, p.at)
	}
	return b.String()
}
