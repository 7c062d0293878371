package metric

// purse spends budgets of growing size on the same deliveries: each is used up
// where the tokens paid so far cross it.
type purse struct {
	budgets []int // those not used up
	paid    int   // tokens
	now     overlap
	out     []overlap // one for each budget that is used up
}

// budgets appends the figures at each budget, and the area under recall.
func (s *Scorer) budgets(out []float64, a *answer, bought []delivery, context bool) []float64 {
	if len(s.opt.Budgets) == 0 {
		return out
	}
	p := purse{budgets: s.opt.Budgets, now: overlap{answer: a.solid}}
	for i := range bought {
		if len(p.budgets) == 0 {
			break
		}
		b := &bought[i]
		if b.nothing() {
			continue
		}
		if context {
			p.pay(b.context)
		}
		p.pay(b.unplaced)
		for _, span := range b.fresh {
			p.buy(a, b.doc, span)
		}
	}
	for range p.budgets {
		p.close(p.now)
	}
	area := 0.0
	for i, o := range p.out {
		v := o.values()
		area += s.auc[i] * v[0]
		out = append(out, v...)
	}
	return append(out, min(area, 1))
}

// close ends the smallest budget with what it bought.
func (p *purse) close(o overlap) {
	o.missed = o.answer - o.shared
	p.out = append(p.out, o)
}

// pay spends tokens on what brings no text.
func (p *purse) pay(tokens int) {
	p.paid += tokens
	for len(p.budgets) > 0 && p.paid > p.budgets[0] {
		p.close(p.now)
		p.budgets = p.budgets[1:]
	}
}

// buy spends tokens on a span of text; what crosses a budget is cut there.
func (p *purse) buy(a *answer, d *Document, s Span) {
	tokens := d.Tokens(s)
	for len(p.budgets) > 0 && p.paid+tokens > p.budgets[0] {
		part := d.cut(s, p.budgets[0]-p.paid)
		o := p.now
		o.shared += a.found(d, part)
		o.delivered += d.Solid(part)
		p.close(o)
		p.budgets = p.budgets[1:]
	}
	p.paid += tokens
	p.now.shared += a.found(d, s)
	p.now.delivered += d.Solid(s)
}
