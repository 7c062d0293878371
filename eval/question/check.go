package question

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/pildora/pildora/doc"
)

// Check compares questions with their documents. It returns the questions that
// hold, in order, with every span complete (bytes, code points and text, the
// text of the passage excepted), and the problems of the others.
//
// A span with offsets must have exactly its text there; offsets in one unit
// only are completed with the other, and a text that is missing is filled in. A
// span given by its text is found in its document, exactly or else without
// regard to white space. Where the text occurs several times the passage
// decides, or the order (spans stand in document order); if neither does, that
// is a problem that lists the places. A question with a passage and no spans is
// answered by the whole passage, one with alternatives only by the first of
// them. A missing id becomes the question's number in the set.
//
// docs returns the document with an id; it is asked once for each. known, if
// given, are all ids there are: they serve to say which document was meant. The
// questions given are not changed. No documents are needed for an empty set,
// which is a problem itself.
func Check(qs []Question, docs func(id string) (*doc.Document, bool), known ...string) ([]Question, []Problem) {
	c := &checker{shelf: newShelf(docs, known), first: map[string]int{}}
	if len(known) == 0 {
		c.shelf.known = c.shelf.knownOf(qs)
	}
	if len(qs) == 0 {
		c.problems = append(c.problems, Problem{Fault: EmptySet, Index: -1, Message: "the set has no questions"})
	}
	var good []Question
	for i, q := range qs {
		if q.ID == "" {
			q.ID = fmt.Sprintf("q-%04d", i+1)
		}
		c.id, c.at = q.ID, i
		if c.duplicate(qs, q) {
			continue
		}
		if q, ok := c.question(q); ok {
			good = append(good, q)
		}
	}
	return good, c.problems
}

type checker struct {
	shelf    *shelf
	first    map[string]int // where each id stands first
	problems []Problem
	id       string // of the question at hand
	at       int    // its index
}

func (c *checker) say(f Fault, format string, args ...any) {
	c.problems = append(c.problems, Problem{Fault: f, ID: c.id, Index: c.at, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) duplicate(qs []Question, q Question) bool {
	first, ok := c.first[q.ID]
	if !ok {
		c.first[q.ID] = c.at
		return false
	}
	what := "another question, " + clip(qs[first].Question, 60)
	if reflect.DeepEqual(qs[first], qs[c.at]) {
		what = "the same question"
	}
	c.say(DuplicateID, "%s has this id and stands before it; that one is kept", what)
	return true
}

// question checks one question and returns it complete.
func (c *checker) question(q Question) (Question, bool) {
	if strings.TrimSpace(q.Question) == "" {
		c.say(NoQuestion, "the question has no text")
		return q, false
	}
	if len(q.Spans) == 0 && len(q.Alternatives) > 0 {
		q.Spans, q.Alternatives = q.Alternatives[:1], q.Alternatives[1:]
	}
	answered := len(q.Spans) > 0
	if !answered && q.Passage == nil {
		c.say(NoAnswer, "no spans, no passage")
		return q, false
	}
	if !c.documents(q) {
		return q, false
	}
	q.Passage = c.passage(q)
	if !answered {
		if q.Passage == nil {
			c.say(NoAnswer, "no spans, and the passage isn't found")
			return q, false
		}
		whole := *q.Passage
		whole.Text = c.shelf.source(q.DocOf(whole)).text[whole.Start:whole.End]
		q.Spans = []Span{whole}
		return q, true
	}
	spans, ok := c.spans(q)
	if !ok {
		return q, false
	}
	q.Spans, q.Alternatives = spans, c.alternatives(q)
	q.Passage = c.around(q)
	return q, true
}

// documents reports whether all documents exist that the spans need.
func (c *checker) documents(q Question) bool {
	for i, s := range q.Spans {
		if !c.document(q.DocOf(s), s.Text, fmt.Sprintf("span %d", i+1)) {
			return false
		}
	}
	return len(q.Spans) > 0 || c.document(q.DocOf(*q.Passage), q.Passage.Text, "the passage")
}

func (c *checker) document(id, text, what string) bool {
	if c.shelf.source(id) != nil {
		return true
	}
	hint := ""
	if near := c.shelf.nearest(id); near != "" {
		hint = "; did you mean " + near + "?"
	} else if in := c.shelf.elsewhere(text); in != "" {
		hint = fmt.Sprintf("; the text of %s is in %s", what, in)
	}
	c.say(UnknownDocument, "there is no document %q%s", id, hint)
	return false
}

// spans completes the spans of q, or says what is wrong with each.
func (c *checker) spans(q Question) ([]Span, bool) {
	byDoc := map[string][]int{}
	places := make([][]doc.Span, len(q.Spans))
	ok := true
	for i, s := range q.Spans {
		ps, fault := c.shelf.source(q.DocOf(s)).places(s)
		if fault != nil {
			c.say(fault.fault, "span %d: %s%s", i+1, fault.message, c.instead(q.DocOf(s), s, fault.fault))
			ok = false
			continue
		}
		places[i] = ps
		if q.Passage != nil && q.DocOf(s) == q.DocOf(*q.Passage) {
			places[i] = inside(ps, q.Passage.bytes())
		}
		byDoc[q.DocOf(s)] = append(byDoc[q.DocOf(s)], i)
	}
	if !ok {
		return nil, false
	}
	return c.choose(q, places, byDoc)
}

// choose settles places document by document and completes the spans.
func (c *checker) choose(q Question, places [][]doc.Span, byDoc map[string][]int) ([]Span, bool) {
	for _, is := range byDoc {
		some := make([][]doc.Span, len(is))
		for j, i := range is {
			some[j] = places[i]
		}
		for j, left := range settle(some) {
			places[is[j]] = left
		}
	}
	out, ok := make([]Span, len(q.Spans)), true
	for i, s := range q.Spans {
		src := c.shelf.source(q.DocOf(s))
		if len(places[i]) > 1 {
			c.say(Ambiguous, "span %d: %s occurs %s; give its offsets or its passage", i+1, clip(s.Text, 40), src.list(places[i]))
			ok = false
			continue
		}
		out[i] = s.filled(src.index().span(places[i][0]))
	}
	return out, ok
}

// alternatives completes the alternatives of q and leaves out those that don't
// hold.
func (c *checker) alternatives(q Question) []Span {
	var out []Span
	for i, s := range q.Alternatives {
		src := c.shelf.source(q.DocOf(s))
		if src == nil {
			c.say(BadAlternative, "alternative %d: there is no document %q", i+1, q.DocOf(s))
			continue
		}
		ps, fault := src.places(s)
		if fault != nil {
			c.say(BadAlternative, "alternative %d: %s%s", i+1, fault.message, c.instead(q.DocOf(s), s, fault.fault))
			continue
		}
		if q.Passage != nil && q.DocOf(s) == q.DocOf(*q.Passage) {
			ps = inside(ps, q.Passage.bytes())
		}
		if len(ps) > 1 {
			c.say(BadAlternative, "alternative %d: %s occurs %s", i+1, clip(s.Text, 40), src.list(ps))
			continue
		}
		out = append(out, s.filled(src.index().span(ps[0])))
	}
	return out
}
