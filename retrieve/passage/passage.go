// Package passage finds by sentences and delivers passages.
//
// Chunks are found first, by whatever [retrieve.Searcher]; then a [Finder]
// looks inside and around the best of them. A stretch is what it reads there:
// consecutive records of one document. Each of its sentences begins a window, a
// few sentences within one record, and every window has a score: how well
// it, and the text around it, match the question. [Found] holds all that and
// the text; it is immutable and needs the index no more.
//
// [Found.Windows] are the best places, for whoever wants to point at them.
// [Found.Assemble] makes passages of them for a reader: runs of whole sentences,
// as long as their scores and a budget of tokens allow, with all that is needed
// to cite them.
package passage

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// Window is a place that was found: a few sentences in one record.
type Window struct {
	Record *store.Record // not to be changed
	Span   doc.Span      // of the document's text, in bytes; lies in the record's body
	Score  float64       // comparable within one result only
}

// Text is what stands in the window.
func (w Window) Text() string {
	return w.Record.Text[w.Span.Start-w.Record.Start : w.Span.End-w.Record.Start]
}

// Found is what a [Finder] found for one question.
type Found struct {
	stretches []*stretch
	ranked    []place // best first
	floor     float64 // the score of what says nothing of the question
}

// place is a window of a stretch.
type place struct {
	in    *stretch
	from  int // sentences [from, to)
	to    int
	score float64
}

// Windows returns the best windows, at most k of them, best first; k < 0 is no
// limit. One of which windows before it hold half or more is left out.
func (f *Found) Windows(k int) []Window {
	var out []Window
	held := map[*stretch][]bool{}
	for _, p := range f.ranked {
		if len(out) == k {
			break
		}
		taken := held[p.in]
		if taken == nil {
			taken = make([]bool, len(p.in.sentences))
			held[p.in] = taken
		}
		if 2*p.in.length(p.from, p.to, taken) >= p.in.length(p.from, p.to, nil) {
			continue
		}
		for i := p.from; i < p.to; i++ {
			taken[i] = true
		}
		out = append(out, p.window())
	}
	return out
}

func (p place) window() Window {
	a, b := p.in.sentences[p.from], p.in.sentences[p.to-1]
	return Window{Record: p.in.records[a.record], Span: doc.Span{Start: a.Start, End: b.End}, Score: p.score}
}

// Hits returns the chunks of the best windows, at most k, each once with the
// score of its best window, which Hit.At names.
func (f *Found) Hits(k int) []store.Hit {
	var out []store.Hit
	seen := map[*store.Record]bool{}
	for _, p := range f.ranked {
		if len(out) >= k {
			break
		}
		w := p.window()
		if seen[w.Record] {
			continue
		}
		seen[w.Record] = true
		span := w.Span
		out = append(out, store.Hit{Record: *w.Record, Score: store.Round(w.Score), Rank: len(out) + 1, At: &span, Legs: p.in.legs[w.Record.ID]})
	}
	return out
}
