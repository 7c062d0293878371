package passage

import (
	"math"
	"slices"
	"strings"
)

// part is a passage in the making.
type part struct {
	segment
	context []string // what stands before it
	tokens  int
}

// settle joins parts that touch, in the place of the best of them, says what
// stands before each, and counts all exactly.
func (a *assembly) settle(parts []part) (out []part, spent int) {
	for _, p := range parts {
		at := len(out)
		for i := len(out) - 1; i >= 0; i-- { // it may join two that are apart
			if o := out[i]; o.in == p.in && o.from <= p.to && p.from <= o.to {
				p.from, p.to = min(p.from, o.from), max(p.to, o.to)
				out = slices.Delete(out, i, i+1)
				at = i
			}
		}
		out = slices.Insert(out, at, p)
	}
	said := map[[2]string]bool{}
	for i := range out {
		p := &out[i]
		r := p.in.records[p.in.sentences[p.from].record]
		p.context = nil
		for _, c := range a.context(r) {
			if key := [2]string{r.DocID, c}; c != "" && !said[key] {
				said[key] = true
				p.context = append(p.context, c)
			}
		}
		p.tokens = a.count(*p)
		spent += p.tokens
	}
	return out, spent
}

// counted is what a part's tokens are known by.
type counted struct {
	segment
	context string
}

func (a *assembly) count(p part) int {
	key := counted{p.segment, strings.Join(p.context, "\n\n")}
	n, known := a.counts[key]
	if !known {
		n = a.Tokens.Size(joined(key.context, p.in.slice(p.from, p.to)))
		a.counts[key] = n
	}
	return n
}

// joined is a text with what stands before it.
func joined(context, text string) string {
	if context == "" {
		return text
	}
	return context + "\n\n" + text
}

// shrink gives sentences up, at the ends of parts and of least value first,
// until the exact counts keep the budget too.
func (a *assembly) shrink(parts []part) []part {
	parts, spent := a.settle(parts)
	for spent > a.Budget {
		least, first, value := 0, false, math.Inf(1)
		for i, p := range slices.Backward(parts) {
			if v := a.values[p.in][p.to-1]; v < value {
				least, first, value = i, false, v
			}
			if v := a.values[p.in][p.from]; v < value {
				least, first, value = i, true, v
			}
		}
		p := &parts[least]
		if first {
			p.from++
		} else {
			p.to--
		}
		if p.from == p.to {
			parts = slices.Delete(parts, least, least+1)
		}
		parts, spent = a.settle(parts)
	}
	return parts
}

// step is a sentence that a part could take.
type step struct {
	part      int
	at        int
	paragraph bool // it is in the paragraph in which the part ends there
	value     float64
}

// place is a sentence of a stretch.
type sentencePlace struct {
	in *stretch
	at int
}

// grow spends what is left of the budget on sentences beside the parts.
func (a *assembly) grow(parts []part) []part {
	full := map[sentencePlace]bool{} // there was no room for it
	for {
		s, ok := a.next(parts, full)
		if !ok {
			return parts
		}
		grown := slices.Clone(parts)
		p := &grown[s.part]
		p.from, p.to = min(p.from, s.at), max(p.to, s.at+1)
		in := p.in
		if grown, spent := a.settle(grown); spent <= a.Budget {
			parts = grown
		} else {
			full[sentencePlace{in, s.at}] = true
		}
	}
}

// next is the best sentence that a part can take: one that finishes a paragraph,
// then the most valuable one.
func (a *assembly) next(parts []part, full map[sentencePlace]bool) (best step, ok bool) {
	for i, p := range parts {
		for _, at := range [2]int{p.to, p.from - 1} {
			if at < 0 || at >= len(p.in.sentences) || full[sentencePlace{p.in, at}] {
				continue
			}
			s := step{i, at, false, a.values[p.in][at]}
			edge := p.to - 1
			if at < p.from {
				edge = p.from
			}
			if !p.in.sameSection(edge, at) {
				if 2*s.value < a.mean(p) {
					continue
				}
			} else {
				s.paragraph = !p.in.sentences[max(edge, at)].paragraph
			}
			if !ok || s.paragraph && !best.paragraph || s.paragraph == best.paragraph && s.value > best.value {
				best, ok = s, true
			}
		}
	}
	return best, ok
}

// mean is the mean value of a part's sentences.
func (a *assembly) mean(p part) float64 {
	sum := 0.0
	for _, v := range a.values[p.in][p.from:p.to] {
		sum += v
	}
	return sum / float64(p.to-p.from)
}
