package onig

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
)

func ascii(name string) ([]Range, bool) {
	switch name {
	case "s":
		return []Range{{'\t', '\r'}, {' ', ' '}}, true
	case "w":
		return []Range{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}, true
	case "Nd":
		return []Range{{'0', '9'}}, true
	}
	return nil, false
}

func all(re *Regexp, text string) (out [][]int) {
	re.Each(text, func(a, b int) { out = append(out, []int{a, b}) })
	return out
}

// TestAgainstGo compares with package regexp where both mean the same.
func TestAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range []string{`a+b?|c`, `(?:ab|a)(?:c|bcd)`, `[^ab]+?c`, `a{2,3}`, `(?i:ab)+`, `\bx\w*`, `\s*\n|\s+`, `[a-c]*?d|b`, `(?:a|b|ab)+c`, `.x`} {
		re, err := Compile(p, ascii)
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(p)
		for range 500 {
			b := make([]byte, r.IntN(30))
			for i := range b {
				b[i] = "aabbcdxAB \n_"[r.IntN(12)]
			}
			if got, want := fmt.Sprint(all(re, string(b))), fmt.Sprint(want.FindAllIndex(b, -1)); got != want {
				t.Fatalf("%s in %q: got %s, want %s", p, b, got, want)
			}
		}
	}
}

func TestBeyondGo(t *testing.T) {
	for _, x := range []struct{ pattern, text, want string }{
		{`\s+(?!\S)|\s`, "a   b", "[[1 3] [3 4]]"},
		{`a++b|a`, "aab aa", "[[0 3] [4 5] [5 6]]"},
		{`(?>a|ab)c|.`, "abc", "[[0 1] [1 2] [2 3]]"},
		{`(?<=a)b|(?<!a)c`, "abac", "[[1 2]]"},
		{`[\w&&[^a-m]]+`, "amnoz1", "[[2 6]]"},
		{`x*`, "axb", "[[0 0] [1 2] [3 3]]"},
		{`^b|a$`, "a\nba", "[[0 1] [2 3] [3 4]]"},
	} {
		re, err := Compile(x.pattern, ascii)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(all(re, x.text)); got != x.want {
			t.Errorf("%s in %q: got %s, want %s", x.pattern, x.text, got, x.want)
		}
	}
}

func TestNotSupported(t *testing.T) {
	for _, p := range []string{`(a)\1`, `\X`, `[a`, `(a`, `a)`, `*a`, `\p{Klingon}`, `(?i:ss)`, `(?:a*)*`, `a{2000}`, `(?<=a+)b`, `[[:alpha:]]`, `[]`} {
		if _, err := Compile(p, ascii); err == nil {
			t.Errorf("%s is no error", p)
		}
	}
}

// TestLinear holds for expressions that going back and forth takes ages with.
func TestLinear(t *testing.T) {
	for _, p := range []string{`(?:a+)+b`, `(?:a|aa)+b`, `\s*\n|\s+x`, `(a|a)*b`, `a*a*a*a*b`, `(?:a?){40}a{40}`, `(?>a+)b`,
		`(?:aa)++b`, `(?>(?>a+)b|a+)c`, `a*?a*?b`, `(?=a*b)a|c`, `(?<=a(?=a*b))c|(?!a*c)b`, `(?:a|a(?!a*b))*c`} {
		re, err := Compile(p, ascii)
		if err != nil {
			t.Fatal(err)
		}
		unit := "a"
		if p[0] == '\\' {
			unit = " "
		}
		find := func(n int) func() { return func() { all(re, strings.Repeat(unit, n)) } }
		if err := cputime.Grows(8, find(10_000), find(80_000)); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
}

// FuzzCompile holds that no expression makes Compile or a match panic, and that
// a scan finds what going back and forth finds.
func FuzzCompile(f *testing.F) {
	f.Add(`a(?i:b)[^c-d&&\w]{2,3}?(?!x)|\p{Nd}++`, "ab12")
	f.Add(`(?<=a(?=b|\z))(?>b+|(?:ab)*+c)+?|$`, "abbcab")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		re, err := Compile(pattern, ascii)
		if err != nil || len(pattern) > 60 || len(text) > 100 {
			return
		}
		text = strings.ToValidUTF8(text, "")
		m := &machine{re: re, text: text, budget: 100_000}
		want := fmt.Sprint(matches(m))
		if got := fmt.Sprint(matches(&machine{re: re, text: text})); m.ends == nil && got != want {
			t.Errorf("%s in %q: a scan finds %s, going back and forth %s", pattern, text, got, want)
		}
	})
}
