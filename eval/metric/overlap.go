package metric

// overlap is what an answer and delivered text have in common. The four
// lengths are in one unit.
type overlap struct {
	shared    int // in both
	answer    int // of the answer
	delivered int // of the text
	missed    int // of the answer, not in the text
}

// values are recall, precision, IoU and F1, in the order of overlaps.
func (o overlap) values() []float64 {
	n := float64(o.shared)
	r, p := ratio(n, float64(o.answer)), ratio(n, float64(o.delivered))
	return []float64{r, p, ratio(n, float64(o.delivered+o.missed)), ratio(2*r*p, r+p)}
}

// delivery is a passage without what was delivered before it.
type delivery struct {
	doc   *Document
	fresh []Span
	// tokens paid before the text: context, and text that has no place
	context, unplaced int
}

// deliver takes from each passage what is new in it, as far down as any figure
// looks.
func (s *Scorer) deliver(ranked []Passage) []delivery {
	deepest, budget := 0, 0
	for _, k := range s.opt.K {
		deepest = max(deepest, k)
	}
	if n := len(s.opt.Budgets); n > 0 {
		budget = s.opt.Budgets[n-1]
	}
	var out []delivery
	rest := s.untold(ranked)
	paid := 0
	for i, p := range ranked {
		if i >= deepest && paid >= budget {
			break
		}
		d := s.docs[p.Doc]
		one := delivery{doc: d, context: p.Context, unplaced: p.Unplaced}
		for _, span := range p.Spans {
			one.fresh = rest[d].tell(span, one.fresh)
		}
		for _, span := range one.fresh {
			paid += d.Tokens(span)
		}
		out = append(out, one)
	}
	return out
}

// untold prepares the text of all the passages, by document.
func (s *Scorer) untold(ranked []Passage) map[*Document]*untold {
	spans := make(map[*Document][]Span)
	for _, p := range ranked {
		d := s.docs[p.Doc]
		spans[d] = append(spans[d], p.Spans...)
	}
	out := make(map[*Document]*untold, len(spans))
	for d, all := range spans {
		out[d] = newUntold(all)
	}
	return out
}

// nothing reports whether the passage brings no text that wasn't there.
func (b *delivery) nothing() bool {
	for _, s := range b.fresh {
		if b.doc.Solid(s) > 0 {
			return false
		}
	}
	return b.unplaced == 0
}

// atK compares the answer with the first k passages, for each K.
func (s *Scorer) atK(a *answer, given []Span, ranked []Passage, bought []delivery) []overlap {
	out := make([]overlap, len(s.opt.K))
	for i, k := range s.opt.K {
		if s.opt.Chroma {
			out[i] = s.chroma(a, given, ranked[:min(k, len(ranked))])
			continue
		}
		o := overlap{answer: a.solid}
		for _, b := range bought[:min(k, len(bought))] {
			for _, span := range b.fresh {
				o.shared += a.found(b.doc, span)
				o.delivered += b.doc.Solid(span)
			}
		}
		o.missed = o.answer - o.shared
		out[i] = o
	}
	return out
}
