package question

import "github.com/pildora/pildora/doc"

// passage completes the passage of q, or returns nil where there is none or it
// doesn't hold. One that occurs several times is told by the spans whose
// offsets are known.
func (c *checker) passage(q Question) *Span {
	if q.Passage == nil {
		return nil
	}
	p, id := *q.Passage, q.DocOf(*q.Passage)
	src := c.shelf.source(id)
	if src == nil {
		c.say(BadPassage, "there is no document %q", id)
		return nil
	}
	ps, fault := src.places(p)
	if fault != nil {
		c.say(BadPassage, "%s%s", fault.message, c.instead(id, p, fault.fault))
		return nil
	}
	if len(ps) > 1 {
		ps = c.holding(q, ps)
	}
	if len(ps) > 1 {
		c.say(BadPassage, "%s occurs %s", clip(p.Text, 40), src.list(ps))
		return nil
	}
	full := src.index().span(ps[0])
	full.Text = p.Text
	full = p.filled(full)
	return &full
}

// holding keeps the places that hold every span of q of which all places are
// known to be one.
func (c *checker) holding(q Question, ps []doc.Span) []doc.Span {
	var left []doc.Span
	for _, p := range ps {
		all := true
		for _, s := range q.Spans {
			if q.DocOf(s) != q.DocOf(*q.Passage) {
				continue
			}
			at, fault := c.shelf.source(q.DocOf(s)).places(s)
			all = all && (fault != nil || len(at) != 1 || p.Contains(at[0]))
		}
		if all {
			left = append(left, p)
		}
	}
	if len(left) == 0 {
		return ps
	}
	return left
}

// around returns the passage of q if it holds the spans of its document, which
// is what a passage is for.
func (c *checker) around(q Question) *Span {
	if q.Passage == nil {
		return nil
	}
	for i, s := range q.Spans {
		if q.DocOf(s) == q.DocOf(*q.Passage) && !q.Passage.bytes().Contains(s.bytes()) {
			c.say(BadPassage, "the passage, bytes %v, doesn't hold span %d, bytes %v", q.Passage.bytes(), i+1, s.bytes())
			return nil
		}
	}
	return q.Passage
}
