package whole_test

import (
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/whole"
)

func span(a, b int) doc.Span { return doc.Span{Start: a, End: b} }

func TestJudge(t *testing.T) {
	pills := []whole.Pill{
		{Kind: "section", Span: span(0, 100), Parent: -1},
		{Kind: "faq", Span: span(10, 40), Parent: 0, Fits: true},
		{Kind: "list", Span: span(20, 40), Parent: 1, Fits: true},
		{Kind: "faq", Span: span(40, 60), Parent: 0, Fits: true},
		{Kind: "turn", Span: span(60, 70), Parent: 0, Series: 1, Fits: true},
		{Kind: "turn", Span: span(70, 80), Parent: 0, Series: 1, Fits: true},
		{Kind: "table", Span: span(100, 300), Parent: -1},
	}
	for _, tt := range []struct {
		name   string
		chunks []doc.Span
		whole  int
		mixed  int
	}{
		{"each by itself", []doc.Span{span(0, 10), span(10, 40), span(40, 60), span(60, 80), span(100, 200), span(200, 300)}, 5, 0},
		{"two entries in one", []doc.Span{span(0, 60), span(60, 80)}, 5, 1},
		{"one split", []doc.Span{span(0, 30), span(30, 40), span(40, 60), span(60, 80)}, 3, 0},
		{"the end of one and the next", []doc.Span{span(0, 35), span(35, 80)}, 3, 1},
		{"overlapping chunks", []doc.Span{span(0, 30), span(10, 40), span(40, 70), span(60, 80)}, 5, 1},
		{"a small one in a large one", []doc.Span{span(0, 80), span(20, 22)}, 5, 1},
		{"nothing", nil, 0, 0},
	} {
		got := whole.Judge(pills, tt.chunks)
		if c := got.Total(); c.Pills != 7 || c.Fit != 5 || c.Whole != tt.whole || got.Mixed != tt.mixed || got.Chunks != len(tt.chunks) {
			t.Errorf("%s: %+v, want %d whole and %d mixed", tt.name, got, tt.whole, tt.mixed)
		}
	}
	sum := whole.Tally{}
	sum.Add(whole.Judge(pills, []doc.Span{span(0, 60)}))
	sum.Add(whole.Judge(pills, []doc.Span{span(40, 80)}))
	if sum.Kinds["faq"] != (whole.Count{Pills: 4, Fit: 4, Whole: 3}) || sum.Chunks != 2 || sum.Mixed != 2 {
		t.Errorf("the sum is %+v", sum)
	}
}
