package question

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
)

// TestSettle compares settle with trying every arrangement.
func TestSettle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "spans")
		places := make([][]doc.Span, n)
		for i := range places {
			for _, start := range rapid.SliceOfNDistinct(rapid.IntRange(0, 20), 1, 4, rapid.ID).Draw(t, "starts") {
				places[i] = append(places[i], doc.Span{Start: start, End: start + rapid.IntRange(1, 4).Draw(t, "len")})
			}
		}
		used := make([]map[doc.Span]bool, n)
		for i := range used {
			used[i] = map[doc.Span]bool{}
		}
		any := false
		var try func(i, end int, picked []doc.Span)
		try = func(i, end int, picked []doc.Span) {
			if i == n {
				any = true
				for j, p := range picked {
					used[j][p] = true
				}
				return
			}
			for _, p := range places[i] {
				if p.Start >= end {
					try(i+1, p.End, append(picked[:i:i], p))
				}
			}
		}
		try(0, 0, nil)
		for i, left := range settle(places) {
			if !any && len(left) != len(places[i]) {
				t.Fatalf("no arrangement, yet places of span %d are gone", i)
			}
			if any && len(left) != len(used[i]) {
				t.Fatalf("span %d: %v left of %v, want %v", i, left, places[i], used[i])
			}
			for _, p := range left {
				if any && !used[i][p] {
					t.Fatalf("span %d: %v is in no arrangement", i, p)
				}
			}
		}
	})
}

// TestIndex compares the index with counting.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "é", "漢", "😀", "añ o"})
		text := ""
		for _, p := range rapid.SliceOfN(piece, 0, 700).Draw(t, "pieces") {
			text += p
		}
		x, n := newIndex(text), 0
		for i := range text {
			if x.runeAt(i) != n || x.byteAt(n) != i {
				t.Fatalf("byte %d is code point %d: runeAt %d, byteAt %d", i, n, x.runeAt(i), x.byteAt(n))
			}
			n++
		}
		if x.runeAt(len(text)) != n || x.byteAt(n) != len(text) {
			t.Fatalf("the end: %d, %d", x.runeAt(len(text)), x.byteAt(n))
		}
	})
}
