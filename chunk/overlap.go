package chunk

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
)

// overlap moves t.from back over whole units of the chunk before, as far as
// asked for and as far as the body up to end still fits.
func (p *packer) overlap(t *trial, end int) {
	o := p.limits.Overlap
	if !o.wanted() || !p.started || t.from < t.start || t.bare {
		return
	}
	window := p.window(t.start)
	if window.Empty() {
		return
	}
	if o.Count > 0 {
		p.overlapCount(t, window, end)
		return
	}
	for _, unit := range append(o.Units[:len(o.Units):len(o.Units)], Graphemes) {
		if p.overlapUnit(t, unit, window, end) {
			return
		}
	}
}

// window is what may be repeated before a body at start. It begins with the
// first character of the chunk before: what begins with the blanks in front of
// it would repeat that chunk whole.
func (p *packer) window(start int) doc.Span {
	window := doc.Span{Start: p.scale.edges.trim(p.prev.Span.Start, start).Start, End: start}
	if !p.limits.Overlap.Sections {
		return window
	}
	body := p.scale.edges.trim(start, p.region.End)
	at := body.Start + len(p.doc.Slice(body)) - len(strings.TrimLeft(p.doc.Slice(body), " \t"))
	if i := p.doc.SectionAt(at); i >= 0 {
		heading := p.doc.Blocks[p.doc.Outline()[i].Block]
		window.Start = min(max(window.Start, heading.Span.Start), window.End)
	}
	return window
}

// overlapUnit takes the longest run of whole units that is short enough.
func (p *packer) overlapUnit(t *trial, unit Cutter, window doc.Span, end int) bool {
	for cut, err := range unit.Cuts(p.ctx, p.doc, window) {
		if err != nil {
			return false
		}
		if p.repeatable(t, window, cut, end, p.limits.Overlap.Max) {
			t.from = cut
			return true
		}
	}
	return false
}

// overlapCount takes the last units of the chunk before, fewer where they are
// longer than half of what a chunk may hold.
func (p *packer) overlapCount(t *trial, window doc.Span, end int) {
	o := p.limits.Overlap
	var last []int
	for cut, err := range o.Units[0].Cuts(p.ctx, p.doc, window) {
		if err != nil {
			return
		}
		if last = append(last, cut); len(last) > o.Count {
			last = last[1:]
		}
	}
	for _, cut := range last {
		if p.repeatable(t, window, cut, end, p.limits.Max/2) {
			t.from = cut
			return
		}
	}
}

// repeatable reports whether the text from cut to the body may be repeated: no
// longer than most, not blank, and leaving room for the body up to end.
func (p *packer) repeatable(t *trial, window doc.Span, cut, end, most int) bool {
	if cut <= window.Start || cut >= window.End || !atGrapheme(p.doc.Text, cut) {
		return false
	}
	if p.scale.edges.trim(cut, window.End).Empty() {
		return false
	}
	// What is repeated reaches up to the body, blanks between included.
	from, body := p.scale.edges.trim(cut, p.region.End).Start, p.scale.edges.trim(t.start, p.region.End).Start
	if p.scale.sizeOfPart(doc.Span{Start: from, End: body}) > most {
		return false
	}
	tried := *t
	tried.from = cut
	return p.scale.within(&tried, max(end, t.start), p.limits.Max)
}

// CutsOf collects a cutter's cuts in s; tests and small spans use it.
func CutsOf(ctx context.Context, c Cutter, d *doc.Document, s doc.Span) ([]int, error) {
	var cuts []int
	for cut, err := range c.Cuts(ctx, d, s) {
		if err != nil {
			return nil, err
		}
		cuts = append(cuts, cut)
	}
	return cuts, nil
}
