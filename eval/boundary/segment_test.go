package boundary_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/internal/cputime"
)

func TestProject(t *testing.T) {
	for _, c := range []struct {
		name, text string // the cuts are marked by |
		unit       boundary.Unit
		n          int
		want       []int
	}{
		{"before and behind a blank line are one", "one two|\n\n|three", boundary.Words, 3, []int{2}},
		{"ends cut nothing", "| |one two| |", boundary.Words, 2, nil},
		{"inside a word counts behind it", "one t|wo three", boundary.Words, 3, []int{2}},
		{"runes", "ñu |o|n|e", boundary.Runes, 5, []int{2, 3, 4}},
		{"inside a code point", "", boundary.Runes, 0, nil},
		{"letters without blanks", "東京|は大きい。x y", boundary.Words, 8, []int{2}},
		{"a letter then a word", "漢|abc", boundary.Words, 2, []int{1}},
		{"Thai marks belong to their letter", "ที่|นี่", boundary.Words, 2, []int{1}},
		{"a byte order mark is blank", "\ufeff|a b", boundary.Words, 2, nil},
		{"no text", " |\n", boundary.Words, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var cuts []int
			parts := strings.Split(c.text, "|")
			at := 0
			for _, p := range parts[:len(parts)-1] {
				at += len(p)
				cuts = append(cuts, at)
			}
			slices.Reverse(cuts)
			got, err := boundary.Project(strings.Join(parts, ""), cuts, c.unit)
			if err != nil || got.N != c.n || !slices.Equal(got.Bounds, c.want) {
				t.Errorf("got %+v, %v; want %d %v", got, err, c.n, c.want)
			}
		})
	}
	if _, err := boundary.Project("abc", []int{4}, boundary.Words); err == nil {
		t.Error("a cut behind the text was taken")
	}
}

// In runes, a bound is the number of characters before the cut that aren't
// blank.
func TestProjectRunes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune(" \nañ東ที่x"))).Draw(t, "text")
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		got, err := boundary.Project(text, []int{cut}, boundary.Runes)
		if err != nil {
			t.Fatal(err)
		}
		n, before := 0, 0
		for i, r := range text {
			if !unicode.IsSpace(r) {
				n++
				if i < cut {
					before++
				}
			}
		}
		want := []int{before}
		if before == 0 || before == n {
			want = nil
		}
		if got.N != n || !slices.Equal(got.Bounds, want) {
			t.Fatalf("%q cut at %d: %+v, want %d %v", text, cut, got, n, want)
		}
		words, err := boundary.Project(text, []int{cut}, boundary.Words)
		if err != nil || words.N > n {
			t.Fatalf("%+v, %v: more words than characters", words, err)
		}
	})
}

func TestProjectGrowth(t *testing.T) {
	run := func(n int) func() {
		text := strings.Repeat("a ", n)
		cuts := make([]int, 2*n)
		for i := range cuts {
			cuts[i] = len(text) - i
		}
		return func() {
			if _, err := boundary.Project(text, cuts, boundary.Words); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cputime.Grows(10, run(50_000), run(500_000)); err != nil {
		t.Error(err)
	}
}

// Whatever the text, also broken UTF-8: bounds are inside, in order, and both
// units agree on where the text is blank.
func FuzzProject(f *testing.F) {
	f.Add("one two\n\nthree", 3, 9)
	f.Add("東京は ที่นี่ a\u0301", 6, 7)
	f.Add("\xff\xfe \x80a", 1, 2)
	f.Add("\u0301\u0301 \ufeff", 0, 2)
	f.Fuzz(func(t *testing.T, text string, a, b int) {
		words, err := boundary.Project(text, []int{a, b}, boundary.Words)
		if (err != nil) != (min(a, b) < 0 || max(a, b) > len(text)) {
			t.Fatalf("%q at %d and %d: %v", text, a, b, err)
		}
		if err != nil {
			return
		}
		runes, err := boundary.Project(text, []int{a, b}, boundary.Runes)
		if err != nil || words.N > runes.N || (words.N == 0) != (runes.N == 0) || len(words.Bounds) > len(runes.Bounds) {
			t.Fatalf("words %+v, runes %+v, %v", words, runes, err)
		}
		for _, s := range []boundary.Segmentation{words, runes} {
			if _, err := boundary.Compare(s, s); err != nil {
				t.Fatal(err)
			}
		}
	})
}
