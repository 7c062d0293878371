package size_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// seamy are texts whose ends join in every way, those of bytes that are no
// UTF-8 included.
var seamy = []string{"", "a", "é", "\n\n", " ", "\u00a0", "\u3000", "\x1c", "\xc2", "\xa0", "\xe3\x80", "\x80", "palabra", "> "}

func TestSeams(t *testing.T) {
	measures := map[string]size.Measure{
		"bytes": size.Bytes, "runes": size.Runes, "words": size.Words,
		"plus words": size.Plus(size.Words, 2), "plus no seamer": size.Plus(size.Func(func(t string) int { return len(t) / 2 }), 3),
		"no seamer": size.Func(func(t string) int { return len(t) / 2 }),
	}
	known := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		part := func(name string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(seamy), 0, 3).Draw(t, name), "")
		}
		head, body := part("head"), part("body")
		for name, m := range measures {
			a, b, both := m.Size(head), m.Size(body), m.Size(head+body)
			if got := size.Joined(m, head, body, a, b); got != both {
				t.Fatalf("%s: %q and %q joined: %d, want %d", name, head, body, got, both)
			}
			s, ok := m.(size.Seamer)
			if !ok {
				continue
			}
			n, sure := s.Seam(head, body)
			if sure && n != both-a-b {
				t.Fatalf("%s: the seam of %q and %q is %d, want %d", name, head, body, n, both-a-b)
			}
			if sure {
				known[name]++
			}
		}
	})
	for _, name := range []string{"bytes", "runes", "words", "plus words"} {
		if known[name] == 0 {
			t.Errorf("%s knows no seam", name)
		}
	}
}

// TestPlus holds the contracts of Measure and Ruler for a measure with more.
func TestPlus(t *testing.T) {
	if m := size.Plus(size.Runes, 0); m != size.Runes {
		t.Error("nothing more is another measure")
	}
	if _, ok := size.Plus(size.Func(func(string) int { return 1 }), 2).(size.Preparer); ok {
		t.Error("prepares, where its measure doesn't")
	}
	m := size.Plus(size.Runes, 2)
	if of, n := size.Bare(m); of != size.Runes || n != 2 {
		t.Errorf("bare is %v and %d", of, n)
	}
	if of, n := size.Bare(size.Words); of != size.Words || n != 0 {
		t.Errorf("bare is %v and %d", of, n)
	}
	for text, want := range map[string]int{"": 0, "a": 3, "año": 5} {
		if got := m.Size(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	r := m.(size.Preparer).Prepare("año")
	for span, want := range map[doc.Span]int{{}: 0, {Start: 2, End: 2}: 0, {End: 4}: 5, {Start: 1, End: 3}: 3} {
		if got := r.Size(span); got != want {
			t.Errorf("%v: got %d, want %d", span, got, want)
		}
	}
}

// reacher is a ruler of runes that reaches.
type reacher struct{ size.Preparer }

type reachRuler struct {
	size.Ruler
	text string
}

func (m reacher) Prepare(text string) size.Ruler { return reachRuler{m.Preparer.Prepare(text), text} }

func (r reachRuler) Reach(start, limit int) (fits, over int) {
	end := start + len(string([]rune(r.text[start:])[:max(0, min(limit, len([]rune(r.text[start:]))))]))
	return end, end
}

// unreaching hides that a ruler reaches.
type unreaching struct{ size.Preparer }

func (m unreaching) Prepare(text string) size.Ruler {
	return struct{ size.Ruler }{m.Preparer.Prepare(text)}
}

func TestPlusReaches(t *testing.T) {
	const text = "año nuevo"
	r := size.Plus(reacher{size.Runes}, 2).(size.Preparer).Prepare(text).(size.Reacher)
	for limit := range 14 {
		fits, over := r.Reach(1, limit)
		for end := 1; end <= len(text); end++ {
			if end == 2 {
				continue // inside ñ
			}
			n := r.Size(doc.Span{Start: 1, End: end})
			if end <= fits && n > limit || end > over && n <= limit {
				t.Errorf("limit %d: %d:%d measures %d, reach is %d and %d", limit, 1, end, n, fits, over)
			}
		}
	}
	if _, ok := size.Plus(unreaching{size.Runes}, 2).(size.Preparer).Prepare(text).(size.Reacher); ok {
		t.Error("reaches, where its ruler doesn't")
	}
}
