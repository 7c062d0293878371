package tune

import (
	"math"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/lex/sentence"
)

// Pill is how long the answers are and what they stand in: each level holds
// the one before. It says how large a chunk must be to hold an answer with
// what is needed to understand it.
type Pill struct {
	Answers int     `json:"answers"` // spans looked at
	Levels  []Level `json:"levels"`
}

// Level is the distribution of one length in tokens, by nearest rank. Fits is
// the share that the recipe's limit holds, where that is in tokens, without
// what the frame takes; 0 where it isn't.
type Level struct {
	Name string  `json:"name"`
	P10  int     `json:"p10"`
	P25  int     `json:"p25"`
	P50  int     `json:"p50"`
	P75  int     `json:"p75"`
	P90  int     `json:"p90"`
	P95  int     `json:"p95"`
	Fits float64 `json:"fits"`
}

// levels are from the answer outwards: the sentences that it touches, the
// paragraphs (list entries, rows), the lists, tables, quotations or paragraphs
// at the top level, and the section from its heading to the next.
func levels() []struct {
	name  string
	widen func(d *doc.Document, s doc.Span) doc.Span
} {
	return []struct {
		name  string
		widen func(d *doc.Document, s doc.Span) doc.Span
	}{
		{"answer", func(_ *doc.Document, s doc.Span) doc.Span { return s }},
		{"sentence", sentences},
		{"paragraph", leaves},
		{"block", blocks},
		{"section", section},
	}
}

// pill measures the answers of some questions.
func (t *tuning) pill(qs []int, r ingest.Recipe) Pill {
	var p Pill
	sizes := make([][]int, len(levels()))
	for _, q := range qs {
		a := &t.table.asked[q]
		for _, place := range answer(a) {
			d := t.Eval.Corpus.Document(a.DocOf(place))
			p.Answers++
			for i, l := range levels() {
				sizes[i] = append(sizes[i], t.size(d, d.Body(l.widen(d, place.Span()))))
			}
		}
	}
	for i, l := range levels() {
		p.Levels = append(p.Levels, distribution(l.name, sizes[i], r))
	}
	return p
}

// piece is a part of a document.
type piece struct {
	doc  string
	span doc.Span
}

// size is the length in tokens, counted once: many answers stand in the same
// section.
func (t *tuning) size(d *doc.Document, s doc.Span) int {
	if t.sizes == nil {
		t.sizes = map[piece]int{}
	}
	n, ok := t.sizes[piece{d.URI, s}]
	if !ok {
		n = t.Eval.Tokens.Size(d.Slice(s))
		t.sizes[piece{d.URI, s}] = n
	}
	return n
}

// answer is the spans of an answer: those that are needed together, else the
// first of the alternatives.
func answer(a *eval.Asked) []eval.Place {
	if len(a.Spans) > 0 {
		return a.Spans
	}
	return a.Alternatives[:min(1, len(a.Alternatives))]
}

func distribution(name string, sizes []int, r ingest.Recipe) Level {
	slices.Sort(sizes)
	at := func(p int) int {
		if len(sizes) == 0 {
			return 0
		}
		return sizes[max(0, int(math.Ceil(float64(p)/100*float64(len(sizes))))-1)]
	}
	l := Level{Name: name, P10: at(10), P25: at(25), P50: at(50), P75: at(75), P90: at(90), P95: at(95)}
	if r.Unit == "tokens" && len(sizes) > 0 {
		n, _ := slices.BinarySearch(sizes, r.Max+1)
		l.Fits = float64(n) / float64(len(sizes))
	}
	return l
}

// sentences widens a span to whole sentences.
func sentences(d *doc.Document, s doc.Span) doc.Span {
	around := leaves(d, s)
	start, end := around.Start, around.End
	for at := range sentence.New(d.Language).Ends(d.Slice(around)) {
		at += around.Start
		if at <= s.Start {
			start = at
		}
		if at >= s.End {
			end = at
			break
		}
	}
	return doc.Span{Start: start, End: end}
}

// leaves widens a span to the whole blocks without children that it touches.
func leaves(d *doc.Document, s doc.Span) doc.Span {
	out := s
	for i := d.BlockFrom(s.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < s.End; i++ {
		if d.Leaf(i) {
			out = hull(out, d.Blocks[i].Span)
		}
	}
	return out
}

// blocks widens a span to the whole blocks that it touches at the top level,
// where pages, details and declarations don't count as a level.
func blocks(d *doc.Document, s doc.Span) doc.Span {
	out := leaves(d, s)
	for i := d.BlockFrom(s.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < s.End; i++ {
		top := i
		for p := d.Blocks[top].Parent; p >= 0 && !transparent(d.Blocks[p].Kind); p = d.Blocks[top].Parent {
			top = int(p)
		}
		if !transparent(d.Blocks[top].Kind) {
			out = hull(out, d.Blocks[top].Span)
		}
	}
	return out
}

func transparent(k doc.Kind) bool { return k == doc.Page || k == doc.Detail || k == doc.Decl }

// section widens a span from the heading in force to the next heading.
func section(d *doc.Document, s doc.Span) doc.Span {
	out := blocks(d, s)
	outline := d.Outline()
	i := d.SectionAt(s.Start)
	start, end := 0, len(d.Text)
	if i >= 0 {
		start = d.Blocks[outline[i].Block].Span.Start
	}
	for i++; i < len(outline); i++ {
		if at := d.Blocks[outline[i].Block].Span.Start; at >= s.End {
			end = at
			break
		}
	}
	return hull(out, doc.Span{Start: start, End: end})
}

func hull(a, b doc.Span) doc.Span {
	return doc.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}
