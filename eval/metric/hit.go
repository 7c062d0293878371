package metric

import "slices"

// hits says which passages are the first to share text with a span of the
// answer, and how many spans no passage shares text with.
func (s *Scorer) hits(a *answer, ranked []Passage) (out gains, missing int) {
	out = make(gains, len(ranked))
	open := slices.Clone(a.spans)
	for i, p := range ranked {
		if s.docs[p.Doc] != a.doc || len(open) == 0 {
			continue
		}
		before := len(open)
		open = s.unreached(a.doc, open, p)
		if len(open) < before {
			out[i] = 1
		}
	}
	return out, len(open)
}

// unreached returns those of the spans that p does not share enough with. It
// reuses the slice.
func (s *Scorer) unreached(d *Document, open []Span, p Passage) []Span {
	text := merge(p.Spans)
	length := 0
	for _, part := range text {
		length += d.Solid(part)
	}
	left := open[:0]
	for _, span := range open {
		shared := 0
		within(text, span, func(part Span) { shared += d.Solid(part) })
		if shared == 0 || float64(shared) < s.opt.Overlap*float64(min(length, d.Solid(span))) {
			left = append(left, span)
		}
	}
	return left
}

// whole is 1 where each span of the answer lies whole in some one passage.
func whole(a *answer, ranked []Passage, docs map[string]*Document) float64 {
	if len(a.spans) == 0 {
		return 0
	}
	for _, span := range a.spans {
		if !held(a.doc, span, ranked, docs) {
			return 0
		}
	}
	return 1
}

func held(d *Document, span Span, ranked []Passage, docs map[string]*Document) bool {
	for _, p := range ranked {
		if docs[p.Doc] != d {
			continue
		}
		if holds(d, merge(p.Spans), span) {
			return true
		}
	}
	return false
}

// holds reports whether all of span's text lies in the merged spans.
func holds(d *Document, text []Span, span Span) bool {
	shared := 0
	within(text, span, func(part Span) { shared += d.Solid(part) })
	return shared == d.Solid(span)
}
