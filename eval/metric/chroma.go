package metric

// Chroma's evaluation (github.com/brandonstarxel/chunking_evaluation,
// evaluation_framework/base_evaluation.py, with the report of Smith and
// Troynikov) differs from Pildora's in this:
//
//   - Lengths are in code points, blanks included.
//   - The length of what was retrieved is the sum over the chunks, of other
//     documents too, with repeats; and so is the length of the answer over its
//     references. What both share is counted once.
//   - A chunk that only borders on a reference touches it, so the whole of it
//     counts in PrecisionΩ.
//   - Where a chunk stands is found by searching for its text; see ChromaLocate.

// chroma compares an answer with retrieved chunks as Chroma does.
func (s *Scorer) chroma(a *answer, given []Span, ranked []Passage) overlap {
	var o overlap
	var text []Span
	for _, p := range ranked {
		for _, span := range p.Spans {
			o.delivered += span.Len()
			if s.docs[p.Doc] == a.doc {
				text = append(text, span)
			}
		}
	}
	text = merge(text)
	for _, span := range text {
		within(a.all, span, func(part Span) { o.shared += part.Len() })
	}
	for _, span := range given {
		o.answer += span.Len()
		o.missed += span.Len()
		within(text, span, func(part Span) { o.missed -= part.Len() })
	}
	return o
}

// chromaOmega is PrecisionΩ as Chroma computes it.
func (s *Scorer) chromaOmega(a *answer, given []Span) float64 {
	var text []Span
	for _, span := range given {
		s.pool.near(a.doc.id, span, func(chunk []Span) {
			for _, part := range chunk {
				if part.touches(span) {
					text = append(text, part)
				}
			}
		})
	}
	both, shared := 0, 0
	text = merge(text)
	for _, span := range text {
		within(a.all, span, func(part Span) { shared += part.Len() })
	}
	for _, span := range merge(append(text, a.all...)) {
		both += span.Len()
	}
	return ratio(float64(shared), float64(both))
}
